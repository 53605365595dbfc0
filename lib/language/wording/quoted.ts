/**
 * The text with everything between quotation marks or backticks blotted out, place for place: an error message or a
 * command may hold any word, and none of them joins or asks anything.
 */
export function withoutQuotes(text: string): string {
  return text.replace(
    /"[^"]*"|“[^”]*”|`[^`]*`|「[^」]*」|《[^》]*》|(?<!\w)'[^']+'(?!\w)/g,
    (quote) => "x".repeat(quote.length),
  );
}
