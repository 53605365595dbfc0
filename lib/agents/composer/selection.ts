import type { Unit } from "#lib/citations/units";
import type { Lang } from "#lib/contracts/answer";
import { contentTerms } from "#lib/platform/words";
import { sortAsked } from "./answer-type.ts";
import { type Asked, share, union } from "./asked.ts";
import { lengthOf, openingOf } from "./belongings.ts";
import type { Candidate, Source } from "./candidates.ts";
import { comparedPair } from "./compared-pair.ts";
import { dangles, firstOf, isAboutSame } from "./first-unit.ts";
import { answerBudget } from "./lengths.ts";
import { opensBack } from "./points-back.ts";
import { wantsProcedure } from "./question.ts";
import { blockOf, withSection } from "./standing-together.ts";

/**
 * Which units make the answer. The best one leads, with what stands together with it; an example or a procedure, and two
 * rows or paragraphs that say of each thing what is compared, are the answer. To any other more is added while it comes
 * near: whole blocks, and of another source only what answers nearly as well or holds more of the question.
 */
export type Chosen = { source: Source; units: Unit[] };

/** When a further block is quoted; nearness is a share of the best unit's score. */
const further = {
  /** … while the answer is shorter than this, in characters. */
  enough: { en: 900, "zh-CN": 540 } satisfies Record<Lang, number>,
  near: 0.55,
  /** A section whose heading is the question to this degree shows how it is done. */
  sameQuestion: 0.8,
  /** … as does what holds this much of the question. */
  wholeQuestion: 0.9,
  /** Of another source, unless it holds this much more of the question. */
  nearOther: 0.7,
  gain: 0.1,
  blocks: 5,
  sources: 4,
  looked: 24,
};
/** Two units that share this much of their words say the same. */
const sameWords = 0.8;

export function selectUnits(ranked: Candidate[], asked: Asked): Chosen[] {
  const pair = comparedPair(ranked, asked);
  const best = pair?.[0] ?? firstOf(ranked, asked);
  if (best === undefined) return [];
  if (pair) return [{ source: best.source, units: pair.map(({ unit }) => unit) }];
  const first = withSection(blockOf(best, asked), best, asked);
  const chosen: Chosen[] = [{ source: best.source, units: first }];
  const cure = asked.kind === "troubleshooting" ? remedyBelow(best, first, ranked) : undefined;
  if (cure !== undefined) return [...chosen, cure];
  const rest = asked.kind === "how_to" ? codeBelow(best, first, ranked) : undefined;
  if (rest !== undefined) chosen.push(rest);
  const own = ranked.filter((c) => c.source === best.source && first.includes(c.unit));
  let covered = union(best.hitsWithHeading, ...own.map((c) => c.hits));
  const sure =
    best.section >= further.sameQuestion || share(covered, asked) >= further.wholeQuestion;
  if ((sure && showsHow(first, asked)) || isTheList(first, asked)) return chosen;

  const valued = sortAsked(asked.kind, asked.question) !== undefined;
  let taken = chosen.flatMap(({ units }) => units);
  let blocks = 1;
  for (const next of ranked.slice(0, further.looked)) {
    const nearness = next.score / best.score;
    if (lengthOf(taken) >= further.enough[asked.lang] || blocks >= further.blocks) break;
    if (nearness < further.near) break;
    if (next.source.foreign !== best.source.foreign || taken.includes(next.unit)) continue;
    if (next.ofAnother && !best.ofAnother && next.source !== best.source) continue;
    if (valued && !isAboutSame(next, best, ranked, asked)) continue;
    const same = chosen.find((c) => c.source === next.source);
    if (same === undefined && chosen.length >= further.sources) continue;
    const gain = share(union(covered, next.hits), asked) - share(covered, asked);
    const distant = next.source !== best.source && nearness < further.nearOther;
    // The other rows of a table say the same of something else.
    const row = next.unit.kind === "table" && first.some((u) => isRowBeside(u, next, best));
    if ((distant || row) && gain < further.gain) continue;
    const units = blockOf(next, asked).filter((u) => !taken.includes(u));
    if (units.length === 0 || dangles(units) || hangs(units, next, taken)) continue;
    if (lengthOf([...taken, ...units]) > answerBudget || repeats(units, taken)) continue;
    if (same === undefined) chosen.push({ source: next.source, units });
    else same.units = inOrder(same, units, first);
    covered = union(covered, next.hits);
    taken = chosen.flatMap((c) => c.units);
    blocks++;
  }
  return chosen;
}

