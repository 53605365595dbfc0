import type { Lang } from "#lib/contracts/answer";
import type { Signal } from "#lib/contracts/citation";
import type { DocsHit, DocsSearchInput } from "#lib/contracts/docs-tools";
import { webRootId } from "#lib/contracts/web";
import { findTerms, type Token } from "#lib/language/words";
import { openCitedFiles } from "./cited-files.ts";
import type { EngineHit, EngineResult } from "./engines/engine.ts";
import type { Entry, Place } from "./inventory.ts";
import { matchedWords } from "./matched-words.ts";
import { passageAt } from "./packed-outline.ts";
import { savedPageSource } from "./saved-page-source.ts";
import { passageHoldsSecret } from "./secret-passages.ts";
import type { Shelves } from "./shelves.ts";
import { saidPairs } from "./signals/similar-words.ts";
import { cutSnippet, furthest } from "./snippet.ts";
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
    /** Language of what is said of a hit. */
    lang: Lang;
  },
): Promise<{ hits: DocsHit[]; stale: string[]; outdated: boolean }> {
  const { shelves, input } = deps;
  const weights = new Map(result.terms.map((term) => [term.term, term.weight]));
  const open = openCitedFiles(shelves.access);
  const hits: DocsHit[] = [];
  const stale = new Set<string>();
  let outdated = false;
  const turns = openTurns();
  for (const hit of result.hits) {
    await turns.take();
    deps.signal.throwIfAborted();
    const entry = shelves.inventory.byKey(hit.key);
    const passage = entry && passageAt(entry.facts.outline, hit.passage);
    if (entry === undefined || passage === undefined) {
      outdated = true;
      continue;
    }
    const place = deps.placeOf(entry);
    if (place === undefined) continue;
    const current = await open(entry, place);
    const cited = current?.textOf(passage);
    if (current === undefined || cited === undefined) {
      stale.add(entry.real_path);
      continue;
    }
    const { line_start, line_end, breadcrumb, kind, inside_fence } = passage;
    const { text, sha256 } = cited;
    const searched = cutText(text);
    const similar = hit.similar ?? [];
    // A word that stands for one of the question is found with it, and counts as far as it does.
    const own = new Map(weights);
    for (const { term, alike, share } of similar)
      if (alike >= likeEnough && !own.has(term)) own.set(term, alike * share);
    const found = findTerms(searched, new Set([...own.keys(), ...similar.map(({ term }) => term)]));
    const words = found.filter(({ term }) => own.has(term));
    const snippet = cutSnippet(text, deps.max_snippet_chars, own, words);
    const holds_secret = passageHoldsSecret(entry, hit.passage, passage, {
      text,
      lines: current.lines,
    });
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
      sha256,
      file: current.file,
      score: hit.score,
      reason: hit.reason,
      breakdown: input.explain
        ? spelledOut(
            hit,
            { text: searched, found },
            [entry.facts.title, ...breadcrumb.toReversed()],
            deps.lang,
          )
        : [],
      matched: matchedWords(searched, words),
      ...(inside_fence === undefined ? {} : { inside_fence }),
      ...(holds_secret ? { contains_secret: true } : {}),
      ...(entry.facts.pictures === true ? { pictures: true as const } : {}),
      ...sourceOf(place.root_id, current.lines),
      ...(input.include_text ? { text: searched, kind } : {}),
    });
  }
  return { hits, stale: [...stale], outdated };
}

function sourceOf(root_id: string, lines: () => readonly string[]): Pick<DocsHit, "source"> {
  const source = root_id === webRootId ? savedPageSource(lines()) : undefined;
  return source === undefined ? {} : { source };
}

/** Of a line of megabytes only the part that is searched is handed on. */
function cutText(text: string): string {
  if (text.length <= furthest) return text;
  const last = text.charCodeAt(furthest - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? furthest - 1 : furthest);
}

/** From so much on a word is marked as standing for one of the question. */
const likeEnough = 0.3;

/** The breakdown with words as the page writes them, in the passage or else above it: the index knows them by their stems. */
function spelledOut(
  { breakdown, similar = [] }: EngineHit,
  { text, found }: { text: string; found: readonly Token[] },
  above: readonly string[],
  lang: Lang,
): Signal[] {
  if (similar.length === 0) return breakdown;
  const spelled = new Map<string, string>();
  const note = (text: string, tokens: readonly Token[]) => {
    for (const { term, start, end } of tokens)
      if (!spelled.has(term)) spelled.set(term, text.slice(start, end));
  };
  note(text, found);
  for (const heading of above) {
    const missing = similar.map(({ term }) => term).filter((term) => !spelled.has(term));
    if (missing.length === 0) break;
    note(heading, findTerms(heading, new Set(missing)));
  }
  const pairs = similar.map(({ written, term }) => `${written} ≈ ${spelled.get(term) ?? term}`);
  const detail = saidPairs(pairs, lang);
  return breakdown.map((signal) =>
    signal.signal === "similar_words" ? { ...signal, detail, params: { pairs } } : signal,
  );
}
