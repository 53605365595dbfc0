import { fts5Build, fts5Query } from "./fts5.ts";
import { minisearchBuild, minisearchFirstAnswer, minisearchQuery } from "./minisearch.ts";
import { ownEngine } from "./own-engine.ts";

/** What is measured in a process of its own, so that neither memory nor warm code of one counts for another. */
export const parts = {
  own_engine: ownEngine,
  minisearch_build: minisearchBuild,
  minisearch_first_answer: minisearchFirstAnswer,
  minisearch_query: minisearchQuery,
  fts5_build: fts5Build,
  fts5_query: fts5Query,
};

export type Parts = typeof parts;
export type PartName = keyof Parts;
