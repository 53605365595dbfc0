/**
 * The path that somebody typed, pasted or dropped: without quotes, as a file address or as it is, and with their home folder
 * for a leading `~`. Completion leaves a separator at the end, from which typing goes on; the folder's path has none.
 *
 *     "file:///home/me/my%20notes"  /home/me/my notes        "'~/notes/'"  /home/me/notes
 */
export function givenPath(given: string, home: string | undefined): string {
  const bare = given
    .trim()
    .replace(/^(["'])(.*)\1$/s, "$2")
    .trim();
  const path = fromAddress(bare) ?? bare;
  const whole = home === undefined ? path : path.replace(/^~(?=$|[\\/])/, () => home);
  const short = whole.replace(/(?<=[^:\\/])[\\/]+$/, "");
  return short === "" ? whole : short;
}

/** `file:///C:/notes` is C:/notes; of several addresses the first counts, and of any other nothing. */
function fromAddress(text: string): string | undefined {
  if (!/^file:\/\//i.test(text)) return undefined;
  try {
    const [first = ""] = text.split(/\r?\n/, 1);
    const path = decodeURIComponent(new URL(first).pathname);
    return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
  } catch {
    return undefined;
  }
}
