import { createHash } from "node:crypto";
import { dilutionBy, occurrencesIn, termInDocument } from "../../signals/document.ts";
import { signalWeights } from "../../signals/limits.ts";
import { saturated, weightedCount } from "../../signals/words.ts";
import type { DocumentWords } from "../document-words.ts";
import { bufferOf } from "../document-words.ts";
import type { EngineDocument } from "../engine.ts";
import { countOf, type Field, fields } from "../segment.ts";
import { longsOf } from "./candidates.ts";
import { down } from "./cluster.ts";
import { impactUnit, occurrenceUnit, usual } from "./limits.ts";
import { type NumberReader, readNumbers, writeNumbers } from "./packed-numbers.ts";

/** A record as it goes to the search server, with the id it goes by. */
export type Given = { id: string; record: Record<string, unknown> };

/** A passage as it comes back: all of its words and where they stand. */
export type PassageRecord = {
  of: string;
  number: number;
  /** Content words of the whole document. */
  length: number;
  terms: string;
  packed: string;
};

/** The same document with the same words is the same record, whichever server gives it. */
export function idOf({ name, order, words }: EngineDocument): string {
  const hash = createHash("sha256").update(`${name ?? order}\n${words.terms}\n`);
  return hash
    .update(new Uint8Array(bufferOf(words)))
    .digest("base64url")
    .slice(0, 20);
}

export const passageId = (of: string, number: number): string => `${of}:${number}`;

const averages = { documents: 1, passages: 1, length: usual };

/** A document as its passages and as a whole. `codeOf`: the meaning of a passage in bits; undefined without a table. */
export function recordsOf(
  document: EngineDocument,
  id: string,
  codeOf: (passage: number) => Uint32Array | undefined,
): { passages: Given[]; document: Given } {
  const { words } = document;
  const terms = words.terms === "" ? [] : words.terms.split("\n");
  const lengths = lengthsOf(words);
  const occurrences = occurrencesOf(words, terms.length);
  const count = words.line.length;
  const sumOf = (field: Field) => lengths[field].reduce((all, length) => all + length, 0);
  const length = sumOf("body") + sumOf("code");
  const diluting = dilutionBy(length, usual.document);
  const passages: Given[] = [];
  for (let p = 0; p < count; p++) {
    const held = { impact: [], spoken: [], named: [], section: [], opening: [] } as Record<
      "impact" | "spoken" | "named" | "section" | "opening",
      string[]
    >;
    const end = words.postingStarts[p + 1] ?? 0;
    for (let at = words.postingStarts[p] ?? 0; at < end; at++) {
      const number = words.postingTerm[at] ?? 0;
      const term = terms[number] ?? "";
      const packed = words.postingCounts[at] ?? 0;
      const weight =
        signalWeights.words * saturated(weightedCount(packed, { lengths }, p, averages)) +
        signalWeights.document * termInDocument(occurrences[number] ?? 0, diluting);
      held.impact.push(`${term}|${Math.max(1, Math.round(weight * impactUnit))}`);
      const inText = countOf(packed, "body") + countOf(packed, "code");
      if (inText > 0) held.spoken.push(`${term}|${inText}`);
      const inTitle = countOf(packed, "title") > 0;
      if (inTitle || countOf(packed, "path") > 0) held.named.push(term);
      if (countOf(packed, "section") > 0) held.section.push(term);
      if (inTitle && p === 0) held.opening.push(term);
    }
    const own = packPassage(words, terms, p);
    const hasText = (words.sequenceStarts[p] ?? 0) < (words.sequenceStarts[p + 1] ?? 0);
    const code = hasText ? codeOf(p) : undefined;
    passages.push({
      id: passageId(id, p),
      record: {
        ...{ of: id, number: p, length, ...own },
        impact: held.impact.join(" "),
        spoken: held.spoken.join(" "),
        ...{ named: held.named, section: held.section, opening: held.opening },
        ...Object.fromEntries(
          (code === undefined ? [] : longsOf(code)).map((long, i) => [`code_${i}`, String(long)]),
        ),
      },
    });
  }
  const inAll = terms.flatMap((term, number) => {
    const times = Math.round((occurrences[number] ?? 0) * occurrenceUnit);
    return times === 0 ? [] : [`${term}|${times}`];
  });
  return {
    passages,
    document: {
      id,
      record: {
        ...{ name: document.name ?? document.order, passages: count },
        occurrences: inAll.join(" "),
        ...Object.fromEntries(fields.map((field) => [`${field}_words`, sumOf(field)])),
      },
    },
  };
}

