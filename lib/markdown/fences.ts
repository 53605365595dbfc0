/** A mark that begins or ends a block of code, "```" or "~~~". */
export type Fence = {
  /** Blanks, and marks of the quotations and items around it. */
  before: string;
  mark: string;
  /** All that stands behind it. */
  info: string;
};

const fenced = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/;

/** The fence on a line, also within quotations and items. */
export function fenceOn(line: string): Fence | undefined {
  // To look for one sign is much quicker than to try a pattern on every line.
  if (!line.includes("```") && !line.includes("~~~")) return undefined;
  const [, before = "", mark, info = ""] = fenced.exec(line) ?? [];
  return mark === undefined ? undefined : { before, mark, info };
}

/** The fence on a line that nothing but blanks stands before, so many of them at most. */
export function bareFence(line: string, blanks = Number.POSITIVE_INFINITY): Fence | undefined {
  const fence = fenceOn(line);
  const bare = fence?.before.trim() === "" && fence.before.length <= blanks;
  return bare ? fence : undefined;
}

/** So far may what is no code by its place be set in. */
export const MOST_BLANKS = 3;

/** Whether it ends the block that the mark `open` began: as long at least, and with nothing behind it. */
export const closesFence = (fence: Fence | undefined, open: string): boolean =>
  fence?.mark.startsWith(open) === true && fence.info.trim() === "";

/** The first word behind a mark: the language of the code, in most files. */
export const languageOf = ({ info }: Fence): string => info.trim().split(/[\s{]/)[0] ?? "";
