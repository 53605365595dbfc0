import PQueue from "p-queue";
import { z } from "zod";
import type { Lang } from "#lib/contracts/answer";
import { forWhomItIs } from "#lib/platform/acting";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import type { CommandSandbox } from "../../command-sandbox.ts";
import type { ProviderCall } from "../../provider.ts";
import { allowed, builtinTool, type ToolRoom } from "./builtin-tool.ts";
import { deniedCommand, tooMuchToRead } from "./denied-command.ts";
import { closedNames } from "./sandbox/closed-names.ts";
import type { Sight } from "./sandbox/sandbox-arguments.ts";
import { sandboxLimits } from "./sandbox/sandbox-limits.ts";
import type { Ended } from "./sandbox/spawn-sandboxed.ts";

/** A longer command is a script: write it to a file. */
const longest = 16_000;
/** Both outputs together up to this length are in the structured result too. */
const short = 16_384;

/**
 * `bash`: one command of a shell, in a sandbox: no network, nothing of the disk but the tool folders, of which it may
 * write in the first alone, without what is on the denylist there. A person is asked each time; the denylist is looked at before that.
 */
export const runShell = builtinTool({
  name: "bash",
  title: "Run a command",
  description:
    "Runs one bash command in the workspace, without a network, and hands over what it wrote and its exit code. It sees the workspace, which it may change, the other tool folders, which it may not, and the system's programs; nothing else of the machine, and /tmp is empty and goes with it. A person is asked each time. What it leaves running in the background ends with it. Its input is empty.",
  capability_level: "L2",
  risk: "unsafe",
  side_effects: "declared",
  requires_confirm: true,
  timeout_ms: 3_600_000,
  input: z.strictObject({
    cmd: z
      .string()
      .min(1)
      .max(longest)
      .regex(/^[^\0]*$/, "a command holds no NUL")
      .describe("The command, as bash -c takes it."),
    workdir: z
      .string()
      .default(".")
      .describe("The folder to run it in: relative to the workspace, or absolute."),
    timeout_seconds: z
      .number()
      .int()
      .min(1)
      .max(3600)
      .default(30)
      .describe("When it is ended, at the latest."),
  }),
  output: z.object({
    exit_code: z.number(),
    /** What it wrote, where that is short. */
    stdout: z.string().optional(),
    stderr: z.string().optional(),
  }),
  touches({ cmd, workdir, timeout_seconds }, room) {
    const entry = deniedCommand(cmd, room.shell.denied);
    if (entry === tooMuchToRead) throw saidError("command_denylisted", "command.too_much");
    if (entry !== undefined) {
      throw saidError("command_denylisted", "command.denylisted", { entry });
    }
    const { workspace, cwd } = sightOf(workdir, room);
    const { memory_bytes, processes, file_bytes, written_bytes, output_bytes } = sandboxLimits;
    return {
      // Wherever it begins, it may change all of the workspace.
      resource: { kind: "folder", path: workspace },
      cwd,
      shows: {
        kind: "command",
        command: cmd,
        cwd,
        limits: {
          seconds: Math.min(timeout_seconds, room.timeout_ms / 1000),
          ...{ memory_bytes, processes, file_bytes, written_bytes, output_bytes },
        },
      },
    };
  },
  async run({ cmd, workdir, timeout_seconds }, { signal, timeout_ms, touches, lang }, room) {
    const { sandbox } = room.shell;
    const state = await sandbox.state();
    if (state.kind === "none") throw saidError("provider_unavailable", state.why, state.values);
    const ms = Math.min(timeout_seconds * 1000, timeout_ms);
    const alone = async () => {
      signal.throwIfAborted();
      const closed = await closedNames(room.roots.now(), signal);
      const sight = sightOf(workdir, room);
      refuseOther(sight, touches);
      const seen = { ...sight, hidden: [...sight.hidden, ...closed] };
      return sandbox.run(cmd, { sight: seen, signal, timeout_ms: ms });
    };
    const ended = await turnsOf(sandbox).add(forWhomItIs(alone));
    if (ended.how === "no_sandbox") {
      const reason = ended.stderr.text.trim().slice(0, 200);
      throw saidError("provider_unavailable", "sandbox.failed", { reason });
    }
    return handed(ended, Math.round(ms / 1000), lang);
  },
});

