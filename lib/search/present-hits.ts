import type { DocsHit, DocsSearchInput } from "#lib/contracts/docs-tools";
import { hashLines, sliceLines } from "#lib/platform/lines";
import { linesHoldSecret } from "#lib/platform/secrets";
import type { EngineResult } from "./engines/engine.ts";
import { type OpenFile, openFile } from "./facts.ts";
import type { Entry, Place } from "./inventory.ts";
import { matchedWords } from "./matched-words.ts";
import type { Shelves } from "./shelves.ts";
import { cutSnippet } from "./snippet.ts";
import { openTurns } from "./turns.ts";

/**
 * Ranked passages as citations, their text read from the files at this moment. A file that is no longer what was
 * indexed is not quoted but named in `stale`, for the caller to have it read again; `outdated` means that a new version
 * was indexed while this one was ranked.
 */
export async function presentHits(
  result: Pick<EngineResult, "hits" | "terms">,
  deps: {
    shelves: Pick<Shelves, "access" | "inventory">;
    input: Pick<DocsSearchInput, "explain" | "include_text">;
    placeOf(entry: Entry): Place | undefined;
    max_snippet_chars: number;
    signal: AbortSignal;
  },
): Promise<{ hits: DocsHit[]; stale: string[]; outdated: boolean }> {
  const { shelves, input } = deps;
  const weights = new Map(result.terms.map((term) => [term.term, term.weight]));
  const terms = new Set(weights.keys());
  const open = openOnce(shelves);
  const hits: DocsHit[] = [];
  const stale = new Set<string>();
  let outdated = false;
  const turns = openTurns();
  for (const hit of result.hits) {
    await turns.take();
    deps.signal.throwIfAborted();
    const entry = shelves.inventory.byKey(hit.key);
    const passage = entry?.facts.passages[hit.passage];
    if (entry === undefined || passage === undefined) {
      outdated = true;
      continue;
    }
    const place = deps.placeOf(entry);
    if (place === undefined) continue;
    const current = await open(entry, place);
    if (current === undefined || current.file.sha256 !== entry.facts.file.sha256) {
      stale.add(entry.real_path);
      continue;
    }
    const { line_start, line_end, breadcrumb, kind, inside_fence } = passage;
    const lines = sliceLines(current.lines, line_start, line_end);
    const text = lines.join("\n");
    const searched = cutText(text);
    const snippet = cutSnippet(text, deps.max_snippet_chars, weights);
    const heading = breadcrumb.at(-1);
    hits.push({
      id: hits.length + 1,
      root_id: place.root_id,
      relative_path: place.relative_path,
      path: current.real_path,
      display_path: `${current.label}/${place.relative_path}`,
      title: entry.facts.title,
      breadcrumb,
      locator: { line_start, line_end, ...(heading === undefined ? {} : { heading }) },
      snippet: snippet.text,
      truncated: snippet.truncated,
      sha256: hashLines(lines),
      file: current.file,
      score: hit.score,
      reason: hit.reason,
      breakdown: input.explain ? hit.breakdown : [],
      matched: matchedWords(searched, terms),
      ...(inside_fence === undefined ? {} : { inside_fence }),
      ...(linesHoldSecret(current.lines, passage) ? { contains_secret: true } : {}),
      ...(input.include_text ? { text: searched, kind } : {}),
    });
  }
  return { hits, stale: [...stale], outdated };
}

/** Of a line of megabytes only the part that is searched is handed on. */
const longestText = 65_536;

function cutText(text: string): string {
  if (text.length <= longestText) return text;
  const last = text.charCodeAt(longestText - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? longestText - 1 : longestText);
}

type CurrentFile = OpenFile & { real_path: string; label: string };

/** Each file is judged and read once per search; undefined when it cannot be read any more. */
function openOnce(shelves: Pick<Shelves, "access">) {
  const known = new Map<string, Promise<CurrentFile | undefined>>();
  return (entry: Entry, place: Place) => {
    const opening = known.get(entry.key) ?? openAt(shelves, place);
    known.set(entry.key, opening);
    return opening;
  };
}

async function openAt(
  { access }: Pick<Shelves, "access">,
  place: Place,
): Promise<CurrentFile | undefined> {
  const verdict = await access.judge(place.relative_path, place.root_id);
  if (verdict.kind === "refused") return undefined;
  // Whatever keeps it from being read, it is not quoted; the re-reading that follows says why.
  const file = await openFile(access, verdict).catch(() => undefined);
  if (file === undefined) return undefined;
  return { ...file, real_path: verdict.real_path, label: verdict.root.label };
}
