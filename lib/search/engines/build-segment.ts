import { tokenize } from "#lib/platform/words";
import type { EngineDocument } from "./engine.ts";
import { growingNumbers } from "./growing.ts";
import { countUp, type Field, fields, type Segment, type SegmentDocument } from "./segment.ts";

/** Gives every term a number that stays its own for the life of the index. */
export type Dictionary = { idOf(term: string): number };

export type SegmentBuilder = {
  add(document: EngineDocument): void;
  passages(): number;
  close(): Segment;
};

/**
 * Reads documents into one segment. The text is tokenised here and nowhere kept; function words are left out. Title and
 * path are counted in every passage of the document, so that a passage can be found by them.
 */
export function buildSegment(dictionary: Dictionary): SegmentBuilder {
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

  return {
    passages: () => document.length(),
    add(given) {
      const title = termsOf(given.title, dictionary);
      const path = termsOf(given.path, dictionary);
      documents.push({
        key: given.key,
        order: given.order,
        first: document.length(),
        count: given.passages.length,
      });
      let headingText = "";
      let heading: Terms = { ids: [], singles: [] };
      for (const passage of given.passages) {
        const id = document.length();
        document.push(documents.length - 1);
        line.push(passage.line);
        if (passage.heading !== headingText) {
          headingText = passage.heading;
          heading = termsOf(headingText, dictionary);
        }
        const body = termsOf(passage.body, dictionary);
        const code = termsOf(passage.code, dictionary);
        const silent = body.ids.length + code.ids.length + body.singles.length === 0;
        const parts: [Field, Terms][] = [
          ["title", title],
          ["heading", heading],
          ["path", path],
          ["body", body],
          ["code", code],
        ];
        const counts = new Map<number, number>();
        for (const [field, terms] of parts) {
          lengths[field].push(Math.min(65_535, terms.ids.length));
          // A passage without words of its own is no answer; its headings do not make it one.
          if (silent) continue;
          for (const term of terms.ids) counts.set(term, countUp(counts.get(term) ?? 0, field));
          for (const term of terms.singles) counts.set(term, countUp(counts.get(term) ?? 0, field));
        }
        for (const [term, packed] of counts) {
          postingTerm.push(term);
          postingPassage.push(id);
          postingCounts.push(packed);
        }
        sequenceStarts.push(sequence.length());
        for (const term of body.ids) sequence.push(term);
        for (const term of code.ids) sequence.push(term);
      }
    },
    close() {
      sequenceStarts.push(sequence.length());
      const sorted = byTerm(postingTerm.take(), postingPassage.take(), postingCounts.take());
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
      };
    },
  };
}

/** `singles` are Han characters that also stand in pairs: found, but no length and no place of their own. */
type Terms = { ids: number[]; singles: number[] };

function termsOf(text: string, dictionary: Dictionary): Terms {
  const terms: Terms = { ids: [], singles: [] };
  if (text === "") return terms;
  for (const token of tokenize(text)) {
    if (token.stop) continue;
    (token.kind === "han_single" ? terms.singles : terms.ids).push(dictionary.idOf(token.term));
  }
  return terms;
}

/** Counting sort: passages come in ascending order, so within a term they stay so. */
export function byTerm(
  term: Uint32Array,
  passage: Uint32Array,
  count: Uint32Array,
): Pick<Segment, "terms" | "starts" | "passages" | "counts"> {
  const size = new Map<number, number>();
  for (const id of term) size.set(id, (size.get(id) ?? 0) + 1);
  const terms = Uint32Array.from(size.keys()).sort();
  const starts = new Uint32Array(terms.length + 1);
  const slot = new Map<number, number>();
  let at = 0;
  terms.forEach((id, i) => {
    starts[i] = at;
    slot.set(id, at);
    at += size.get(id) ?? 0;
  });
  starts[terms.length] = at;
  const passages = new Uint32Array(at);
  const counts = new Uint32Array(at);
  for (let i = 0; i < term.length; i++) {
    const id = term[i] ?? 0;
    const to = slot.get(id) ?? 0;
    slot.set(id, to + 1);
    passages[to] = passage[i] ?? 0;
    counts[to] = count[i] ?? 0;
  }
  return { terms, starts, passages, counts };
}
