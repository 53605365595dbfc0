import { codes, wordLimits } from "../limits.ts";

/**
 * Text in the form that words are compared in, case kept (identifiers are split by it): NFKC, and accents taken off
 * Latin and Greek letters. `origin` gives, for every unit of `text`, where it came from, so that offsets stay those of
 * the text that was given; absent when nothing changed place.
 */
export type Normalised = { text: string; starts?: Int32Array; ends?: Int32Array };

/** Everything that NFKC leaves alone and that carries no accent: ASCII, the common Han block, and usual punctuation. */
const stable =
  "\\p{ASCII}\\u00a1\\u00ab\\u00b0\\u00b7\\u00bb\\u2010-\\u2016\\u2018-\\u201e\\u2020-\\u2022\\u2190-\\u21ff\\u2500-\\u257f\\u3001-\\u3020\\u3041-\\u3096\\u30a1-\\u30fe\\u4e00-\\u9fff\\uac00-\\ud7a3";
/** Marks, and the jamo that follow a first one: they belong to the character before them. */
const following = "\\p{M}\\u1160-\\u11ff\\uff9e\\uff9f";
const unstable = new RegExp(`[^${stable}]`, "u");
/** What NFKC may compose or decompose, as one unit: an unstable character, or any with marks, and all its marks. */
const cluster = new RegExp(`[^${following}][${following}]+|[^${stable}][${following}]*`, "gsu");
const accent = /[\u0300-\u036f]/g;
const accented = /^[\p{Script=Latin}\p{Script=Greek}]/u;

export function normalise(given: string): Normalised {
  if (!unstable.test(given)) return { text: given };
  const inPlace = foldedInPlace(given);
  if (inPlace !== undefined) return { text: inPlace };
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let read = 0;
  const keep = (until: number) => {
    pieces.push(given.slice(read, until));
    for (let at = read; at < until; at++) {
      starts.push(at);
      ends.push(at + 1);
    }
  };
  for (const match of given.matchAll(cluster)) {
    keep(match.index);
    const raw = match[0];
    const folded = fold(raw.slice(0, wordLimits.cluster));
    pieces.push(folded);
    // A piece that kept its length is mapped unit by unit; one that did not, and a changed pair of surrogates, as a whole.
    const same = folded === raw || (folded.length === raw.length && !holdsSurrogate(raw));
    for (let i = 0; i < folded.length; i++) {
      starts.push(same ? match.index + i : match.index);
      ends.push(same ? match.index + i + 1 : match.index + raw.length);
    }
    read = match.index + raw.length;
  }
  keep(given.length);
  return { text: pieces.join(""), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

/** Of each unit whether it is stable, looked up when it is first met; one of a pair of surrogates never is. */
const stability = new Uint8Array(codes.last_unit + 1);
const known = { stable: 1, unstable: 2 } as const;

/** Whether `normalise` leaves a text of so many units as it is. */
export function isStable(units: Uint16Array, length: number): boolean {
  for (let at = 0; at < length; at++) {
    const code = units[at] ?? 0;
    if (code < codes.ascii) continue;
    const before = stability[code];
    if (before === known.stable) continue;
    if (before === known.unstable || unstable.test(String.fromCharCode(code))) {
      stability[code] = known.unstable;
      return false;
    }
    stability[code] = known.stable;
  }
  return true;
}

/** The text with each of its characters folded, where none of that changes any other's place: nearly every Chinese text. */
function foldedInPlace(given: string): string | undefined {
  let kept = true;
  const folded = given.replace(cluster, (raw) => {
    const known = raw.length === 1 ? foldedUnits.get(raw) : undefined;
    if (known !== undefined) return known;
    const one = raw.length === 1 ? fold(raw) : "";
    if (one.length === 1) foldedUnits.set(raw, one);
    else kept = false;
    return one;
  });
  return kept ? folded : undefined;
}
const foldedUnits = new Map<string, string>();

function fold(piece: string): string {
  const composed = piece.normalize("NFKC");
  if (!accented.test(composed)) return composed === "ё" ? "е" : composed === "Ё" ? "Е" : composed;
  return composed
    .normalize("NFD")
    .replace(accent, "")
    .replace(written, (char) => plain[char] ?? char);
}

function holdsSurrogate(text: string): boolean {
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) >= codes.first_surrogate && text.charCodeAt(at) <= codes.last_surrogate)
      return true;
  return false;
}

const written = /[ßẞςæÆœŒøØłŁđĐ]/g;
const plain: Record<string, string> = {
  ß: "ss",
  ẞ: "SS",
  ς: "σ",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
};
