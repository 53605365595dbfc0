import type { Unit } from "#lib/citations/units";
import { type Asked, headingMatch, hitsIn, share, union } from "./asked.ts";
import type { Candidate } from "./candidates.ts";
import { opensBack } from "./points-back.ts";
import { asksFact, wantsProcedure } from "./question.ts";
import { blockOf } from "./standing-together.ts";
import { ownText, unitWeights } from "./unit-signs.ts";

/** Units that come this near to the best are looked at, so many of them. */
const near = 0.75;
const looked = 24;
/** "This is the default …" at the head of a place speaks of what is not quoted. */
const pointingBack = 0.1;
const opening = 0.3;
const sameThing = 0.8;
const clearlyLess = 0.85;
const justBehind = 0.001;

/**
 * One place is quoted, so it is chosen as a whole: of the units that come near the best, the one that says most of the
 * question together with what stands with it. Best first; what is not near stays behind.
 */
export function byPlace(ranked: readonly Candidate[], asked: Asked): Candidate[] {
  const least = (ranked[0]?.score ?? 0) * near;
  const places = ranked.filter((c) => c.score >= least).slice(0, looked);
  const valued = places.map((c) => {
    const block = blockOf(c, asked);
    const candidate = { ...c, score: c.score + placeValue(c, block, asked) };
    return { candidate, block, alone: c.score };
  });
  const led = valued.map((one) => {
    const leader = valued.find(({ candidate: c }) => isBeside(c, one.candidate));
    return leader !== undefined && asksFact(asked.kind) && isLed(one, leader)
      ? { ...one.candidate, score: leader.candidate.score - justBehind }
      : one.candidate;
  });
  return [...led.sort((a, b) => b.score - a.score), ...ranked.slice(places.length)];
}

const isBeside = (a: Candidate, b: Candidate): boolean =>
  a.source === b.source && a.unit.block === b.unit.block;

type Place = { candidate: Candidate; block: Unit[]; alone: number };

/**
 * A fact is told by its own sentence: none of its paragraph stands for it that lacks its value, or that says clearly less
 * of the question and leaves it out.
 */
function isLed({ candidate, block, alone }: Place, leader: Place): boolean {
  const { unit, score, signs } = leader.candidate;
  if (candidate.unit === unit || candidate.score < score) return false;
  const without = !block.includes(unit) && alone < leader.alone * clearlyLess;
  return without || signs.exactType > candidate.signs.exactType;
}

/** What speaks for the whole that does not for the unit alone. */
function placeValue(candidate: Candidate, block: readonly Unit[], asked: Asked): number {
  const { signs, hitsWithHeading, unit } = candidate;
  // What stands before it is counted already, as its context.
  const rest = block.slice(Math.max(0, block.indexOf(unit)));
  const all = union(hitsWithHeading, ...rest.map((u) => hitsIn(ownText(u), asked)));
  const gain = share(all, asked) - share(hitsWithHeading, asked);
  const toDo = wantsProcedure(asked.kind) && (unit.kind === "code" || unit.kind === "step");
  const back = opensBack(unit);
  const opens = asked.kind === "definition" && opensPage(candidate, asked);
  return (
    (unit.kind === "list_item" ? 0 : gain) -
    // What is to be typed says nothing new, and is what was asked for.
    (toDo ? unitWeights.nothingNew * signs.nothingNew : 0) -
    (back ? pointingBack : 0) +
    (opens ? opening : 0)
  );
}

const describing =
  /^\W*(?:描述|简介|介绍|概述|概览|概念|description|overview|introduction|about)\P{L}*$/iu;

/** The first words of a page that is named after what is asked about say what it is. */
function opensPage({ source, index, unit }: Candidate, asked: Asked): boolean {
  const { citation, units } = source;
  const describes = describing.test(citation.breadcrumb.at(-1) ?? "");
  if (unit.kind !== "sentence" || (citation.breadcrumb.length > 1 && !describes)) return false;
  const first = units.findIndex((u) => u.kind !== "heading");
  const [name = ""] = citation.title.split(/\s?[,:(—–，：（]/);
  return index === first && headingMatch(name, asked) >= sameThing;
}
