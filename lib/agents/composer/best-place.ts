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

/**
 * One place is quoted, so it is chosen as a whole: of the units that come near the best, the one that answers best
 * together with what stands with it. Best first; what is not near stays behind.
 */
export function byPlace(ranked: readonly Candidate[], asked: Asked): Candidate[] {
  const least = (ranked[0]?.score ?? 0) * near;
  const places = ranked.filter((c) => c.score >= least).slice(0, looked);
  const valued = places.map((c) => ({ ...c, score: c.score + placeValue(c, asked) }));
  return [...valued.sort((a, b) => b.score - a.score), ...ranked.slice(places.length)];
}

/** What speaks for the whole that does not for the unit alone. */
function placeValue(candidate: Candidate, asked: Asked): number {
  const back = opensBack(candidate.unit) ? pointingBack : 0;
  const opens = asked.kind === "definition" && opensPage(candidate, asked) ? opening : 0;
  return gain(candidate, asked) + typedAsAsked(candidate, asked) - back + opens;
}

/** What the rest of a fact's place adds; the longer place of a procedure or a reason holds its words by chance. */
function gain(candidate: Candidate, asked: Asked): number {
  const { hitsWithHeading, unit } = candidate;
  if (unit.kind === "list_item" || !asksFact(asked.kind)) return 0;
  const block = blockOf(candidate, asked);
  // What stands before it is counted already, as its context.
  const rest = block.slice(Math.max(0, block.indexOf(unit)));
  const all = union(hitsWithHeading, ...rest.map((u) => hitsIn(ownText(u), asked)));
  return share(all, asked) - share(hitsWithHeading, asked);
}

/** What is to be typed says nothing new, and is what was asked for. */
function typedAsAsked({ signs, unit }: Candidate, { kind }: Asked): number {
  const typed = unit.kind === "code" || unit.kind === "step";
  return typed && wantsProcedure(kind) ? -unitWeights.nothingNew * signs.nothingNew : 0;
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
