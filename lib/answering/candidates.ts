import type { Citation } from "#lib/contracts/citation";
import type { Passage } from "#lib/contracts/envelope";
import { detectLang } from "#lib/language/words";
import { quotableUnits, type Unit } from "#lib/markdown/units";
import type { WordTable } from "#lib/meaning/word-table";
import { type AskedQuestion, coverage, heldByAny, tellingCoverage } from "./asked-question.ts";
import { type Nearness, readNearness } from "./nearness.ts";
import { headerOf, isQuotable, readText } from "./unit-text.ts";
import { termsOf, type Words, wordsOf } from "./unit-words.ts";

/** A retrieved passage with the units that can be quoted of it. */
export type Source = {
  citation: Citation;
  units: readonly Unit[];
  /** Its place in the ranking, from 0. */
  rank: number;
  /** Written in another language than the question. */
  foreign: boolean;
};

/** A unit that may answer, and what features read of it. Sets hold the question's words and others alike. */
export type Candidate = {
  source: Source;
  unit: Unit;
  /** Position in `source.units`. */
  index: number;
  /** What is read of it: a row without its header, links without their targets. */
  text: string;
  words: Words;
  /** Title, headings and a row's header above it. */
  above: ReadonlySet<string>;
  /** The heading right above it. */
  heading: string;
  /** What introduces its list, and the sentence before it. */
  lead: readonly ReadonlySet<string>[];
  /** The whole passage. */
  passage: ReadonlySet<string>;
  /** Its position below that heading, from 0. */
  place: number;
  covered: number;
  coveredAbove: number;
  telling: number;
  tellingAbove: number;
};

/** What all candidates of a question have in common. */
export type Field = {
  best: number;
  bestOfPage: ReadonlyMap<string, number>;
  candidates: readonly Candidate[];
  /** By the meaning of words; undefined where words alone decide. */
  nearness: Nearness | undefined;
};

export function readSources(
  citations: readonly Citation[],
  passages: readonly Passage[],
  lang: "en" | "zh-CN",
): Source[] {
  const texts = new Map(passages.map((one) => [one.citation_id, one]));
  return citations.flatMap((citation, rank) => {
    const text = texts.get(citation.id)?.text ?? "";
    if (text === "") return [];
    const { line_start } = citation.locator;
    const units = quotableUnits(text, line_start, citation.inside_fence);
    const prose = units.filter(({ kind }) => kind !== "code").map((unit) => unit.text);
    const said = [citation.title, ...citation.breadcrumb, ...prose].join("\n");
    return [{ citation, units, rank, foreign: detectLang(said) !== lang }];
  });
}

/** Without the table by words alone. */
export function readCandidates(
  sources: readonly Source[],
  asked: AskedQuestion,
  table: WordTable | undefined,
): Field {
  const candidates = sources.flatMap((source) => candidatesOf(source, asked));
  const bestOfPage = new Map<string, number>();
  for (const { citation } of sources) {
    const page = pageOf(citation);
    bestOfPage.set(page, Math.max(bestOfPage.get(page) ?? 0, citation.score));
  }
  const best = Math.max(0, ...bestOfPage.values());
  return { best, bestOfPage, candidates, nearness: readNearness(asked, table) };
}

export const pageOf = ({ root_id, relative_path }: Citation): string =>
  `${root_id}/${relative_path}`;

function candidatesOf(source: Source, asked: AskedQuestion): Candidate[] {
  const { citation, units } = source;
  const headings = termsOf([citation.title, ...citation.breadcrumb].join("\n"));
  const passage = new Set(headings);
  for (const unit of units) for (const term of termsOf(readText(unit))) passage.add(term);
  const found: Candidate[] = [];
  let heading = citation.breadcrumb.at(-1) ?? "";
  let above: ReadonlySet<string> = headings;
  let place = 0;
  let announced: ReadonlySet<string> = new Set();
  let before: ReadonlySet<string> = new Set();
  for (const [index, unit] of units.entries()) {
    if (unit.kind === "heading") {
      heading = unit.text;
      above = union(headings, termsOf(heading));
      place = 0;
      announced = before = new Set();
      continue;
    }
    const text = readText(unit);
    const words = wordsOf(text);
    if (isQuotable(unit)) {
      const over = unit.kind === "table" ? union(above, termsOf(headerOf(unit))) : above;
      const together = heldByAny(words.terms, over);
      found.push({
        ...{ source, unit, index, text, words, heading, passage, place },
        above: over,
        lead: [announced, before],
        covered: coverage(words.terms, asked),
        coveredAbove: coverage(together, asked),
        telling: tellingCoverage(words.terms, asked),
        tellingAbove: tellingCoverage(together, asked),
      });
    }
    place += 1;
    if (unit.announces) announced = words.terms;
    else if (unit.kind === "sentence") announced = new Set();
    before = words.terms;
  }
  return found;
}

export function union<T>(...sets: readonly ReadonlySet<T>[]): ReadonlySet<T> {
  const all = new Set<T>();
  for (const set of sets) for (const one of set) all.add(one);
  return all;
}
