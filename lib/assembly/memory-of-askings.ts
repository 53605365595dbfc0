import type { Answer, EarlierAnswer } from "#lib/contracts/answer";
import { citedByClaims } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { Config } from "#lib/contracts/config";
import type { CitedLines } from "#lib/contracts/docs-tools";
import type { AskBody } from "#lib/contracts/http";
import type { Fact } from "#lib/contracts/memory";
import type { Clock, EarlierTurn, EpisodeVector } from "#lib/contracts/ports";
import type { QuestionText } from "#lib/contracts/question";
import type { WordTable } from "#lib/meaning/word-table";
import { standing } from "#lib/memory/concepts";
import { askedOf, embeddedAs, episodeVector } from "#lib/memory/episode-vector";
import type { Recall, Recalled } from "#lib/memory/recall";
import { actingId } from "#lib/platform/acting";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import type { Caller, DocsCalls } from "./docs-calls.ts";
import type { KeptStore } from "./keep-store.ts";
import type { QuestionVector } from "./question-vectors.ts";

/** What is remembered for one asking, and of it. Nothing here throws: where memory cannot be had, the answer does without. */
export type MemoryOfAskings = {
  /** What the person has stated and this question may be understood with; nothing where memory is off. */
  facts(body: Pick<AskBody, "without">): Promise<{ facts?: Fact[] }>;
  /** What a stored question is found again by. */
  episodeOf(answer: Answer): EpisodeVector | undefined;
  /** Looks for questions like it while the documents are searched for this one. */
  lookAhead(question: QuestionText): LookedAhead;
  /** An answer to a question much like this one, in another conversation. `ahead`: what may have been found already. */
  earlierAnswer(
    answer: Answer,
    caller: Caller,
    ahead?: LookedAhead,
  ): Promise<EarlierAnswer | undefined>;
  /** The last turns of a conversation of which nothing is kept. */
  unkeptTurns(thread_id: string): EarlierTurn[];
  /** … are dropped. */
  forget(): void;
  answered(answer: Answer, stored: boolean): void;
};

/** `by_model`: the vector of an embedding model was known by then. */
export type LookedAhead = {
  asked: QuestionText;
  by_model: boolean;
  found: Promise<Recalled[] | undefined>;
};

