import type { Answer } from "#lib/contracts/answer";
import type { DocsOutlineOutput } from "#lib/contracts/docs-tools";
import type { FollowUps, Thread } from "#lib/contracts/http";
import { questionLang } from "#lib/language/question-lang";
import { contentTerms, detectLang } from "#lib/language/words";
import { writtenWords } from "#lib/language/written-words";
import type { Caller, DocsCalls } from "./docs-calls.ts";

/**
 * What could be asked next: headings near the cited lines, as they stand in the files. Each is looked up before it is
 * offered, and only one whose own section is the first thing found is. Never words of its own making.
 */
type FollowUp = FollowUps["follow_ups"][number];

const most = 3;
/** Files that are looked at, and headings that are looked up, for one answer. */
const mostFiles = 3;
const mostLooks = 6;
const longest = 120;

export function createFollowUps({ docs }: { docs: Pick<DocsCalls, "outline" | "search"> }) {
  return async function followUps(
    answer: Answer,
    thread: Pick<Thread, "messages">,
    caller: Caller,
  ): Promise<FollowUps> {
    const lang = questionLang(answer.question);
    const asked = new Set(thread.messages.map(({ question }) => wordingOf(question)));
    const lists: Near[][] = [];
    for (const file of filesOf(answer).slice(0, mostFiles)) {
      const outline = await docs.outline({ path: file.relative_path, root: file.root_id }, caller);
      if (!outline.ok) continue;
      lists.push(nearest(outline.value.headings, file));
    }
    const follow_ups: FollowUp[] = [];
    let looks = 0;
    for (const { heading, file } of inTurn(lists)) {
      if (follow_ups.length === most || looks === mostLooks) break;
      const text = asQuestion(heading.text);
      if (asked.has(wordingOf(text)) || detectLang(text) !== lang) continue;
      asked.add(wordingOf(text));
      looks += 1;
      const found = await docs.search({ query: text, limit: 1 }, caller);
      const hit = found.ok ? found.value.hits[0] : undefined;
      if (
        hit?.root_id === file.root_id &&
        hit.relative_path === file.relative_path &&
        hit.locator.line_start >= heading.line_start &&
        hit.locator.line_end <= heading.line_end
      ) {
        const { root_id, relative_path } = file;
        follow_ups.push({ text, root_id, relative_path, line: heading.line_start });
      }
    }
    return { follow_ups };
  };
}

type Heading = DocsOutlineOutput["headings"][number];
type CitedFile = { root_id: string; relative_path: string; lines: number[] };
type Near = { heading: Heading; file: CitedFile };

/** The cited files by their first citation, with the lines where the citations begin. */
function filesOf({ citations }: Answer): CitedFile[] {
  const files = new Map<string, CitedFile>();
  for (const { root_id, relative_path, locator } of citations) {
    const key = `${root_id}\n${relative_path}`;
    const file = files.get(key) ?? { root_id, relative_path, lines: [] };
    file.lines.push(locator.line_start);
    files.set(key, file);
  }
  return [...files.values()];
}

/** Sections that hold no cited line, the nearest to one first; of two as near the one that comes later in the file. */
function nearest(headings: readonly Heading[], file: CitedFile): Near[] {
  const holds = (heading: Heading) =>
    file.lines.some((line) => line >= heading.line_start && line <= heading.line_end);
  const cited = file.lines.map((line) => headings.findLastIndex((h) => h.line_start <= line));
  const far = (i: number) => Math.min(...cited.map((at) => (i > at ? i - at : at - i + 0.5)));
  return headings
    .map((heading, i) => ({ heading, file, far: far(i) }))
    .filter(
      ({ heading }) =>
        !holds(heading) &&
        heading.line_end > heading.line_start &&
        heading.text.length <= longest &&
        standsAlone(heading.text),
    )
    .sort((a, b) => a.far - b.far);
}

/**
 * "Description" could be of anything; a question says what it is about, and so do three words that mean something, or
 * five characters in Chinese.
 */
function standsAlone(text: string): boolean {
  if (/[?？]\s*$/.test(text)) return contentTerms(text).length >= 2;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han === 0) return contentTerms(text).length >= 3;
  return han + 2 * (text.match(/[\p{Script=Latin}\p{N}]+/gu)?.length ?? 0) >= 5;
}

/** A heading without the anchor that some generators write behind it. */
const asQuestion = (text: string): string => text.replace(/\s*\\?(?:\{#[^}]*\})?\s*$/, "");

/** The first of each list, then the second of each. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

/** By its words alone, whatever stands between them. */
const wordingOf = (text: string): string => writtenWords(text).join(" ");
