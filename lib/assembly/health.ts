import type { Lang } from "#lib/contracts/answer";
import type { DocsStatusOutput } from "#lib/contracts/docs-tools";
import type { Health, HealthOutside, ServerStatus } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import { type OpenedTable, wordTable } from "#lib/meaning/word-table";
import { actingPerson, perPerson } from "#lib/platform/acting";
import type { ConfigFile } from "#lib/platform/config-file";
import type { NewId } from "#lib/platform/ids";
import { errorSentence } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import type { DocsCalls } from "./docs-calls.ts";
import type { KeptStore } from "./keep-store.ts";
import { rootsInLang } from "./roots-in-lang.ts";

const ASK_DOCS_MS = 400;
const OUTSIDE_MS = 1000;

/**
 * Is everything there? Waits for the documents server a moment at most, and never for its start: what it said last
 * stands in until it answers. `inside` looks at every call; `outside`, for whoever asks, as often as they like, costs one
 * look a second and leaves nothing behind.
 */
export function createHealth(deps: {
  version: string;
  config: ConfigFile;
  store: KeptStore;
  docs: Pick<DocsCalls, "status">;
  servers: (lang: Lang) => Promise<ServerStatus[]>;
  embedding: (lang: Lang) => Health["embedding"];
  sandbox: () => NonNullable<Health["sandbox"]>;
  clock: Clock;
  ids: NewId;
}) {
  const { version, config, store, docs, servers, embedding, sandbox, clock, ids } = deps;
  /** Of each person apart, and by their groups then: what is counted in a closed folder is nobody else's. */
  const said = perPerson((): { groups: string; last?: DocsStatusOutput } => ({ groups: "" }));
  let told: { at: number; status: Promise<HealthOutside> } | undefined;

  async function askDocs(lang: Lang): Promise<DocsStatusOutput | undefined> {
    const mine = said.mine();
    const groups = String(actingPerson()?.groups);
    if (mine.groups !== groups) {
      mine.groups = groups;
      delete mine.last;
    }
    if ((await servers(lang)).every((server) => server.state !== "ready")) return mine.last;
    const signal = AbortSignal.timeout(ASK_DOCS_MS);
    const caller = { agent_id: "person", trace_id: ids("trace"), signal } as const;
    const status = await docs.status({ ...caller, timeout_ms: ASK_DOCS_MS });
    if (status.ok) mine.last = status.value;
    return mine.last;
  }

  async function inside(lang: Lang): Promise<Health> {
    const last = await askDocs(lang);
    const { error, config: settings } = config.current(lang);
    const problem = await store.problem();
    const notice = store.notice(lang);
    const database = store.state();
    const sharing = problem === undefined ? await store.queue.servers() : [];
    const store_message = problem === undefined ? notice : errorSentence(problem, lang);
    const listed = await servers(lang);
    const vectors = embedding(lang);
    const lost = listed.some((server) => server.state === "down");
    const roots = rootsInLang(last?.roots ?? [], lang);
    const unhealthy = roots.filter((root) => root.state === "unhealthy");
    const troubles = roots.flatMap(({ state, message = "", label, unwatched }) => [
      ...(state === "unhealthy" ? [message] : []),
      ...(unwatched === undefined
        ? []
        : [say(lang, "search.unwatched", { label, reason: unwatched })]),
    ]);
    const well =
      error === undefined && store_message === undefined && !lost && unhealthy.length === 0;
    return {
      status: well ? "ok" : "degraded",
      version,
      config: error === undefined ? "ok" : "error",
      ...(error === undefined ? {} : { config_message: error }),
      store: problem === undefined ? "ok" : "error",
      ...(store_message === undefined ? {} : { store_message }),
      ...(database === undefined
        ? {}
        : { database: { kind: database.database, step: database.step } }),
      ...(sharing.length === 0 ? {} : { servers: sharing }),
      index: {
        state: last?.coverage.state ?? "unknown",
        ...(troubles.length === 0 ? {} : { message: [...new Set(troubles)].join(" ") }),
        files: sum(roots.map((root) => root.files)),
        sections: sum(roots.map((root) => root.sections)),
        generation: last?.generation ?? 0,
        skipped: sum(roots.flatMap((root) => root.skipped.map((skip) => skip.count))),
      },
      mcp: { servers: listed },
      meaning: settings.retrieval.meaning ? stateOf(wordTable(), lang) : { state: "off" },
      ...(vectors === undefined ? {} : { embedding: vectors }), // search goes on without
      sandbox: sandbox(),
    };
  }

  return {
    inside,
    outside(): Promise<HealthOutside> {
      const now = clock.monotonic();
      if (told === undefined || now - told.at >= OUTSIDE_MS) {
        told = { at: now, status: inside("en").then(({ status }) => ({ status })) };
      }
      return told.status;
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

function stateOf(opened: OpenedTable, lang: Lang): Health["meaning"] {
  return opened.table === undefined
    ? { state: "unusable", message: say(lang, `meaning.${opened.why}`, { file: opened.file }) }
    : { state: "on" };
}
