import type { Config } from "#lib/contracts/config";
import type { TaskProgress, TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type { Clock } from "#lib/contracts/ports";
import type { Dispatch } from "./dispatch.ts";
import { searchFollowUp } from "./doc-retrieval/search-follow-up.ts";
import type { DocsCalls } from "./docs-calls.ts";
import { readSearch } from "./search-outcome.ts";

/** `direct`: the sub-agent was left out on purpose; `fallback`: it failed and was stepped over. */
export type Retrieved = { result: TaskResult; way: "sub_agent" | "direct" | "fallback" };

/**
 * Evidence for one envelope: from the sub-agent, or from the docs tools themselves where the configuration says so or the
 * sub-agent itself broke. Throws AppError as `Dispatch.send` does.
 */
export async function retrieve(
  request: TaskRequest,
  deps: {
    dispatch: Dispatch;
    docs: DocsCalls;
    config: Config;
    clock: Clock;
    signal: AbortSignal;
    parent_span_id: string;
    store: boolean;
    onProgress: (progress: TaskProgress) => void;
  },
): Promise<Retrieved> {
  const { dispatch, docs, config, clock, signal, parent_span_id, store, onProgress } = deps;
  if (config.answer.via === "direct") {
    return { result: await searchOnly(request, docs, config, clock), way: "direct" };
  }
  const delivery = await dispatch.send(request, { signal, parent_span_id, store, onProgress });
  if (!delivery.agent_failed) return { result: delivery.result, way: "sub_agent" };
  return { result: await searchOnly(request, docs, config, clock), way: "fallback" };
}

/** One search, its hits taken as they are: nothing that could have broken the sub-agent is repeated here. */
async function searchOnly(
  request: TaskRequest,
  docs: DocsCalls,
  config: Config,
  clock: Clock,
): Promise<TaskResult> {
  const began = clock.monotonic();
  const { query, analysis, target_roots, constraints } = request.input;
  const input = {
    query,
    ...(analysis === undefined ? {} : { analysis }),
    include_text: true,
    limit: config.retrieval.max_citations,
    ...(target_roots.length > 0 ? { roots: target_roots } : {}),
    ...(constraints?.pages === undefined ? {} : { pages: constraints.pages }),
    ...(constraints?.lang === undefined ? {} : { lang: constraints.lang }),
  };
  const searched = await searchFollowUp(docs, input, analysis, constraints ?? {});
  const outcome = readSearch(request, searched.found);
  const latency = () => Math.round(clock.monotonic() - began);
  if (outcome.kind === "ended") {
    const files_scanned = outcome.result.output.coverage?.files_searchable ?? 0;
    return { ...outcome.result, metrics: { latency_ms: latency(), files_scanned, hits: 0 } };
  }
  const found = outcome.hits.map(({ text, kind, ...citation }, i) => {
    const numbered = { ...citation, id: i + 1 };
    return { citation: numbered, text: text ?? citation.snippet, kind: kind ?? "prose" };
  });
  const evidence = {
    citations: found.map((f) => f.citation),
    passages: found.map((f) => ({ citation_id: f.citation.id, text: f.text, kind: f.kind })),
  };
  const follow_up = searched.readings([evidence]);
  return {
    trace_id: request.trace_id,
    task_id: request.task_id,
    status: "ok",
    output: { ...outcome.output, ...evidence, ...(follow_up === undefined ? {} : { follow_up }) },
    metrics: {
      latency_ms: latency(),
      files_scanned: outcome.search.coverage.files_searchable,
      hits: outcome.hits.length,
    },
  };
}
