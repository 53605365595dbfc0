import { SkillBody, SkillQuery } from "#lib/contracts/skills";
import { route } from "../../_server/make-route.ts";

/** One skill with the text of a file of it; the switch, and a person's acceptance of what they read. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => {
    const { file } = call.query(SkillQuery);
    return Response.json(await call.assembly.skills.show(call.params.name ?? "", file, call));
  },
  PATCH: async (call) => {
    const body = await call.body(SkillBody);
    return Response.json(await call.assembly.skills.change(call.params.name ?? "", body, call));
  },
});
