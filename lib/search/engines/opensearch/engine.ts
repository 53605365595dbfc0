import { codeLength, writeCode } from "#lib/meaning/text-code";
import type { WordTable } from "#lib/meaning/word-table";
import { alikeTerms } from "../alike-terms.ts";
import { type AskedMeaning, readMeaning } from "../by-meaning.ts";
import type { EngineQuery, EngineResult, SearchEngine } from "../engine.ts";
import { type Means, pool } from "../joint-list.ts";
import { type QuestionTerm, readQuestion } from "../question.ts";
import { questionOf, termOf } from "../rank.ts";
import { readAsOthers } from "../read-as-others.ts";
import { createTermList } from "../term-list.ts";
import { createTermMeaning } from "../term-meaning.ts";
import { meaningSearch, occurrenceSearches, wordSearches } from "./candidates.ts";
import { type Cluster, down, type Hit } from "./cluster.ts";
import { countPassages, countWords, wordsToCount } from "./counts.ts";
import { gather } from "./gathered.ts";
import { mostForeign, occurrenceUnit } from "./limits.ts";
import { findMentions } from "./mentions.ts";
import { nearestTerm } from "./nearest-term.ts";
import { openIndex } from "./open-index.ts";
import type { OwnDocuments } from "./own-documents.ts";
import { createOwnDocuments } from "./own-documents.ts";
import { type PassageRecord, passageId } from "./passage-record.ts";
import { createPutting } from "./put-documents.ts";
import { type Occurrences, rankGathered } from "./rank-gathered.ts";

/**
 * The ranker that explains itself over an index on OpenSearch, which several servers share: it brings candidates and counts words
 * over all that is there; signals, weights and sentences are those of the index in this process.
 */
export function createOpenSearchEngine(deps: {
  open(): Promise<Cluster>;
  /** What the names of its indexes begin with. */
  prefix: string;
  table?: WordTable;
  shards?: number;
  replicas?: number;
}): SearchEngine {
  const { table } = deps;
  const own = createOwnDocuments();
  const code_longs = table === undefined ? 0 : codeLength(table) / 2;
  const index = openIndex({ ...deps, made_by: table?.hash ?? "none", code_longs });
  const putting = createPutting({ index, own, ...(table === undefined ? {} : { table }) });
  const never = new AbortController().signal;

  async function search(query: EngineQuery, signal: AbortSignal): Promise<EngineResult> {
    const { cluster, alias } = await index(signal);
    const counts = await countWords(cluster, alias, wordsToCount(query), signal);
    const lacking = own.size() - counts.averages.documents;
    if (lacking > 0) throw down("search.engine.behind", { lacking, all: own.size() });
    const dictionary = createTermList();
    const passagesOf = (word: string) => counts.passages.get(word) ?? 0;
    const read = readQuestion(query, {
      termId: (word) => (passagesOf(word) > 0 ? dictionary.idOf(word) : undefined),
      passagesWith: (id) => passagesOf(dictionary.word(id)),
      averages: () => counts.averages,
    });
    const { terms, unknown } = read;
    const told = terms.map(termOf);
    if (query.keys?.size === 0) return { hits: [], terms: told, unknown };
    const names = terms.map(({ term }) => counts.names.get(term) ?? 0);
    const { averages } = counts;
    const question = questionOf(read, { names, averages, wordOf: dictionary.word });
    const meaning = table && createTermMeaning(table, dictionary.word);
    const asked = meaning && readMeaning(terms, meaning);
    const found = await findCandidates(
      { cluster, alias, own, signal },
      { query, terms, names, asked },
    );
    const { segment, records } = gather(found.records, { ownOf: own.of, dictionary, meaning });
    // The passages named by an embedding model, by their places among those at hand.
    const nearest = query.nearest && placesOf(query.nearest, { segment, records });
    const means: Means = { asked, nearest };
    const occurrences = await occurrencesIn(found.records, terms, { cluster, alias, signal });
    const { hits, ranked } = rankGathered(
      { segment, records },
      { by_words: found.by_words, near: found.near, occurrences },
      { question, means, query },
    );
    return {
      hits,
      terms: await readTerms(),
      unknown,
      ...(found.elsewhere.length === 0 ? {} : { elsewhere: found.elsewhere }),
    };

    /** Words that none holds, as others; how many passages hold those is asked for when it is known which they are. */
    async function readTerms() {
      if (asked === undefined && nearest === undefined) return told;
      const { word } = dictionary;
      const others = new Set<string>();
      const passagesWith = (id: number) => {
        others.add(word(id));
        return 0;
      };
      const terms = readAsOthers(told, ranked, question, { word, passagesWith });
      if (others.size === 0) return terms;
      const held = await countPassages(cluster, alias, [...others], signal);
      return terms.map((one) =>
        others.has(one.term) ? { ...one, passages: held.get(one.term) ?? one.passages } : one,
      );
    }
  }

  return {
    update: putting.update,
    remove: putting.remove,
    search: (query, signal) => index.within(() => search(query, signal)),
    nearest: (unknown) =>
      index.within(async () => {
        const { cluster, alias } = await index();
        return nearestTerm(cluster, alias, unknown, never);
      }),
    alike: (term) =>
      index.within(async () => {
        const { cluster, alias } = await index();
        const words = alikeTerms(table, term);
        const held = await countPassages(cluster, alias, words, never);
        return words.find((word) => (held.get(word) ?? 0) > 0);
      }),
    mentions: (wording) =>
      index.within(async () => {
        const { cluster, alias } = await index();
        return findMentions({ cluster, alias, own, signal: never }, wording);
      }),
    lost: putting.lost,
    stats: own.stats,
  };
}

