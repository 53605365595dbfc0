import type { Allowed } from "#lib/access/verdict";
import type { DocsHit, DocsPicturesInput, DocsPicturesOutput } from "#lib/contracts/docs-tools";
import { AppError, SkipRule } from "#lib/contracts/errors";
import type { FoundPicture } from "#lib/contracts/pictures";
import { pictureTerms, readPictureQuestion } from "#lib/language/picture-question";
import { type PictureReference, readPictures } from "#lib/markdown/pictures";
import { hashLines, sliceLines } from "#lib/platform/lines";
import { holdsSecret, linesHoldSecret } from "#lib/platform/secrets";
import { type CitedFile, openCitedFiles } from "./cited-files.ts";
import type { Entry, Place } from "./inventory.ts";
import { type PictureShelf, pictureAt, type ShelvedPicture } from "./picture-shelf.ts";
import type { Shelves } from "./shelves.ts";
import { openTurns } from "./turns.ts";

/**
 * Pictures for a question, or those of given lines, each judged and opened as it is now: only what may be shown is told.
 * For a question two orders are joined: that of what is said of each picture, and that of the passages that answer, whose
 * pictures come with them though the question's words stand elsewhere in the section.
 */
export async function findPictures(
  input: DocsPicturesInput,
  passages: readonly DocsHit[],
  deps: {
    shelves: Shelves;
    shelf: PictureShelf;
    placeOf(entry: Entry): Place | undefined;
    signal: AbortSignal;
  },
): Promise<DocsPicturesOutput> {
  const { shelves, shelf, placeOf, signal } = deps;
  const terms = input.query === undefined ? [] : readPictureQuestion(input.query).terms;
  const open = openCitedFiles(shelves.access);
  const pages = new Map<string, Promise<Page | undefined>>();
  const opened = new Map<string, Opened>();
  const refused = new Map<SkipRule, number>();
  let complete = true;

  function pageOf(entry: Entry): Promise<Page | undefined> {
    const known = pages.get(entry.key) ?? read(entry);
    pages.set(entry.key, known);
    return known;
  }

  async function read(entry: Entry): Promise<Page | undefined> {
    const place = placeOf(entry);
    const file = place && (await open(entry, place));
    if (place === undefined || file === undefined) return undefined;
    return { entry, place, file, references: readPictures(file.lines()) };
  }

  async function pageAt({ root_id, relative_path }: Place): Promise<Page | undefined> {
    const verdict = await shelves.access.judge(relative_path, root_id);
    if (verdict.kind === "refused") return undefined;
    const entry = shelves.inventory.byPath(verdict.real_path);
    return entry?.facts.pictures === true ? pageOf(entry) : undefined;
  }

  /** Those of lines, in the order of the lines. */
  async function ofLines(): Promise<Candidate[]> {
    const found: Candidate[] = [];
    for (const lines of input.within ?? []) {
      signal.throwIfAborted();
      const page = await pageAt(lines);
      const { line_start = 1, line_end = Number.POSITIVE_INFINITY } = lines;
      for (const [number, { line }] of page?.references.entries() ?? []) {
        if (page !== undefined && line >= line_start && line <= line_end)
          found.push({ page, number, words_met: metBy(page, number) });
      }
    }
    return found;
  }

  /** In the order of what is said of them. */
  async function saidOf(): Promise<readonly ShelvedPicture[]> {
    const isAsked = (entry: Entry) => placeOf(entry) !== undefined;
    const { found, complete: all } = await shelf.find(terms, {
      ...{ isAsked, at_once: input.at_once, signal },
    });
    complete = all;
    const { least_met = 0 } = input;
    const looked = found.slice(0, mostLookedAt);
    // No page is read for the sake of those behind the last that is of use.
    return looked.slice(0, looked.findLastIndex(({ words_met }) => words_met >= least_met) + 1);
  }

  async function candidateOf({ key, number, words_met }: ShelvedPicture): Promise<Candidate[]> {
    const entry = shelves.inventory.byKey(key);
    const page = entry && (await pageOf(entry));
    return page?.references[number] === undefined ? [] : [{ page, number, words_met }];
  }

  /** By what is said of them alone, each is read as it is wanted. */
  async function* ofQuestion(): AsyncGenerator<Candidate> {
    const said = await saidOf();
    if (passages.length === 0) {
      for (const one of said) yield* await candidateOf(one);
      return;
    }
    const ranks = new Map<string, { candidate: Candidate; sum: number }>();
    const rank = (candidate: Candidate, weight: number, at: number, passage?: number) => {
      const { page, number } = candidate;
      const id = `${page.entry.key}#${number}`;
      const known = ranks.get(id) ?? { candidate, sum: 0 };
      known.sum += weight / (FIRST_RANKS + at);
      if (passage !== undefined) known.candidate.passage ??= passage;
      ranks.set(id, known);
    };
    for (const [at, one] of said.entries()) {
      for (const candidate of await candidateOf(one)) rank(candidate, 1, at);
    }
    let at = 0;
    for (const [i, { root_id, relative_path, locator, breadcrumb }] of passages.entries()) {
      signal.throwIfAborted();
      const page = await pageAt({ root_id, relative_path });
      for (const [number, reference] of page?.references.entries() ?? []) {
        if (page === undefined || !standsWith(reference, locator, breadcrumb)) continue;
        const candidate = { page, number, words_met: metBy(page, number) };
        rank(candidate, ofPassages, at, i + 1);
        at += 1;
      }
    }
    yield* [...ranks.values()].sort((a, b) => b.sum - a.sum).map(({ candidate }) => candidate);
  }

  function metBy({ entry, references }: Page, number: number): number {
    const reference = references[number];
    if (reference === undefined || terms.length === 0) return 0;
    const { alt, title, caption, near, target, breadcrumb } = reference;
    const name = target.replace(/[^\p{L}\p{N}]+/gu, " ");
    const words = [alt, title, caption, near, name, entry.facts.title, ...breadcrumb].join("\n");
    const own = new Set(pictureTerms(words));
    return terms.filter((term) => own.has(term)).length / terms.length;
  }

  const candidates = input.within === undefined ? ofQuestion() : await ofLines();
  const pictures: FoundPicture[] = [];
  const shown = new Set<string>();
  const turns = openTurns();
  for await (const candidate of candidates) {
    if (pictures.length >= input.limit) break;
    await turns.take();
    signal.throwIfAborted();
    const { page, number } = candidate;
    const reference = page.references[number];
    if (reference === undefined) continue;
    const picture = openAt(page, reference);
    if (picture === undefined) continue;
    // Of one that stands in several places the best is told; of lines each is.
    const id = `${page.place.root_id}\n${picture.relative_path}`;
    if (input.within === undefined && shown.has(id)) continue;
    shown.add(id);
    pictures.push({
      ...picture,
      citation: citationOf(page, reference, pictures.length + 1),
      words_met: candidate.words_met,
      ...(candidate.passage === undefined ? {} : { passage: candidate.passage }),
    });
  }
  return {
    pictures,
    refused: [...refused].map(([rule, count]) => ({ rule, count })),
    complete,
  };

  /** Undefined where it may not be shown, which is counted, or is not there. */
  function openAt({ place }: Page, reference: PictureReference) {
    const verdict = pictureAt(shelves, place, reference);
    if (verdict === undefined) return undefined;
    if (!("kind" in verdict)) return refuse(SkipRule.parse(verdict.rule));
    const found = openOnce(verdict);
    if (typeof found === "string") return refuse(found);
    const { alt, title, caption, target } = reference;
    return {
      ...{ target, relative_path: verdict.relative_path, ...found },
      alt: [alt, title, caption].find((words) => words !== "") ?? "",
      ...(caption === "" ? {} : { caption }),
    };
  }

  function refuse(rule: SkipRule): undefined {
    refused.set(rule, (refused.get(rule) ?? 0) + 1);
  }

  /** A page may refer to one picture thousands of times: it is read and hashed once. */
  function openOnce(allowed: Allowed): Opened {
    const known = opened.get(allowed.real_path) ?? openNow(allowed);
    opened.set(allowed.real_path, known);
    return known;
  }

  function openNow(allowed: Allowed): Opened {
    try {
      const { bytes, words: _, ...told } = shelves.access.openPicture(allowed);
      return { ...told, bytes: bytes.length };
    } catch (error) {
      const rule = SkipRule.safeParse(error instanceof AppError ? error.code : undefined);
      if (!rule.success) throw error;
      return rule.data;
    }
  }
}

