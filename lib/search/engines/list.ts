import type { Config } from "#lib/contracts/config";
import { createBasicEngine } from "./basic.ts";
import { createEmbeddedEngine } from "./embedded.ts";
import type { SearchEngine } from "./engine.ts";

/** Every engine by the name that `retrieval.ranker` gives it. */
export const engines: Record<Config["retrieval"]["ranker"], () => SearchEngine> = {
  explainable: createEmbeddedEngine,
  basic: createBasicEngine,
};
