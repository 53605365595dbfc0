import { codeLength, lengthOf, writeCode } from "#lib/meaning/text-code";
import type { EngineDocument } from "./engine.ts";
import { growingNumbers } from "./growing.ts";
import { countOf, type Field, fields, type Segment, type SegmentDocument } from "./segment.ts";
import { renumbered } from "./sequence.ts";
import { mostCounted, type TermMeaning } from "./term-meaning.ts";

/** Gives every term a number that stays its own for the life of the index. */
export type Dictionary = { idOf(term: string): number };

/** A character of a word of more than one; the pairs stand for the word. */
const isSingleHan = /^\p{Script=Han}$/u;

/** Pieces of work of a millisecond or so. */
const passagesAtOnce = 64;
const postingsAtOnce = 16_384;

/** What takes long pauses now and then. */
export type SegmentBuilder = {
  add(document: EngineDocument): Generator<void, void>;
  passages(): number;
  close(): Generator<void, Segment>;
};

/**
 * Gathers the words of documents into one segment; the numbers of their terms become the dictionary's.
 */
export function buildSegment(dictionary: Dictionary, meaning?: TermMeaning): SegmentBuilder {
  const documents: SegmentDocument[] = [];
  const document = growingNumbers();
  const line = growingNumbers();
  const lengths = Object.fromEntries(fields.map((f) => [f, growingNumbers()])) as Record<
    Field,
    ReturnType<typeof growingNumbers>
  >; // one entry per field: made from the list itself
  const postingTerm = growingNumbers();
  const postingPassage = growingNumbers();
  const postingCounts = growingNumbers();
  const sequence = growingNumbers();
  const sequenceStarts = growingNumbers();
  const above = growingNumbers();
  const aboveStarts = growingNumbers();
  const codes = growingNumbers();
  const vectorLengths: number[] = [];
  const width = meaning === undefined ? 0 : codeLength(meaning.table);
  const code = new Uint32Array(width);
  const sum = new Float64Array(meaning?.table.dimensions ?? 0);

  return {
    passages: () => document.length(),
    *add({ key, order, words }) {
      const terms = words.terms === "" ? [] : words.terms.split("\n");
      const ids = terms.map(dictionary.idOf);
      const rows = terms.map((term, i) =>
        meaning === undefined || isSingleHan.test(term) ? -1 : meaning.rowOf(ids[i] ?? 0),
      );
      const count = words.line.length;
      documents.push({ key, order, first: document.length(), count });
      for (let p = 0; p < count; p++) {
        if (p % passagesAtOnce === 0) yield;
        const id = document.length();
        document.push(documents.length - 1);
        line.push(words.line[p] ?? 0);
        for (const [i, field] of fields.entries()) {
          lengths[field].push(words.lengths[p * fields.length + i] ?? 0);
        }
        const end = words.postingStarts[p + 1] ?? 0;
        sum.fill(0);
        for (let at = words.postingStarts[p] ?? 0; at < end; at++) {
          const own = words.postingTerm[at] ?? 0;
          const packed = words.postingCounts[at] ?? 0;
          postingTerm.push(ids[own] ?? 0);
          postingPassage.push(id);
          postingCounts.push(packed);
          const row = rows[own] ?? -1;
          if (row < 0) continue;
          const inText = Math.min(mostCounted, countOf(packed, "body") + countOf(packed, "code"));
          if (inText > 0) meaning?.table.add(sum, row, inText);
        }
        if (width > 0) {
          writeCode(sum, code, 0);
          for (const element of code) codes.push(element);
          vectorLengths.push(lengthOf(sum));
        }
        aboveStarts.push(above.length());
        const endAbove = words.aboveStarts[p + 1] ?? 0;
        for (let at = words.aboveStarts[p] ?? 0; at < endAbove; at++)
          above.push(ids[words.above[at] ?? 0] ?? 0);
        sequenceStarts.push(sequence.length());
        const stop = words.sequenceStarts[p + 1] ?? 0;
        for (let at = words.sequenceStarts[p] ?? 0; at < stop; at++) {
          sequence.push(renumbered(words.sequence[at] ?? 0, (term) => ids[term] ?? 0));
        }
      }
    },
    *close() {
      sequenceStarts.push(sequence.length());
      aboveStarts.push(above.length());
      const sorted = yield* byTerm(postingTerm.take(), postingPassage.take(), postingCounts.take());
      return {
        documents,
        document: document.take(),
        line: line.take(),
        alive: new Uint8Array(document.length()).fill(1),
        gone: 0,
        lengths: Object.fromEntries(
          fields.map((f) => [f, Uint16Array.from(lengths[f].take())]),
        ) as Segment["lengths"], // one entry per field: made from the list itself
        ...sorted,
        sequence: sequence.take(),
        sequenceStarts: sequenceStarts.take(),
        above: above.take(),
        aboveStarts: aboveStarts.take(),
        codes: codes.take(),
        vectorLengths: Float32Array.from(vectorLengths),
      };
    },
  };
}

/**
 * Counting sort: passages come in ascending order, so within a term they stay so. Term numbers are dense. Pauses now and
 * then.
 */
export function* byTerm(
  term: Uint32Array,
  passage: Uint32Array,
  count: Uint32Array,
): Generator<void, Pick<Segment, "terms" | "starts" | "passages" | "counts">> {
  let highest = 0;
  for (const id of term) if (id > highest) highest = id;
  const size = new Uint32Array(highest + 1);
  let distinct = 0;
  yield;
  for (let i = 0; i < term.length; i++) {
    const id = term[i] ?? 0;
    if (size[id] === 0) distinct += 1;
    size[id] = (size[id] ?? 0) + 1;
    if (i % postingsAtOnce === 0) yield;
  }
  const terms = new Uint32Array(distinct);
  const starts = new Uint32Array(distinct + 1);
  // From here on `size` is, of each term, the place of its next posting.
  let at = 0;
  let number = 0;
  for (let id = 0; id <= highest; id++) {
    const own = size[id] ?? 0;
    if (own === 0) continue;
    terms[number] = id;
    starts[number] = at;
    size[id] = at;
    at += own;
    number += 1;
  }
  starts[distinct] = at;
  yield;
  const passages = new Uint32Array(at);
  const counts = new Uint32Array(at);
  for (let i = 0; i < term.length; i++) {
    const id = term[i] ?? 0;
    const to = size[id] ?? 0;
    size[id] = to + 1;
    passages[to] = passage[i] ?? 0;
    counts[to] = count[i] ?? 0;
    if (i % postingsAtOnce === 0) yield;
  }
  return { terms, starts, passages, counts };
}
