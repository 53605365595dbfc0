import { patchLimits } from "#lib/contracts/patches";
import type { FilePatch } from "#lib/platform/unified-diff";

/**
 * The files of a patch in the order of their names, as many as it may hold from the first on, whatever order they come in.
 * Of the others nothing is kept but how many there are, so that a task over many pages holds no more than its patch.
 */
export type KeptFiles = { add(file: FilePatch): void; kept(): FilePatch[]; more(): number };

export function keepWithinLimits({ files, letters } = usual): KeptFiles {
  let held: { file: FilePatch; letters: number }[] = [];
  let sum = 0;
  let all = 0;
  /** The first of those that found no room: nothing behind it is in the patch. */
  let end: FilePatch | undefined;
  return {
    add(file) {
      all += 1;
      if (end !== undefined && isBefore(end, file)) return;
      held.push({ file, letters: lettersOf(file) });
      sum += held.at(-1)?.letters ?? 0;
      if (held.length <= files && sum <= letters) return;
      held.sort((a, b) => (isBefore(a.file, b.file) ? -1 : 1));
      while (held.length > files || sum > letters) {
        const last = held.pop();
        sum -= last?.letters ?? 0;
        end = last?.file;
      }
    },
    kept() {
      held = held.sort((a, b) => (isBefore(a.file, b.file) ? -1 : 1));
      return held.map(({ file }) => file);
    },
    more: () => all - held.length,
  };
}

const usual: { files: number; letters: number } = {
  files: patchLimits.files,
  letters: patchLimits.bytes / 4,
};

function isBefore(a: FilePatch, b: FilePatch): boolean {
  return a.path === b.path ? a.root_id < b.root_id : a.path < b.path;
}

const lettersOf = ({ hunks }: FilePatch): number =>
  hunks.reduce((sum, { lines }) => sum + lines.reduce((n, { text }) => n + text.length + 2, 0), 0);
