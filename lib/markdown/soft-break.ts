/**
 * How pieces of text that stand on different lines become one line of reading: a line break is a space in most
 * scripts and nothing at all between two Han characters (or their full-width punctuation).
 */
const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/u;

/** What stands between two pieces that a line break parts. */
export function softBreak(before: string, after: string): "" | " " {
  const last = before.at(-1);
  const first = after[0];
  return last !== undefined && first !== undefined && wide.test(last) && wide.test(first)
    ? ""
    : " ";
}
