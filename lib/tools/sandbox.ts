import { isUtf8 } from "node:buffer";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { Lang } from "#lib/contracts/answer";
import { AppError } from "#lib/contracts/errors";
import type { Health } from "#lib/contracts/http";
import type { Clock, ToolRuntime } from "#lib/contracts/ports";
import {
  SandboxArguments,
  type SandboxAround,
  type SandboxBackendId,
  type SandboxLanguage,
  SandboxOutput,
  type SandboxReport,
} from "#lib/contracts/sandbox";
import type { ToolCallContext, ToolInfo } from "#lib/contracts/tools";
import { sha256 } from "#lib/platform/hash";
import type { NewId } from "#lib/platform/ids";
import { errorSentence, saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { isTaskAgent, runCodeTool } from "./agent-rights.ts";
import type { ProviderCall, ProviderResult, ToolProvider, ToolSpec, Touches } from "./provider.ts";
import type { SandboxBackend, SandboxRun } from "./providers/sandbox/backend.ts";
import { endSentence } from "./providers/sandbox/end-sentence.ts";
import {
  createHost,
  hostNames,
  hostToolName,
  mayBeHosted,
} from "./providers/sandbox/host-tools.ts";
import { mediaTypeOf } from "./providers/sandbox/media-type.ts";
import { runLimits } from "./providers/sandbox/run-limits.ts";
import { type SandboxBackends, tellBackend } from "./sandbox-backends.ts";
import { inputFiles } from "./sandbox-input.ts";
import { KEPT_MOST, type RunOwner, type SandboxOutputs } from "./sandbox-outputs.ts";

export type Sandbox = ToolProvider & {
  /**
   * Why `sandbox.exec` is off; undefined when at least one language can be run, and with `soon` as long as nobody knows: a
   * sandbox is made and tried before the first call.
   */
  off(lang: Lang, soon?: boolean): Promise<ToolInfo["off"]>;
  /** Each language is tried on each backend first, where it was not yet. */
  report(lang: Lang, tools: readonly ToolInfo[]): Promise<SandboxReport>;
  /** What has been proven since the start; nothing is tried for it. */
  proven(): NonNullable<Health["sandbox"]>;
};

/**
 * `sandbox.exec`: code is run behind a wall, with nothing of the machine in its sight but the files that are handed in. A
 * person is asked each time and sees all of the code. What it leaves is kept for whoever collects it, by its hash.
 */
export function createSandbox(deps: {
  backends: SandboxBackends;
  config: () => { backend: SandboxReport["configured"]; timeout_ms: number; memory_mb: number };
  outputs: SandboxOutputs;
  tools: ToolRuntime;
  /** A tool as it is now; undefined where there is none. */
  toolOf: (tool_id: string, signal: AbortSignal) => Promise<ToolInfo | undefined>;
  /** A copy in which secrets are masked. */
  mask: <T>(value: T) => T;
  clock: Clock;
  ids: NewId;
}): Sandbox {
  const { backends, config, outputs, tools, toolOf, mask, clock, ids } = deps;
  /** As they were looked at last, which is right before each call is judged. */
  const known = new Map<SandboxLanguage, Place | AppError>();
  const running = new Set<AbortController>();
  let closed = false;

  async function look(): Promise<void> {
    await Promise.all(
      languages.map(async (language) => {
        try {
          known.set(language, await placeOf(await backends.choose(language)));
        } catch (error) {
          known.set(language, asRefusal(error));
        }
      }),
    );
  }

  function placeKnown(language: SandboxLanguage): Place {
    const found = known.get(language);
    if (found === undefined) throw saidError("sandbox_unavailable", "snippet.not_known");
    if (found instanceof AppError) throw found;
    return found;
  }

  function touches(_: ToolInfo, given: Record<string, unknown>, by?: ToolCallContext): Touches {
    const args = argumentsOf(given);
    const { language, code, host_tools = [] } = args;
    const files = inputFiles(args.files ?? []);
    const { backend, around } = placeKnown(language);
    if (host_tools.length > 0) refuseHostTools(language, backend, host_tools, by);
    const shows = {
      kind: "code" as const,
      ...{ language, code, backend, around, host_tools, limits: runLimits(config(), args) },
      files: files.map(({ name, content }) => ({
        ...{ name, bytes: content.byteLength, sha256: sha256(content) },
        ...textOf(content),
      })),
      args: args.args ?? [],
      stdin: args.stdin ?? "",
    };
    // Whatever of it is another one day, it is another thing that was allowed.
    return { resource: null, cwd: null, shows, bound_to: sha256(JSON.stringify(shows)) };
  }

  /** Before anybody is asked: what could not be called would only be found out while the code runs. */
  function refuseHostTools(
    language: SandboxLanguage,
    backend: SandboxBackendId,
    host_tools: readonly string[],
    by: ToolCallContext | undefined,
  ): void {
    if (language !== "javascript" || backend !== "wasm") {
      throw saidError("validation", "snippet.host_elsewhere", { language, backend });
    }
    hostNames(host_tools);
    const held = new Set([...(by?.grant.tools ?? []), ...(by?.grant.delegable ?? [])]);
    const missing = host_tools.find((id) => !held.has(id));
    if (missing !== undefined) {
      const name = missing.slice(0, 80);
      throw saidError("tool_not_granted", "snippet.host_not_granted", { name });
    }
  }

  async function invoke(
    _: ToolInfo,
    given: Record<string, unknown>,
    call: ProviderCall,
  ): Promise<ProviderResult> {
    const { by, touches: shown } = call;
    if (by === undefined) throw saidError("tool_exec", "snippet.nobody");
    if (closed) throw saidError("provider_closed", "error.closing");
    const args = argumentsOf(given);
    const { language, code, host_tools = [] } = args;
    const backend = await backends.choose(language);
    const exec = shown?.shows.kind === "code" ? shown.shows : undefined;
    const now = await placeOf(backend);
    if (exec === undefined || exec.backend !== now.backend || exec.around !== now.around) {
      throw saidError("approval_mismatch", "snippet.not_as_shown");
    }
    await refuseWriting(host_tools, call.signal);
    const limits = {
      ...exec.limits,
      timeout_ms: Math.min(exec.limits.timeout_ms, call.timeout_ms),
    };
    const stop = new AbortController();
    const signal = AbortSignal.any([call.signal, stop.signal]);
    const host =
      host_tools.length === 0
        ? undefined
        : createHost(hostNames(host_tools), by, {
            ...{ tools, mask, signal, clock, ids },
            left_ms: limits.timeout_ms,
          });
    running.add(stop);
    try {
      const run = await backend.run({
        ...{ language, code, limits, signal, around: now.around },
        files: inputFiles(args.files ?? []),
        args: args.args ?? [],
        stdin: args.stdin ?? "",
        ...(host === undefined ? {} : { host: host.host }),
      });
      host?.end();
      if (run.ended === "cancelled") throw saidError("cancelled", "snippet.cancelled");
      return await handed(run, {
        ...{ language, backend: backend.id, limits, by },
        host_calls: host?.calls() ?? 0,
      });
    } finally {
      host?.end();
      running.delete(stop);
    }
  }

  /** As they are now: a tool that has come to write since it was named is called by no code. */
  async function refuseWriting(host_tools: readonly string[], signal: AbortSignal): Promise<void> {
    for (const id of host_tools) {
      const tool = await toolOf(id, signal);
      if (tool === undefined || !mayBeHosted(tool)) {
        throw saidError("tool_not_granted", "snippet.host_writes", { name: id.slice(0, 80) });
      }
    }
  }

  async function handed(
    run: SandboxRun,
    of: Pick<SandboxOutput, "language" | "backend" | "limits" | "host_calls"> & {
      by: NonNullable<ProviderCall["by"]>;
    },
  ): Promise<ProviderResult> {
    const { by, ...told } = of;
    const lang = by.lang ?? "en";
    const { ended, exit_code, output_left_out, left_out, wall_ms, cpu_ms } = run;
    const said = endSentence(run, told.limits, lang);
    const outcome = {
      ...told,
      ...{ ended, exit_code, output_left_out, wall_ms, cpu_ms },
      ...(said === undefined ? {} : { said }),
      left_out: left_out
        .slice(0, MOST_NAMED)
        .map(({ name, rule }) => ({ name: name.slice(0, 255), rule })),
    };
    const unkept = by.store === false;
    const { structured, removed } = unkept
      ? { structured: { ...outcome, artifacts: [] }, removed: 0 }
      : await keep();
    const notes = [
      ...(said === undefined ? [] : [said]),
      ...(unkept && run.files.length > 0
        ? [say(lang, "snippet.unkept", { count: run.files.length })]
        : []),
      ...(output_left_out === 0 ? [] : [say(lang, "snippet.left_out", { bytes: output_left_out })]),
      ...(left_out.length === 0
        ? []
        : [say(lang, "snippet.files_out", { count: left_out.length })]),
      ...(removed === 0 ? [] : [say(lang, "snippet.made_room", { count: removed, ...keptMost })]),
    ];
    return {
      is_error: false,
      text: run.stdout,
      stderr: [run.stderr, ...notes].filter((text) => text !== "").join("\n"),
      exit_code: exit_code ?? KILLED,
      structured,
    };

    async function keep() {
      const { record, removed } = await outputs.keep(ownerOf(by), {
        invocation_id: by.invocation_id,
        at: clock.now().toISOString(),
        stdout: mask(run.stdout),
        stderr: mask(run.stderr),
        files: run.files.map(({ name, content }) => ({
          ...{ name, content, media_type: mediaTypeOf(name, content) },
        })),
        outcome,
      });
      return { structured: record.outcome, removed };
    }
  }

  async function off(lang: Lang, soon = false): Promise<ToolInfo["off"]> {
    const looked = look();
    if (soon) await Promise.race([looked, setTimeout(SOON_MS, undefined, { ref: false })]);
    else await looked;
    const [first] = languages.map((language) => known.get(language));
    const some = languages.some((language) => !(known.get(language) instanceof AppError));
    if (some || !(first instanceof AppError)) return undefined;
    return { why: "unavailable", message: errorSentence(first, lang) };
  }

  return {
    id: providerId,
    ours: true,
    repeats: false,
    concurrency: AT_ONCE,
    own_time: true,
    listTools: async () => specs,
    touches,
    invoke,
    off,
    async report(lang, there) {
      const [described, able] = await Promise.all([
        Promise.all(backends.all.map((backend) => tellBackend(backend, lang))),
        Promise.all(
          languages.map((language) =>
            backends.prove(language).then(
              ({ id: backend }) => ({ language, backend }),
              (error: unknown) => ({ language, message: errorSentence(asRefusal(error), lang) }),
            ),
          ),
        ),
      ]);
      return {
        configured: config().backend,
        backends: described,
        languages: able,
        limits: runLimits(config()),
        host_tools: there
          .filter((tool) => tool.enabled && mayBeHosted(tool))
          .map(({ id }) => ({ id, name: hostToolName(id) })),
      };
    },
    proven: () =>
      backends.all.map(({ id, provenNow }) => ({ backend: id, languages: [...provenNow()] })),
    async close() {
      closed = true;
      for (const stop of running) stop.abort();
      await backends.close();
    },
  };
}

/** Of a call of a task the task; else the conversation, where there is one. */
export function ownerOf({
  agent_id,
  task_id,
  thread_id,
}: Pick<ToolCallContext, "agent_id" | "task_id" | "thread_id">): RunOwner {
  if (isTaskAgent(agent_id)) return { kind: "task", id: task_id };
  return thread_id === undefined ? { kind: "person" } : { kind: "thread", id: thread_id };
}

/** On which backend code runs, and behind what. */
type Place = { backend: SandboxBackendId; around: SandboxAround };

/** Throws AppError `sandbox_unavailable` where it is none any more. */
async function placeOf(backend: SandboxBackend): Promise<Place> {
  const state = await backend.state();
  if (state.kind === "none") throw saidError("sandbox_unavailable", state.why, state.values);
  return { backend: backend.id, around: state.around };
}

const providerId = "sandbox";
const languages: readonly SandboxLanguage[] = ["javascript", "python", "shell"];
/** How long a list of tools waits for a sandbox to be tried. */
const SOON_MS = 200;
/** Each is a process or more of its own. */
const AT_ONCE = 2;
/** Of files that are not handed over; how many there are is said in any case. */
const MOST_NAMED = 20;
const keptMost = { runs: KEPT_MOST.runs, mb: KEPT_MOST.bytes / 1e6 };
/** As a shell says of what was ended with SIGKILL. */
const KILLED = 137;

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return saidError("sandbox_unavailable", "snippet.not_known", {}, { cause: error });
}

