import type { Unit } from "#lib/citations/units";
import type { Claim, Lang } from "#lib/contracts/answer";
import { contentTerms } from "#lib/platform/words";
import type { Asked } from "./asked.ts";
import { lengthOf } from "./belongings.ts";
import type { Candidate, Source } from "./candidates.ts";
import { dangles } from "./first-unit.ts";
import { headOfItem } from "./items.ts";
import { beginsLost, withoutLost } from "./lost.ts";
import { otherRows } from "./other-rows.ts";
import { namesBefore, opensBack } from "./points-back.ts";
import { sectionOf } from "./section-of.ts";
import type { Chosen } from "./selection.ts";
import { blockOf } from "./standing-together.ts";
import { withDenials } from "./under-denial.ts";
import { ownText } from "./unit-signs.ts";

/**
 * What is shown under an answer and is none of it: what else its section says, what restricts the answer before all, and the
 * best of other sections that came near. The line that answers is often one of these: words choose one stretch, and a reader
 * sees at once which of its neighbours was meant. In the order of the file; every unit whole, with what it points back to.
 */
export type Beside = Chosen & { beside: NonNullable<Claim["beside"]> };

/** With the answer no longer than this, in characters; Chinese says it in three fifths. */
const inAll: Record<Lang, number> = { en: 900, "zh-CN": 540 };
const ofSection: Record<Lang, number> = { en: 320, "zh-CN": 190 };
/** Of each other place; so many at most, that come this near to the best unit. */
const ofPlace: Record<Lang, number> = { en: 240, "zh-CN": 145 };
const mostPlaces = 2;
const near = 0.75;
/** Of that, under one part of several. */
const underPart = 0.5;
/** So sure that the amount or date that is asked for is the one that is quoted. */
const sure = 0.9;
/** So many words in common with the answer, and a sentence that restricts something restricts that. */
const inCommon = 2;

export function standsBeside(
  chosen: readonly Chosen[],
  ranked: readonly Candidate[],
  sources: readonly Source[],
  asked: Asked,
  { confidence, part }: { confidence: number; part: boolean },
): Beside[] {
  const [first] = chosen;
  if (first === undefined) return [];
  const taken = new Set(chosen.flatMap(({ units }) => units));
  const { lang } = asked;
  const room = inAll[lang] - lengthOf([...taken]);
  const around = sectionOf(first, sources);
  const settled = isSettled(first, ranked, asked, confidence);
  const most = Math.min(room, ofSection[lang] * (part ? underPart : 1));
  const section = restOf(around, taken, ranked, most, settled);
  const left = room - section.reduce((sum, { units }) => sum + lengthOf(units), 0);
  const shown = new Set([...taken, ...around.map(({ unit }) => unit)]);
  const elsewhere = settled || part ? [] : otherPlaces(first, shown, ranked, asked, left);
  const all = [...chosen, ...section, ...elsewhere];
  return withDenials<Chosen | Beside>(all).slice(chosen.length) as Beside[]; // it keeps what it is given
}

/** Nothing beside would be news: the row was chosen by its own key, or the amount that was asked for stands there. */
function isSettled(first: Chosen, ranked: readonly Candidate[], asked: Asked, confidence: number) {
  const best = ranked.find(({ unit }) => first.units.includes(unit));
  if (best === undefined) return false;
  if (best.unit.kind === "table") {
    const others = otherRows(first.source.units, asked);
    const rows = first.source.units.map((u, i) => (u.block === best.unit.block ? i : -1));
    return rows.some((i) => others.has(i));
  }
  return best.signs.exactType === 1 && confidence >= sure;
}

