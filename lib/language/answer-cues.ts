import { readLexicon } from "./lexicon.ts";

/**
 * What a line says it tells, by words such lines hold: a reason (because, 因为), a way to do something (click, 点击) …
 * `lexicon/answer-cues.tsv` has them. A cue is a hint among others.
 */
export type Cue =
  | "reason"
  | "definition"
  | "instruction"
  | "remedy"
  | "default"
  | "denial"
  | "place"
  | "time"
  | "contrast"
  | "enumeration"
  | "affirmation"
  | "pointer"
  | "condition"
  | "dangling"
  | "release";

/** Whether the text holds such a word or phrase anywhere. */
export function holdsCue(text: string, cue: Cue): boolean {
  return matcher(cue).anywhere.test(text);
}

/** Whether the text begins with one. */
export function opensWithCue(text: string, cue: Cue): boolean {
  return matcher(cue).first.test(text);
}

/** Whether the text names an amount, a value in code or a switch. */
export const holdsValue = (text: string): boolean => value.test(text);
const value = /\p{N}|`[^`]+`|[一二两三四五六七八九十百千万]\p{Script=Han}|(?:^|\s)--\w/u;

type Matcher = { anywhere: RegExp; first: RegExp };
const known = new Map<Cue, Matcher>();

function matcher(cue: Cue): Matcher {
  const before = known.get(cue);
  if (before !== undefined) return before;
  const rows = readLexicon("answer-cues", ["cue", "lang", "phrases"]).filter(
    (row) => row.cue === cue,
  );
  const phrases = (lang: string) =>
    rows
      .filter((row) => row.lang === lang)
      .flatMap((row) => row.phrases.split("|"))
      .map(escaped);
  const words = `\\b(?:${phrases("en").join("|")})\\b`;
  const characters = phrases("zh").join("|");
  const made = {
    anywhere: new RegExp(`${words}|${characters}`, "i"),
    first: new RegExp(`^[^\\p{L}\\p{N}]*(?:${words}|${characters})`, "iu"),
  };
  known.set(cue, made);
  return made;
}

const escaped = (phrase: string): string =>
  [...phrase].map((char) => ("$.*+?^{}()|[]\\".includes(char) ? `\\${char}` : char)).join("");