type Asking = { cluster: Cluster; alias: string; own: OwnDocuments; signal: AbortSignal };

type Candidates = {
  records: PassageRecord[];
  by_words: Set<string>;
  near: Set<string>;
  elsewhere: string[];
};

async function findCandidates(
  asking: Asking,
  {
    query,
    terms,
    names,
    asked,
  }: {
    query: EngineQuery;
    terms: readonly QuestionTerm[];
    names: readonly number[];
    asked: AskedMeaning | undefined;
  },
): Promise<Candidates> {
  const { cluster, alias, own, signal } = asking;
  const code = asked && codeOf(asked);
  const ask = async (filter: readonly object[]) => {
    const by_words = wordSearches(terms, names, filter);
    const by_meaning = code === undefined ? [] : [meaningSearch(code, filter)];
    const answers = await cluster.search(alias, [...by_words, ...by_meaning], signal);
    return {
      words: answers.slice(0, by_words.length).flatMap(({ hits }) => hits) as Hit<PassageRecord>[],
      codes: answers.slice(by_words.length).flatMap(({ hits }) => hits) as Hit<CodeRecord>[],
    }; // as they were asked for
  };
  let found = await ask(own.filterOf(query.keys));
  const foreign = new Set(
    [...found.words, ...found.codes].flatMap(({ _source: { of } }) =>
      own.of(of) === undefined ? [of] : [],
    ),
  );
  // Documents of others take places away: where they take many, those of this server are asked for by name.
  if (foreign.size > mostForeign) found = await ask(own.filterOf(query.keys ?? own.keys()));
  const elsewhere = await own.namesElsewhere(foreign, (ids) =>
    cluster.records<{ name?: string }>(alias, ids, signal),
  );
  const records = new Map<string, PassageRecord>();
  for (const { _id, _source } of found.words)
    if (own.of(_source.of) !== undefined) records.set(_id, _source);
  const by_words = new Set(records.keys());
  const near = new Set<string>();
  if (code !== undefined) for (const id of nearestOf(found.codes, own)) near.add(id);
  for (const [key, passages] of query.nearest ?? []) {
    const id = query.keys?.has(key) === false ? undefined : own.idOf(key);
    if (id !== undefined) for (const number of passages.keys()) near.add(passageId(id, number));
  }
  const missing = [...near].filter((id) => !records.has(id));
  for (const { _id, _source } of await cluster.records<PassageRecord>(alias, missing, signal))
    records.set(_id, _source);
  return { records: [...records.values()], by_words, near, elsewhere };
}

type CodeRecord = Pick<PassageRecord, "of" | "number">;

function codeOf({ comparison, index: { table } }: AskedMeaning): Uint32Array {
  const code = new Uint32Array(codeLength(table));
  writeCode(comparison.sum, code, 0);
  return code;
}

/** By the bits in which their codes differ, equals by place, as in an index in this process. */
function nearestOf(hits: readonly Hit<CodeRecord>[], own: OwnDocuments): string[] {
  const near = hits.flatMap(({ _id, _score, _source: { of, number } }) => {
    const document = own.of(of);
    return document === undefined
      ? []
      : [{ id: _id, same: _score ?? 0, order: document.order, number }];
  });
  near.sort(
    (a, b) =>
      b.same - a.same || (a.order < b.order ? -1 : a.order > b.order ? 1 : a.number - b.number),
  );
  return near.slice(0, pool.by_meaning).map(({ id }) => id);
}

async function occurrencesIn(
  records: readonly PassageRecord[],
  terms: readonly QuestionTerm[],
  { cluster, alias, signal }: Omit<Asking, "own">,
): Promise<Occurrences> {
  const documents = [...new Set(records.map(({ of }) => of))];
  const held = terms.flatMap(({ term, passages }, i) => (passages > 0 ? [{ term, i }] : []));
  const all = new Map(documents.map((id) => [id, new Array<number>(terms.length).fill(0)]));
  if (documents.length > 0) {
    const searches = occurrenceSearches(
      held.map(({ term }) => term),
      documents,
    );
    const answers = await cluster.search(alias, searches, signal);
    for (const [at, { hits }] of answers.entries())
      for (const { _id, _score } of hits) {
        const own = all.get(_id);
        if (own !== undefined) own[held[at]?.i ?? 0] = (_score ?? 0) / occurrenceUnit;
      }
  }
  return (id) => all.get(id) ?? [];
}

/** By its place among the passages at hand; one that is not there keeps a number that no passage has: the least near counts. */
function placesOf(
  nearest: NonNullable<EngineQuery["nearest"]>,
  { segment, records }: ReturnType<typeof gather>,
): NonNullable<EngineQuery["nearest"]> {
  const all = new Map<string, Map<number, number>>();
  for (const [key, passages] of nearest)
    all.set(
      key,
      new Map(Array.from(passages, ([number, similarity]) => [-1 - number, similarity])),
    );
  for (const [passage, record] of records.entries()) {
    const document = segment.documents[segment.document[passage] ?? 0];
    const own = all.get(document?.key ?? "");
    if (record === undefined || own === undefined) continue;
    const similarity = own.get(-1 - record.number);
    if (similarity === undefined) continue;
    own.delete(-1 - record.number);
    own.set(passage - (document?.first ?? 0), similarity);
  }
  return all;
}
