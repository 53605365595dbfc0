import { negations } from "../negations.ts";
import { partsOfSentence } from "./sentence-parts.ts";

const opening =
  /^(?:(yes|可以|能|会|會|需要)|(no(?!\.\s?\d)|不|不是|不可以|不能|不会|不會|不需要|不用|不行))\s?(?:[,，。.:：;；]|\s?[—–]+|\s-)\s*(?=\S)/iu;
const restricts = /\b(?:only|just|solely)\b|仅|僅|只/i;

/**
 * What is left to be judged of "No, it cannot …" or 不会：…: the word answers the question, and the sentence behind it says
 * how. Undefined where the two say the opposite ("Yes, it cannot …"). A "No" before a sentence that neither denies nor
 * restricts anything is a statement of its own and stays.
 */
export function withoutAnswerWord(sentence: string): string | undefined {
  const [whole = "", yes, no] = opening.exec(sentence) ?? [];
  const rest = sentence.slice(whole.length);
  const denied = negations(partsOfSentence(rest)[0]?.text ?? rest);
  if (yes !== undefined) return denied === 1 ? undefined : rest;
  return no !== undefined && denied === 0 && !restricts.test(rest) ? sentence : rest;
}
