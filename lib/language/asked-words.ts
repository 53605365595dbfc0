import { describes } from "./describing-words.ts";
import { isIdentifier } from "./identifier.ts";
import { type Reading, readQuestion, spanOf } from "./reading/read-question.ts";
import { isEveryday } from "./talk-words.ts";
import { questionWords } from "./word-kinds.ts";
import { holdsHan, isDigits } from "./words/characters.ts";
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
  const han = holdsHan(question);
  const reading = readQuestion(question);
  const firsts = beginnings(reading);
  const polite = reading.courtesies.map((run) => spanOf(reading, run));
  const courteous = ({ start }: { start: number }) =>
    polite.some((span) => start >= span.start && start < span.end);
  const tokens = tokenize(question).filter((token) => !courteous(token));
  const read = questionWords(question).filter((word) => !courteous(word));
  const written = tokens
    .filter((t) => (t.kind === "word" || t.kind === "number") && !t.stop)
    .flatMap((token): AskedWord[] => {
      const first = firsts.has(token.start);
      const kind = read.find((w) => w.start < token.end && w.end > token.start)?.kind;
      const terms = [token.term];
      const initial = question[token.start] ?? "";
      const capital = initial !== initial.toLowerCase();
      if (isExact(reading, token) || han || (capital && (!first || kind === "thing"))) {
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

/** Where the first word of each sentence stands. */
function beginnings({ forms }: Reading): Set<number> {
  const firsts = new Set<number>();
  let begins = true;
  for (const { form, kind, start } of forms) {
    if (kind !== "mark") {
      if (begins) firsts.add(start);
      begins = false;
    } else begins ||= [".", "?", "!"].includes(form);
  }
  return firsts;
}

/** Whatever stands before it and however it is written: digits, an identifier, an option, in quotation marks. */
function isExact({ text, forms, shown }: Reading, { start, end }: Token): boolean {
  const written = text.slice(start, end);
  const initials = written.slice(0, 2);
  const isShort = initials.length > 1 && [...initials].every((char) => char !== char.toLowerCase());
  const holds = written.includes("_") || [...written].some((char) => isDigits(char));
  if (holds || isShort || isIdentifier(written)) return true;
  if (text[start - 1] === "-" && [undefined, " ", "-", "\n"].includes(text[start - 2])) return true;
  return shown.some(
    (one, at) => one && (forms[at]?.start ?? 0) <= start && (forms[at]?.end ?? 0) > start,
  );
}
