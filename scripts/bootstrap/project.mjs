import path from "node:path";
import { fileURLToPath } from "node:url";

/** Where things stand. Everything the bootstrap makes is git-ignored and may be deleted at any time. */
export const projectDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const inProject = (...parts) => path.join(projectDir, ...parts);
export const runtimeDir = inProject(".runtime");
