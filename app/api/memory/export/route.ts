import { fileResponse } from "../../_server/file-response.ts";
import { route } from "../../_server/make-route.ts";

/** Everything that is remembered, as a file to take along. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => {
    const text = `${JSON.stringify(await call.assembly.memory.export(call), null, 2)}\n`;
    return fileResponse({ name: "docent-memory.json", type: "application/json", text });
  },
});
