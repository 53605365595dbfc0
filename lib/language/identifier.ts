import { isDigits } from "./words/characters.ts";

/** `a_b`, `aB`, `a.b`; not a version, an address or a hyphenated word. */
export function isIdentifier(written: string): boolean {
  let joins = false;
  let before = "";
  for (const char of written) {
    const isJoint = char === "_" || char === "." || char === "$";
    if (!isJoint && !isLatin(char) && !(isDigits(char) && before !== "")) return false;
    if (before === "" && char === ".") return false;
    const small = isLatin(before) ? before === before.toLowerCase() : isDigits(before);
    joins ||= char === "_" || (small && isLatin(char) && char !== char.toLowerCase());
    before = char;
  }
  return written !== "" && (joins || dotted(written));
}

function dotted(written: string): boolean {
  for (let dot = written.indexOf("."); dot >= 0; dot = written.indexOf(".", dot + 1))
    if (isLatin(written[dot - 1] ?? "") && isLatin(written[dot + 1] ?? "")) return true;
  return false;
}

const isLatin = (char: string): boolean =>
  char.length === 1 && ((char >= "a" && char <= "z") || (char >= "A" && char <= "Z"));
