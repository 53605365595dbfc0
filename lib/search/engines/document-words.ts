import { tokenize } from "#lib/platform/words";
import { growingNumbers } from "./growing.ts";
import { countUp, type Field, fields } from "./segment.ts";
import { placeOf, withGaps } from "./sequence.ts";

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

  /** Of the passage at hand, by term; all 0 between two passages. */
  let counts = new Uint32Array(256);
  const held: number[] = [];

  const title = termsOf(given.title, ids);
  const path = termsOf(given.path, ids);
  let headingText = "";
  let heading: Terms = { ids: [], singles: [], places: [] };
  let section = heading;
  for (const passage of given.passages) {
    if (passage.heading !== headingText) {
      headingText = passage.heading;
      heading = termsOf(headingText, ids);
      section = termsOf(passage.section, ids);
    }
    const body = termsOf(passage.body, ids);
    const code = termsOf(passage.code, ids, { code: true });
    const silent = body.ids.length + code.ids.length + body.singles.length === 0;
    const parts: Record<Field, Terms> = { title, heading, path, body, code, section };
    if (counts.length < ids.size) counts = new Uint32Array(ids.size * 2);
    held.length = 0;
    for (const field of fields) {
      const terms = parts[field];
      lengths.push(Math.min(65_535, terms.ids.length));
      // A passage without words of its own is no answer; its headings do not make it one.
      if (silent) continue;
      for (const list of [terms.ids, terms.singles]) {
        for (const term of list) {
          const before = counts[term] ?? 0;
          if (before === 0) held.push(term);
          counts[term] = countUp(before, field);
        }
      }
    }
    postingStarts.push(postingTerm.length());
    for (const term of held) {
      postingTerm.push(term);
      postingCounts.push(counts[term] ?? 0);
      counts[term] = 0;
    }
    sequenceStarts.push(sequence.length());
    for (const place of body.places) sequence.push(place);
    for (const place of code.places) sequence.push(place);
  }
  postingStarts.push(postingTerm.length());
  sequenceStarts.push(sequence.length());
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
    }),
  };
}

/** `singles` are Han characters that also stand in pairs: found, but no length and no place of their own. */
type Terms = { ids: number[]; singles: number[]; places: number[] };

function termsOf(text: string, ids: Map<string, number>, options = { code: false }): Terms {
  const terms: Terms = { ids: [], singles: [], places: [] };
  if (text === "") return terms;
  const tokens = tokenize(text);
  for (const token of tokens) {
    if (token.stop) continue;
    let id = ids.get(token.term);
    if (id === undefined) {
      id = ids.size;
      ids.set(token.term, id);
    }
    (token.kind === "han_single" ? terms.singles : terms.ids).push(id);
  }
  for (const [i, { gap }] of withGaps(text, tokens, options).entries()) {
    terms.places.push(placeOf(terms.ids[i] ?? 0, gap)); // the same tokens in the same order
  }
  return terms;
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
