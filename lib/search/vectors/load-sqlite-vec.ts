import { createRequire } from "node:module";
import type { LoadVectors } from "./vector-file.ts";

/** An optional package: where it is missing, or has no build for the platform, this throws and search goes on by words. */
export const loadSqliteVec: LoadVectors = (db) => {
  const { load } = createRequire(import.meta.url)("sqlite-vec") as typeof import("sqlite-vec");
  load(db);
};
