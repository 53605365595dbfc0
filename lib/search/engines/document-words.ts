import { type KnownTerm, readTerms } from "#lib/language/words";
import { type GrowingNumbers, growingNumbers, push } from "./growing.ts";
import { countOf, countUp, type Field, fields } from "./segment.ts";
import { gapsIn, placeOf } from "./sequence.ts";

/** What of a document is searched, as text. */
export type DocumentText = {
  title: string;
  /** Relative path and further words about the document. */
  path: string;
  passages: { line: number; heading: string; section: string; body: string; code: string }[];
};

/**
 * A document as words and where they stand, without its text: one string and numbers, so that it crosses from one
 * thread to another as it is. Numbers that stand for terms count into `terms`.
 */
export type DocumentWords = {
  /** Distinct terms by first appearance, joined by line feeds. */
  terms: string;
  /** Of each passage its line, and the lengths of its fields in the order of `fields`. */
  line: Uint32Array;
  lengths: Uint32Array;
  /** The terms of passage `i` with their packed counts stand from `postingStarts[i]` to `postingStarts[i + 1]`. */
  postingStarts: Uint32Array;
  postingTerm: Uint32Array;
  postingCounts: Uint32Array;
  /** Content terms of body and code in reading order, passage by passage, as `sequence.ts` writes them. */
  sequenceStarts: Uint32Array;
  sequence: Uint32Array;
  /** Terms of the title and the headings above each passage, each once. */
  aboveStarts: Uint32Array;
  above: Uint32Array;
};

/** The buffer that all numbers of a document share, to be handed over rather than copied. */
export function bufferOf(words: DocumentWords): ArrayBuffer {
  return words.line.buffer as ArrayBuffer; // `packed` makes a plain one
}

/** What one document is counted in; the next one finds it emptied and as large as it became. */
const lists = {
  line: growingNumbers(),
  lengths: growingNumbers(),
  postingStarts: growingNumbers(),
  postingTerm: growingNumbers(),
  postingCounts: growingNumbers(),
  sequenceStarts: growingNumbers(),
  sequence: growingNumbers(),
  aboveStarts: growingNumbers(),
  above: growingNumbers(),
};
const bodyTerms: Terms = { ids: growingNumbers(), singles: growingNumbers() };
const codeTerms: Terms = { ids: growingNumbers(), singles: growingNumbers() };
let documents = 0;

/**
 * The words of a document, function words left out. Title and path are counted in every passage, so that a passage can
 * be found by them.
 */
export function readWords(given: DocumentText): DocumentWords {
  documents += 1;
  for (const list of Object.values(lists)) list.length = 0;
  const { line, lengths, postingStarts, postingTerm, postingCounts } = lists;
  const { sequenceStarts, sequence, aboveStarts, above: allAbove } = lists;
  const ids: TermNumbers = new Map();

  /** Of what is at hand, by term; all 0 afterwards. */
  let counts = new Uint32Array(256);
  const held: number[] = [];
  const countAll = ({ data, length }: GrowingNumbers, field: Field) => {
    for (let i = 0; i < length; i++) {
      const term = data[i] ?? 0;
      const before = counts[term] ?? 0;
      if (before === 0) held.push(term);
      counts[term] = countUp(before, field);
    }
  };
  const count = (terms: Terms, field: Field) => {
    countAll(terms.ids, field);
    countAll(terms.singles, field);
  };
  const makeRoom = () => {
    if (counts.length < ids.size) counts = new Uint32Array(ids.size * 2);
  };

  const title = readTermsOf(given.title, ids);
  const path = readTermsOf(given.path, ids);
  const headingOf = readHeadings(ids);
  let headingText: string | undefined;
  let heading = none;
  let section = none;
  const body = bodyTerms;
  const code = codeTerms;
  const inBody = { sequence, code: false };
  const inCode = { sequence, code: true };
  const parts: Record<Field, Terms> = { title, heading, path, body, code, section };
  /** What all passages below a heading have in common is counted once: terms and their counts. */
  let above: number[] = [];
  let aboveCounts: number[] = [];
  for (const passage of given.passages) {
    if (passage.heading !== headingText) {
      headingText = passage.heading;
      heading = headingOf(passage.heading);
      section = headingOf(passage.section);
      makeRoom();
      count(title, "title");
      count(heading, "heading");
      count(path, "path");
      count(section, "section");
      above = held.slice();
      aboveCounts = held.map((term) => counts[term] ?? 0);
      for (const term of held) counts[term] = 0;
      held.length = 0;
    }
    push(line, passage.line);
    push(aboveStarts, allAbove.length);
    for (let i = 0; i < above.length; i++)
      if (isAbove(aboveCounts[i] ?? 0)) push(allAbove, above[i] ?? 0);
    push(sequenceStarts, sequence.length);
    readInto(body, passage.body, ids, inBody);
    readInto(code, passage.code, ids, inCode);
    parts.heading = heading;
    parts.section = section;
    for (const field of fields) push(lengths, Math.min(65_535, parts[field].ids.length));
    push(postingStarts, postingTerm.length);
    // A passage without words of its own is no answer; its headings do not make it one.
    if (body.ids.length + code.ids.length + body.singles.length === 0) continue;
    makeRoom();
    for (let i = 0; i < above.length; i++) {
      const term = above[i] ?? 0;
      held.push(term);
      counts[term] = aboveCounts[i] ?? 0;
    }
    count(body, "body");
    count(code, "code");
    for (let i = 0; i < held.length; i++) {
      const term = held[i] ?? 0;
      push(postingTerm, term);
      push(postingCounts, counts[term] ?? 0);
      counts[term] = 0;
    }
    held.length = 0;
  }
  push(postingStarts, postingTerm.length);
  push(sequenceStarts, sequence.length);
  push(aboveStarts, allAbove.length);
  return { terms: [...ids.keys()].join("\n"), ...packed(lists) };
}

