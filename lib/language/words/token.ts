/** One word of a text, or a piece of one; `words.ts` says what the fields mean. */
export type Token = {
  term: string;
  start: number;
  end: number;
  kind: "word" | "part" | "number" | "han" | "han_single";
  stop: boolean;
};

/** A token without its place: the same object for as long as the word is remembered. */
export type KnownTerm = Pick<Token, "term" | "kind" | "stop"> & {
  /** Whoever counts terms notes here in which count it met this one last, and as which number. */
  counted_in: number;
  number: number;
};

/** Told the tokens of a text one after the other. */
export type Take = (known: KnownTerm, start: number, end: number) => void;

export const knownTerm = (term: string, kind: Token["kind"], stop: boolean): KnownTerm => ({
  term,
  kind,
  stop,
  counted_in: -1,
  number: -1,
});
