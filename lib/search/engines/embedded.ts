import type { Signal } from "#lib/contracts/citation";
import { documentSignal, termInDocument } from "../signals/document.ts";
import { signals } from "../signals/list.ts";
import type { Candidate, Question } from "../signals/signal.ts";
import { termInPassage, wordsSignal } from "../signals/words.ts";
import { byPlace } from "./by-place.ts";
import type { EngineHit, EngineQuery, EngineResult, SearchEngine } from "./engine.ts";
import { createInvertedIndex, type InvertedIndex } from "./inverted-index.ts";
import { findMentions } from "./mentions.ts";
import { nearestTerm } from "./nearest-term.ts";
import { type QuestionTerm, readQuestion } from "./question.ts";
import { reasonOf } from "./reason.ts";
import { countOf, countsIn, fields, postingsOf, type Segment } from "./segment.ts";

/** How many passages, best by words and document, all signals look at. */
const candidates = 150;

/**
 * The ranker that explains itself: BM25F over every passage and document in one pass over the postings, then all
 * signals over the best of them. Divided by the question's own weight, so that scores compare between questions.
 */
export function createEmbeddedEngine(): SearchEngine {
  const index = createInvertedIndex();
  return {
    update: index.update,
    remove: async (keys) => index.remove(keys),
    nearest: async (term) => nearestTerm(index, term),
    mentions: async (wording) => findMentions(index, wording),
    stats: index.stats,
    kept: index.kept,
    async search(query, signal) {
      signal.throwIfAborted();
      return rank(index, query);
    },
  };
}

function rank(index: InvertedIndex, query: EngineQuery): EngineResult {
  const { terms, unknown } = readQuestion(query.text, index, query.corrections);
  const averages = index.averages();
  const totalLength =
    averages.passages *
    fields.reduce((sum, f) => sum + (f === "body" || f === "code" ? averages.length[f] : 0), 0);
  const question: Question = {
    terms,
    averages,
    averageDocument: Math.max(1, totalLength / Math.max(1, averages.documents)),
  };
  const best = keepBest(Math.max(candidates, query.limit));
  for (const segment of index.segments()) gather(segment, question, query, best);

  const ranked = best.take().map((found) => {
    const candidate = candidateOf(found, question);
    const values = signals.map((s) => ({
      signal: s,
      value: s.weight * s.value(candidate, question),
    }));
    const score = values.reduce((sum, v) => sum + v.value, 0);
    return { ...found, candidate, values, score };
  });
  ranked.sort((a, b) => b.score - a.score || byPlace(a, b));

  const hits = ranked.slice(0, query.limit).map((found): EngineHit => {
    const breakdown: Signal[] = found.values.flatMap(({ signal, value }) =>
      value === 0
        ? []
        : [
            {
              signal: signal.name,
              value,
              ...signal.explain(found.candidate, question, query.lang),
            },
          ],
    );
    const document = found.segment.documents[found.segment.document[found.passage] ?? 0];
    return {
      key: document?.key ?? "",
      passage: found.passage - (document?.first ?? 0),
      score: breakdown.reduce((sum, s) => sum + s.value, 0),
      breakdown,
      reason: reasonOf(found.candidate, question, query),
    };
  });
  return {
    hits,
    terms: terms.map(({ term, passages, share }) => ({ term, passages, weight: share })),
    unknown,
  };
}

type Scored = { segment: Segment; passage: number; base: number };

/** The best of many, ties by place; most of what is offered is turned away by one comparison. */
function keepBest(most: number) {
  let kept: Scored[] = [];
  let least = 0;
  const cut = () => {
    kept.sort((a, b) => b.base - a.base || byPlace(a, b));
    kept = kept.slice(0, most);
    if (kept.length === most) least = kept.at(-1)?.base ?? 0;
  };
  return {
    offer(segment: Segment, passage: number, base: number): void {
      if (base < least) return;
      kept.push({ segment, passage, base });
      if (kept.length >= most * 4) cut();
    },
    take(): Scored[] {
      cut();
      return kept;
    },
  };
}

function gather(
  segment: Segment,
  question: Question,
  query: EngineQuery,
  best: ReturnType<typeof keepBest>,
): void {
  const base = new Float64Array(segment.document.length);
  const ofDocument = new Float64Array(segment.documents.length);
  const counted = new Float64Array(segment.documents.length);
  for (const term of question.terms) {
    if (term.id === undefined) continue;
    const { from, to } = postingsOf(segment, term.id);
    if (from === to) continue;
    counted.fill(0);
    for (let at = from; at < to; at++) {
      const passage = segment.passages[at] ?? 0;
      if (segment.alive[passage] !== 1) continue;
      const packed = segment.counts[at] ?? 0;
      base[passage] =
        (base[passage] ?? 0) +
        wordsSignal.weight *
          term.share *
          termInPassage(packed, segment, passage, question.averages);
      const document = segment.document[passage] ?? 0;
      counted[document] = (counted[document] ?? 0) + occurrences(packed);
    }
    for (let document = 0; document < counted.length; document++) {
      const count = counted[document] ?? 0;
      if (count === 0) continue;
      ofDocument[document] =
        (ofDocument[document] ?? 0) +
        documentSignal.weight *
          term.share *
          termInDocument(count, lengthOf(segment, document), question.averageDocument);
    }
  }
  segment.documents.forEach((document, number) => {
    if (query.keys !== undefined && !query.keys.has(document.key)) return;
    const lent = ofDocument[number] ?? 0;
    for (let passage = document.first; passage < document.first + document.count; passage++) {
      const own = base[passage] ?? 0;
      if (own > 0) best.offer(segment, passage, own + lent);
    }
  });
}

function candidateOf({ segment, passage }: Scored, question: Question): Candidate {
  const number = segment.document[passage] ?? 0;
  const document = segment.documents[number];
  const first = document?.first ?? 0;
  const end = first + (document?.count ?? 0);
  return {
    segment,
    passage,
    counts: question.terms.map((t) => (t.id === undefined ? 0 : countsIn(segment, t.id, passage))),
    inDocument: question.terms.map((t) => countInDocument(segment, t, first, end)),
    documentLength: lengthOf(segment, number),
  };
}

function countInDocument(segment: Segment, term: QuestionTerm, first: number, end: number): number {
  if (term.id === undefined) return 0;
  let { from: low, to } = postingsOf(segment, term.id);
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segment.passages[middle] ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  let count = 0;
  for (let at = low; at < to && (segment.passages[at] ?? 0) < end; at++) {
    count += occurrences(segment.counts[at] ?? 0);
  }
  return count;
}

/** In the text itself; title and path stand in every passage and would be counted over and over. */
function occurrences(packed: number): number {
  return (
    countOf(packed, "body") +
    countOf(packed, "code") * 0.5 +
    (countOf(packed, "heading") > 0 ? 0.5 : 0) +
    (countOf(packed, "title") > 0 ? 0.5 : 0)
  );
}

const documentLengths = new WeakMap<Segment, Float64Array>();

function lengthOf(segment: Segment, document: number): number {
  let lengths = documentLengths.get(segment);
  if (lengths === undefined) {
    lengths = new Float64Array(segment.documents.length);
    for (let p = 0; p < segment.document.length; p++) {
      const d = segment.document[p] ?? 0;
      lengths[d] =
        (lengths[d] ?? 0) + (segment.lengths.body[p] ?? 0) + (segment.lengths.code[p] ?? 0);
    }
    documentLengths.set(segment, lengths);
  }
  return lengths[document] ?? 0;
}
