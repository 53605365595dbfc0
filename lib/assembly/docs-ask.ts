import PQueue from "p-queue";
import { z } from "zod";
import { createPrimary } from "#lib/agents/primary";
import { readyToAnswer } from "#lib/answering/answer-question";
import { answerText } from "#lib/citations/answer-text";
import { firstClaims } from "#lib/citations/first-claims";
import { leaveOutSecrets } from "#lib/citations/leave-out-secrets";
import type { Config } from "#lib/contracts/config";
import type { CallDocs, DocsAnswering } from "#lib/contracts/docs-ask";
import { type DocsToolName, docsTools } from "#lib/contracts/docs-tools";
import type { Clock } from "#lib/contracts/ports";
import type { Environment } from "#lib/platform/environment";
import { newId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { maskDeep } from "#lib/platform/secrets";
import { agentRight } from "#lib/tools/agent-rights";
import { docsRights } from "#lib/tools/mcp-server";
import type { ToolProvider, ToolSpec } from "#lib/tools/provider";
import { createToolRegistry } from "#lib/tools/registry";
import { createToolRuntime } from "#lib/tools/runtime";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { nothingKept } from "./nothing-kept.ts";

/** So many questions are worked on at a time; the others wait, and their time counts from their turn. */
const workedOnAtOnce = 2;

/**
 * Answers in the docs server itself, for other clients: the agents of a conversation with documents alone, over the very
 * tools that the server offers. Nothing of a question is kept, no model is asked and no tool but the docs tools is there.
 */
export function createDocsAsk(deps: {
  call: CallDocs;
  config: () => Config;
  environment: Pick<Environment, "tool_output" | "mcp_timeout_ms">;
  clock: Clock;
  log: Logger;
}): DocsAnswering {
  const { config, environment, clock, log } = deps;
  readyToAnswer(config().retrieval.meaning);
  const ids = newId;
  const schemas = createSchemaCheck();
  const registry = createToolRegistry({
    order: () => config().tools.preferred_provider_order,
    schemas,
    log,
  });
  registry.register(docsProvider(deps.call, environment.mcp_timeout_ms));
  const tools = createToolRuntime({
    registry,
    schemas,
    agent: (id) => agentRight(config(), id),
    limits: { output: environment.tool_output, timeout_ms: environment.mcp_timeout_ms },
    mask: maskDeep,
    beforeAct: async () => undefined, // nothing acts: every tool of the docs server only reads
    trace: nothingKept,
    clock,
    ids,
    log: log.child({}, { level: "warn" }),
  });
  const turns = new PQueue({ concurrency: workedOnAtOnce });

  return {
    async ask({ question, roots = [], lang, max_claims }, { roots: known, signal, tell }) {
      const primary = createPrimary({
        ...{ tools, config, clock, ids, log, trace: nothingKept },
        idempotency: { get: async () => undefined, put: async () => undefined },
        roots: () => known,
      });
      const request = {
        ...{ question, roots, mode: "quote" as const, asking: "refuse" as const, store: false },
        ...{ trace_id: ids("trace"), run_id: ids("run"), thread_id: ids("thread") },
        ...(lang === undefined ? {} : { lang }),
        deadline_ms: config().limits.max_wall_time_ms,
      };
      const answer = await turns.add(
        () =>
          primary.ask(
            request,
            (event) => {
              if (event.kind === "step" && event.data.state === "running") tell(event.data.label);
            },
            signal,
          ),
        { signal },
      );
      return max_claims === undefined ? answer : firstClaims(answer, max_claims);
    },
    textOf: (answer) =>
      answerText(leaveOutSecrets(answer).answer, ({ display_path }) => display_path),
  };
}

/** The docs tools without a session between: each call is one of the server's own. */
function docsProvider(call: CallDocs, timeout_ms: number): ToolProvider {
  const names = Object.keys(docsTools) as DocsToolName[]; // the keys of the table are the names
  const specs: ToolSpec[] = names.map((name) => ({
    id: `mcp.docs.${name}`,
    provider_id: "mcp.docs",
    name,
    description: name,
    input_schema: z.toJSONSchema(docsTools[name].input, { io: "input" }),
    timeout_ms,
    ...docsRights,
  }));
  return {
    id: "mcp.docs",
    ours: true,
    verbatim: true,
    repeats: false,
    listTools: async () => specs,
    // A tool of this list bears one of the names above.
    invoke: (tool, args, { signal }) => call(tool.name as DocsToolName, args, signal),
    close: async () => undefined,
  };
}