const turns = new WeakMap<CommandSandbox, PQueue>();

/**
 * One command after another, each once all of the last has ended: what is to be covered is looked for before a sandbox is
 * made, and a command at work meanwhile could put something else in its place.
 */
function turnsOf(sandbox: CommandSandbox): PQueue {
  const known = turns.get(sandbox) ?? new PQueue({ concurrency: 1 });
  turns.set(sandbox, known);
  return known;
}

/** Throws `approval_mismatch` when the command would work in other folders than those it was allowed for. */
function refuseOther(sight: Sight, touches: ProviderCall["touches"]): void {
  const folder = touches?.resource?.kind === "folder" ? touches.resource.path : undefined;
  const same = touches?.cwd === sight.cwd && folder === sight.workspace;
  if (!same) throw saidError("approval_mismatch", "command.not_as_shown");
}

function sightOf(workdir: string, { roots, shell }: ToolRoom): Sight {
  const now = roots.now();
  const { root, real_path } = allowed(now.judge(workdir, "folder"));
  return {
    // Where no root may be written in, the one that it begins in is the workspace.
    workspace: now.first()?.real_path ?? root.real_path,
    cwd: real_path,
    readable: now.list().flatMap((one) => (one.state === "ok" ? [one.real_path] : [])),
    hidden: shell.hidden(),
  };
}

function handed(ended: Ended, seconds: number, lang: Lang) {
  const { stdout, stderr } = ended;
  const notes = (["stdout", "stderr"] as const).flatMap((name) => {
    const bytes = ended[name].left_out_bytes;
    return bytes === 0 ? [] : [say(lang, "command.left_out", { name, bytes })];
  });
  const said = [stderr.text, ...notes].filter((text) => text !== "").join("\n");
  const exit_code = ended.how === "exit" ? ended.exit_code : killed;
  const message = failureOf(ended, seconds, lang);
  const brief = stdout.text.length + said.length <= short;
  return {
    is_error: message !== undefined,
    text: stdout.text,
    stderr: said,
    exit_code,
    structured: {
      exit_code,
      ...(brief ? { stdout: stdout.text, stderr: said } : {}),
      ...(message === undefined ? {} : { message }),
      ...(ended.how === "timeout" || ended.how === "cancelled" ? { rule: ended.how } : {}),
    },
  };
}

/** As a shell says of what was ended with SIGKILL. */
const killed = 137;

function failureOf(ended: Ended, seconds: number, lang: Lang): string | undefined {
  const gib = (bytes: number) => `${bytes / 1024 ** 3} GiB`;
  switch (ended.how) {
    case "exit":
      return ended.exit_code === 0 ? undefined : exitSentence(ended.exit_code, lang);
    case "timeout":
      return say(lang, "command.timeout", { seconds });
    case "processes":
      return say(lang, "command.processes", { most: sandboxLimits.processes });
    case "memory":
      return say(lang, "command.memory", { most: gib(sandboxLimits.memory_bytes) });
    case "written":
      return say(lang, "command.written", { most: gib(sandboxLimits.written_bytes) });
    case "files":
      return say(lang, "command.files", { most: sandboxLimits.scratch_files });
    case "output":
      return say(lang, "command.output", { most: `${sandboxLimits.output_bytes / 1024 ** 2} MiB` });
    case "processor": // of a command there is no such limit
    case "no_sandbox":
    case "cancelled":
    case "killed":
      return say(lang, "command.killed");
  }
}

function exitSentence(code: number, lang: Lang): string {
  const signal = signals[code - 128];
  return signal === undefined
    ? say(lang, "command.exit", { code })
    : say(lang, "command.signal", { code, signal });
}

/** Those that commands commonly end by. */
const signals: Record<number, string> = {
  1: "SIGHUP",
  2: "SIGINT",
  4: "SIGILL",
  6: "SIGABRT",
  7: "SIGBUS",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  13: "SIGPIPE",
  14: "SIGALRM",
  15: "SIGTERM",
  24: "SIGXCPU",
  25: "SIGXFSZ",
};
