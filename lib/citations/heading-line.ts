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

export const isLeftOutLine = (line: string): boolean => leftOut.test(line);
const leftOut = new RegExp(
  `^\\s*\\*${saidPattern(["quotation.left_out"], { count: "[1-9]\\d{0,5}" })}\\*\\s*$`,
  "u",
);
