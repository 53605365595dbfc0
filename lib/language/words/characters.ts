import { characterClasses, codes } from "../limits.ts";

/** What a UTF-16 unit is to the scanner. */
const { separator, surrogate, unknown } = characterClasses;
/** `paired`: scripts written without spaces, or with particles glued on, read by pairs of characters. `mark`: of the letter before it. */
export const { letter, digit, han, paired, mark } = characterClasses;

const scripts =
  /(\p{Script=Han})|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
const kinds = /(\p{M})|([\p{L}\p{Nl}])|(\p{Nd})|\p{N}/u;

function judge(char: string): number {
  if (char === "々" || char === "〇") return han;
  const script = scripts.exec(char);
  const [kind, isMark, isLetter, isDigit] = kinds.exec(char) ?? [];
  if (script?.[1] !== undefined) return isLetter === undefined ? separator : han;
  if (isMark !== undefined) return mark;
  if (script !== null) return isLetter === undefined ? separator : paired;
  if (isDigit !== undefined) return digit;
  return kind === undefined ? separator : letter;
}

/** Of each unit, looked up when it is first met: most of them no text holds. */
const classes = new Uint8Array(codes.last_unit + 1).fill(unknown);

/** The class of a unit; of one of a pair it is not told by it alone. */
export function classOf(code: number): number {
  const known = classes[code] ?? separator;
  if (known !== unknown) return known;
  const found =
    code >= codes.first_surrogate && code <= codes.last_surrogate
      ? surrogate
      : judge(String.fromCharCode(code));
  classes[code] = found;
  return found;
}

/** The class of the character that starts at this unit; a lone surrogate is a separator. */
export function classAt(text: string, at: number): number {
  const kind = classOf(text.charCodeAt(at));
  if (kind !== surrogate) return kind;
  const code = text.codePointAt(at) ?? 0;
  return code > codes.last_unit ? judge(String.fromCodePoint(code)) : separator;
}

/** How many units the character that starts here takes. */
export function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > codes.last_unit ? 2 : 1;
}

/** Whether a text holds a Han character. */
export function holdsHan(text: string): boolean {
  for (let at = 0; at < text.length; at += widthAt(text, at))
    if (classAt(text, at) === han) return true;
  return false;
}

/** Whether it is nothing but Han characters. */
export function isHan(text: string): boolean {
  for (let at = 0; at < text.length; at += widthAt(text, at))
    if (classAt(text, at) !== han) return false;
  return text !== "";
}

/** Whether a text is nothing but these digits and signs. */
export function isDigits(text: string, signs = ""): boolean {
  for (const char of text) if ((char < "0" || char > "9") && !signs.includes(char)) return false;
  return text !== "";
}

/** Whether a text is nothing but small English letters. */
export function isSmallLetters(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < codes.a || code > codes.z) return false;
  }
  return text !== "";
}