const restricts =
  /\b(?:not|only|except|unless|never|cannot|must|however|no longer)\b|n['’]t\b|不|只|除非|仅|僅|例外|没有|沒有|无法|無法/i;
/** What else the section says, best first as far as it fits. */
function restOf(
  around: readonly { source: Source; unit: Unit }[],
  taken: ReadonlySet<Unit>,
  ranked: readonly Candidate[],
  most: number,
  settled: boolean,
): Beside[] {
  const scores = new Map(ranked.map(({ unit, score }) => [unit, score]));
  const units = around.map(({ unit }) => unit);
  const open = units.filter((unit) => !taken.has(unit) && scores.has(unit));
  const said = new Set(contentTerms([...taken].map(ownText).join("\n")));
  const limits = (unit: Unit) =>
    unit.kind !== "code" &&
    restricts.test(ownText(unit)) &&
    new Set(contentTerms(ownText(unit)).filter((t) => said.has(t) && t.length > 1)).size >=
      inCommon;
  const kept = new Set<Unit>();
  let left = most;
  const add = (wanted: readonly Unit[]) => {
    const needed = new Set(wanted.flatMap((unit) => withNeeds(unit, units, taken)));
    const fresh = [...needed].filter((unit) => !kept.has(unit) && !taken.has(unit));
    if (lengthOf(fresh) > left || !fresh.every((u) => scores.has(u))) return false;
    for (const unit of fresh) kept.add(unit);
    left -= lengthOf(fresh);
    return true;
  };
  const best = (some: readonly Unit[]) => Math.max(...some.map((u) => scores.get(u) ?? 0));
  const byScore = (some: readonly Unit[]) => [...some].sort((a, b) => best([b]) - best([a]));
  for (const unit of byScore(open.filter(limits))) add([unit]);
  if (settled) return inOrder(around, kept);
  const blocks = [
    ...Map.groupBy(open, (unit) => (unit.kind === "table" ? unit : unit.block)).values(),
  ];
  for (const block of blocks.sort((a, b) => best(b) - best(a)))
    if (!add(block) && block.length > 1) for (const unit of byScore(block)) add([unit]);
  return inOrder(around, kept);
}

/** A sentence that points back comes with the one before it, a later one of an item with its head, "…:" with what it announces. */
function withNeeds(unit: Unit, units: readonly Unit[], taken: ReadonlySet<Unit>): Unit[] {
  const at = units.indexOf(unit);
  const needed = [unit];
  const head = units[headOfItem(units, at)];
  if (head !== undefined && head !== unit) needed.push(head);
  for (let i = at; i > 0 && (opensBack(units[i] as Unit) || namesBefore(units[i] as Unit)); i--) {
    const before = units[i - 1] as Unit; // i > 0
    if (taken.has(before)) break;
    needed.push(before);
  }
  const next = unit.announces ? units[at + 1] : undefined;
  if (next !== undefined)
    needed.push(
      ...units.filter(
        (u) => u.block === next.block || (next.list !== undefined && u.list === next.list),
      ),
    );
  return needed;
}

function inOrder(
  around: readonly { source: Source; unit: Unit }[],
  kept: ReadonlySet<Unit>,
): Beside[] {
  const all: Beside[] = [];
  const shown = around.filter(({ unit }) => kept.has(unit));
  shown.forEach(({ source, unit }, i) => {
    // What it announces did not fit.
    if (
      unit.announces &&
      around[around.findIndex((a) => a.unit === unit) + 1]?.unit !== shown[i + 1]?.unit
    )
      return;
    const last = all.at(-1);
    if (last?.source === source) last.units.push(unit);
    else all.push({ source, units: [unit], beside: "section" });
  });
  return all;
}

/** The best of other sections, of this page or of others. */
function otherPlaces(
  first: Chosen,
  shown: Set<Unit>,
  ranked: readonly Candidate[],
  asked: Asked,
  room: number,
): Beside[] {
  const best = ranked.find(({ unit }) => first.units.includes(unit));
  const found: Beside[] = [];
  if (best === undefined) return found;
  let left = room;
  for (const candidate of ranked) {
    if (found.length === mostPlaces || candidate.score < best.score * near) break;
    if (shown.has(candidate.unit) || candidate.source.foreign !== best.source.foreign) continue;
    const units = fitting(candidate, asked, Math.min(left, ofPlace[asked.lang]));
    for (const { unit } of sectionOf({ source: candidate.source, units: [candidate.unit] }, []))
      shown.add(unit);
    const [place] = withoutLost([{ source: candidate.source, units }], candidate.unit);
    if (place === undefined || units.length === 0 || beginsLost([place]) || dangles(place.units))
      continue;
    found.push({ ...place, beside: "elsewhere" });
    left -= lengthOf(place.units);
  }
  return found.sort((a, b) => a.source.rank - b.source.rank);
}

/** What stands with a unit, from the unit on where all of it is too much. */
function fitting(candidate: Candidate, asked: Asked, most: number): Unit[] {
  const block = blockOf(candidate, asked);
  if (lengthOf(block) <= most) return block;
  const from = block.slice(Math.max(0, block.indexOf(candidate.unit)));
  const kept: Unit[] = [];
  for (const unit of from) {
    if (lengthOf([...kept, unit]) > most) break;
    kept.push(unit);
  }
  while (kept.length > 1 && dangles(kept)) kept.pop();
  return kept;
}
