import { createRequire } from "node:module";
import path from "node:path";
import { projectDir } from "./project.ts";

/** What makes SQLite compare vectors. Throws where it cannot be loaded. */
export type LoadVectors = (db: { loadExtension(file: string): void }) => void;

/**
 * An optional package: where it is missing, or has no build for the platform, this throws and search goes on by words. It is
 * looked for beside the program as it runs, so that no build of the pages looks into it, nor fails without it.
 */
export const loadSqliteVec: LoadVectors = (db) => {
  const load = createRequire(path.join(projectDir(), "package.json"));
  (load("sqlite-vec") as typeof import("sqlite-vec")).load(db);
};

/** As sqlite-vec reads them: 32-bit numbers, the lowest byte first, as every platform it runs on has them. */
export function vectorBytes(vector: readonly number[]): Buffer {
  return Buffer.from(Float32Array.from(vector).buffer);
}
