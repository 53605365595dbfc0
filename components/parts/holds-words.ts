/** Whether every word of what is typed stands in a text, in any order and any case. */
export function holdsWords(text: string, typed: string): boolean {
  const held = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}
