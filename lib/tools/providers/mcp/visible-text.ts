import { shapeMarks, writtenOut } from "#lib/contracts/written-out";

/**
 * Text that a foreign server wrote, as a person and a model may see it: nothing in it is hidden, marks of shape are taken
 * out, and what is too long is cut.
 */
export function visibleText(text: string, maxChars: number): string {
  const shown = writtenOut(text.replace(/\r\n?/g, "\n").replace(shapeMarks, ""));
  if (shown.length <= maxChars) return shown;
  const cut = shown.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "");
  return `${cut}…`;
}
