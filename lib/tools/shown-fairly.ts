import { maskMark } from "#lib/contracts/mask-mark";

/**
 * May a person decide by what is shown? Secrets are masked in it, and what is behind a mask must not be able to be
 * anything but a word without meaning of its own: with a blank, a quote or a sign of a shell in it, a mask could hide
 * a command. `shown` is the masked copy of `given`.
 */
export function shownFairly(given: unknown, shown: unknown, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  if (typeof given === "string") {
    return typeof shown === "string" && !given.includes(maskMark) && textFairly(given, shown);
  }
  if (given === null || typeof given !== "object") return Object.is(given, shown);
  if (shown === null || typeof shown !== "object") return false;
  const from = Object.entries(given);
  const to = Object.entries(shown);
  return (
    from.length === to.length &&
    from.every(([key, value], i) => {
      const [name, copy] = to[i] ?? [];
      return name === key && !key.includes(maskMark) && shownFairly(value, copy, depth + 1);
    })
  );
}

const DEEPEST = 64;
/** Letters and digits without order, as in tokens and most passwords: no word, no path, no sign by which a command goes on. */
function meaningless(hidden: string): boolean {
  const word = /^[A-Za-z\d+/=_.~@!%^*?,:-]+$/.test(hidden) && !/^[~.]{0,2}\//.test(hidden);
  return word && /\d/.test(hidden) && /[A-Za-z]/.test(hidden);
}

/** `given` is `shown` with a meaningless word in place of each mask. */
function textFairly(given: string, shown: string): boolean {
  const [first = "", ...pieces] = shown.split(maskMark);
  if (pieces.length === 0) return given === shown;
  if (!given.startsWith(first)) return false;
  let at = first.length;
  for (const [i, piece] of pieces.entries()) {
    const last = i === pieces.length - 1;
    const next = last ? given.length - piece.length : given.indexOf(piece, at + 1);
    if (next < at || !meaningless(given.slice(at, next))) return false;
    if (!given.startsWith(piece, next)) return false;
    at = next + piece.length;
  }
  return true;
}
