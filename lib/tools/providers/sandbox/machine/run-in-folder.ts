import { statSync } from "node:fs";
import path from "node:path";
import type { SandboxEnd } from "#lib/contracts/sandbox";
import { saidError } from "#lib/platform/said-error";
import { collectOutput } from "../../builtin/sandbox/collect-output.ts";
import type { UseLimits } from "../../builtin/sandbox/sandbox-limits.ts";
import type { Outcome, Running } from "../../builtin/sandbox/spawn-sandboxed.ts";
import type { Use } from "../../builtin/sandbox/watch-over.ts";
import type { SandboxJob, SandboxRun } from "../backend.ts";
import { judgeOutputs } from "../judge-outputs.ts";
import { heldOpen } from "./held-open.ts";
import { type Interpreter, interpreterOf, machineEnvironment, placeOf } from "./interpreters.ts";
import { freeBytes, isOverfull, leftInFolder, makeWorkFolder } from "./work-folder.ts";

/** What a backend starts: the interpreter over the code in a folder of this run. Undefined where it cannot. */
export type Start = (asked: {
  /** The interpreter with the name of the code's file and its arguments. */
  command: readonly string[];
  env: Record<string, string>;
  /** The interpreter on the machine, and where the sandbox has to show it. */
  file: string;
  as: string;
  /** Of this run; the code starts in `work`, which lies in it. */
  folder: string;
  work: string;
  limits: UseLimits;
  onUse(use: Pick<Use, "cpu_ms">): void;
}) => Promise<Running | undefined>;

const LOOK_MS = 100;
const MiB = 1024 ** 2;

/**
 * One run of code by a program of the machine: a folder is made for it and taken away after it, whatever happens; its
 * limits are looked after, and what it left is judged. Throws `sandbox_unavailable` where nothing could be run.
 */
export async function runInFolder(deps: {
  home: string;
  job: SandboxJob;
  now(): number;
  /** Memory that the sandbox itself takes. */
  own_mb: number;
  /** What is said where none could be made. */
  failed: "sandbox.failed" | "sandbox.gvisor_failed";
  start: Start;
}): Promise<SandboxRun> {
  const { home, job, now, start } = deps;
  const { limits, signal } = job;
  const interpreter = interpreterOf(job.language);
  const { name: program, file } = interpreter;
  if (file === undefined) throw saidError("sandbox_unavailable", "sandbox.no_program", { program });
  const as = placeOf(job.language, file);
  const made = makeWorkFolder(home, job, interpreter.main);
  try {
    const given = {
      files: job.files.length + 1,
      bytes: job.files.reduce((sum, { content }) => sum + content.length, 0) + job.code.length * 4,
    };
    // Of a file: where layers of file systems lie over one another, a folder may be on another disk than what is in it.
    const { dev: disk } = statSync(path.join(made.work, made.program));
    const free = freeBytes(made.work);
    const least = Math.min(free / 2, leastFree);
    const began = now();
    let cpu_ms = 0;
    const running = await start({
      ...{ file, as, folder: made.folder },
      command: interpreter.command(as, made.program, job),
      env: machineEnvironment(job.language),
      work: made.work,
      limits: limitsOf(job, interpreter, deps.own_mb),
      onUse: (use) => {
        cpu_ms = Math.max(cpu_ms, use.cpu_ms);
      },
    });
    if (running === undefined) {
      throw saidError("sandbox_unavailable", deps.failed, { reason: "it did not start" });
    }
    let kept = 0;
    const count = (bytes: number) => {
      kept += bytes;
      if (kept > limits.output_bytes) running.end("output");
    };
    const stdout = collectOutput(running.stdout, limits.output_bytes, count);
    const stderr = collectOutput(running.stderr, limits.output_bytes, count);
    running.stdin.end(job.stdin);
    const timer = setTimeout(() => running.end("timeout"), limits.timeout_ms);
    const onAbort = () => running.end("cancelled");
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    let over = false;
    const look = async () => {
      const { pid } = running;
      const unseen = pid === undefined ? 0 : await heldOpen(pid, disk);
      if (over) return;
      // Whoever fills the disk: it is not filled up by code. What others write is no limit of a run.
      const short = freeBytes(made.work) < least;
      if (short || isOverfull(made.work, limits, given, unseen)) running.end("files");
      watching = setTimeout(look, LOOK_MS);
    };
    let watching = setTimeout(look, LOOK_MS);
    const outcome = await running.closed;
    over = true;
    clearTimeout(watching);
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    const wall_ms = Math.round(now() - began);
    const out = stdout();
    const err = stderr();
    if (outcome.how === "no_sandbox") {
      const reason = (outcome.error?.message ?? err.text).trim().slice(0, 200);
      throw saidError("sandbox_unavailable", deps.failed, { reason });
    }
    const left =
      outcome.how === "exit"
        ? leftInFolder(made.work, limits, given.files)
        : { files: [], left_out: [] };
    const code = { name: made.program, content: Buffer.from(job.code) };
    const judged = judgeOutputs(left.files, { files: [...job.files, code] }, limits);
    const full = judged.full || left.left_out.some(({ rule }) => rule.startsWith("too_"));
    const ended = endOf(outcome, {
      full,
      memory: interpreter.outOfMemory.test(err.text.slice(-4000)),
    });
    return {
      ended,
      // A program that says itself that its memory is at an end, and one that is ended for it, are told alike.
      exit_code: outcome.how === "exit" && ended !== "memory" ? outcome.exit_code : null,
      ...within(out.text, err.text, limits.output_bytes),
      output_left_out: Math.max(0, kept - limits.output_bytes),
      files: judged.files,
      left_out: [...left.left_out, ...judged.left_out].slice(0, 100),
      wall_ms,
      cpu_ms,
    };
  } finally {
    await made.remove();
  }
}

