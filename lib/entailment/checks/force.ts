import { has, hitsOf } from "../facts/cues.ts";
import { markedPieces } from "../facts/pieces.ts";
import { isHan, pairsOf, termsOf } from "../facts/single-words.ts";
import { negations } from "../negations.ts";
import type { Check, Verdict } from "./check.ts";

export const force: Check = {
  name: "force",
  point: "It says more strongly, of more or more often what its lines say with a reserve.",
  ofCopies: true,
  withholds: "never",
  judge({ text, sentence, clause, carrier, around }) {
    const found = changesForce(text, around.statement, carrier.text);
    // What a clause lacks may stand in another one.
    const kept = clause && changesForce(sentence, around.statement, carrier.text) !== "refuse";
    return found === "refuse" && kept ? "doubt" : found;
  },
};

/**
 * How strongly, of how many, how often and within what bounds a statement holds. These small words are in no index and
 * share no meaning, but "should" told as "must", "some" as "all", "usually" as "always" and "until" as "from" change what
 * is claimed; they are compared like numbers. `refuse`: the sentence has another one than the lines. `doubt`: it says
 * without reserve what they say with one.
 */
function changesForce(sentence: string, statement: string, line: string): Verdict {
  let doubt = false;
  for (const scale of scales) {
    const { brought, theirs, mine } = compared(sentence, statement, scale);
    const added = brought.filter((name) => name !== "should" || !has(statement, "please"));
    // "Needs a certificate so that it can answer" keeps what the line demands.
    const kept = theirs.length > 0 && theirs.every((name) => mine.includes(name));
    if (added.length > 0 && theirs.length > 0 && !kept) return "refuse";
    if (added.some((name) => scale.never.includes(name))) return "refuse";
    if (added.includes("all") && has(statement, "only")) return "refuse";
    doubt ||= added.length > 0 && (kept || added.some((name) => scale.seldom.includes(name)));
  }
  const brings = (cue: string, ...alike: string[]) =>
    has(sentence, cue) && !has(statement, cue, ...alike);
  if (brings("untrue") || brings("both", "two") || bringsOnly(sentence, statement)) return "refuse";
  if (losesQuantity(sentence, line) || turnsBound(sentence, statement)) return "refuse";
  if (turnsCondition(sentence, statement)) return "refuse";
  if (has(line, "exception") && !has(sentence, "excepted")) return "refuse";
  const loses = (cue: string) => has(line, cue) && !has(sentence, cue);
  if (loses("hearsay")) return "refuse";
  const bare = brings("by-itself") || loses("reserve");
  return doubt || bare ? "doubt" : "pass";
}

/** `never`, `seldom`: what a sentence does not, or hardly, say of itself where the lines have nothing of the kind. */
type Scale = { degrees: readonly string[]; never: readonly string[]; seldom: readonly string[] };

const modality: Scale = {
  ...{ degrees: ["must", "should", "may"], never: [], seldom: ["must", "should"] },
};
const quantity: Scale = {
  degrees: ["all", "most", "some", "several", "many", "few"],
  ...{ never: ["most", "few", "many"], seldom: ["all"] },
};
const frequency: Scale = {
  degrees: ["always", "never", "usually", "often", "sometimes", "rarely"],
  ...{ never: ["always"], seldom: ["never"] },
};
const scales = [modality, quantity, frequency];

function compared(sentence: string, statement: string, { degrees }: Scale) {
  const mine = degrees.filter((degree) => has(sentence, degree));
  const theirs = degrees.filter((degree) => has(statement, degree));
  return { mine, theirs, brought: mine.filter((degree) => !theirs.includes(degree)) };
}

const bringsOnly = (sentence: string, statement: string): boolean =>
  has(sentence, "only") && !has(statement, "only", "limiting");

/** "Most are encrypted" told as "they are encrypted". */
function losesQuantity(sentence: string, line: string): boolean {
  if (has(sentence, "part")) return false;
  const own = new Set(termsOf(sentence));
  return hitsOf(line, "part-of", "half-of").some(({ end }) => {
    const [next] = termsOf(line.slice(end));
    return next !== undefined && own.has(next);
  });
}

/** "Unless the key is set" told as "if the key is set", with nothing denied in its place. */
function turnsCondition(sentence: string, statement: string): boolean {
  const behind = (text: string, cue: string): string[] =>
    hitsOf(text, cue).flatMap(({ end }) => termsOf(markedPieces(text.slice(end))[0] ?? ""));
  if (has(statement, "if-so") || has(sentence, "unless") || negations(sentence) > 0) return false;
  const own = new Set(behind(sentence, "if-so"));
  return behind(statement, "unless").some((term) => own.has(term));
}

/** "Until the next release" told as "from the next release", 导出前 as 导出后. */
function turnsBound(sentence: string, statement: string): boolean {
  const theirs = [...boundsIn(statement, bounds), ...boundsIn(statement, ["in"])];
  const turned = boundsIn(sentence, bounds).some(({ kind, what }) => {
    const same = theirs.filter((one) => one.what === what || one.what === anything);
    // "With" is said of many things.
    if (kind === "with" && same.some((one) => one.kind !== "without")) return false;
    return same.length > 0 && same.every((one) => one.kind !== kind);
  });
  return turned || (has(sentence, "until") && !has(statement, "until", "up-to"));
}

/** Before or after something that no word names: "the one before it", 之前的对话. */
const anything = "";

const bounds = ["until", "before", "after", "within", "outside", "with", "without"];

/** Words that set a bound, and what they set it to: a Chinese one stands behind that. */
const boundsIn = (text: string, cues: readonly string[]): { kind: string; what: string }[] =>
  cues.flatMap((cue) =>
    hitsOf(text, cue).flatMap(({ start, end }) => {
      const what = isHan(text.slice(start, end))
        ? pairsOf(text.slice(0, start)).at(-1)
        : termsOf(markedPieces(text.slice(end))[0] ?? "")[0];
      const bare = cue === "before" || cue === "after" ? anything : undefined;
      const bound = what ?? bare;
      return bound === undefined ? [] : [{ kind: cue === "in" ? "within" : cue, what: bound }];
    }),
  );