/** Of a file that is text: what somebody who decides reads of it. */
function textOf(content: Uint8Array): { text?: string } {
  return isUtf8(content) && !content.includes(0) ? { text: Buffer.from(content).toString() } : {};
}

/** Throws `validation` for what its JSON Schema cannot say. */
function argumentsOf(given: Record<string, unknown>): SandboxArguments {
  const parsed = SandboxArguments.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") || "arguments";
  const problem = issue?.message ?? "?";
  throw saidError("validation", "snippet.arguments", { where, problem });
}

const { $schema: _in, ...input_schema } = z.toJSONSchema(SandboxArguments, { io: "input" });
const { $schema: _out, ...output_schema } = z.toJSONSchema(SandboxOutput);

const specs: readonly ToolSpec[] = [
  {
    id: runCodeTool,
    provider_id: providerId,
    name: runCodeTool,
    title: "Run code in a sandbox",
    description:
      "Runs code (javascript, python; shell where the machine has a wall for it) in a sandbox of its own: no network, no file of the machine, nothing kept from run to run. It sees the files that are handed in, in the folder it starts in, its args and its stdin; it hands over what it printed, its exit code, and the files it left. A person is asked each time and sees the whole code. In JavaScript, `await tools.<name>({...})` calls the tools named in host_tools, which must be yours and read only: mcp.docs.docs_search is tools.docs_search, of any other id each sign that no name may hold becomes _.",
    input_schema,
    output_schema,
    capability_level: "L2",
    risk: "unsafe",
    // Nothing outside its own sandbox is changed, so that it may be begun again where it was broken off.
    side_effects: "none",
    requires_confirm: true,
    timeout_ms: 600_000,
  },
];
