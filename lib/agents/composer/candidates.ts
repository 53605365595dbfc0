import type { Lang } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Passage } from "#lib/contracts/envelope";
import { detectLangOf } from "#lib/language/words";
import { withCodeRows } from "#lib/markdown/code-rows";
import { quotableUnits, type Unit } from "#lib/markdown/units";
import {
  type Asked,
  type Hits,
  headingMatch,
  hitsIn,
  share,
  union,
  wordingMatch,
} from "./asked.ts";
import { languageOf } from "./code-languages.ts";
import { headOfItem } from "./items.ts";
import { isTooLong } from "./lengths.ts";
import { readRows } from "./other-rows.ts";
import { tokensOf } from "./tokens.ts";
import { isDeniedAbove } from "./under-denial.ts";
import { ownText, readUnitSigns, tableHead, type UnitSigns, unitWeights } from "./unit-signs.ts";

/** Every unit of the retrieved passages, best first by how well it answers. */
export type Source = {
  citation: Citation;
  units: Unit[];
  /** Its place in the ranking, from 0. */
  rank: number;
  /** Written in another language than the question. */
  foreign: boolean;
};

export type Candidate = {
  source: Source;
  unit: Unit;
  /** Position in `source.units`. */
  index: number;
  score: number;
  signs: UnitSigns;
  /** How nearly the heading right above is the question itself. */
  section: number;
  /** Question words in the unit; in it, in its table's header, its code's language or the headings above it. */
  hits: Hits;
  hitsWithHeading: Hits;
  /** It speaks of the priority of something else than the task whose priority is asked for. */
  ofAnother: boolean;
};

/** A passage in another language than the question's is quoted only when nothing else comes near. */
const foreignFactor = 0.6;
/** What a row of another key than the one in the question loses. */
const otherRow = 0.6;

export function readSources(citations: Citation[], passages: Passage[], lang: Lang): Source[] {
  const byId = new Map(passages.map((p) => [p.citation_id, p]));
  return citations.flatMap((citation, rank) => {
    const passage = byId.get(citation.id);
    if (passage === undefined || passage.text === "") return [];
    const { locator, inside_fence } = citation;
    const units = withCodeRows(quotableUnits(passage.text, locator.line_start, inside_fence));
    // Code that is indented by tabs is not told from prose by its lines; they are no sentences.
    if (passage.kind === "code" && !units.some((u) => u.kind === "code")) return [];
    const prose = units.filter((u) => u.kind !== "code").map((u) => u.text);
    const said = prose.length > 0 ? prose : [passage.text];
    const headings = [citation.title, ...citation.breadcrumb];
    const foreign =
      detectLangOf(said, tokensOf) !== lang &&
      !(lang === "zh-CN" && saysChinese([...headings, ...said].join("")));
    return [{ citation, units, rank, foreign }];
  });
}

/** A sentence or two in Chinese, however many commands and names stand in them. */
const saysChinese = (text: string): boolean => (text.match(han)?.length ?? 0) >= fewHan;
const han = /\p{Script=Han}/gu;
const fewHan = 8;

export function rankUnits(sources: Source[], asked: Asked): Candidate[] {
  const best = Math.max(...sources.map((s) => s.citation.score), Number.MIN_VALUE);
  return sources
    .flatMap((source) => candidatesOf(source, best, asked))
    .sort((a, b) => b.score - a.score || a.source.rank - b.source.rank || a.index - b.index);
}

