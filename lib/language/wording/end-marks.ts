/** A text without the punctuation and blanks that end it. */
export function withoutEndMarks(text: string): string {
  let to = text.length;
  while (to > 0 && ends.has(text[to - 1] ?? "")) to -= 1;
  return text.slice(0, to);
}

const ends = new Set("?!.,;:…？！。，；： \t\n");
