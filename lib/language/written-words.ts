import { classAt, digit, han, letter, paired, widthAt } from "./words/characters.ts";

/**
 * The words of a text as they are written, function words too, in small letters; Chinese by character. For comparing wordings:
 * of two headings the one that says "all" as the question does.
 */
export function writtenWords(given: string): string[] {
  const text = given.toLowerCase();
  const words: string[] = [];
  let from = 0;
  let before = -1;
  for (let at = 0; at < text.length; at += widthAt(text, at)) {
    const kind = sortAt(text, at);
    if (kind !== before || kind === han) {
      if (before > 0) words.push(text.slice(from, at));
      from = at;
    }
    before = kind;
  }
  if (before > 0) words.push(text.slice(from));
  return words;
}

/** Letters of every script but Han are one sort, and digits another. */
function sortAt(text: string, at: number): number {
  const kind = classAt(text, at);
  if (kind === han || kind === digit) return kind;
  return kind === letter || kind === paired ? letter : 0;
}
