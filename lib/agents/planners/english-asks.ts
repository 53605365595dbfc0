import {
  actionVerbs,
  completeEnglish,
  opener,
  pointsBack,
  type Subject,
  subjectOf,
} from "../wording/english.ts";
import { withoutQuotes } from "../wording/quoted.ts";
import type { Planner } from "./planner.ts";

/**
 * Several asks in English: sentences that each ask something, asks joined by "and", and steps of one "how do I" that a
 * comma parts. Only the beginning of another ask cuts a sentence, so "search and replace" or two joined names never do.
 *
 *   "What is X, and how do I turn it off?"  ->  "What is X?", "How do I turn X off?"
 */
export const englishAsks: Planner = {
  name: "english_asks",
  plan(question) {
    const sentences = inSentences(question);
    const asks: string[] = [];
    let spoken: Subject = { topic: undefined, name: undefined };
    for (const sentence of sentences) {
      const { setting, rest } = apart(sentence);
      if (!starts.test(rest)) {
        const said = subjectOf(sentence);
        spoken = { topic: spoken.topic ?? said.topic, name: spoken.name ?? said.name };
        continue;
      }
      for (const piece of pieces(rest)) {
        const ask = completeEnglish(piece, spoken);
        const before = asks.pop();
        const together = before !== undefined && cure.test(piece) && asksWhy.test(before);
        if (before !== undefined && (together || pointsBack(ask))) {
          // What cannot be understood alone stays with what it goes on from.
          asks.push(`${before} ${asQuestion(together ? piece : ask)}`);
          continue;
        }
        if (before !== undefined) asks.push(before);
        const own = subjectOf(ask);
        spoken = { topic: own.topic ?? spoken.topic, name: spoken.name ?? own.name };
        asks.push(asQuestion(`${setting}${ask}`));
      }
    }
    return asks.length > 1 ? { parts: asks } : undefined;
  },
};

/** Cause and cure of a trouble stand together in a manual, and are asked together. */
const asksWhy =
  /\b(?:why|what causes|what(?:['’]s| is| are| was) the (?:reason|cause)|how come)\b/i;
const cure =
  /^(?:and\s+)?(?:how\s+(?:do|can|could|should|would|to)\s+(?:(?:I|we|you|one)\s+)?(?:fix|solve|resolve|repair|cure|mend|avoid|prevent)\s+(?:it|this|that|them)|what\s+(?:can|should|do|must)\s+(?:I|we|you|one)\s+do(?:\s+about\s+(?:it|this|that))?)[\s?.!]*$/i;
const polite = String.raw`(?:(?:please|also|and|so|then|ok|okay|hi|hello)\b,?\s+|(?:can|could|would)\s+you\s+(?:please\s+)?(?:tell|show|explain(?:\s+to)?)\s+(?:me\s+)?|(?:tell|show)\s+me\s+|explain\s+(?:to\s+me\s+)?|do\s+you\s+know\s+|I\s+(?:want|need|would\s+like|['’]d\s+like)\s+to\s+know\s+)*`;
const starts = new RegExp(`^${polite}${opener}`, "i");
/** "On Windows, how do I …": holds for every ask of its sentence. */
const introduced = new RegExp(
  String.raw`^((?:in|on|with|for|when|if|after|before|using|as|under|from)\s[^,?]{1,60},\s+)(?=${opener})`,
  "i",
);

function apart(sentence: string): { setting: string; rest: string } {
  const setting = introduced.exec(withoutQuotes(sentence))?.[1] ?? "";
  const rest = sentence.slice(setting.length);
  return { setting: sentence.slice(0, setting.length), rest };
}

function inSentences(text: string): string[] {
  const masked = withoutQuotes(text);
  const sentences: string[] = [];
  let from = 0;
  for (const end of masked.matchAll(/[?!]+\s+|(?<=\w{3}|\))\.\s+(?=\p{Lu})|;\s+|\n+/gu)) {
    const at = end.index + end[0].length;
    sentences.push(text.slice(from, at).trim());
    from = at;
  }
  sentences.push(text.slice(from).trim());
  return sentences.filter((sentence) => sentence !== "");
}

const joined = new RegExp(
  String.raw`(?:,\s*(?:(?:and|or|but|plus)\s+)?(?:(?:then|also)\s+)?|\s+(?:and|or|plus|as\s+well\s+as)\s+(?:(?:then|also)\s+)?)(?=(${opener}))`,
  "gi",
);
const fewestWords = 3;

/** One sentence as its asks; itself when it is one. */
function pieces(sentence: string): string[] {
  const masked = withoutQuotes(sentence);
  const cuts: { from: number; to: number }[] = [];
  let begun = 0;
  for (const join of masked.matchAll(joined)) {
    const left = masked.slice(begun, join.index);
    const to = join.index + join[0].length;
    const word = /^\w+/.exec(join[1] ?? "")?.[0]?.toLowerCase() ?? "";
    const bare = !/\w/.test(join[0]);
    if (bare && !/^(?:how|what|why)$/.test(word)) continue; // ", which was built …" tells, it does not ask
    if (countWords(left) < fewestWords || countWords(masked.slice(to)) < fewestWords) continue;
    if (asksWithin(left, word)) continue;
    cuts.push({ from: join.index, to });
    begun = to;
  }
  if (cuts.length === 0) return steps(sentence);
  const starts = [0, ...cuts.map((cut) => cut.to)];
  return starts.flatMap((start, i) => steps(sentence.slice(start, cuts[i]?.from)));
}

/** "Who decides what it is and what it does": the second "what" goes on with the first, inside the same ask. */
function asksWithin(left: string, word: string): boolean {
  const after = left.replace(new RegExp(`^${polite}\\w+`, "i"), "");
  return new RegExp(String.raw`\b${word}\b`, "i").test(after);
}

const procedure =
  /^((?:.*\s)?how\s+(?:(?:do|can|could|should|would|must)\s+(?:I|we|you|one)|to)\s+)(.+?)([?.!]*)$/i;
const step = new RegExp(String.raw`^(?:${actionVerbs})\s+\S`, "i");

/** "How do I take a snapshot, restore it, and send it away": each step under the words they share. */
function steps(ask: string): string[] {
  const frame = procedure.exec(ask);
  const [, shared, rest, end] = frame ?? [];
  if (shared === undefined || rest === undefined || end === undefined) return [ask];
  const masked = withoutQuotes(rest);
  const parts: string[] = [];
  let from = 0;
  for (const comma of masked.matchAll(/,\s*(?:and\s+)?(?:then\s+)?|\s+and\s+then\s+/gi)) {
    parts.push(rest.slice(from, comma.index));
    from = comma.index + comma[0].length;
  }
  parts.push(rest.slice(from));
  if (parts.length < 2 || !parts.slice(1).every((part) => step.test(part))) return [ask];
  return parts.map((part) => `${shared}${part}${end}`);
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
}

function asQuestion(ask: string): string {
  const text = ask
    .trim()
    .replace(/^(?:and|also|then|so)\s+/i, "")
    .replace(/[\s,;.?!]+$/, "");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}?`;
}
