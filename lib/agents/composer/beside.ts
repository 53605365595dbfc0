import type { Lang } from "#lib/contracts/answer";
import type { Marks } from "#lib/contracts/marked-claims";
import { contentTerms } from "#lib/language/words";
import type { Unit } from "#lib/markdown/units";
import type { Asked } from "./asked.ts";
import { lengthOf } from "./belongings.ts";
import type { Candidate, Source } from "./candidates.ts";
import { headOfItem, isRow } from "./items.ts";
import { otherPlaces } from "./other-places.ts";
import { readRows } from "./other-rows.ts";
import { namesBefore, opensBack } from "./points-back.ts";
import { restricts } from "./restriction.ts";
import { isOfOnePage, sectionOf } from "./section-of.ts";
import type { Chosen } from "./selection.ts";
import { announcedBelow, countedAbove, isTorn } from "./torn.ts";
import { withDenials } from "./under-denial.ts";
import { ownText } from "./unit-signs.ts";

/**
 * What is shown under an answer and is none of it: what else its section says farther away than what the answer is read in
 * (context.ts), what restricts the answer before all, and the best of other sections that came near. The line that answers is often one of these: words choose one stretch, and a reader
 * sees at once which of its neighbours was meant. In the order of the file; every unit whole, with what it points back to.
 */
export type Beside = Chosen & { beside: NonNullable<Marks["beside"]> };

/** With the answer no longer than this, in characters, and half of it beside a long one; Chinese says it in three fifths. What they are read in comes to it. */
const inAll: Record<Lang, number> = { en: 1200, "zh-CN": 720 };
const ofSection: Record<Lang, number> = { en: 480, "zh-CN": 290 };
/** For what restricts a long answer there is always so much room. */
const ofLimits: Record<Lang, number> = { en: 160, "zh-CN": 100 };
/** Of other places, however sure it is that the first one answers: of what it misses, they hold a fifth (docs/answers.md). */
const near = { places: 4, near: 0.5 };
/** … and of more of them where it is not. */
const unsureNear = { places: 8, near: 0.3 };
const unsureRoom = 2.5;
const ofPlace: Record<Lang, number> = { en: 320, "zh-CN": 190 };
/** Of the section, under one part of several. */
const underPart = 0.5;
/** What else the section says comes this near to the best unit. */
const nearInSection = 0.5;
/** So many words in common with the answer, and a sentence that restricts something restricts that. */
const inCommon = 2;

/** `onScreen`: the answer with what it is read in. */
export function standsBeside(
  chosen: readonly Chosen[],
  ranked: readonly Candidate[],
  sources: readonly Source[],
  asked: Asked,
  { sure, part, onScreen }: { sure: boolean; part: boolean; onScreen: ReadonlySet<Unit> },
): Beside[] {
  const [first] = chosen;
  if (first === undefined) return [];
  const taken = new Set(chosen.flatMap(({ units }) => units));
  const { lang } = asked;
  const whole = inAll[lang] * (sure ? 1 : unsureRoom);
  const room = whole - Math.min(lengthOf([...taken]), whole / 2);
  const around = sectionOf(first, sources);
  const settled = isSettled(first, ranked, asked, sure);
  const most = Math.min(room, ofSection[lang] * (part ? underPart : 1));
  const section = restOf(around, { taken, onScreen }, ranked, settled, {
    ...{ most, ofLimits: ofLimits[lang] },
  });
  const left = room - section.reduce((sum, { units }) => sum + lengthOf(units), 0);
  const shown = new Set([...onScreen, ...around.map(({ unit }) => unit)]);
  const limits = { ...(sure ? near : unsureNear), ofPlace: ofPlace[lang], room: left };
  const onPage = ({ source }: Candidate) => isOfOnePage(source.citation, first.source.citation);
  const candidates = isHeaded(first, ranked, sure) ? ranked.filter(onPage) : ranked;
  const others = otherPlaces(first, shown, candidates, asked, limits);
  const elsewhere = others.map((place): Beside => ({ ...place, beside: "elsewhere" }));
  const all = [...chosen, ...section, ...elsewhere];
  return withDenials<Chosen | Beside>(all).slice(chosen.length) as Beside[]; // it keeps what it is given
}

/** The heading above it asks the question: no other page would be news, and what is below it on its own may be. */
function isHeaded(first: Chosen, ranked: readonly Candidate[], sure: boolean): boolean {
  const best = ranked.find(({ unit }) => first.units.includes(unit));
  return sure && (best?.section ?? 0) >= asksIt;
}
const asksIt = 0.8;

