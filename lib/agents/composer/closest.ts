import type { DraftClaim } from "#lib/citations/gate";
import { type Asked, type Hits, union, wordShare } from "./asked.ts";
import type { Candidate } from "./candidates.ts";
import type { Chosen } from "./selection.ts";

/**
 * Whether what would be quoted comes near enough to be read where it does not answer for sure. Of what is refused although
 * the documents say it, two in three; of what they do not say, one in six (docs/answers.md).
 */
export function comesClose(
  chosen: readonly Chosen[],
  ranked: readonly Candidate[],
  asked: Asked,
  /** How sure it would be without the conditions of which one alone refuses. */
  near: number,
): boolean {
  const quoted = ranked.filter(({ source, unit }) =>
    chosen.some((one) => one.source === source && one.units.includes(unit)),
  );
  const held = union(...quoted.map((one) => one.hitsWithHeading));
  return (
    near >= leastNear && wordShare(held, asked) >= leastHeld && thingsIn(held, asked) >= leastThings
  );
}

const leastNear = 0.15;
const leastHeld = 0.35;
const leastThings = 0.4;

/** Of the words that name a thing, by weight; all of them where none does. */
function thingsIn(held: Hits, { things, terms }: Asked): number {
  const sum = (of: readonly number[]) => of.reduce((all, i) => all + (terms[i]?.weight ?? 0), 0);
  const all = sum([...things]);
  return all === 0 ? 1 : sum([...things].filter((i) => held.has(i))) / all;
}

/** The first of them, each whole, as far as there is room. */
export function withinRoom(claims: readonly DraftClaim[]): DraftClaim[] {
  let length = 0;
  const end = claims.findIndex(({ text }, i) => {
    length += text.length;
    return length > (i === 0 ? longestFirst : room);
  });
  return claims.slice(0, end < 0 ? undefined : end);
}

/** In characters. */
const room = 600;
const longestFirst = 900;
