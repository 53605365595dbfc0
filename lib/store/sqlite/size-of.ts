import { statSync } from "node:fs";

/** -1 where there is no file. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? -1;
}
