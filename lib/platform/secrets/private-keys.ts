import type { SecretSpan } from "./span.ts";

/**
 * The body of a private key, between its BEGIN and its END. A text may start or stop in the middle of a key: then the body
 * goes as far as its lines do. Of JSON too, where a line end is written as "\n".
 */
export function privateKeys(text: string): SecretSpan[] {
  if (!text.includes("PRIVATE KEY")) return [];
  const spans: SecretSpan[] = [];
  let done = 0;
  for (const border of text.matchAll(borders)) {
    const { index } = border;
    if (border.groups?.kind === "BEGIN") {
      const start = index + border[0].length;
      done = endOfKey(text, start);
      add(spans, text, start, done);
    } else if (index > done) {
      const above = text.slice(Math.max(done, index - longest), index);
      // The last line that is not of the key is where it begins.
      let start = 0;
      for (const line of above.matchAll(lines)) {
        if (!ofKey.test(line[0])) start = line.index + line[0].length;
      }
      done = index;
      add(spans, text, index - above.length + start, index);
    }
  }
  return spans;
}

/** Longer than any key. */
const longest = 16_384;
const borders = /-----(?<kind>BEGIN|END) [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** With their ends. */
const lines = /[^\n\\]*(?:\\(?!n)[^\n\\]*)*(?:\n|\\n|$)/g;
/** A line of a key where the last one ended; and at the end of what is there, a piece of one. */
const nextLine =
  /[ \t>|"',]{0,40}(?:[A-Za-z\d+/=]{0,8192}|(?:Proc-Type|DEK-Info|Version|Comment|Hash): [^\n\\]{0,200})[ \t"',|]{0,20}(?:\r|\\r)?(?:\n|\\n)/y;
const piece = /[ \t>|"',]{0,40}[A-Za-z\d+/=]{0,8192}/y;

/** Where the lines end, from `start` on, that belong to a key. */
function endOfKey(text: string, start: number): number {
  let at = start;
  while (at - start < longest) {
    nextLine.lastIndex = at;
    const line = nextLine.exec(text);
    if (line === null) break;
    at += line[0].length;
  }
  piece.lastIndex = at;
  return at + (piece.exec(text)?.[0].length ?? 0);
}

/** Base64, a header of an encrypted key, or nothing; quoted, or in a list or a quotation of Markdown. */
const ofKey =
  /^[\s>|"',]{0,40}(?:[A-Za-z\d+/=]{0,8192}|(?:Proc-Type|DEK-Info|Version|Comment|Hash): [^\n]{0,200})[\s"',|]{0,20}(?:\\[nr]){0,2}[\s"']{0,4}$/;

/** Less than any key holds: something said about one. */
const shortest = 40;

function add(spans: SecretSpan[], text: string, from: number, to: number): void {
  const body = text.slice(from, to);
  if (body.replace(/[^A-Za-z\d+/=]/g, "").length < shortest) return;
  const start = from + (/^(?:[\s>|"',]|\\[nr])*/.exec(body)?.[0].length ?? 0);
  const end = to - (/(?:[\s>|"',]|\\[nr]){0,40}$/.exec(body)?.[0].length ?? 0);
  spans.push({ start, end });
}
