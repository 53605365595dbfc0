import { codes, wordLimits } from "../limits.ts";
import { classOf, isSmallLetters } from "./characters.ts";

/**
 * Where words and identifiers of ASCII end, which most of a text consists of. Anything that may be more is for
 * `endOfIdentifier`, which finds the same, more slowly.
 */
const ends = 0;
const inside = 1;
const joint = 2;
/** Whether it ends there what stands beside it tells. */
const open = -1;
const kinds = new Int8Array(codes.ascii);
for (let code = 0; code < codes.ascii; code++) {
  const char = String.fromCharCode(code);
  if (isSmallLetters(char.toLowerCase()) || (char >= "0" && char <= "9")) kinds[code] = inside;
  else if ("_./\\@-':".includes(char)) kinds[code] = joint;
  else if (",+#".includes(char)) kinds[code] = open;
}
const [underscore, colon, comma, plus] = ["_", ":", ",", "+"].map((sign) => sign.charCodeAt(0));

/** Whether a text is nothing but ASCII letters. */
export const isPlainWord = (text: string): boolean => isSmallLetters(text.toLowerCase());

/** Where the word or identifier ends that begins at `from`; -1 where that is not told by ASCII alone. */
export function endOfPlainRun(units: Uint16Array, from: number): number {
  let start = from;
  let at = from;
  for (;;) {
    let code = units[at] ?? 0;
    while (code < codes.ascii && kinds[code] === inside) code = units[++at] ?? 0;
    if (at === start || at - start >= wordLimits.longest_word) return -1;
    if (code >= codes.ascii) return isSeparator(code) ? at : -1;
    const kind = kinds[code] ?? ends;
    if (kind === ends) return at;
    const next = units[at + 1] ?? 0;
    if (kind === open) return staysOpen(code, next, at - start) ? -1 : at;
    let behind = at + 1;
    if (code === colon && next === colon) behind += 1;
    else if (code === underscore)
      while (units[behind] === underscore && behind - at < wordLimits.underscores) behind += 1;
    const first = units[behind] ?? 0;
    if (first >= codes.ascii) return -1;
    if (kinds[first] !== inside) return at;
    start = behind;
    at = behind;
  }
}

/** 1,000; C++; F#. */
function staysOpen(sign: number, next: number, letters: number): boolean {
  if (sign === comma) return next < codes.ascii && kinds[next] === inside;
  return sign === plus ? next === plus : letters === 1;
}

/** No letter, digit or mark, and not the apostrophe that joins. */
function isSeparator(code: number): boolean {
  return code !== apostrophe && classOf(code) === ends;
}
const apostrophe = "’".charCodeAt(0);
