import type { AnswerBlock, Claim, Place, ShownLine } from "./answer.ts";
import { lineOf, placeKey } from "./blocks.ts";
import { NEAREST_PLACES, RELATED_CHARACTERS, RELATED_PLACES } from "./limits.ts";

/** A block whose lines still have the form of claims. */
export type PlacedBlock<C> = { kind: AnswerBlock["kind"]; place: Place | null; words: C[] };

/**
 * Blocks as an answer has them: first what answers with what is around it, then what is related, then what is nearest. No
 * place stands twice: what is told of a place later joins the piece that is there already, or is left out where that is of
 * another kind. Nothing stands around what does not answer. What is beyond the limits is left out, the best first.
 */
export function arrangeBlocks<C extends { text: string }>(
  blocks: readonly PlacedBlock<C>[],
): PlacedBlock<C>[] {
  const told = blocks.filter(({ words }) => words.length > 0);
  const ofKind = (...kinds: AnswerBlock["kind"][]) => [
    ...Map.groupBy(
      told.filter(({ kind }) => kinds.includes(kind)),
      ({ place }) => placeKey(place),
    ),
  ];
  const answering = ofKind("answer", "around").filter(([, some]) =>
    some.some(({ kind }) => kind === "answer"),
  );
  const taken = new Set(answering.map(([key]) => key));
  const fresh = (kind: "related" | "nearest") =>
    ofKind(kind)
      .filter(([key]) => !taken.has(key))
      .flatMap(([key, some]) => {
        const [first] = some;
        return first === undefined
          ? []
          : [{ key, block: { ...first, words: some.flatMap(({ words }) => words) } }];
      });
  let characters = 0;
  const related = fresh("related")
    .filter(({ block }) => {
      const length = lengthOf(block.words);
      const fits = characters + length <= RELATED_CHARACTERS;
      if (fits) characters += length;
      return fits;
    })
    .slice(0, RELATED_PLACES);
  for (const { key } of related) taken.add(key);
  return [
    ...answering.flatMap(([, some]) => joined(some)),
    ...related.map(({ block }) => block),
    ...fresh("nearest").map(({ block }) => block),
  ];
}

/** Blocks of one kind that follow each other in one place are one block. */
function joined<C>(blocks: readonly PlacedBlock<C>[]): PlacedBlock<C>[] {
  const all: PlacedBlock<C>[] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    if (last?.kind === block.kind) last.words.push(...block.words);
    else all.push({ ...block, words: [...block.words] });
  }
  return all;
}

export const lengthOf = (words: readonly { text: string }[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);

/** Of one refusal. */
export const nearestFirst = <T>(places: readonly T[]): T[] => places.slice(0, NEAREST_PLACES);

/** Arranged blocks in the shape of an answer; `marksOf` says what of a line met the question. */
export function asAnswerBlocks(
  blocks: readonly PlacedBlock<Claim>[],
  marksOf: (line: Claim) => ShownLine["marks"] = () => [],
): { claims: Claim[]; blocks: AnswerBlock[] } {
  const claims = blocks.flatMap(({ kind, words }) => (kind === "answer" ? words : []));
  return {
    claims,
    blocks: blocks.flatMap(({ kind, place, words }): AnswerBlock[] => {
      const sum = words.reduce((all, { left_out = 0 }) => all + left_out, 0);
      const left_out = sum === 0 ? {} : { left_out: sum };
      if (kind === "answer")
        return [{ kind, place, claims: words.map(({ id }) => id), ...left_out }];
      if (place === null) return [];
      const lines = words.map((one) => lineOf(one, marksOf(one)));
      return [{ kind, place, lines, ...left_out }];
    }),
  };
}
