import { tokenize } from "#lib/language/words";
import { type GrowingNumbers, growingNumbers } from "./growing.ts";
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

/**
 * The words of a document, function words left out. Title and path are counted in every passage, so that a passage can
 * be found by them.
 */
export function readWords(given: DocumentText): DocumentWords {
  const ids = new Map<string, number>();
  const lengths = growingNumbers();
  const postingStarts = growingNumbers();
  const postingTerm = growingNumbers();
  const postingCounts = growingNumbers();
  const sequenceStarts = growingNumbers();
  const sequence = growingNumbers();
  const aboveStarts = growingNumbers();
  const allAbove = growingNumbers();

  /** Of what is at hand, by term; all 0 afterwards. */
  let counts = new Uint32Array(256);
  const held: number[] = [];
  const makeRoom = () => {
    if (counts.length < ids.size) counts = new Uint32Array(ids.size * 2);
  };
  const count = (terms: Terms, field: Field) => {
    for (const list of [terms.ids, terms.singles]) {
      for (const term of list) {
        const before = counts[term] ?? 0;
        if (before === 0) held.push(term);
        counts[term] = countUp(before, field);
      }
    }
  };

  const title = termsOf(given.title, ids);
  const path = termsOf(given.path, ids);
  const headingOf = readHeadings(ids);
  let headingText: string | undefined;
  let heading = none;
  let section = none;
  /** What all passages below a heading have in common is counted once. */
  let above: [term: number, counts: number][] = [];
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
      above = held.map((term) => [term, counts[term] ?? 0]);
      for (const term of held) counts[term] = 0;
      held.length = 0;
    }
    aboveStarts.push(allAbove.length());
    for (const [term, packed] of above) if (isAbove(packed)) allAbove.push(term);
    sequenceStarts.push(sequence.length());
    const body = termsOf(passage.body, ids, { sequence, code: false });
    const code = termsOf(passage.code, ids, { sequence, code: true });
    const parts: Record<Field, Terms> = { title, heading, path, body, code, section };
    for (const field of fields) lengths.push(Math.min(65_535, parts[field].ids.length));
    postingStarts.push(postingTerm.length());
    // A passage without words of its own is no answer; its headings do not make it one.
    if (body.ids.length + code.ids.length + body.singles.length === 0) continue;
    makeRoom();
    for (const [term, packed] of above) {
      held.push(term);
      counts[term] = packed;
    }
    count(body, "body");
    count(code, "code");
    for (const term of held) {
      postingTerm.push(term);
      postingCounts.push(counts[term] ?? 0);
      counts[term] = 0;
    }
    held.length = 0;
  }
  postingStarts.push(postingTerm.length());
  sequenceStarts.push(sequence.length());
  aboveStarts.push(allAbove.length());
  return {
    terms: [...ids.keys()].join("\n"),
    ...packed({
      line: Uint32Array.from(given.passages, (passage) => passage.line),
      lengths: lengths.take(),
      postingStarts: postingStarts.take(),
      postingTerm: postingTerm.take(),
      postingCounts: postingCounts.take(),
      sequenceStarts: sequenceStarts.take(),
      sequence: sequence.take(),
      aboveStarts: aboveStarts.take(),
      above: allAbove.take(),
    }),
  };
}

const isAbove = (packed: number) => countOf(packed, "title") + countOf(packed, "heading") > 0;

/** `singles` are Han characters that also stand in pairs: found, but no length and no place of their own. */
type Terms = { ids: number[]; singles: number[] };
const none: Terms = { ids: [], singles: [] };

/** Content terms by number; where they stand is written down too where it is asked for. */
function termsOf(
  text: string,
  ids: Map<string, number>,
  places?: { sequence: GrowingNumbers; code: boolean },
): Terms {
  if (text === "") return none;
  const terms: Terms = { ids: [], singles: [] };
  const gapBefore = places && gapsIn(text, places);
  for (const token of tokenize(text)) {
    const gap = gapBefore?.(token);
    if (token.stop) continue;
    let id = ids.get(token.term);
    if (id === undefined) {
      id = ids.size;
      ids.set(token.term, id);
    }
    if (token.kind === "han_single") {
      terms.singles.push(id);
      continue;
    }
    terms.ids.push(id);
    if (gap !== undefined) places?.sequence.push(placeOf(id, gap));
  }
  return terms;
}

/**
 * The terms of headings one below the other, each line read once: most of a way down is that of the section before. Not
 * where a line in capitals is a shout alone and none beside the others.
 */
function readHeadings(ids: Map<string, number>): (text: string) => Terms {
  const known = new Map<string, Terms>();
  const read = (text: string) => {
    const terms = known.get(text) ?? termsOf(text, ids);
    known.set(text, terms);
    return terms;
  };
  const isSameAlone = (line: string) => /\p{Ll}/u.test(line) || !/\p{Lu}/u.test(line);
  return (text) => {
    const lines = text.split("\n");
    if (!lines.every(isSameAlone)) return read(text);
    const all = lines.map(read);
    return {
      ids: all.flatMap((terms) => terms.ids),
      singles: all.flatMap((terms) => terms.singles),
    };
  };
}

/** The same numbers as parts of one buffer. */
function packed<Name extends string>(arrays: Record<Name, Uint32Array>): Record<Name, Uint32Array> {
  const entries = Object.entries<Uint32Array>(arrays);
  const all = new Uint32Array(entries.reduce((sum, [, array]) => sum + array.length, 0));
  let at = 0;
  const parts = entries.map(([name, array]) => {
    all.set(array, at);
    at += array.length;
    return [name, all.subarray(at - array.length, at)];
  });
  return Object.fromEntries(parts) as Record<Name, Uint32Array>; // the same names
}
