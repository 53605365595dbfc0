import type {
  SandboxAround,
  SandboxBackendId,
  SandboxLanguage,
  SandboxReport,
} from "#lib/contracts/sandbox";
import type { ToolCallContext } from "#lib/contracts/tools";
import { newId } from "#lib/platform/ids";
import { maskDeep } from "#lib/platform/secrets";
import type { SandboxBackend, SandboxJob, SandboxRun } from "#lib/tools/providers/sandbox/backend";
import { createSandbox } from "#lib/tools/sandbox";
import { createSandboxBackends } from "#lib/tools/sandbox-backends";
import { createSandboxOutputs } from "#lib/tools/sandbox-outputs";
import { askFor, openDesk, toolSpec } from "./open-desk.ts";

/** What a run comes to, as a test has it; it ends well where the test says nothing. */
export type Script = (job: SandboxJob) => Promise<Partial<SandboxRun>>;

/** A backend that runs what the test says in place of the code. */
export function scriptedBackend(
  script: Script,
  options: {
    id?: SandboxBackendId;
    none?: boolean;
    /** What stands around it at the moment. */
    around?: () => SandboxAround;
    unproven?: readonly SandboxLanguage[];
  } = {},
): SandboxBackend {
  const { id = "wasm", none = false, around = () => "none", unproven = [] } = options;
  const languages: SandboxLanguage[] =
    id === "wasm" ? ["javascript", "python"] : ["javascript", "python", "shell"];
  const missing = { kind: "none", why: "sandbox.no_bwrap", values: {} } as const;
  const holds = (language: SandboxLanguage) => !none && !unproven.includes(language);
  return {
    id,
    languages,
    state: async () => (none ? missing : { kind: "ready", around: around() }),
    proven: async (language) => (holds(language) ? { kind: "ready", by: "script" } : missing),
    provenNow: () => languages.filter(holds),
    run: async (job) => ({
      ...{ ended: "exit", exit_code: 0, stdout: "", stderr: "", output_left_out: 0 },
      ...{ files: [], left_out: [], wall_ms: 1, cpu_ms: 1 },
      ...(await script(job)),
    }),
    close: async () => {},
  };
}

const quiet = { capability_level: "L0", risk: "safe", side_effects: "none" } as const;

/** A runtime with `sandbox.exec` and two tools beside it, `look`, which reads, and `write`, which asks. */
export function openSandbox(
  options: {
    script?: Script;
    backends?: SandboxBackend[];
    configured?: SandboxReport["configured"];
    /** As it is set at the moment. */
    set?: () => Partial<{
      backend: SandboxReport["configured"];
      timeout_ms: number;
      memory_mb: number;
    }>;
    /** What is kept of one conversation. */
    most?: { runs: number; bytes: number };
    desk?: Parameters<typeof openDesk>[0];
  } = {},
) {
  const desk = openDesk({
    tools: [toolSpec("write"), toolSpec("look", quiet), toolSpec("peek", quiet)],
    ...options.desk,
  });
  const outputs = createSandboxOutputs({
    home: desk.folder,
    ...(options.most === undefined ? {} : { most: options.most }),
  });
  const config = () => ({
    ...{ backend: options.configured ?? "auto", timeout_ms: 30_000, memory_mb: 512 },
    ...options.set?.(),
  });
  const sandbox = createSandbox({
    backends: createSandboxBackends({
      all: options.backends ?? [scriptedBackend(options.script ?? (async () => ({})))],
      configured: () => config().backend,
    }),
    ...{ config, outputs },
    tools: { invoke: (id, args, context) => desk.runtime.invoke(id, args, context) },
    toolOf: async (id, signal) =>
      (await desk.registry.resolve(id, signal).catch(() => undefined))?.tool,
    mask: (value) => maskDeep(value).value,
    ...{ clock: desk.clock, ids: newId },
  });
  desk.registry.register(sandbox);
  const held = ["sandbox.exec", "look", "peek"];
  const grant = (tools: readonly string[] = held) => ({
    ...desk.context().grant,
    tools: [...tools],
  });
  /** An approval of these arguments as things stand, allowed and not used yet. */
  async function allowed(args: Record<string, unknown>): Promise<string> {
    await sandbox.off("en");
    const context = desk.context({ grant: grant() });
    const { tool } = await desk.registry.resolve("sandbox.exec", context.signal);
    const touches = sandbox.touches?.(tool, args, context);
    if (touches === undefined) throw new Error("it touches nothing");
    const { shows, resource, cwd, bound_to } = touches;
    const { id } = await desk.approvals.ask({
      ...{ shows, resource, cwd, arguments: args, choices: ["allow_once", "deny"], reason: "" },
      ...(bound_to === undefined ? {} : { bound_to }),
      ...{ tool_id: tool.id, provider_id: tool.provider_id, definition_hash: tool.definition_hash },
      ...{ level: tool.capability_level, risk: tool.risk },
      ...{ thread_id: null, agent_id: context.agent_id, trace_id: context.trace_id },
    });
    await desk.approvals.decide(id, "allow_once");
    return id;
  }
  /** Asks, allows once, and gives the result. */
  async function run(args: Record<string, unknown>, more: Partial<ToolCallContext> = {}) {
    await sandbox.off("en");
    const asked = await askFor(desk, args, { grant: grant(), ...more }, "sandbox.exec");
    await desk.approvals.decide(asked.id, "allow_once");
    return asked.result;
  }
  /** Where nobody is asked because it is refused before. */
  async function refused(args: Record<string, unknown>, more: Partial<ToolCallContext> = {}) {
    await sandbox.off("en");
    const context = desk.context({ grant: grant(), asking: "wait", ...more });
    const result = await desk.runtime.invoke("sandbox.exec", args, context);
    if ((await desk.approvals.list()).approvals.length > 0) throw new Error("somebody was asked");
    return result;
  }
  return { desk, sandbox, outputs, grant, allowed, run, refused };
}
