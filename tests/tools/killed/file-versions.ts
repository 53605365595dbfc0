import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

/**
 * Two files of a workspace that are changed step after step, so that what a killed program left tells how far it came:
 * each step writes the large file anew, or edits all of its lines, or adds a line to the small one.
 */
export type Step = { tool: "write" | "edit"; arguments: Record<string, unknown> };

const lines = 4000;
const large = "large.txt";
const small = "small.txt";
const tag = (version: number) => `version ${String(version).padStart(6, "0")};`;
const largeText = (version: number) =>
  `${tag(version)} the keeper lights the lamp at dusk\n`.repeat(lines);
const smallLine = (version: number) => `added by step ${version}\n`;
const adds = (version: number) => version % 3 === 2;

export function stepTo(version: number): Step {
  if (adds(version)) {
    const content = smallLine(version);
    return { tool: "write", arguments: { path: small, content, mode: "append" } };
  }
  if (version % 3 === 0) {
    return { tool: "write", arguments: { path: large, content: largeText(version) } };
  }
  const [find, replace] = [tag(version - 1), tag(version)];
  return { tool: "edit", arguments: { path: large, find, replace, all: true } };
}

/** The files as they are after a step and all before it; before the first they are not there. */
export function filesAt(version: number): { large: string; small: string } {
  const last = adds(version) ? version - 1 : version;
  const added = Array.from({ length: version + 1 }, (_, step) => step).filter(adds);
  return { large: last < 0 ? "" : largeText(last), small: added.map(smallLine).join("") };
}

export const beforeAll = -1;

/** The step after which the files are as they are now, to the letter; undefined when they are as after none. */
export function versionIn(folder: string): number | undefined {
  const read = (name: string) => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  const now = { large: read(large), small: read(small) };
  const wrote = /version (\d+);/.exec(now.large.slice(0, 80))?.[1] ?? beforeAll;
  const added = /step (\d+)\n$/.exec(now.small.slice(-80))?.[1] ?? beforeAll;
  const version = Math.max(Number(wrote), Number(added));
  return isDeepStrictEqual(now, filesAt(version)) ? version : undefined;
}
