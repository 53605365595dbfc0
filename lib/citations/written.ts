import type { DraftClaim } from "#lib/contracts/draft";
import { quotableUnits, type Unit } from "#lib/markdown/units";
import { type HiddenQuotes, hideQuotes, withoutOpenMarker } from "./span-markers.ts";

/**
 * A written answer as claims for the gate: each sentence, item, row and code block with the markers it was given. `[2]`,
 * `[1][3]`, `[1, 3]` and `[2 "words of it"]` are markers wherever they stand outside of code and links, before or after the full stop, or on a
 * line of their own below code and tables. They say what a claim rests on and are no part of its text. Whether they name
 * anything is for the gate to say.
 */
export function claimsOf(written: string): DraftClaim[] {
  return claimsInBlocks(written).map(({ block: _, written: _written, ...claim }) => claim);
}

/**
 * Of a text that is still being written, the claims that nothing which may yet come belongs to, and from where on it has to
 * be read again with what comes. `inside`: it begins in the middle of a paragraph.
 */
export function readWritten(
  written: string,
  inside = false,
): { complete: DraftClaim[]; rest: number } {
  // Half a marker would be read as words.
  const text = withoutOpenMarker(written);
  const claims = claimsInBlocks(text);
  const last = claims.at(-1);
  if (last === undefined) return { complete: [], rest: 0 };
  // How the next sentence begins decides whether this one has ended.
  const begun = last.kind === "sentence" && last.text.length < sentenceBegun;
  const held = claims.slice(begun ? -2 : -1);
  const complete = claims
    .slice(0, claims.length - held.length)
    .filter(({ kind, block }) => kind !== "table" || block !== last.block); // a marker below it is for all rows
  const [next] = held;
  const whole = complete.length + held.length === claims.length && next?.kind === "sentence";
  const first = complete[0];
  return {
    complete: complete.map(({ block: _, written: _written, ...claim }, i) =>
      i === 0 && inside && first?.kind === "sentence" ? { ...claim, goes_on: true } : claim,
    ),
    rest:
      whole && complete.length > 0
        ? Math.max(0, hideQuotes(text).text.lastIndexOf(next.written))
        : 0,
  };
}

/** So many letters into a sentence it is known to be one. */
const sentenceBegun = 8;

function claimsInBlocks(written: string): WrittenClaim[] {
  const hidden = hideQuotes(written);
  return cutIntoClaims(hidden.text).map((claim) => ({
    ...claim,
    ...restingOn(claim.citations, hidden),
    text: hidden.restore(claim.text),
  }));
}

/** The numbers that its markers stand for, and the words that they quote. */
function restingOn(
  numbers: readonly number[],
  { quotesOf }: HiddenQuotes,
): Pick<DraftClaim, "citations" | "quotes"> {
  const quotes = numbers.flatMap((number) => quotesOf(number) ?? []);
  const citations = numbers.flatMap(
    (number) => quotesOf(number)?.map(({ citation }) => citation) ?? [number],
  );
  return { citations: [...new Set(citations)], ...(quotes.length === 0 ? {} : { quotes }) };
}

function cutIntoClaims(written: string): WrittenClaim[] {
  const claims: WrittenClaim[] = [];
  for (const unit of quotableUnits(written, 1).flatMap(cutAfterMarkers)) {
    if (unit.kind === "heading") continue;
    const last = claims.at(-1);
    const { text, leading, markers } = readMarkers(unit);
    if (text === "") {
      // Below a table they are for all of its rows.
      const table = claims.filter((c) => c.kind === "table" && c.block === last?.block);
      for (const claim of table.length > 0 ? table : claims.slice(-1)) {
        cite(claim, [...leading, ...markers]);
      }
      continue;
    }
    // "It did. [3] Then …": what opens a sentence belongs to the one before it.
    if (last !== undefined && last.block === unit.block) cite(last, leading);
    const own = last?.block === unit.block ? markers : [...leading, ...markers];
    // In a paragraph, or in the item that it stands in.
    const goesOn =
      last !== undefined &&
      unit.kind === "sentence" &&
      (last.kind === "sentence" || isItem(last)) &&
      last.block === unit.block;
    claims.push({
      id: `c${claims.length + 1}`,
      kind: unit.kind,
      text,
      ...(goesOn ? { goes_on: true as const } : {}),
      citations: [...new Set(own)],
      spans: [],
      block: unit.block,
      written: unit.text.replace(leadingPattern, ""),
      ...(unit.info === undefined ? {} : { info: unit.info }),
    });
  }
  return claims;
}

const isItem = ({ kind }: DraftClaim): boolean => kind === "list_item" || kind === "step";

/** `written`: with its markers, but for those that it opens with. */
type WrittenClaim = DraftClaim & { block: number; written: string };

/** "… the `Certificate` [3]. cert-manager sets …": where a marker has its full stop a sentence ends, whatever comes next. */
function cutAfterMarkers(unit: Unit): Unit[] {
  if (unit.kind !== "sentence" && unit.kind !== "quote") return [unit];
  const ends = [...unit.text.matchAll(markerPattern)]
    .filter(([, , ids]) => ids !== undefined)
    .map((found) => found.index + found[0].length + 1)
    .filter((end) => /^\.\s/.test(unit.text.slice(end - 1)));
  return [0, ...ends].map((start, i) => ({
    ...unit,
    text: unit.text.slice(start, ends[i]).trim(),
  }));
}

const markerPattern = /(`+)[^`]*?\1(?!`)|\s*(?<!\\)\[(\d{1,6}(?:\s*[,;]\s*\d{1,6})*)\s*\](?!\()/g;
const leadingPattern = /^(?:\s*\[\d{1,6}(?:\s*[,;]\s*\d{1,6})*\s*\](?!\())+\s*/;

function readMarkers(unit: Unit): { text: string; leading: number[]; markers: number[] } {
  if (unit.kind === "code") return { text: unit.text, leading: [], markers: [] };
  const opening = leadingPattern.exec(unit.text)?.[0] ?? "";
  const markers: number[] = [];
  const text = unit.text
    .slice(opening.length)
    .replace(markerPattern, (whole, _code: string, ids: string | undefined) => {
      if (ids === undefined) return whole;
      markers.push(...numbersIn(ids));
      return "";
    })
    .trim();
  const says = /[\p{L}\p{N}]/u.test(text);
  return { text: says ? text : "", leading: numbersIn(opening), markers };
}

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

function cite(claim: DraftClaim, ids: readonly number[]): void {
  claim.citations = [...new Set([...claim.citations, ...ids])];
}
