/**
 * Text that a foreign server wrote, as a person and a model may see it: what would be invisible, move the cursor or turn
 * the direction of reading is written out (`‹U+202E›`), and what is too long is cut. Line ends and tabs stay.
 */
export function visibleText(text: string, maxChars: number): string {
  const shown = text.replace(/\r\n?/g, "\n").replace(shapes, "").replace(unseen, written);
  if (shown.length <= maxChars) return shown;
  const cut = shown.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "");
  return `${cut}…`;
}

// Controls, soft hyphen, marks of direction, zero-width and other format characters, tags, halves of characters.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u3164\uffa0]|\u034f/gu;
/** They choose a shape for the character before them, and a row of them can hide a text. */
const shapes = /[\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

function written(char: string): string {
  if (char === "\n" || char === "\t") return char;
  const code = char.codePointAt(0) ?? 0;
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}
