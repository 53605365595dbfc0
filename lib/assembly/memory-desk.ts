import type { Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type {
  Concept,
  ConceptBody,
  ConceptChange,
  EpisodeList,
  EpisodesQuery,
  ForgetScope,
  Forgotten,
  MemoryExport,
  MemoryReport,
  MemorySizes,
  MemorySwitches,
} from "#lib/contracts/memory";
import type { Clock, StoredConcept } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import { readStatedFact } from "#lib/language/stated-fact";
import { withContradictions } from "#lib/memory/concepts";
import type { Recall } from "#lib/memory/recall";
import type { NewId } from "#lib/platform/ids";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { maskText } from "#lib/platform/secrets";
import type { Forgetting } from "./forgetting.ts";
import type { KeptStore } from "./keep-store.ts";
import type { PersonAudit } from "./person-audit.ts";
import type { Reader } from "./reader.ts";

/** Memory as a person at the page meets it: everything that is kept, found, changed, taken along and forgotten. */
export type MemoryDesk = {
  report(): Promise<MemoryReport>;
  sizes(): Promise<MemorySizes>;
  switch(switches: MemorySwitches, reader: Reader): Promise<MemoryReport>;
  state(body: ConceptBody, reader: Reader): Promise<Concept>;
  /** Throws `not_found`. */
  change(concept_id: string, change: ConceptChange, reader: Reader): Promise<Concept>;
  episodes(query: EpisodesQuery, reader: Reader): Promise<EpisodeList>;
  /** Throws `not_found` where one thing was named that is not there. */
  forget(scope: ForgetScope, reader: Reader): Promise<Forgotten>;
  export(reader: Reader): Promise<MemoryExport>;
};

/** A fact that somebody else than the person at the page brought about: an agent proposed it, and the person allowed that. */
export type Accepted = Pick<StoredConcept, "agent_id" | "trace_id" | "approval_id" | "partition">;

export function createMemoryDesk(deps: {
  store: KeptStore;
  forgetting: Forgetting;
  recall: Recall | undefined;
  config: () => Config["memory"];
  save: (switches: MemorySwitches, reader: Reader) => Promise<void>;
  folders: () => readonly { id: string; label: string }[];
  audit: PersonAudit;
  clock: Clock;
  ids: NewId;
}): MemoryDesk & { accept: (text: string, by: Accepted) => Promise<StoredConcept> } {
  const { store, forgetting, recall, config, folders, audit, clock, ids } = deps;

  async function keep(text: string, by: Partial<Accepted> | undefined): Promise<StoredConcept> {
    const at = clock.now().toISOString();
    const told = maskText(text).text;
    const concept: StoredConcept = {
      concept_id: ids("concept"),
      ...{ text: told, ...readStatedFact(told, folders()) },
      origin: by === undefined ? "stated" : "accepted",
      ...by,
      ...{ created_at: at, updated_at: at, uses: 0 },
    };
    const kept = await store.patiently(({ memory }) => memory.concepts.add(concept, mostConcepts));
    if (!kept) throw saidError("validation", "memory.too_many", { most: mostConcepts });
    return concept;
  }

  const shown = async (concept_id: string): Promise<Concept> => {
    const all = withContradictions(await (await store.get()).memory.concepts.list());
    const found = all.find((one) => one.concept_id === concept_id);
    if (found === undefined) throw saidError("not_found", "memory.no_concept");
    return found;
  };

  async function report(): Promise<MemoryReport> {
    const { memory } = await store.get();
    return {
      ...config(),
      concepts: withContradictions(await memory.concepts.list()),
      vectors: await memory.vectors(),
      forgetting: await forgetting.unfinished(),
    };
  }

  const desk: MemoryDesk = {
    report,
    sizes: async () => ({ kinds: await (await store.get()).memory.sizes() }),
    async switch(switches, reader) {
      await deps.save(switches, reader);
      return report();
    },
    async state({ text }, { trace_id }) {
      await audit.ready();
      const { concept_id } = await keep(text, undefined);
      audit.tell({ trace_id, tool_id: "http.memory.state", path: concept_id });
      return shown(concept_id);
    },
    async change(concept_id, { text, shared }, { trace_id }) {
      await audit.ready();
      const told = text === undefined ? undefined : maskText(text).text;
      const change = {
        ...(told === undefined ? {} : { text: told, reading: readStatedFact(told, folders()) }),
        ...(shared === undefined ? {} : { shared }),
        at: clock.now().toISOString(),
      };
      const changed = await store.patiently(({ memory }) =>
        memory.concepts.change(concept_id, change),
      );
      if (!changed) throw saidError("not_found", "memory.no_concept");
      audit.tell({ trace_id, tool_id: "http.memory.change", path: concept_id });
      return shown(concept_id);
    },
    async episodes({ q, cursor, limit }, { trace_id, signal }) {
      const { memory } = await store.get();
      if (q === undefined) return memory.listEpisodes({ limit, cursor });
      const asking = { trace_id, run_id: ids("run"), signal };
      const found = (await recall?.like(asQuestion(q), limit, asking)) ?? [];
      return { episodes: found.map(({ offered_for: _, ...episode }) => episode) };
    },
    async forget(scope, { trace_id, lang }) {
      await audit.ready();
      await refuseUnknown(scope, store);
      const gone = await forgetting.forget(scope);
      audit.tell({ trace_id, tool_id: "http.memory.forget", path: JSON.stringify(scope) });
      return { ...gone, message: sentenceOf(gone, lang) };
    },
    async export({ trace_id }) {
      await audit.ready();
      audit.tell({ trace_id, tool_id: "http.memory.export", path: "memory" });
      const { memory } = await store.get();
      const episodes: MemoryExport["episodes"] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await memory.listEpisodes({ limit: exportedAtOnce, cursor });
        for (const one of page.episodes)
          episodes.push({ ...one, claims: await memory.claimsOf(one.run_id) });
        cursor = page.next_cursor;
        more = cursor !== undefined;
      }
      return {
        docent_memory: 1,
        exported_at: clock.now().toISOString(),
        concepts: withContradictions(await memory.concepts.list()),
        episodes,
      };
    },
  };
  return { ...desk, accept: (text: string, by: Accepted) => keep(text, by) };
}

/** Facts a person looks through; each is held against every question. */
const mostConcepts = 500;
const exportedAtOnce = 100;

async function refuseUnknown(scope: ForgetScope, store: KeptStore): Promise<void> {
  const { memory, readThread } = await store.get();
  const { concept_id, thread_id, run_id } = scope;
  if (concept_id !== undefined) {
    if (!(await memory.concepts.list()).some((one) => one.concept_id === concept_id))
      throw saidError("not_found", "memory.no_concept");
  }
  if (thread_id !== undefined && (await readThread(thread_id, { turns: 1 })) === undefined)
    throw saidError("not_found", "error.thread_not_found");
  if (run_id !== undefined && (await memory.forgetting.names(scope)).runs.length === 0)
    throw saidError("not_found", "error.no_such_answer");
}

function sentenceOf(
  {
    turns,
    concepts,
    tasks,
    finished,
  }: Pick<Forgotten, "turns" | "concepts" | "tasks" | "finished">,
  lang: Lang,
): string {
  const nothing = turns + concepts + tasks === 0;
  const said = nothing
    ? say(lang, "memory.forgot_nothing")
    : say(lang, "memory.forgot", { turns, concepts, tasks });
  return finished ? said : `${said} ${say(lang, "memory.forgot_later")}`;
}
