import type { Signal } from "#lib/contracts/citation";
import { say } from "#lib/platform/say";
import { type SpokenQuestion, spokenFound } from "../spoken-words.ts";
import { byPlace } from "./by-place.ts";
import type { EngineHit, EngineQuery, EngineResult, SearchEngine } from "./engine.ts";
import { createInvertedIndex, type InvertedIndex } from "./inverted-index.ts";
import { findMentions } from "./mentions.ts";
import { nearestTerm } from "./nearest-term.ts";
import { type QuestionTerm, readQuestion } from "./question.ts";
import { countOf, countsIn, postingsOf, type Segment } from "./segment.ts";

/** A word in the file's name counts this much beside one in the text. */
const nameWeight = 0.3;

/**
 * The plain ranker, one switch away: which share of the question's words stand in the passage, and which in the name
 * or title of its file. No rarity, no nearness, nothing to explain beyond the words themselves.
 */
export function createBasicEngine(): SearchEngine {
  const index = createInvertedIndex();
  return {
    update: index.update,
    gather: index.gather,
    remove: async (keys) => index.remove(keys),
    nearest: async (unknown) => nearestTerm(index, unknown),
    alike: async () => undefined,
    mentions: async (wording) => findMentions(index, wording),
    stats: index.stats,
    kept: index.kept,
    async search(query, signal) {
      signal.throwIfAborted();
      return rank(index, query);
    },
  };
}

type Found = { segment: Segment; passage: number; body: number; name: number };

function rank(index: InvertedIndex, query: EngineQuery): EngineResult {
  const { terms, unknown, spoken } = readQuestion(query, index);
  const all = Math.max(1, terms.length);
  const found: Found[] = [];
  for (const segment of index.segments()) {
    const body = new Uint16Array(segment.document.length);
    const name = new Uint16Array(segment.document.length);
    for (const { id } of terms) {
      if (id === undefined) continue;
      const { from, to } = postingsOf(segment, id);
      for (let at = from; at < to; at++) {
        const passage = segment.passages[at] ?? 0;
        const packed = segment.counts[at] ?? 0;
        if (segment.alive[passage] !== 1) continue;
        if (countOf(packed, "body") + countOf(packed, "code") > 0)
          body[passage] = (body[passage] ?? 0) + 1;
        if (countOf(packed, "path") + countOf(packed, "title") > 0)
          name[passage] = (name[passage] ?? 0) + 1;
      }
    }
    for (let passage = 0; passage < body.length; passage++) {
      const inBody = body[passage] ?? 0;
      const inName = name[passage] ?? 0;
      if (inBody + inName === 0) continue;
      const key = segment.documents[segment.document[passage] ?? 0]?.key ?? "";
      if (query.keys !== undefined && !query.keys.has(key)) continue;
      found.push({ segment, passage, body: inBody, name: inName });
    }
  }
  const score = (f: Found) => ((1 - nameWeight) * f.body) / all + (nameWeight * f.name) / all;
  found.sort((a, b) => score(b) - score(a) || byPlace(a, b));
  return {
    hits: found.slice(0, query.limit).map((f) => hitOf(f, { terms, spoken }, query)),
    terms: terms.map(({ term, passages }) => ({ term, passages, weight: 1 / all })),
    unknown,
  };
}

function hitOf(
  found: Found,
  { terms, spoken }: { terms: readonly QuestionTerm[]; spoken: SpokenQuestion },
  { lang }: EngineQuery,
): EngineHit {
  const { segment, passage } = found;
  const all = Math.max(1, terms.length);
  const held = (fields: readonly ("body" | "code" | "path" | "title")[]) =>
    terms.filter((t) =>
      fields.some((f) => t.id !== undefined && countOf(countsIn(segment, t.id, passage), f) > 0),
    );
  const here = held(["body", "code"]);
  const named = held(["path", "title"]);
  const breakdown: Signal[] = [];
  if (found.body > 0) {
    const { missing: _, ...said } = spokenFound(spoken, here, lang);
    breakdown.push({
      signal: "plain_words",
      value: ((1 - nameWeight) * found.body) / all,
      detail: say(lang, "search.signal.plain", said),
      params: { words: here.map((t) => t.term) },
    });
  }
  if (found.name > 0) {
    breakdown.push({
      signal: "file_name",
      value: (nameWeight * found.name) / all,
      detail: say(lang, "search.signal.name", { words: spokenFound(spoken, named, lang).words }),
      params: { words: named.map((t) => t.term) },
    });
  }
  const document = segment.documents[segment.document[passage] ?? 0];
  return {
    key: document?.key ?? "",
    passage: passage - (document?.first ?? 0),
    score: breakdown.reduce((sum, s) => sum + s.value, 0),
    breakdown,
    reason: breakdown[0]?.detail ?? "",
  };
}
