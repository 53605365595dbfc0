import { describes } from "./describing-words.ts";
import { isIdentifier } from "./identifier.ts";
import { isEveryday } from "./talk-words.ts";
import { questionWords } from "./word-kinds.ts";
import { type Token, tokenize } from "./words.ts";

/**
 * The words of a question that other words for it may not lose. A model may say a question otherwise, so as to find more;
 * what it says is the same question only where these stand in it, or in what is found.
 */
export type AskedWord = {
  /** Index terms: all of them stand where the word stands. */
  terms: string[];
  /** "exact": a name, a number, an identifier, quoted. "deed": a verb. "thing": whatever else says what it is about. */
  kind: "exact" | "thing" | "deed";
  /** It stays as it is in another language too. */
  foreign: boolean;
};

export function askedWords(question: string): AskedWord[] {
  const han = /\p{Script=Han}/u.test(question);
  const tokens = tokenize(question);
  const read = questionWords(question);
  const written = tokens
    .filter((t) => (t.kind === "word" || t.kind === "number") && !t.stop)
    .flatMap((token): AskedWord[] => {
      const first = /(?:^|[.?!？。！])[^\p{L}\p{N}]*$/u.test(question.slice(0, token.start));
      const kind = read.find((w) => w.start < token.end && w.end > token.start)?.kind;
      const terms = [token.term];
      const capital = /\p{Lu}/u.test(question[token.start] ?? "");
      if (isExact(question, token) || han || (capital && (!first || kind === "thing"))) {
        return [{ terms, kind: "exact", foreign: !first || !capital }];
      }
      if (isEveryday(token.term) || describes(token.term)) return [];
      return [{ terms, kind: kind === "deed" ? "deed" : "thing", foreign: false }];
    });
  if (!han) return written;
  const pairs = tokens.filter((t) => t.kind === "han");
  return [
    ...written,
    ...read.flatMap((word): AskedWord[] => {
      const alone = word.end - word.start === 1;
      // A family name is read together with what follows it.
      const own = alone
        ? word.proper === true
          ? pairs.filter((t) => t.start === word.start)
          : tokens.filter((t) => t.kind === "han_single" && t.start === word.start)
        : pairs.filter((t) => t.start >= word.start && t.end <= word.end);
      const terms = own.filter((t) => !t.stop && !isAside(t)).map((t) => t.term);
      if (terms.length === 0) return [];
      const kind = word.proper === true ? "exact" : alone ? "deed" : "thing";
      return [{ terms, kind, foreign: false }];
    }),
  ];
}

/** Those of the words that do not stand in the text. */
export function lackingIn(text: string, words: readonly AskedWord[]): AskedWord[] {
  const held = new Set(tokenize(text).map((t) => t.term));
  return words.filter(({ terms }) => !terms.every((term) => held.has(term)));
}

const isAside = ({ term }: Token): boolean => isEveryday(term) || describes(term);

/** Whatever stands before it and however it is written: digits, an identifier, an option, in quotation marks. */
function isExact(question: string, { start, end }: Token): boolean {
  const written = question.slice(start, end);
  if (/[\p{N}_]|^\p{Lu}{2}/u.test(written) || isIdentifier(written)) return true;
  if (/(?:^|\s)--?$/.test(question.slice(0, start))) return true;
  return [...question.matchAll(/"[^"]+"|“[^”]+”|`[^`]+`|「[^」]+」/g)].some(
    (quoted) => quoted.index < start && quoted.index + quoted[0].length > end - 1,
  );
}
