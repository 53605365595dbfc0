/** Words of documents and pages in a file of our own: what they say is shown, and nothing of it is markup there. */

/** Inline Markdown for Markdown: pictures are left out, links are their text, code stays, all else is escaped. */
export const inMarkdown = (text: string): string =>
  piecesOf(text)
    .map(({ code, words }) => (code ? words : asMarkdown(words)))
    .join("")
    .trim();

/** The same for HTML. */
export const inHtml = (text: string): string =>
  piecesOf(text)
    .map(({ code, words }) =>
      code ? `<code>${asHtml(words.replace(/^`+ ?| ?`+$/g, ""))}</code>` : asHtml(words),
    )
    .join("")
    .trim();

/** Code between single marks, and the words between; longer runs are words, since one left open would set free what follows. */
function piecesOf(text: string): { code: boolean; words: string }[] {
  return text
    .replace(/\s*\n\s*/g, " ")
    .split(/((?<![\\`])`[^`]+`(?!`))/)
    .map((piece, i) => (i % 2 === 1 ? { code: true, words: piece } : wordsOf(piece)));
}

const wordsOf = (text: string) => ({
  code: false,
  words: text
    .replace(/!\[([^\]]{0,500})\]\([^)\s]{0,2000}(?:\s+"[^"]{0,500}")?\)/g, "$1")
    .replace(/\[([^\]]{1,1000})\]\([^)\s]{0,2000}(?:\s+"[^"]{0,500}")?\)/g, "$1")
    .replace(/(\*\*|__)(?=\S)([^*_]{1,1000}?)\1/g, "$2")
    .replace(/(?<![\w*\\])\*(?=\S)([^*]{1,1000}?)(?<=\S)\*(?![\w*])/g, "$1")
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/[ \t]+/g, " "),
});

/** Plain words for Markdown. */
export const asMarkdown = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>#|!~&$]/g, "\\$&").replace(/\n+/g, " ");

/** For HTML, between tags and in attributes. */
export const asHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Cells of a table as Markdown has it, its title row first; undefined where it is none. */
export function rowsOf(text: string): string[][] | undefined {
  const [head, rule, ...rows] = text.split("\n").filter((line) => line.trim() !== "");
  if (head === undefined || rule === undefined || !/^[\s|:-]+$/.test(rule)) return undefined;
  return [head, ...rows].map((line) =>
    line
      .trim()
      .replace(/^\||(?<!\\)\|$/g, "")
      .split(/(?<!\\)\|/),
  );
}

/** A block of code that nothing in it ends. */
export function fenced(text: string, info = ""): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${info.replace(/[^\w+#-]/g, "")}\n${text}\n${fence}`;
}

/** Nothing but an address of the web may be a link. */
export function webLink(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined;
}
