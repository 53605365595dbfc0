import type { Lang } from "#lib/contracts/answer";
import { saidPattern } from "#lib/platform/said-pattern";
import { say } from "#lib/platform/say";

/**
 * Where the words below come from, as a line of Markdown of its own: `*Folders › How do I add a folder?*`. Nothing in a
 * heading acts or counts as a marker. Behind a claim stands a marker, behind such a line never.
 */
export function headingLine(path: string): string {
  const text = path
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/\\(?=[!-/:-@[-`{-~]|$)|[`*]|<(?=[\p{L}/!?])/gu, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&")
    .replace(/(?<!\\)\[(?=[\d^])|(?<=!)\[|\](?=\()/g, "\\$&");
  return `*${text}*`;
}

/** The words of such a line; undefined for any other. */
export function readHeadingLine(line: string): string | undefined {
  const text = /^\*(\S.*)\*\s*$/u.exec(line)?.[1];
  return text?.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** That a list or a table goes on in the file, as a line of its own too: `*… 4 more, not shown here*`. */
export const leftOutLine = (count: number, lang: Lang): string =>
  `*${say(lang, "quotation.left_out", { count })}*`;

/** Above places that may answer, that they may: `*Not sure. The closest places:*`. `about`: what of it. */
export const mayBeLine = (places: number, about: string | undefined, lang: Lang): string =>
  about === undefined
    ? `*${say(lang, "quotation.may_be", { places })}*`
    : headingLine(say(lang, "quotation.may_be_part", { places, question: about }));

/** Above what is quoted for a part that a model passed over: `*Quoted on “…”, …*`. */
export const quotedLine = (question: string, lang: Lang): string =>
  headingLine(say(lang, "quotation.part", { question }));

/** Whether the program wrote it: none of its words are a document's. */
export const isOwnLine = (line: string): boolean =>
  line.length <= longest && (leftOut.test(line) || mayBe.test(line));
const longest = 4000;
const own = (pattern: string) => new RegExp(`^\\s*\\*${pattern}\\*\\s*$`, "u");
const leftOut = own(saidPattern(["quotation.left_out"], { count: "[1-9]\\d{0,5}" }));
// What somebody asked may be several sentences; it names no source.
const mayBe = own(
  saidPattern(
    [
      "quotation.may_be",
      "quotation.may_be_part",
      "quotation.part",
      "quotation.may_be_before",
      "quotation.may_be_part_before",
    ],
    {
      places: "[1-9]\\d?",
      question: "(?:(?!(?<!\\\\)\\[\\d)[^\\n])*?",
    },
  ),
);
