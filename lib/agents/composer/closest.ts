import type { Lang } from "#lib/contracts/answer";
import type { MarkedClaim } from "#lib/contracts/marked-claims";
import type { Unit } from "#lib/markdown/units";
import { type Asked, union, wordShare } from "./asked.ts";
import type { Candidate } from "./candidates.ts";
import { lengthToRead } from "./lengths.ts";
import { otherPlaces } from "./other-places.ts";
import type { Chosen } from "./selection.ts";

/**
 * Where nothing answers for sure, what would be quoted stands there to be read, and the best of nine other sections: whoever
 * asks in other words than the page has looks through them at once (docs/answers.md). Each holds a tenth of the question's
 * words by weight; what holds less has nothing to do with it.
 */
const leastHeld = 0.1;
const further = { places: 9, near: 0.3 };
/** Of each other place, in characters; Chinese says it in three fifths. */
const ofPlace: Record<Lang, number> = { en: 320, "zh-CN": 190 };

/** Whether what would be quoted has to do with the question, and the other sections that have, best first. */
export function comesClose(
  chosen: readonly Chosen[],
  ranked: readonly Candidate[],
  asked: Asked,
  onScreen: ReadonlySet<Unit>,
): { itself: boolean; others: Chosen[] } {
  const [first] = chosen;
  if (first === undefined) return { itself: false, others: [] };
  const shown = new Set(onScreen);
  const length = ofPlace[asked.lang];
  const limits = { ...further, ofPlace: length, room: further.places * length };
  const holds = (some: readonly Chosen[]) => heldBy(some, ranked, asked) >= leastHeld;
  return {
    itself: holds(chosen),
    others: otherPlaces(first, shown, ranked, asked, limits).filter((one) => holds([one])),
  };
}

/** Of the question's words, by weight, what these places hold or stand under. */
function heldBy(some: readonly Chosen[], ranked: readonly Candidate[], asked: Asked): number {
  const quoted = ranked.filter((c) =>
    some.some(({ source, units }) => source === c.source && units.includes(c.unit)),
  );
  return wordShare(union(...quoted.map((c) => c.hitsWithHeading)), asked);
}

/** The first of them, each whole, as far as there is room, with what they are read in. */
export function withinRoom(claims: readonly MarkedClaim[]): MarkedClaim[] {
  let length = 0;
  const end = claims.findIndex(({ kind, text, context }) => {
    if (context) return false;
    const most = length === 0 ? longestFirst : room;
    length += lengthToRead(kind, text);
    return length > most;
  });
  if (end < 0) return [...claims];
  const kept = claims.slice(0, claims.findLastIndex(({ context }, i) => i < end && !context) + 1);
  const last = kept.at(-1);
  const begun =
    last !== undefined &&
    (isItem(last) || (last.kind === "sentence" && /[:：]\W*$/.test(last.text)));
  const left_out = begun ? itemsAhead(last, claims.slice(kept.length)) : 0;
  if (last === undefined || left_out === 0) return kept;
  return [...kept.slice(0, -1), { ...last, left_out: (last.left_out ?? 0) + left_out }];
}

const isItem = ({ kind }: MarkedClaim): boolean => kind === "list_item" || kind === "step";
const columnOf = ({ spans }: MarkedClaim): number => spans[0]?.start ?? 0;

/** How many items of its list come right behind this one, with those that they do not show themselves. */
function itemsAhead(last: MarkedClaim, rest: readonly MarkedClaim[]): number {
  const [from] = last.citations;
  const inList = (one: MarkedClaim): boolean =>
    isItem(one) || one.kind === "code" || (one.kind === "sentence" && columnOf(one) > 0);
  const end = rest.findIndex((one) => one.citations[0] !== from || !inList(one));
  const list = rest.slice(0, end < 0 ? undefined : end);
  const columns = list.filter(isItem).map(columnOf);
  // The column is that of the words, so a longer number ("10.") is one off its siblings.
  const outer = columns.filter((column) => column <= Math.min(...columns) + 1).length;
  return outer === 0 ? 0 : outer + list.reduce((sum, one) => sum + (one.left_out ?? 0), 0);
}

/** In characters. */
const room = 600;
const longestFirst = 900;