/** Nothing else of the section would be news: the row was chosen by its own key, or the amount that was asked for stands there. */
function isSettled(first: Chosen, ranked: readonly Candidate[], asked: Asked, sure: boolean) {
  const best = ranked.find(({ unit }) => first.units.includes(unit));
  if (best === undefined) return false;
  if (best.signs.entry === 1) return true;
  if (best.unit.kind === "table") {
    const { others } = readRows(first.source.units, asked);
    const rows = first.source.units.map((u, i) => (u.block === best.unit.block ? i : -1));
    return rows.some((i) => others.has(i));
  }
  return best.signs.exactType === 1 && sure;
}

type Placed = ReturnType<typeof sectionOf>[number];

/** What else the section says, best first as far as it fits; where nothing would be news, what restricts the answer alone. */
function restOf(
  around: readonly Placed[],
  { taken, onScreen }: { taken: ReadonlySet<Unit>; onScreen: ReadonlySet<Unit> },
  ranked: readonly Candidate[],
  settled: boolean,
  room: { most: number; ofLimits: number },
): Beside[] {
  const scores = new Map(ranked.map(({ unit, score }) => [unit, score]));
  const best = (some: Iterable<Unit>) => Math.max(0, ...[...some].map((u) => scores.get(u) ?? 0));
  const byScore = (some: readonly Unit[]) => [...some].sort((a, b) => best([b]) - best([a]));
  const units = around.map(({ unit }) => unit);
  // A page may say the same thing over and over: it is news once.
  const open = firstOfEach(units, onScreen).filter((unit) => scores.has(unit));
  const kept = new Set<Unit>();
  const over = Math.max(0, room.ofLimits - room.most);
  let left = room.most + over;
  const add = (wanted: readonly Unit[]): boolean => {
    // What it needs only adds to it.
    if (lengthOf(wanted.filter((unit) => !kept.has(unit))) > left) return false;
    const needed = new Set(wanted.flatMap((unit) => withNeeds(unit, units, onScreen)));
    const fresh = [...needed].filter((unit) => !kept.has(unit) && !onScreen.has(unit));
    if (lengthOf(fresh) > left || !fresh.every((unit) => scores.has(unit))) return false;
    for (const unit of fresh) kept.add(unit);
    left -= lengthOf(fresh);
    return true;
  };
  const said = wordsOf([...taken]);
  const limits = (unit: Unit) =>
    unit.kind !== "code" &&
    !isRow(unit) &&
    restricts(ownText(unit)) &&
    [...wordsOf([unit])].filter((word) => said.has(word)).length >= inCommon;
  for (const unit of byScore(open.filter(limits))) add([unit]);
  if (settled) return inOrder(around, kept);
  left -= over;
  const least = best(taken) * nearInSection;
  const blocks = Map.groupBy(open, (unit) => (isRow(unit) ? unit : unit.block));
  const near = [...blocks.values()].filter((block) => best(block) >= least);
  for (const block of near.sort((a, b) => best(b) - best(a)))
    if (!add(block)) for (const unit of byScore(block)) add([unit]);
  return inOrder(around, kept);
}

function firstOfEach(units: readonly Unit[], onScreen: ReadonlySet<Unit>): Unit[] {
  const said = new Set([...onScreen].map(({ text }) => text));
  return units.filter(({ text }) => !said.has(text) && said.add(text));
}

/** A single letter, of Chinese too, says nothing of what is spoken of. */
const wordsOf = (units: readonly Unit[]): Set<string> =>
  new Set(contentTerms(units.map(ownText).join("\n")).filter((term) => term.length > 1));

/** A sentence that points back comes with those before it or what it counts in, a later one of an item with its head, "…:" with what follows. */
function withNeeds(unit: Unit, units: readonly Unit[], taken: ReadonlySet<Unit>): Unit[] {
  const at = units.indexOf(unit);
  const needed = [unit, units[headOfItem(units, at)] ?? unit];
  for (let i = at; i > 0; i--) {
    const [before, here] = units.slice(i - 1, i + 1) as [Unit, Unit]; // i > 0
    if (!(opensBack(here) || namesBefore(here)) || taken.has(before)) break;
    needed.push(before);
  }
  return needed.flatMap((one) => [...countedAbove(one, units), one, ...announcedBelow(one, units)]);
}

function inOrder(around: readonly Placed[], kept: ReadonlySet<Unit>): Beside[] {
  const shown = around.filter(({ unit }) => kept.has(unit));
  const all: Beside[] = [];
  const units = around.map(({ unit }) => unit);
  for (const { source, unit } of shown) {
    if (isTorn(unit, units, (one) => kept.has(one))) continue;
    const last = all.at(-1);
    if (last?.source === source) last.units.push(unit);
    else all.push({ source, units: [unit], beside: "section" });
  }
  return all;
}
