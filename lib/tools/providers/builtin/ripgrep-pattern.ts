/**
 * An expression in the syntax of RE2 as one for ripgrep that matches in every file in which some line matches the first,
 * and perhaps in others: it only chooses the files to be looked at. Undefined where the two engines may differ in another
 * way; then every file is looked at.
 *
 * They differ in what a word and a space are beyond ASCII, in what ends a line (ripgrep knows LF alone), and in what may
 * stand between brackets.
 */
export function ripgrepPattern(pattern: string): string | undefined {
  const parts = pattern.match(token);
  if (parts === null || parts.join("") !== pattern) return undefined;
  const written = parts.map((part) => (part.startsWith("[") ? bracket(part) : outside(part)));
  return written.includes(undefined) ? undefined : written.join("");
}

/** An escape, a bracket with escapes and named classes in it, the head of a group, or one character. */
const token =
  /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?[a-z]+:\]|[^\]\\[])*\]|\(\?[^:)]*[:)]|\(\?:|[\s\S]/gu;

const classes: Partial<Record<string, string>> = {
  "\\d": "[0-9]",
  "\\D": "[^0-9]",
  "\\w": "[0-9A-Za-z_]",
  "\\W": "[^0-9A-Za-z_]",
  "\\s": "[\\t\\n\\x0c\\r ]",
  "\\S": "[^\\t\\n\\x0c\\r ]",
};
const plainEscape = /^\\[.+*?()|[\]{}^$\\tnrfva-]$/;

function outside(part: string): string | undefined {
  if (part.startsWith("\\")) {
    if (part === "\\b" || part === "\\B") return `(?-u:${part})`;
    return classes[part] ?? (plainEscape.test(part) ? part : undefined);
  }
  if (part.startsWith("(?"))
    return part === "(?:" || part === "(?i)" || part === "(?i:" ? part : undefined;
  if (part === "^") return "(?:^|\\r|\\x{FEFF})";
  if (part === "$") return "(?:$|\\r)";
  // A brace may be a character to one engine and a mistake to the other.
  if (part === "\n" || part === "\0") return undefined;
  return part;
}

function bracket(part: string): string | undefined {
  if (/&&|--|~~/.test(part)) return undefined;
  const inner = part.match(/\\[\s\S]|[^\\]+/gu) ?? [];
  const written = inner.map((one) => {
    if (!one.startsWith("\\")) return one.includes("\n") ? undefined : one;
    if (one === "\\b" || one === "\\B") return undefined;
    return classes[one] ?? (plainEscape.test(one) ? one : undefined);
  });
  return written.includes(undefined) ? undefined : written.join("");
}

/** Bytes that are no UTF-8: such a file is read in another encoding, and none of ripgrep's. */
export const notUtf8 = `(?-u:${[
  "[\\xC0\\xC1\\xF5-\\xFF]",
  "(?:^|[\\x00-\\x7F])[\\x80-\\xBF]",
  "[\\xC2-\\xF4](?:[^\\x80-\\xBF]|$)",
  "[\\xE0-\\xF4][\\x80-\\xBF](?:[^\\x80-\\xBF]|$)",
  "[\\xF0-\\xF4][\\x80-\\xBF]{2}(?:[^\\x80-\\xBF]|$)",
  "[\\xC2-\\xDF][\\x80-\\xBF]{2}",
  "[\\xE0-\\xEF][\\x80-\\xBF]{3}",
  "[\\xF0-\\xF4][\\x80-\\xBF]{4}",
  "\\xE0[\\x80-\\x9F]",
  "\\xED[\\xA0-\\xBF]",
  "\\xF0[\\x80-\\x8F]",
  "\\xF4[\\x90-\\xBF]",
].join("|")})`;
