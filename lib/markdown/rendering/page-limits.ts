/**
 * What a browser cannot lay out without standing still, found out before it is sent there: too many elements, and long runs
 * of signs without a letter, a digit or a space between them, whose width some fonts measure anew for every sign.
 */
const MAX_ELEMENTS = 15_000;
const MAX_RUN = 1000;

export function heavyText(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    for (const [run] of line.matchAll(/[^\s\p{L}\p{N}]+/gu)) {
      if (run.length > MAX_RUN) return `${run.length} signs in a row`;
    }
  }
  return undefined;
}

export function heavyHtml(html: string): string | undefined {
  let elements = 0;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) {
    if (html[at + 1] !== "/") elements += 1;
  }
  return elements > MAX_ELEMENTS ? `${elements} elements` : undefined;
}
