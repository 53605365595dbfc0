import type { Signal } from "#lib/contracts/citation";
import { termInDocument } from "../signals/document.ts";
import { signals as allSignals } from "../signals/list.ts";
import { nameness } from "../signals/named.ts";
import type { Candidate, Outline, Question, RankingSignal } from "../signals/signal.ts";
import { saturated, wordsIn } from "../signals/words.ts";
import { bestFirst } from "./best-first.ts";
import { byPlace } from "./by-place.ts";
import { documentLengths } from "./document-lengths.ts";
import type { EngineHit, EngineQuery, EngineResult } from "./engine.ts";
import { growingNumbers } from "./growing.ts";
import type { InvertedIndex } from "./inverted-index.ts";
import { readQuestion } from "./question.ts";
import { reasonOf, swapsHeld } from "./reason.ts";
import type { Segment } from "./segment.ts";
import { entryOf, growth, type TermDocuments, termDocuments } from "./term-documents.ts";

export type RankOptions = {
  signals?: readonly RankingSignal[];
  /** True: every passage that holds a word of the question is looked at. The result is the same. */
  exhaustive?: boolean;
};

/**
 * The best passages of all, every signal counted. First each document gets an upper bound of what one of its passages
 * can score, from its terms alone; then documents are opened by falling bound and their passages scored, until no bound
 * reaches the last place of the list any more. What is never opened could not have come into it.
 */
export function rank(
  index: InvertedIndex,
  query: EngineQuery,
  { signals = allSignals, exhaustive = false }: RankOptions = {},
): EngineResult {
  const { terms, unknown } = readQuestion(query, index);
  const averages = index.averages();
  const held = index.segments().map(
    (segment): Held => ({
      segment,
      terms: terms.map((t) =>
        t.id === undefined ? undefined : termDocuments(segment, t.id, averages),
      ),
    }),
  );
  const length = averages.length.body + averages.length.code;
  const question: Question = {
    terms,
    names: terms.map((_, i) => namenessOf(held, i)),
    averages,
    averageDocument: Math.max(1, (averages.passages * length) / Math.max(1, averages.documents)),
    pairs: terms.reduce((sum, t, i) => sum + Math.min(t.share, terms[i + 1]?.share ?? 0), 0),
  };
  const most = (outline: Outline) => {
    let sum = 0;
    for (const s of signals) sum += s.weight * s.most(outline, question);
    return sum;
  };

  const list = boundDocuments(held, question, most, query.keys);
  const best = keepBest(query.limit);
  const promises = (outline: Outline) => exhaustive || best.mayReach(most(outline));
  const next = bestFirst(list.bounds);
  for (let at = next(); at !== undefined; at = next()) {
    if (!exhaustive && !best.mayReach(list.bounds[at] ?? 0)) break;
    const home = held[list.held[at] ?? 0];
    if (home === undefined) continue;
    openDocument(home, list.document[at] ?? 0, question, promises, (candidate) => {
      const values = signals.map((s) => s.weight * s.value(candidate, question));
      best.offer({ candidate, values, score: values.reduce((sum, v) => sum + v, 0) });
    });
  }
  return {
    hits: best.take().map((scored) => hitOf(scored, question, signals, query)),
    terms: terms.map(({ term, passages, share }) => ({ term, passages, weight: share })),
    unknown,
  };
}

/** A segment and what it holds of each term of the question, in the question's order. */
type Held = { segment: Segment; terms: (TermDocuments | undefined)[] };
type Scored = { candidate: Candidate; values: number[]; score: number };

/** Sums of floating-point numbers in different order may differ by so much. */
const rounding = 1e-9;

/** The best so far, in order; equals by place. */
function keepBest(limit: number) {
  const kept: Scored[] = [];
  const before = (a: Scored, b: Scored) => b.score - a.score || byPlace(a.candidate, b.candidate);
  return {
    mayReach: (bound: number) =>
      kept.length < limit || bound + rounding >= (kept[limit - 1]?.score ?? 0),
    offer(scored: Scored): void {
      const last = kept[limit - 1];
      if (last !== undefined && before(last, scored) <= 0) return;
      let place = kept.length;
      while (place > 0 && before(kept[place - 1] ?? scored, scored) > 0) place -= 1;
      kept.splice(place, 0, scored);
      kept.length = Math.min(kept.length, limit);
    },
    take: () => kept,
  };
}

/** Over all segments, without the documents that are gone. */
function namenessOf(held: readonly Held[], term: number): number {
  let spoken = 0;
  let below = 0;
  for (const { segment, terms } of held) {
    const found = terms[term];
    if (found === undefined) continue;
    for (let entry = 0; entry < found.documents.length; entry++) {
      if (!isAlive(segment, found.documents[entry] ?? 0)) continue;
      const count = found.spoken[entry] ?? 0;
      spoken += count;
      if (found.named[entry] === 1) below += count;
    }
  }
  return nameness(spoken, below);
}

/** Documents go as a whole, so their first passage speaks for all. */
function isAlive({ documents, alive, gone }: Segment, document: number): boolean {
  return gone === 0 || alive[documents[document]?.first ?? 0] === 1;
}