function lengthsOf(words: DocumentWords): Record<Field, Uint16Array> {
  const own = (place: number) =>
    Uint16Array.from(words.line, (_, p) => words.lengths[p * fields.length + place] ?? 0);
  return Object.fromEntries(fields.map((field, place) => [field, own(place)])) as Record<
    Field,
    Uint16Array
  >; // one entry per field: made from the list itself
}

/** How often each word stands in the document, as its signal counts. */
function occurrencesOf(words: DocumentWords, terms: number): Float64Array {
  const all = new Float64Array(terms);
  for (const [at, number] of words.postingTerm.entries())
    all[number] = (all[number] ?? 0) + occurrencesIn(words.postingCounts[at] ?? 0);
  return all;
}

/** One passage of a document with the words that it holds alone. */
function packPassage(words: DocumentWords, terms: readonly string[], p: number) {
  const own = new Map<number, number>();
  const numberOf = (term: number) => {
    const known = own.get(term);
    if (known !== undefined) return known;
    own.set(term, own.size);
    return own.size - 1;
  };
  const slice = (numbers: Uint32Array, starts: Uint32Array) =>
    numbers.subarray(starts[p] ?? 0, starts[p + 1] ?? 0);
  const held = slice(words.postingTerm, words.postingStarts);
  for (const term of held) numberOf(term);
  const sequence = slice(words.sequence, words.sequenceStarts);
  const places = Array.from(
    sequence,
    (place) => numberOf(place & termMask) * gaps + (place >>> gapShift),
  );
  const above = Array.from(slice(words.above, words.aboveStarts), numberOf);
  const packed = writeNumbers([
    words.line[p] ?? 0,
    ...words.lengths.subarray(p * fields.length, (p + 1) * fields.length),
    ...[held.length, ...slice(words.postingCounts, words.postingStarts)],
    ...[places.length, ...places],
    ...[above.length, ...above],
  ]);
  return { terms: [...own.keys()].map((term) => terms[term] ?? "").join("\n"), packed };
}

/** A place as `sequence.ts` writes it: the gap before it in the two highest bits. */
const gapShift = 30;
const termMask = 2 ** gapShift - 1;
const gaps = 4;

/**
 * The words of a passage as those of a document that consists of it alone. Throws `provider_unavailable` for a record that is none
 * of ours: others may write to the index.
 */
export function wordsOf({ terms, packed }: PassageRecord): DocumentWords {
  if (typeof terms !== "string" || typeof packed !== "string") throw notOurs();
  const reader = readNumbers(packed);
  const line = [reader.next()];
  const lengths = fields.map(() => reader.next());
  const counts = listIn(reader);
  const places = listIn(reader).map(
    (place) => (Math.floor(place / gaps) | ((place % gaps) << gapShift)) >>> 0,
  );
  const above = listIn(reader);
  return {
    terms,
    line: Uint32Array.from(line),
    lengths: Uint32Array.from(lengths),
    postingStarts: Uint32Array.of(0, counts.length),
    postingTerm: Uint32Array.from(counts.keys()),
    postingCounts: Uint32Array.from(counts),
    sequenceStarts: Uint32Array.of(0, places.length),
    sequence: Uint32Array.from(places),
    aboveStarts: Uint32Array.of(0, above.length),
    above: Uint32Array.from(above),
  };
}

const notOurs = () => down("search.engine.failed", { reason: "record" });

/** No list is longer than its record, in which a number takes a byte or more. */
function listIn(reader: NumberReader): number[] {
  const length = reader.next();
  if (length > reader.left()) throw notOurs();
  return Array.from({ length }, () => reader.next());
}

/** Stands where a document's first passage is not among those at hand. */
export const noWords: DocumentWords = {
  terms: "",
  line: Uint32Array.of(0),
  lengths: new Uint32Array(fields.length),
  postingStarts: Uint32Array.of(0, 0),
  postingTerm: new Uint32Array(),
  postingCounts: new Uint32Array(),
  sequenceStarts: Uint32Array.of(0, 0),
  sequence: new Uint32Array(),
  aboveStarts: Uint32Array.of(0, 0),
  above: new Uint32Array(),
};
