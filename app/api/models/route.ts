import { route } from "../_server/make-route.ts";

/** Whether a model can be asked, who would receive the question, and which keys are set. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ assembly, lang }) => Response.json(assembly.models.report(lang)),
});
