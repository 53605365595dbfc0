import { tokenize } from "#lib/language/words";

/** The content words of a text in their order, Han as single characters alone: no pair changes because its neighbour did. */
export function singleWords(text: string): string[] {
  return tokenize(text).flatMap((t) =>
    t.stop || t.kind === "part" || t.kind === "han" ? [] : [t.term],
  );
}
