import type { SearchBackend } from "./backend.ts";

/** No service: nothing leaves the machine, and nothing is found. */
export const stub: SearchBackend = {
  id: "stub",
  plan: () => undefined,
  read: async () => [],
};
