import type { Lang } from "#lib/contracts/answer";
import { contentTerms } from "#lib/language/words";
import type { Unit } from "#lib/markdown/units";
import type { Asked } from "./asked.ts";
import { belongings, lengthOf, openingOf } from "./belongings.ts";
import { byPlace } from "./best-place.ts";
import type { Candidate, Source } from "./candidates.ts";
import { comparedPair } from "./compared-pair.ts";
import { withDefault } from "./default-value.ts";
import { dangles, firstOf } from "./first-unit.ts";
import { answerBudget } from "./lengths.ts";
import { opensBack } from "./points-back.ts";
import { asksFact } from "./question.ts";
import { headsRemedy } from "./remedy-headings.ts";
import { restrictionOf } from "./restriction.ts";
import { isOfOnePage, isOfOneSection } from "./section-of.ts";
import { alsoAsked } from "./several-things.ts";
import { blockOf, stretchOf, withOpening, withSection } from "./standing-together.ts";

/**
 * Which units make the answer: one stretch of one section, in the order of the file. The best unit leads with what stands
 * together with it. Nothing of another section follows, for there a sentence has lost what it speaks of: only where the
 * question itself asks about several things has each of them a place of its own.
 */
export type Chosen = { source: Source; units: Unit[] };

/** Two units that share this much of their words say the same. */
const sameWords = 0.8;

export function selectUnits(ranked: Candidate[], asked: Asked): Chosen[] {
  const pair = comparedPair(ranked, asked);
  if (pair) return [pair];
  const best = firstOf(byPlace(ranked, asked), asked);
  if (best === undefined) return [];
  const block = blockOf(best, asked);
  const stretch = stretchOf(withSection(block, best, asked), best, ranked, asked);
  const first = withDefault(withOpening(stretch, best, asked), best, asked);
  const chosen = withRestriction(best, first, ranked, asked);
  const cure =
    asked.kind === "troubleshooting"
      ? (remedyBelow(best, first, ranked) ??
        remedyApart(best, first, ranked) ??
        remedyInSection(best, first, ranked, asked))
      : undefined;
  if (cure !== undefined) return [...chosen, cure];
  const rest = asked.kind === "how_to" ? codeBelow(best, first, ranked) : undefined;
  if (rest !== undefined) chosen.push(rest);
  for (const next of alsoAsked(best, first, ranked, asked)) {
    const taken = chosen.flatMap(({ units }) => units);
    const units = blockOf(next, asked).filter((u) => !taken.includes(u));
    if (units.length === 0 || dangles(units) || hangs(units, next, taken)) continue;
    if (lengthOf([...taken, ...units]) > answerBudget || repeats(units, taken)) continue;
    chosen.push({ source: next.source, units });
  }
  return inOrder(chosen, asked);
}

/**
 * What is taken of one section stands in the order of the file: a remedy before its error would be that of another. Only a
 * fact stays first where what comes before it in the file would put it too far behind.
 */
function inOrder(chosen: readonly Chosen[], { kind, lang }: Asked): Chosen[] {
  const places: Chosen[] = [];
  for (const { source, units } of chosen) {
    const at = (unit: Unit): number => source.units.indexOf(unit);
    const same = places.find((one) => {
      if (one.source !== source) return false;
      const all = [...one.units, ...units].map(at);
      const between = source.units.slice(Math.min(...all), Math.max(...all));
      const ahead = units.filter((unit) => at(unit) < Math.min(...one.units.map(at)));
      const near = !asksFact(kind) || lengthOf(ahead) <= front[lang];
      return near && !between.some((unit) => unit.kind === "heading");
    });
    if (same === undefined) places.push({ source, units });
    else same.units = [...same.units, ...units].sort((a, b) => at(a) - at(b));
  }
  return places;
}

/** In characters. */
const front: Record<Lang, number> = { en: 100, "zh-CN": 60 };

/** What is quoted, in the order of the file, and what restricts it. */
function withRestriction(
  best: Candidate,
  first: Unit[],
  ranked: readonly Candidate[],
  asked: Asked,
): Chosen[] {
  const { source } = best;
  const found = restrictionOf(first, best, ranked, asked);
  if (found === undefined) return [{ source, units: first }];
  if (found.source !== source)
    return [
      { source, units: first },
      { source: found.source, units: [found.unit] },
    ];
  const place = (unit: Unit) => source.units.indexOf(unit);
  return [{ source, units: [...first, found.unit].sort((a, b) => place(a) - place(b)) }];
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

/** "Resolution" beside "Symptoms", or beside nothing but the message, on one page: who names the error knows what it looks like. */
function remedyApart(best: Candidate, first: readonly Unit[], ranked: readonly Candidate[]) {
  const { citation } = best.source;
  const known = symptoms.test(citation.breadcrumb.at(-1) ?? "") || best.signs.nothingNew > 0;
  if (!known) return undefined;
  const beside = ranked.find(
    ({ source: { citation: other } }) =>
      isOfOnePage(other, citation) && headsRemedy(other.breadcrumb.at(-1)),
  )?.source;
  const opening = beside && openingOf(beside.units, answerBudget - lengthOf(first));
  return beside && opening?.length ? { source: beside, units: opening } : undefined;
}

/** Only the message that the question quotes was found: of its section, also of another passage, what is to be written or run. */
function remedyInSection(
  best: Candidate,
  first: readonly Unit[],
  ranked: readonly Candidate[],
  asked: Asked,
): Chosen | undefined {
  if (best.signs.nothingNew === 0 || first.some((u) => u.kind === "code" || u.kind === "step"))
    return undefined;
  const toDo = ranked.find((c) => {
    const lead = c.unit.announces && c.unit !== best.unit;
    const own = lead && isOfOneSection(c.source.citation, best.source.citation);
    return own && belongings(c, asked).some((u) => u.kind === "code" || u.kind === "step");
  });
  const units = toDo === undefined ? [] : belongings(toDo, asked);
  const fits = lengthOf([...first, ...units]) <= answerBudget;
  return toDo && fits ? { source: toDo.source, units } : undefined;
}

const symptoms =
  /^\W*(?:symptoms?|problems?|errors?|issues?)\b|症状|現象|现象|问题|報錯|报错|错误/i;

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
    return near && isOfOneSection(other, citation);
  })?.source;
}

const wordsOf = (unit: Unit): Set<string> => new Set(contentTerms(unit.text));

function alike(a: Set<string>, b: Set<string>): boolean {
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / Math.max(1, a.size + b.size - both) >= sameWords;
}
