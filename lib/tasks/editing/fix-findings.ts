import type { Finding } from "#lib/contracts/findings";
import { shownLine } from "#lib/markdown/link-reader";
import { linesOf } from "#lib/platform/line-ends";

/** The fixes of one page's findings, each on its line and only while the line is as it was found. */
export function fixFindings(
  text: string,
  findings: readonly Finding[],
): { text: string; count: number; gone: number } {
  const lines = linesOf(text);
  const before = lines.map((line) => line.text);
  let count = 0;
  let gone = 0;
  for (const { line, text: found, fix } of findings) {
    const own = lines[line - 1];
    if (fix === undefined) continue;
    const at =
      own === undefined || shownLine(before[line - 1] ?? "") !== found
        ? -1
        : placeOf(own.text, fix.from);
    if (own === undefined || at === -1) {
      gone += 1;
      continue;
    }
    own.text = own.text.slice(0, at) + fix.to + own.text.slice(at + fix.from.length);
    count += 1;
  }
  return { text: lines.map((line) => line.text + line.end).join(""), count, gone };
}

/** As the target of a link or picture, and not as a word that reads the same. */
function placeOf(line: string, target: string): number {
  for (let at = line.indexOf(target); at !== -1; at = line.indexOf(target, at + 1)) {
    const opens = /(?:\]\(\s*<?|\]:\s*<?|=\s*["'])$/.test(line.slice(Math.max(0, at - 12), at));
    if (opens && /^(?:$|[\s)>"'])/.test(line.slice(at + target.length))) return at;
  }
  return -1;
}
