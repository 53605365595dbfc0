import { codeLength, lengthOf, writeCode } from "#lib/meaning/text-code";
import type { DocumentWords } from "./document-words.ts";
import type { EngineDocument } from "./engine.ts";
import { type GrowingNumbers, growingNumbers, makeRoom, numbersIn, push } from "./growing.ts";
import { countOf, fields, type Segment, type SegmentDocument } from "./segment.ts";
import { renumbered, termAt } from "./sequence.ts";
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
  const lengths = growingNumbers();
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
  const sum = new Float64Array(meaning?.table.dimensions ?? 0);

  /** The meaning of a passage from its postings; `rows` are those of the document's terms. */
  function addMeaning({ table }: TermMeaning, words: DocumentWords, p: number, rows: Int32Array) {
    const end = words.postingStarts[p + 1] ?? 0;
    sum.fill(0);
    for (let at = words.postingStarts[p] ?? 0; at < end; at++) {
      const row = rows[words.postingTerm[at] ?? 0] ?? -1;
      if (row < 0) continue;
      const packed = words.postingCounts[at] ?? 0;
      const inText = Math.min(mostCounted, countOf(packed, "body") + countOf(packed, "code"));
      if (inText > 0) table.add(sum, row, inText);
    }
    makeRoom(codes, width);
    writeCode(sum, codes.data, codes.length);
    codes.length += width;
    vectorLengths.push(lengthOf(sum));
  }

  return {
    passages: () => document.length,
    *add({ key, order, words }) {
      const terms = words.terms === "" ? [] : words.terms.split("\n");
      const ids = Uint32Array.from(terms, dictionary.idOf);
      const rows = new Int32Array(meaning === undefined ? 0 : terms.length);
      for (let i = 0; i < rows.length; i++) {
        const term = terms[i] ?? "";
        const single = term.length <= 2 && isSingleHan.test(term);
        rows[i] = single ? -1 : (meaning?.rowOf(ids[i] ?? 0) ?? -1);
      }
      const first = document.length;
      const count = words.line.length;
      documents.push({ key, order, first, count });
      append(postingTerm, words.postingTerm, ids);
      append(postingCounts, words.postingCounts);
      append(above, words.above, ids);
      append(line, words.line);
      append(lengths, words.lengths);
      yield;
      const wordsBefore = sequence.length;
      const aboveBefore = above.length - words.above.length;
      appendPlaces(sequence, words.sequence, ids);
      for (let p = 0; p < count; p++) {
        if (p % passagesAtOnce === 0) yield;
        push(document, documents.length - 1);
        fillUp(postingPassage, first + p, words.postingStarts, p);
        push(aboveStarts, aboveBefore + (words.aboveStarts[p] ?? 0));
        push(sequenceStarts, wordsBefore + (words.sequenceStarts[p] ?? 0));
        if (meaning !== undefined) addMeaning(meaning, words, p, rows);
      }
    },
    *close() {
      push(sequenceStarts, sequence.length);
      push(aboveStarts, above.length);
      const sorted = yield* byTerm(held(postingTerm), held(postingPassage), held(postingCounts));
      return {
        documents,
        document: numbersIn(document),
        line: numbersIn(line),
        alive: new Uint8Array(document.length).fill(1),
        gone: 0,
        lengths: Object.fromEntries(
          fields.map((field, i) => [field, everyNth(held(lengths), i, fields.length)]),
        ) as Segment["lengths"], // one entry per field: made from the list itself
        ...sorted,
        sequence: numbersIn(sequence),
        sequenceStarts: numbersIn(sequenceStarts),
        above: numbersIn(above),
        aboveStarts: numbersIn(aboveStarts),
        codes: numbersIn(codes),
        vectorLengths: Float32Array.from(vectorLengths),
      };
    },
  };
}

/** What a list holds, as it lies there. */
const held = ({ data, length }: GrowingNumbers): Uint32Array => data.subarray(0, length);

/** All of the numbers, under the numbers that `ids` has for them where it is given. */
function append(list: GrowingNumbers, numbers: Uint32Array, ids?: Uint32Array): void {
  makeRoom(list, numbers.length);
  const { data, length } = list;
  if (ids === undefined) data.set(numbers, length);
  else for (let i = 0; i < numbers.length; i++) data[length + i] = ids[numbers[i] ?? 0] ?? 0;
  list.length += numbers.length;
}

function appendPlaces(list: GrowingNumbers, places: Uint32Array, ids: Uint32Array): void {
  makeRoom(list, places.length);
  const { data, length } = list;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] ?? 0;
    data[length + i] = renumbered(place, ids[termAt(place)] ?? 0);
  }
  list.length += places.length;
}

/** One number as often as passage `p` has postings. */
function fillUp(list: GrowingNumbers, number: number, starts: Uint32Array, p: number): void {
  const times = (starts[p + 1] ?? 0) - (starts[p] ?? 0);
  makeRoom(list, times);
  list.data.fill(number, list.length, list.length + times);
  list.length += times;
}

function everyNth(numbers: Uint32Array, from: number, step: number): Uint16Array {
  const own = new Uint16Array(numbers.length / step);
  for (let i = 0; i < own.length; i++) own[i] = numbers[i * step + from] ?? 0;
  return own;
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
