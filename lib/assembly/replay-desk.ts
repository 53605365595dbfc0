import { compareAnswers } from "#lib/activity/compare";
import { createPrimary } from "#lib/agents/primary";
import type {
  ReplayBody,
  ReplayCases,
  ReplayComparison,
  TraceDetail,
} from "#lib/contracts/activity";
import type { AnswerOfTrace } from "#lib/contracts/activity-store";
import type { Answer, Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type { Clock, IdempotencyStore, ToolRuntime, TraceSink } from "#lib/contracts/ports";
import type { ToolInfo } from "#lib/contracts/tools";
import { webRootId } from "#lib/contracts/web";
import { rankTexts } from "#lib/meaning/rank-texts";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { errorSentence, saidError } from "#lib/platform/said-error";
import { type MessageKey, say } from "#lib/platform/say";
import type { ReadySkills } from "#lib/skills/ready-skills";
import type { KeptStore } from "./keep-store.ts";
import type { ModelDesk } from "./model-desk.ts";
import type { Reader } from "./reader.ts";
import { recordedModel } from "./recorded-model.ts";
import { factsOf, nothing, noticesOf } from "./replay-notes.ts";
import type { TaskReplay } from "./replay-task.ts";
import { standInTools } from "./stand-in-tools.ts";

export type ReplayDesk = ReturnType<typeof createReplayDesk>;

const REMEMBERED_TURNS = 3;

/**
 * An asking or a task done again on today's folders and held against what came of it then. Nothing of it is stored but
 * which lines were read; nothing that has an effect is run. Throws `not_found` for what is not known; what is known and
 * cannot be done again is a comparison that says why.
 */
export function createReplayDesk(deps: {
  store: KeptStore;
  config: () => Config;
  models: Pick<ModelDesk, "current">;
  /** Calls that stand in the audit and in no trace. */
  tools: ToolRuntime;
  catalogue: (signal: AbortSignal) => Promise<readonly ToolInfo[]>;
  skills: ReadySkills;
  trace: TraceSink;
  roots: () => readonly { id: string; label: string }[];
  /** Pages of the web that are saved now, by their path. */
  savedPages: () => Promise<ReadonlySet<string>>;
  /** Resolves once the folders are known. */
  ready: (reader: Reader) => Promise<unknown>;
  tasks: TaskReplay;
  clock: Clock;
  ids: NewId;
  log: Logger;
}) {
  const { store, config, models, tasks, clock, ids, log } = deps;
  const activity = async () => (await store.get()).activity;

  function byModel(answer: Answer): boolean {
    return answer.mode === "model" || answer.metrics.model !== undefined;
  }

  /** Why it cannot be done again now; undefined where it can. */
  async function problemOf(
    trace_id: string,
    model: ReplayBody["model"],
    lang: Lang,
  ): Promise<string | undefined> {
    const no = (key: Why, params: Record<string, string> = {}) =>
      say(lang, `activity.replay.${key}` as MessageKey, params);
    const summary = await (await activity()).summary(trace_id);
    if (summary?.kind === "task") return tasks.problem(summary, lang);
    const found = await (await activity()).answer(trace_id);
    if (found === undefined) return no(summary === undefined ? "no_trace" : "not_stored");
    if (found.put_to === undefined) return no("folders_unknown");
    const there = new Set([webRootId, ...deps.roots().map(({ id }) => id)]);
    const folder = found.put_to.roots.find((id) => !there.has(id));
    // What was asked of a folder that there was not then either is asked of it again.
    if (folder !== undefined && found.answer.status !== "denied")
      return no("no_folder", { folder });
    if (!byModel(found.answer)) return undefined;
    if (model === "recorded") {
      const replies = await (await activity()).replies(trace_id);
      return replies === undefined || replies.length === 0 ? no("no_replies") : undefined;
    }
    const live = modelOf(found.answer);
    return live.kind === "ready"
      ? undefined
      : no("no_model", { reason: errorSentence(live.error, lang) });
  }

  function modelOf(answer: Answer): ReturnType<ModelDesk["current"]> {
    const name = answer.metrics.model?.name;
    const now = models.current();
    if (name === undefined || (now.kind === "ready" && now.name === name)) return now;
    return models.current(name);
  }

  /** For the button: with whose words it can be done again. */
  async function replayable(trace_id: string, lang: Lang): Promise<TraceDetail["replay"]> {
    const why = await problemOf(trace_id, "recorded", lang);
    const whyLive = await problemOf(trace_id, "live", lang);
    return {
      recorded: why === undefined,
      live: whyLive === undefined,
      ...(why === undefined ? {} : { why }),
    };
  }

  async function replay(
    trace_id: string,
    { model }: ReplayBody,
    reader: Reader,
  ): Promise<ReplayComparison> {
    const { lang } = reader;
    const summary = await (await activity()).summary(trace_id);
    const found = await (await activity()).answer(trace_id);
    if (summary === undefined && found === undefined) {
      throw saidError("not_found", "error.trace_not_found");
    }
    await store.everyone.patiently((open) => open.requireAudit("read"));
    await deps.ready(reader);
    if (summary?.kind === "task") return tasks.replay(summary, reader);
    const problem = await problemOf(trace_id, model, lang);
    if (found?.put_to === undefined || problem !== undefined) {
      return {
        ...nothing(trace_id, "ask", clock.now().toISOString()),
        ...{ verdict: "impossible", message: problem ?? "" },
        ...(summary?.title === undefined ? {} : { title: summary.title }),
        asked_at: summary?.started_at ?? found?.answer.asked_at ?? "",
        status: { before: summary?.status ?? found?.answer.status ?? "" },
      };
    }
    return replayAnswer({ ...found, put_to: found.put_to }, model, reader);
  }

  /**
   * Where to search: for pages of the web nothing is fetched, those that were read then are read as they are saved now.
   */
  async function searchedAgain({ roots, pages }: PutTo, lang: Lang) {
    if (pages === undefined || pages.length === 0) return { roots, notices: [] };
    const saved = await deps.savedPages();
    const there = pages.filter(({ relative_path }) => saved.has(relative_path));
    const gone = pages.length - there.length;
    const own = roots.length > 0 ? roots : deps.roots().map(({ id }) => id);
    return {
      ...(there.length === 0
        ? { roots }
        : { roots: [...new Set([...own, webRootId])], pages: there }),
      notices: [
        say(lang, "activity.replay.saved_pages"),
        ...(gone === 0 ? [] : [say(lang, "activity.replay.pages_gone", { pages: gone })]),
      ],
    };
  }

  async function replayAnswer(
    { answer: before, message_id, put_to }: AnswerOfTrace & { put_to: PutTo },
    model: ReplayBody["model"],
    reader: Reader,
  ): Promise<ReplayComparison> {
    const { lang, signal } = reader;
    const began = clock.monotonic();
    const recorded =
      byModel(before) && model === "recorded"
        ? recordedModel(
            ((await (await activity()).replies(before.trace_id)) ?? []).filter(isAskedAnew),
          )
        : undefined;
    const standing = standInTools({
      tools: deps.tools,
      find: async (tool_id, signal) =>
        (await deps.catalogue(signal)).find(({ id }) => id === tool_id),
      recorded: before.actions ?? [],
      notRecorded: say(before.lang, "activity.replay.not_recorded"),
      ids,
    });
    const live = modelOf(before);
    const { model: metrics } = before.metrics;
    const speaking =
      recorded === undefined
        ? live
        : {
            kind: "ready" as const,
            model: recorded.model,
            provider: metrics?.provider ?? "",
            name: metrics?.name ?? "",
            context_tokens:
              live.kind === "ready" ? live.context_tokens : config().model.context_tokens,
            cost: () => undefined,
          };
    const primary = createPrimary({
      rank_tools: rankTexts,
      ...{ tools: standing.tools, catalogue: deps.catalogue, skills: deps.skills },
      ...{ idempotency: keepsNothing, trace: deps.trace, config, roots: deps.roots },
      // The provider's name is only told on; it is of the answer that is held against this one.
      model: () => speaking as ReturnType<ModelDesk["current"]>,
      ...{ clock, ids, log },
    });
    const place = { thread_id: before.thread_id, trace_id: before.trace_id, message_id };
    const run = { trace_id: ids("trace"), run_id: ids("run"), thread_id: ids("thread") };
    (await store.get()).keepNoWordOf(run.trace_id);
    const { notices: told, ...where } = await searchedAgain(put_to, lang);
    const { facts, notices: understood } = factsOf(before, deps.roots(), lang);
    const after = await primary.ask(
      {
        ...{ ...run, ...where, ...facts },
        ...{ question: before.question, lang: before.lang, store: false },
        mode: byModel(before) ? "model" : "quote",
        asking: "refuse",
        earlier: await (await store.get()).recentTurns(place, REMEMBERED_TURNS),
        ...(byModel(before) ? { memory: await (await store.get()).conversationMemory(place) } : {}),
        deadline_ms: config().limits.max_wall_time_ms,
      },
      () => undefined,
      signal,
    );
    const { counts, first, ...compared } = compareAnswers(before, after);
    const short = (recorded?.missing() ?? 0) > 0;
    const same =
      !short &&
      first === undefined &&
      counts.moved + counts.changed + counts.new + counts.gone === 0;
    const notices = [...told, ...understood, ...noticesOf(recorded, standing, lang)];
    const message = (): string => {
      if (same) {
        return say(lang, `activity.replay.${before.claims.length === 0 ? "same_without" : "same"}`);
      }
      if (short) return say(lang, "activity.replay.replies_short");
      return before.status === after.status
        ? say(lang, "activity.replay.different", counts)
        : say(lang, "activity.replay.status", { before: before.status, after: after.status });
    };
    return {
      ...nothing(before.trace_id, "ask", clock.now().toISOString()),
      ...compared,
      model: byModel(before) ? model : "none",
      verdict: same ? "same" : "different",
      message: message(),
      title: before.question,
      asked_at: before.asked_at,
      ms: Math.round(clock.monotonic() - began),
      status: { before: before.status, after: after.status },
      ...(first === undefined
        ? {}
        : {
            first_difference: {
              ...first,
              message: say(lang, `activity.replay.step.${first.step}`),
            },
          }),
      stood_in: standing.stoodIn(),
      notices,
    };
  }

  return {
    replay,
    replayable,
    async cases(): Promise<ReplayCases> {
      const { cases, summary } = await activity();
      const kept = (await cases.list()).map(async ({ note, ...row }) => {
        const trace = await summary(row.trace_id);
        return {
          ...row,
          ...(note === null ? {} : { note }),
          ...(trace === undefined ? {} : { trace }),
        };
      });
      return { cases: await Promise.all(kept) };
    },
    async keepCase(trace_id: string, note: string | undefined): Promise<void> {
      const { cases } = await activity();
      const kept_at = clock.now().toISOString();
      if (await cases.keep({ trace_id, note: note ?? null, kept_at })) return;
      throw saidError("not_found", "error.trace_not_found");
    },
    async dropCase(trace_id: string): Promise<void> {
      if (await (await activity()).cases.drop(trace_id)) return;
      throw saidError("not_found", "activity.error.case_not_found");
    },
    /** What was asked since then and can be done again, and every case, each once. */
    async since(since: string): Promise<string[]> {
      const cases = (await (await activity()).cases.list()).map(({ trace_id }) => trace_id);
      return [...new Set([...cases, ...(await (await activity()).answeredSince(since))])];
    },
  };
}

type Why = "no_trace" | "not_stored" | "folders_unknown" | "no_folder" | "no_replies" | "no_model";
type PutTo = NonNullable<Answer["put_to"]>;

const keepsNothing: IdempotencyStore = {
  get: async () => undefined,
  put: async () => undefined,
};

/** What other agents were told stands in with their results, so their models are asked nothing again. */
const isAskedAnew = ({ agent_id }: { agent_id: string }): boolean =>
  agent_id === "primary" || agent_id === "doc_retrieval";
