/** What a UTF-16 unit is to the scanner. */
const separator = 0;
export const letter = 1;
export const digit = 2;
export const han = 3;
/** Scripts written without spaces, or with particles glued on: read by pairs of characters. */
export const paired = 4;
const surrogate = 5;
/** A mark that belongs to the letter before it. */
export const mark = 6;
const unknown = 7;

const hanPattern = /[\p{Script=Han}]/u;
const pairedPattern =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
const letterPattern = /[\p{L}\p{Nl}]/u;
const digitPattern = /\p{Nd}/u;
const numberPattern = /\p{N}/u;
const markPattern = /\p{M}/u;

function judge(char: string): number {
  if (char === "々" || char === "〇") return han;
  if (hanPattern.test(char)) return letterPattern.test(char) ? han : separator;
  if (markPattern.test(char)) return mark;
  if (pairedPattern.test(char)) return letterPattern.test(char) ? paired : separator;
  if (letterPattern.test(char)) return letter;
  if (digitPattern.test(char)) return digit;
  if (numberPattern.test(char)) return letter;
  return separator;
}

/** Of each unit, looked up when it is first met: most of them no text holds. */
const classes = new Uint8Array(0x10000).fill(unknown);

function classOf(code: number): number {
  const known = classes[code] ?? separator;
  if (known !== unknown) return known;
  const found = code >= 0xd800 && code <= 0xdfff ? surrogate : judge(String.fromCharCode(code));
  classes[code] = found;
  return found;
}

/** The class of the character that starts at this unit; a lone surrogate is a separator. */
export function classAt(text: string, at: number): number {
  const kind = classOf(text.charCodeAt(at));
  if (kind !== surrogate) return kind;
  const code = text.codePointAt(at) ?? 0;
  return code > 0xffff ? judge(String.fromCodePoint(code)) : separator;
}

/** How many units the character that starts here takes. */
export function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
