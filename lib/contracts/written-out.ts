/**
 * A text of which nothing is hidden: what would be invisible or would turn the direction of reading stands there by its
 * number (`‹U+202E›`), so that what a person allows is what they saw. Line ends and tabs stay.
 */
export function writtenOut(text: string): string {
  return text.replace(unseen, (char) => (char === "\n" || char === "\t" ? char : byNumber(char)));
}

/** The same for what is one line, as a path or a name: a line end in it is written out too. */
export function writtenInLine(text: string): string {
  return text.replace(unseen, byNumber);
}

/** They choose a shape for the character before them, and a row of them can hide a text. */
export const shapeMarks = /[\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

// Controls, format characters, line and paragraph separators, halves of characters, and blanks that pass for letters.
const unseen = new RegExp(
  `[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0]|\\u034f|${shapeMarks.source}`,
  "gu",
);

function byNumber(char: string): string {
  const number = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `‹U+${number}›`;
}