/** What is told of a picture, or the rule by which it may not be shown. */
type Opened = Pick<FoundPicture, "media_type" | "sha256" | "width" | "height" | "bytes"> | SkipRule;
type Page = { entry: Entry; place: Place; file: CitedFile; references: PictureReference[] };
type Candidate = { page: Page; number: number; words_met: number; passage?: number };

const mostLookedAt = 40;
/** Of two orders: how much less a place further down counts, and how much the passages weigh beside what is said. */
const FIRST_RANKS = 8;
const ofPassages = 0.6;
/** Lines around a passage in which a picture still belongs to it. */
const mostApart = 12;

/** In the passage, near it, or in its section. */
function standsWith(
  { line, breadcrumb }: PictureReference,
  { line_start, line_end }: DocsHit["locator"],
  section: readonly string[],
): boolean {
  if (line >= line_start && line <= line_end) return true;
  const same = breadcrumb.at(-1) === section.at(-1);
  return same && line >= line_start - mostApart && line <= line_end + mostApart;
}

function citationOf(
  { entry, place, file }: Page,
  { line, breadcrumb, alt, title, caption }: PictureReference,
  id: number,
): FoundPicture["citation"] {
  const own = sliceLines(file.lines(), line, line);
  const heading = breadcrumb.at(-1);
  const text = own.join("\n");
  const locator = { line_start: line, line_end: line };
  // A caption may stand on a line of its own.
  const holds_secret =
    linesHoldSecret(text, locator, file.lines) || holdsSecret([alt, title, caption].join("\n"));
  return {
    id,
    ...place,
    path: file.real_path,
    display_path: `${file.label}/${place.relative_path}`,
    title: entry.facts.title,
    breadcrumb: [...breadcrumb],
    locator: { ...locator, ...(heading === undefined ? {} : { heading }) },
    snippet: text.slice(0, mostSnippet),
    truncated: text.length > mostSnippet,
    sha256: hashLines(own),
    file: file.file,
    ...(holds_secret ? { contains_secret: true } : {}),
    ...{ score: 0, reason: "", breakdown: [], matched: [] },
  };
}

const mostSnippet = 700;
