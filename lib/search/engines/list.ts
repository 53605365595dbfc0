import type { Config } from "#lib/contracts/config";
import type { WordTable } from "#lib/meaning/word-table";
import { createBasicEngine } from "./basic.ts";
import { createEmbeddedEngine } from "./embedded.ts";
import type { SearchEngine } from "./engine.ts";

/** Every engine by the name that `retrieval.ranker` gives it; the plain one does without word meanings. */
export const engines: Record<Config["retrieval"]["ranker"], (table?: WordTable) => SearchEngine> = {
  explainable: createEmbeddedEngine,
  basic: createBasicEngine,
};
