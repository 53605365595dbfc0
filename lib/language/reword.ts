import { classAt, han } from "./words/characters.ts";

/** A question with other words in the places of some of its own, in their order, and where those now stand. */
export function reword(
  question: string,
  places: readonly { start: number; end: number; word: string }[],
): { text: string; put: { start: number; end: number; written: string }[] } {
  const put: { start: number; end: number; written: string }[] = [];
  let text = "";
  let from = 0;
  for (const { start, end, word } of places) {
    text = apart(text + question.slice(from, start), word);
    put.push({
      start: text.length,
      end: text.length + word.length,
      written: question.slice(start, end),
    });
    text = apart(text + word, question.slice(end));
    from = end;
  }
  return { text: text + question.slice(from), put };
}

/** Han characters of two words side by side would be read as a pair, which is no word of the question. */
function apart(text: string, next: string): string {
  const isHan = (side: string, at: number) =>
    at >= 0 && at < side.length && classAt(side, at) === han;
  return isHan(text, text.length - 1) && isHan(next, 0) ? `${text} ` : text;
}
