import type { AnswerBlock } from "./answer.ts";
import { lengthOf } from "./arrange-blocks.ts";
import type { DraftClaim } from "./draft.ts";
import { MAY_BE_PLACES, RELATED_CHARACTERS, RELATED_PLACES } from "./limits.ts";

/** Claims with related lines and lines around them in one list, told apart by marks: the shape of answers stored by earlier versions. */
export type Marks = {
  /** Shown under an answer and no part of it: from the rest of its section, or from elsewhere. */
  beside?: "section" | "elsewhere" | undefined;
  /** What a quotation is read in; it was not chosen to answer. */
  context?: true | undefined;
};
export type MarkedClaim = DraftClaim & Marks;
type Marked = Pick<DraftClaim, "text" | "kind"> & Marks;
type Block<C> = { kind: Exclude<AnswerBlock["kind"], "nearest">; words: C[] };
type Group<C> = { key: string; words: C[] };

/**
 * Marked claims as blocks, in the order of showing. `keyOf` tells places apart. The rest of the section of an answer stands
 * behind it as lines around it; other places are related, as many as there is room for. `equals`: where it is more than one,
 * so many places may answer: the best of the others join the first, and nothing is related.
 */
export function blocksOfMarked<C extends Marked>(
  shown: readonly C[],
  keyOf: (claim: C) => string,
  equals = 1,
): Block<C>[] {
  const own = byPlace(
    shown.filter(({ beside }) => beside === undefined),
    keyOf,
  ).filter(({ words }) => words.some(isChosen));
  if (own.length === 0) return [];
  const keys = new Set(own.map(({ key }) => key));
  const related = shown.filter(({ beside }) => beside !== undefined);
  const others = byPlace(
    related.filter((claim) => !keys.has(keyOf(claim))),
    keyOf,
  );
  const room = Math.max(0, Math.min(equals, MAY_BE_PLACES) - own.length);
  const promoted = others.filter(({ words }) => words.some(isChosen)).slice(0, room);
  const pieces = [...own, ...promoted].map(({ key, words }): (C & Marks)[] => {
    // Beside equals it would hide them, and more rows of a table that is quoted make a second one under it.
    const rest = related.filter(
      (claim) =>
        equals === 1 &&
        keyOf(claim) === key &&
        !(claim.kind === "table" && words.some(({ kind }) => kind === "table")),
    );
    return [...words, ...rest.map((one) => ({ ...one, context: true as const }))];
  });
  const answering = pieces.flatMap((piece) => runs<C>(piece));
  // Beside several that may answer, one more place is no help.
  return equals > 1 ? answering : [...answering, ...withinRoom(others)];
}

const isChosen = ({ context }: Marks): boolean => context === undefined;

function byPlace<C>(claims: readonly C[], keyOf: (claim: C) => string): Group<C>[] {
  return [...Map.groupBy(claims, keyOf)].map(([key, words]) => ({ key, words }));
}

function runs<C>(words: readonly (C & Marks)[]): Block<C>[] {
  const blocks: Block<C>[] = [];
  for (const one of words) {
    const kind = isChosen(one) ? "answer" : "around";
    const last = blocks.at(-1);
    if (last?.kind === kind) last.words.push(one);
    else blocks.push({ kind, words: [one] });
  }
  return blocks;
}

/** The first places, whole where there is room, else without what their lines are read in. */
function withinRoom<C extends Marked>(places: readonly Group<C>[]): Block<C>[] {
  const blocks: Block<C>[] = [];
  let room = RELATED_CHARACTERS;
  for (const { words } of places) {
    if (blocks.length === RELATED_PLACES) break;
    const fitting = [words, words.filter(isChosen)].find(
      (some) => some.some(isChosen) && lengthOf(some) <= room,
    );
    if (fitting === undefined) continue;
    room -= lengthOf(fitting);
    blocks.push({ kind: "related", words: fitting });
  }
  return blocks;
}