export function createMemoryOfAskings(deps: {
  store: KeptStore;
  docs: DocsCalls;
  config: () => Config["memory"];
  /** Absent where there is no table of word meanings. */
  recall: Recall | undefined;
  table: WordTable | undefined;
  /** What the embedding model made of a question already; nothing is sent. */
  vectorHeld: (question: QuestionText) => QuestionVector | undefined;
  clock: Clock;
  log: Logger;
}): MemoryOfAskings {
  const { store, docs, config, recall, table, vectorHeld, clock, log } = deps;
  /** By person and conversation. */
  const unkept = new Map<string, { turns: EarlierTurn[]; at: number }>();
  const placeOf = (thread_id: string) => `${actingId()} ${thread_id}`;

  async function without<T>(trace_id: string | undefined, what: string, work: () => Promise<T>) {
    try {
      return await work();
    } catch (error) {
      log.warn({ ...(trace_id === undefined ? {} : { trace_id }), ...faultOf(error) }, what);
      return undefined;
    }
  }

  /** Only offered; the question is answered anew all the same. Nothing is sent for it that the search did not send. */
  async function find(
    answer: Answer,
    caller: Caller,
    ahead: LookedAhead | undefined,
  ): Promise<EarlierAnswer | undefined> {
    const { enabled, recall: offers } = config();
    if (recall === undefined || !enabled || !offers || answer.status === "chat") return undefined;
    const cited = citedByClaims(answer);
    const asked = askedOf(answer);
    const same = ahead?.asked === asked && ahead.by_model === (vectorHeld(asked) !== undefined);
    const found = (same ? await ahead.found : undefined) ?? (await recall.like(asked, mostLooked));
    const candidates = found
      .filter(
        ({ thread_id, status, offered_for }) =>
          thread_id !== answer.thread_id &&
          (status === "answered" || status === "partial") &&
          offered_for !== undefined,
      )
      .sort((a, b) => b.likeness - a.likeness);
    let like: Recalled | undefined;
    for (const one of candidates) {
      if (!(await isOffered(one))) continue;
      like = one;
      break;
    }
    if (like === undefined) return undefined;
    const { thread_id, run_id, question, asked_at } = like;
    const verified = await docs.verifyAll(await (await store.get()).citedLines(run_id), caller);
    const sources = !verified.ok
      ? "unknown"
      : verified.value.every(({ state }) => state === "verified" || state === "moved")
        ? "unchanged"
        : "changed";
    return { thread_id, run_id, question, asked_at, sources };

    async function isOffered({ offered_for, run_id }: Recalled): Promise<boolean> {
      if (offered_for === "alone") return true;
      const lines = (await (await store.get()).citedLines(run_id)).filter((one) =>
        cited.some(ofSameFile(one)),
      );
      if (offered_for === "same_file") return lines.length > 0;
      return lines.some((one) => cited.some((citation) => meet(citation, one)));
    }
  }

  return {
    async facts({ without: dropped = [] }) {
      if (!config().enabled) return {};
      const found = await without(undefined, "what was stated could not be looked at", () =>
        store.patiently(async ({ memory }) => standing(await memory.concepts.list())),
      );
      if (found === undefined) return {};
      return {
        facts: found
          .filter(({ concept_id }) => !dropped.includes(concept_id))
          .map(({ concept_id, kind, term, value, text }) => ({
            ...{ concept_id, kind, text },
            ...(term === undefined ? {} : { term }),
            ...(value === undefined ? {} : { value }),
          })),
      };
    },
    episodeOf(answer) {
      if (table === undefined || !config().enabled || answer.status === "chat") return undefined;
      const read = episodeVector(answer, table);
      const asked = askedOf(answer);
      const held = config().recall ? vectorHeld(asked) : undefined;
      if (read === undefined || held === undefined) return read;
      const { hash } = embeddedAs(asked);
      return { ...read, embedded: { model: held.vector_model, hash, vector: held.vector } };
    },
    lookAhead: (asked) => ({
      asked,
      by_model: vectorHeld(asked) !== undefined,
      found: inPassing()
        .then(() => {
          const { enabled, recall: offers } = config();
          return enabled && offers ? recall?.like(asked, mostLooked) : undefined;
        })
        .catch(() => undefined), // it is looked for again
    }),
    earlierAnswer: (answer, caller, ahead) =>
      without(answer.trace_id, "no earlier answer could be looked for", () =>
        find(answer, caller, ahead),
      ),
    unkeptTurns: (thread_id) => unkept.get(placeOf(thread_id))?.turns ?? [],
    forget() {
      const mine = placeOf("");
      for (const place of unkept.keys()) if (place.startsWith(mine)) unkept.delete(place);
    },
    answered(answer, stored) {
      const ids = (answer.understood_with ?? []).map(({ concept_id }) => concept_id);
      if (stored && ids.length > 0) {
        void without(answer.trace_id, "the use of what was stated could not be noted", () =>
          store.patiently((open) => open.memory.concepts.used(ids, clock.now().toISOString())),
        );
      }
      if (stored || answer.status === "chat") return;
      const now = clock.monotonic();
      for (const [id, { at }] of unkept) if (now - at > unkeptMs) unkept.delete(id);
      const { thread_id, question, searched, citations, claims } = answer;
      const named = new Set(claims.flatMap((claim) => claim.citations));
      const cited = citations
        .filter(({ id }) => named.has(id))
        .map(({ root_id, relative_path }) => ({ root_id, relative_path }));
      const place = placeOf(thread_id);
      const before = unkept.get(place)?.turns ?? [];
      const turns = [...before, { question, searched, cited }].slice(-mostTurns);
      unkept.delete(place);
      unkept.set(place, { turns, at: now });
      for (const oldest of unkept.keys()) {
        if (unkept.size <= mostUnkept) break;
        unkept.delete(oldest);
      }
    },
  };
}

/** Once what was begun waits for something. */
const inPassing = () => new Promise((resolve) => setImmediate(resolve));

const ofSameFile =
  (lines: CitedLines) =>
  ({ root_id, relative_path }: Citation): boolean =>
    root_id === lines.root_id && relative_path === lines.relative_path;

/** Lines that both cite. */
function meet(citation: Citation, lines: CitedLines): boolean {
  const { line_start, line_end } = citation.locator;
  const overlap = line_start <= lines.line_end && lines.line_start <= line_end;
  return ofSameFile(lines)(citation) && overlap;
}

/** Of those that are most like it, how many are looked at for one that may be offered. */
const mostLooked = 10;
/** Conversations of which nothing is kept go on for an hour, and after a restart not at all. */
const unkeptMs = 60 * 60 * 1000;
const mostTurns = 3;
const mostUnkept = 200;