/** Both outputs together are kept up to one limit; of what is too much, stderr goes first. */
function within(stdout: string, stderr: string, most: number): { stdout: string; stderr: string } {
  const out = Buffer.byteLength(stdout);
  const err = Buffer.byteLength(stderr);
  if (out + err <= most) return { stdout, stderr };
  const kept = Buffer.from(stderr).subarray(0, Math.max(0, most - out));
  return { stdout, stderr: new TextDecoder().decode(kept, { stream: true }) };
}

function endOf(outcome: Outcome, found: { full: boolean; memory: boolean }): SandboxEnd {
  switch (outcome.how) {
    case "exit":
      if (outcome.exit_code !== 0 && found.memory) return "memory";
      return found.full ? "files" : "exit";
    case "written":
      return "files";
    case "killed":
    case "no_sandbox":
      return "memory"; // of these two only the kernel's own end of a process comes here
    default:
      return outcome.how;
  }
}

function limitsOf({ limits }: SandboxJob, interpreter: Interpreter, own_mb: number): UseLimits {
  const memory_mb = limits.memory_mb + interpreter.own_mb + own_mb;
  return {
    processes: limits.processes + interpreterThreads,
    memory_bytes: memory_mb * MiB,
    reserved_bytes: (memory_mb + interpreter.reserved_mb) * MiB,
    file_bytes: limits.file_bytes,
    written_bytes: mostWritten(limits),
    scratch_bytes: Math.min(limits.total_bytes, 64 * MiB),
    scratch_files: limits.files + 1000,
    output_bytes: limits.output_bytes,
    cpu_ms: limits.cpu_ms,
  };
}

/** More than may be left, for what is written and taken away again. */
const mostWritten = ({ total_bytes }: SandboxJob["limits"]) => 4 * total_bytes + 16 * MiB;
/** The program's own state is kept on the same disk. */
const leastFree = 256 * MiB;

/** Node has some a dozen of its own, and they are counted with the processes. */
const interpreterThreads = 16;
