import { type Hit, has, hitsOf } from "../facts/cues.ts";
import { countedIn, plain } from "../facts/numbers.ts";
import { termsOf } from "../facts/single-words.ts";
import { entailmentLimits } from "../limits.ts";
import type { Check, Verdict } from "./check.ts";

export const bounds: Check = {
  name: "bounds",
  point: "A number is at least, at most or every so much otherwise than in its lines.",
  ofCopies: true,
  withholds: "always",
  judge: ({ text, around }) => changesBound(text, around.statement),
};

/**
 * What a text says of its numbers: that something is at least, at most, or every so much. "Over 3.5 tonnes" is not "under
 * 3.5 tonnes", and "every ninety days" is not "within ninety days". `refuse`: the same number with the opposite bound.
 * `doubt`: with a bound that the other text does not give it, or without the one that it does.
 */
function changesBound(sentence: string, statement: string): Verdict {
  const theirs = boundsIn(statement);
  let doubt = false;
  for (const [number, mine] of boundsIn(sentence)) {
    const same = theirs.get(number);
    if (same === undefined) continue;
    const [least, most] = [mine.has("least"), mine.has("most")];
    const [itsLeast, itsMost] = [same.has("least"), same.has("most")];
    if ((least && !most && itsMost && !itsLeast) || (most && !least && itsLeast && !itsMost))
      return "refuse";
    const brings = (least || most) && !itsLeast && !itsMost;
    if (brings && same.has("every")) return "refuse";
    if (brings && !has(statement, "limit")) doubt = true;
    if ((itsLeast || itsMost) && !least && !most && !has(sentence, "limit")) doubt = true;
  }
  return doubt ? "doubt" : "pass";
}

type Bound = "least" | "most" | "every";

function boundsIn(text: string): Map<string, Set<Bound>> {
  const s = plain(text);
  const found = new Map<string, Set<Bound>>();
  for (const { written, start, end } of countedIn(s)) {
    const own = found.get(written) ?? new Set<Bound>();
    const stands = (cue: string) => hitsOf(s, cue).some((hit) => isBefore(s, hit, start));
    const behind = (cue: string) => hitsOf(s, cue).some((hit) => isBehind(s, hit, end));
    if (stands("at-most") || behind("at-most-behind")) own.add("most");
    else if (stands("at-least") || behind("at-least-behind")) own.add("least");
    if (stands("every")) own.add("every");
    found.set(written, own);
  }
  return found;
}

/** Nothing that says something stands between; of 最多保留备份 30 天 verb and object do. */
function isBefore(text: string, { end, phrase }: Hit, number: number): boolean {
  const between = text.slice(end, number);
  if (end > number || hasFigure(between)) return false;
  if (farHan.has(phrase)) return between.length <= entailmentLimits.bound_characters;
  return termsOf(between).length === 0 && between.trim().length <= entailmentLimits.article;
}

const farHan = new Set(["最多", "至多", "至少", "最少"]);

/** At most its unit stands between. */
function isBehind(text: string, { start }: Hit, number: number): boolean {
  const between = text.slice(number, start).trim();
  const word =
    between.split(" ").length === 1 && between.length <= entailmentLimits.bound_characters;
  return start >= number && word && !hasFigure(between);
}

const hasFigure = (text: string): boolean => [...text].some((char) => char >= "0" && char <= "9");
