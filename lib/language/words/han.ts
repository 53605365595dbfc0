import pairs from "opencc-js/dict/TSCharacters";
import { codes } from "../limits.ts";

const bmp = new Uint16Array(codes.last_han - codes.first_han + 1);
const beyond = new Map<string, string>();

for (const pair of pairs.split("|")) {
  const [from, to] = pair.split(" ");
  if (from === undefined || to === undefined) continue;
  const code = from.charCodeAt(0);
  if (from.length === 1 && to.length === 1 && code >= codes.first_han && code <= codes.last_han) {
    bmp[code - codes.first_han] = to.charCodeAt(0);
  } else {
    beyond.set(from, to);
  }
}

/** One Han character (one or two UTF-16 units) in its simplified form, so that 臺灣 and 台湾 meet. */
export function simplified(char: string): string {
  if (char.length === 1) {
    const to = bmp[char.charCodeAt(0) - codes.first_han];
    if (to !== undefined && to !== 0) return String.fromCharCode(to);
  }
  return beyond.get(char) ?? char;
}
