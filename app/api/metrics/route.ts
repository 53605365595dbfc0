import { route } from "../_server/make-route.ts";

/** For a monitor: counts and times of this process, without a word of anybody. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ assembly, lang }) => {
    const { type, text } = await assembly.metrics(lang);
    return new Response(text, { headers: { "content-type": type } });
  },
});