/** Every document that holds a term and may be searched: its segment by number, its number there, its bound. */
function boundDocuments(
  held: readonly Held[],
  question: Question,
  most: (outline: Outline) => number,
  keys: EngineQuery["keys"],
): { held: Uint32Array; document: Uint32Array; bounds: number[] } {
  const ofHeld = growingNumbers();
  const ofDocument = growingNumbers();
  const bounds: number[] = [];
  const outline: Outline = { share: 0, words: 0, document: 0, named: 0, first: true };
  for (const [number, { segment, terms }] of held.entries()) {
    const share = new Float64Array(segment.documents.length);
    const words = new Float64Array(segment.documents.length);
    const whole = new Float64Array(segment.documents.length);
    const named = new Float64Array(segment.documents.length);
    const lengths = documentLengths(segment);
    for (const [i, found] of terms.entries()) {
      if (found === undefined) continue;
      const own = question.terms[i]?.share ?? 0;
      const name = own * (question.names[i] ?? 0);
      const grown = growth(found, question.averages);
      for (let entry = 0; entry < found.documents.length; entry++) {
        const d = found.documents[entry] ?? 0;
        const count = found.occurrences[entry] ?? 0;
        share[d] = (share[d] ?? 0) + own;
        words[d] = (words[d] ?? 0) + own * saturated(grown * (found.peaks[entry] ?? 0));
        whole[d] =
          (whole[d] ?? 0) + own * termInDocument(count, lengths[d] ?? 0, question.averageDocument);
        if (found.named[entry] === 1) named[d] = (named[d] ?? 0) + name;
      }
    }
    for (let d = 0; d < share.length; d++) {
      outline.share = share[d] ?? 0;
      if (outline.share === 0 || !isAlive(segment, d)) continue;
      if (keys !== undefined && !keys.has(segment.documents[d]?.key ?? "")) continue;
      outline.words = words[d] ?? 0;
      outline.document = whole[d] ?? 0;
      outline.named = named[d] ?? 0;
      ofHeld.push(number);
      ofDocument.push(d);
      bounds.push(most(outline));
    }
  }
  return { held: ofHeld.take(), document: ofDocument.take(), bounds };
}

/** Hands over the passages of a document that hold a term, those whose outline `promises` enough. */
function openDocument(
  { segment, terms }: Held,
  number: number,
  question: Question,
  promises: (outline: Outline) => boolean,
  onCandidate: (candidate: Candidate) => void,
): void {
  const document = segment.documents[number];
  if (document === undefined) return;
  const width = terms.length;
  const counts = new Uint32Array(document.count * width);
  const shares = new Float64Array(document.count);
  const words = new Float64Array(document.count);
  const inDocument = new Array<number>(width).fill(0);
  const documentLength = documentLengths(segment)[number] ?? 0;
  const outline: Outline = { share: 0, words: 0, document: 0, named: 0, first: true };
  for (const [i, found] of terms.entries()) {
    const entry = found === undefined ? undefined : entryOf(found, number);
    if (found === undefined || entry === undefined) continue;
    const share = question.terms[i]?.share ?? 0;
    const count = found.occurrences[entry] ?? 0;
    inDocument[i] = count;
    outline.document += share * termInDocument(count, documentLength, question.averageDocument);
    if (found.named[entry] === 1) outline.named += share * (question.names[i] ?? 0);
    const atMost = share * saturated(growth(found, question.averages) * (found.peaks[entry] ?? 0));
    const end = found.starts[entry + 1] ?? 0;
    for (let at = found.starts[entry] ?? 0; at < end; at++) {
      const p = (segment.passages[at] ?? 0) - document.first;
      counts[p * width + i] = segment.counts[at] ?? 0;
      shares[p] = (shares[p] ?? 0) + share;
      words[p] = (words[p] ?? 0) + atMost;
    }
  }
  for (let p = 0; p < document.count; p++) {
    outline.share = shares[p] ?? 0;
    if (outline.share === 0) continue;
    outline.first = p === 0;
    outline.words = words[p] ?? 0;
    if (!promises(outline)) continue;
    const own = counts.subarray(p * width, (p + 1) * width);
    const passage = document.first + p;
    outline.words = wordsIn(own, segment, passage, question);
    if (!promises(outline)) continue;
    onCandidate({ segment, passage, counts: Array.from(own), inDocument, documentLength });
  }
}

function hitOf(
  { candidate, values }: Scored,
  question: Question,
  signals: readonly RankingSignal[],
  query: EngineQuery,
): EngineHit {
  const breakdown = signals.flatMap((signal, i): Signal[] => {
    const value = values[i] ?? 0;
    if (value === 0) return [];
    return [{ signal: signal.name, value, ...signal.explain(candidate, question, query.lang) }];
  });
  const { segment, passage } = candidate;
  const document = segment.documents[segment.document[passage] ?? 0];
  return {
    key: document?.key ?? "",
    passage: passage - (document?.first ?? 0),
    score: breakdown.reduce((sum, s) => sum + s.value, 0),
    breakdown,
    reason: reasonOf(candidate, question, query),
    ...(swapsHeld(candidate, question).length === 0 ? {} : { swapped: true }),
  };
}