function candidatesOf(source: Source, bestScore: number, asked: Asked): Candidate[] {
  const { citation, units } = source;
  const found: Candidate[] = [];
  // A folder is named after what its pages are about: "uv/guides/cache.md".
  const folders = citation.relative_path.replace(/[/\\._-]+/g, " ");
  const heading = { units, above: citation.breadcrumb.at(-1) ?? "" };
  const headings = hitsIn([citation.title, ...citation.breadcrumb].join("\n"), asked);
  // Names are small letters there: "guides/node.mdx" is about Node.
  const title = union(headings, hitsIn(folders, { ...asked, proper: new Set() }));
  const page = hitsIn(citation.title, asked);
  let above = title;
  let section = headingMatch(citation.breadcrumb.at(-1) ?? "", asked);
  let wording = wordingMatch(citation.breadcrumb.at(-1) ?? "", asked);
  let before: Hits | undefined;
  let place = 0;
  const rows = readRows(units, asked);
  units.forEach((unit, index) => {
    if (unit.kind === "heading") {
      above = union(title, hitsIn(unit.text, asked));
      section = headingMatch(unit.text, asked);
      wording = wordingMatch(unit.text, asked);
      before = undefined;
      place = 0;
      return;
    }
    place++;
    if (isTooLong(unit) || isDeniedAbove(unit, heading, asked)) {
      before = undefined;
      return;
    }
    if (asked.kind !== "list" && isName(units, index)) return;
    const hits = hitsIn(ownText(unit), asked);
    const over = union(above, hitsIn(leadOf(unit), asked));
    const head = itemHead(units, index);
    const next = units[index + 1];
    const code = unit.announces && next?.kind !== "heading" ? next : undefined;
    const passageShare = Math.max(0, citation.score) / bestScore;
    const signs = readUnitSigns(
      unit,
      hits,
      {
        ...{ above: over, title: page, head, code, before, section, wording, place: place - 1 },
        ...{ passageShare, meant: rows.meant.has(index) },
      },
      asked,
    );
    const sum = sumOf(signs) - (rows.others.has(index) ? otherRow : 0);
    const score = (source.foreign ? foreignFactor : 1) * sum;
    const hitsWithHeading = union(hits, over);
    const ofAnother = asked.compounds.some(
      ({ of, thing }) => thing.some((i) => hits.has(i)) && !of.some((i) => hitsWithHeading.has(i)),
    );
    found.push({ source, unit, index, score, signs, section, hits, hitsWithHeading, ofAnother });
    before = hits;
  });
  return found;
}

/** One of three lines or more that are a name within a tag and no sentence: links to demos, the cards of a menu. */
function isName(units: readonly Unit[], index: number): boolean {
  const named = (at: number): boolean => isNameInTag(units[at], units[index], at - index);
  if (!named(index)) return false;
  let run = 1;
  for (let at = index - 1; named(at); at--) run++;
  for (let at = index + 1; named(at); at++) run++;
  return run >= leastNames;
}

function isNameInTag(unit: Unit | undefined, from: Unit | undefined, lines: number): boolean {
  if (unit?.kind !== "sentence" || !shortName.test(unit.text)) return false;
  const [span] = unit.spans;
  const [first] = from?.spans ?? [];
  return (span?.start ?? 0) > 0 && span?.line === (first?.line ?? 0) + lines;
}
const leastNames = 3;
const shortName = /^[^.。!！?？:：;；,，`|=]{1,40}$/;

/** The first sentence of the item that the unit is a later one of. */
function itemHead(units: readonly Unit[], index: number): Unit | undefined {
  const at = headOfItem(units, index);
  return at === index ? undefined : units[at];
}

/** What stands over a unit in its own block: a row's header, the language of code. */
function leadOf(unit: Unit): string {
  return unit.kind === "code" ? languageOf(unit.info ?? "") : tableHead(unit);
}

function sumOf(signs: UnitSigns): number {
  let sum = 0;
  // The keys of `unitWeights` are those of UnitSigns by its type.
  for (const name of Object.keys(unitWeights) as (keyof UnitSigns)[])
    sum += unitWeights[name] * signs[name];
  return sum;
}

/** Share of the question that a source holds in all, headings left out. */
export function sourceShare(source: Source, ranked: readonly Candidate[], asked: Asked): number {
  return share(union(...ranked.filter((c) => c.source === source).map((c) => c.hits)), asked);
}