const isAbove = (packed: number) => countOf(packed, "title") + countOf(packed, "heading") > 0;

/** The number of each distinct term of a document. */
type TermNumbers = Map<string, number>;

/** `singles` are Han characters that also stand in pairs: found, but no length and no place of their own. */
type Terms = { ids: GrowingNumbers; singles: GrowingNumbers };
const none: Terms = { ids: growingNumbers(), singles: growingNumbers() };

function readTermsOf(text: string, ids: TermNumbers): Terms {
  readInto(bodyTerms, text, ids);
  return { ids: copyOf([bodyTerms.ids]), singles: copyOf([bodyTerms.singles]) };
}

/** All that they hold, in a list of just that length. */
function copyOf(given: readonly GrowingNumbers[]): GrowingNumbers {
  const length = given.reduce((sum, list) => sum + list.length, 0);
  const data = new Uint32Array(length);
  let at = 0;
  for (const list of given) {
    for (let i = 0; i < list.length; i++) data[at + i] = list.data[i] ?? 0;
    at += list.length;
  }
  return { data, length };
}

/** Content terms by number; where they stand is written down too where it is asked for. */
function readInto(
  terms: Terms,
  text: string,
  ids: TermNumbers,
  places?: { sequence: GrowingNumbers; code: boolean },
): void {
  terms.ids.length = 0;
  terms.singles.length = 0;
  if (text === "") return;
  const gapBefore = places && gapsIn(text, places);
  readTerms(text, (known, start, end) => {
    const gap = gapBefore?.(known, start, end);
    if (known.stop) return;
    const id = numberOf(known, ids);
    if (known.kind === "han_single") {
      push(terms.singles, id);
      return;
    }
    push(terms.ids, id);
    if (gap !== undefined && places !== undefined) push(places.sequence, placeOf(id, gap));
  });
}

/** Looked up once for each writing of a word in a document. */
function numberOf(known: KnownTerm, ids: TermNumbers): number {
  if (known.counted_in === documents) return known.number;
  let id = ids.get(known.term);
  if (id === undefined) {
    id = ids.size;
    ids.set(known.term, id);
  }
  known.counted_in = documents;
  known.number = id;
  return id;
}

/**
 * The terms of headings one below the other, each line read once: most of a way down is that of the section before. Not
 * where a line in capitals is a shout alone and none beside the others.
 */
function readHeadings(ids: TermNumbers): (text: string) => Terms {
  const known = new Map<string, Terms>();
  const read = (text: string) => {
    const terms = known.get(text) ?? readTermsOf(text, ids);
    known.set(text, terms);
    return terms;
  };
  const isSameAlone = (line: string) => /\p{Ll}/u.test(line) || !/\p{Lu}/u.test(line);
  return (text) => {
    if (!text.includes("\n")) return read(text);
    const lines = text.split("\n");
    if (!lines.every(isSameAlone)) return read(text);
    const all = lines.map(read);
    return {
      ids: copyOf(all.map((terms) => terms.ids)),
      singles: copyOf(all.map((terms) => terms.singles)),
    };
  };
}

/** Copies of the numbers as parts of one buffer. */
function packed<Name extends string>(
  given: Record<Name, GrowingNumbers>,
): Record<Name, Uint32Array> {
  const entries = Object.entries<GrowingNumbers>(given);
  const all = new Uint32Array(entries.reduce((sum, [, { length }]) => sum + length, 0));
  let at = 0;
  const parts = entries.map(([name, { data, length }]) => {
    all.set(data.subarray(0, length), at);
    at += length;
    return [name, all.subarray(at - length, at)];
  });
  return Object.fromEntries(parts) as Record<Name, Uint32Array>; // the same names
}