/** Code or steps for a reader who wants to do it: what other pages show beside them is another way. */
function showsHow(first: readonly Unit[], { kind }: Asked): boolean {
  const shows = first.some((u) => u.kind === "code" || u.kind === "step");
  return shows && (wantsProcedure(kind) || kind === "other");
}

/** A list that was asked for and stands there is the answer. */
function isTheList(first: readonly Unit[], { kind }: Asked): boolean {
  return kind === "list" && first.filter((u) => u.kind !== "sentence").length > 1;
}

function isRowBeside(unit: Unit, next: Candidate, best: Candidate): boolean {
  return next.source === best.source && unit.block === next.unit.block;
}

/** It opens with what stands in a sentence that is not quoted. */
function hangs(units: readonly Unit[], { source }: Candidate, taken: readonly Unit[]): boolean {
  const [head] = units;
  if (head === undefined || !opensBack(head)) return false;
  const before = source.units[source.units.indexOf(head) - 1];
  return before === undefined || !taken.includes(before);
}

function repeats(units: readonly Unit[], taken: readonly Unit[]): boolean {
  const said = taken.map(wordsOf);
  return units.some((u) => said.some((words) => alike(words, wordsOf(u))));
}

/** The section goes on in another passage where a message ends: what is said there is its cause and cure. */
function remedyBelow(best: Candidate, first: readonly Unit[], ranked: readonly Candidate[]) {
  const below = passageBelow(best, first, ranked);
  const opening = below && openingOf(below.units, answerBudget);
  return below && opening?.length ? { source: below, units: opening } : undefined;
}

/** … or where an example ends, whose next file follows. */
function codeBelow(best: Candidate, first: readonly Unit[], ranked: readonly Candidate[]) {
  const below = passageBelow(best, first, ranked);
  const next = below?.units.filter((u) => u.kind !== "heading")[0];
  const fits = next?.kind === "code" && next.text.length <= answerBudget;
  return below && fits ? { source: below, units: [next] } : undefined;
}

/** The passage that begins where code at the end of what is quoted ends, in the same section. */
function passageBelow(
  { source: { citation, units } }: Candidate,
  first: readonly Unit[],
  ranked: readonly Candidate[],
): Source | undefined {
  const last = first.at(-1);
  if (last?.kind !== "code" || units.at(-1) !== last) return undefined;
  const end = citation.locator.line_end;
  return ranked.find(({ source: { citation: other } }) => {
    const near = other.locator.line_start > end && other.locator.line_start <= end + 3;
    const same =
      other.root_id === citation.root_id && other.relative_path === citation.relative_path;
    return same && near && other.breadcrumb.join("\n") === citation.breadcrumb.join("\n");
  })?.source;
}

const wordsOf = (unit: Unit): Set<string> => new Set(contentTerms(unit.text));

function alike(a: Set<string>, b: Set<string>): boolean {
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / Math.max(1, a.size + b.size - both) >= sameWords;
}

/** What answers stays first; what was added follows in the order of the file. */
function inOrder(chosen: Chosen, added: Unit[], first: readonly Unit[]): Unit[] {
  const all = chosen.source.units;
  const rest = [...chosen.units, ...added].filter((u) => !first.includes(u));
  const kept = chosen.units.filter((u) => first.includes(u));
  return [...kept, ...rest.sort((a, b) => all.indexOf(a) - all.indexOf(b))];
}
