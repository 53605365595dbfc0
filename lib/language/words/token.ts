/** One word of a text, or a piece of one; `words.ts` says what the fields mean. */
export type Token = {
  term: string;
  start: number;
  end: number;
  kind: "word" | "part" | "number" | "han" | "han_single";
  stop: boolean;
};
