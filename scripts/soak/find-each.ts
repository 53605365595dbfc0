import { DocsSearchInput } from "#lib/contracts/docs-tools";
import { decode } from "#lib/platform/decode";
import type { DocsIndex } from "#lib/search/docs-index";
import type { Corpus } from "../../bench/corpus/corpus.ts";

/** One file in so many is asked for; all of them would take many minutes. */
const oneIn = 10;

/** Asks for good files by the words of one of their own lines, and names those that no hit is of. */
export async function findEach(
  index: DocsIndex,
  corpus: Corpus,
  names: readonly string[],
): Promise<{ asked: number; missed: string[] }> {
  const { signal } = new AbortController();
  const missed: string[] = [];
  let asked = 0;
  for (let number = 0; number < names.length; number += oneIn) {
    const { relative_path, bytes } = corpus.file(number);
    const query = ownLine(bytes);
    if (query === undefined) continue;
    asked += 1;
    const input = DocsSearchInput.parse({ query, roots: ["good"], limit: 50 });
    const { hits } = await index.search(input, signal);
    if (!hits.some((hit) => hit.relative_path === relative_path)) missed.push(relative_path);
  }
  return { asked, missed };
}

/** The line below its front matter with the most different words; undefined of a file without words. */
function ownLine(bytes: Buffer): string | undefined {
  const decoded = decode(bytes);
  if (decoded.kind === "not_text") return undefined;
  let best: string | undefined;
  let most = 0;
  const body = decoded.text.replace(/^---\r?\n[\s\S]*?\n---\r?\n/, "");
  for (const line of body.split(/\r\n|\n|\r/)) {
    const short = line.slice(0, 400);
    const words = new Set(short.match(/[\p{L}\p{N}]{2,}/gu)).size;
    if (words > most) [best, most] = [short, words];
  }
  return best;
}
