import type { SandboxEnd } from "#lib/contracts/sandbox";
import { controlsShown } from "../../builtin/sandbox/collect-output.ts";
import type { SandboxJob, SandboxRun } from "../backend.ts";
import { answerCalls } from "./answer-calls.ts";
import { frameOf, partsOf, readFrames } from "./child/frames.ts";
import { type FromInstance, maxCallBytes, type ToInstance } from "./child/protocol.ts";
import type { Launched } from "./launch.ts";
import { readMessage } from "./read-message.ts";

/** A process with an engine in it, which runs one job and is ended. */
export type Instance = {
  /** Whether it came up and is still there. */
  ready: Promise<boolean>;
  run(job: SandboxJob): Promise<SandboxRun>;
  /** What it could get hold of around it; undefined where it did not answer. It can run a job afterwards. */
  probe(secret: string, port: number): Promise<string[] | undefined>;
  end(): Promise<void>;
};

/** How often it is looked at what a run takes up. */
const LOOK_MS = 25;
/** Beside what the code itself takes: its files, its output, and what moves between the two. */
const besideBytes = 64 * 1024 ** 2;
/** Of the names of files and the like. */
const maxHead = 4 * 1024 ** 2;

export function createInstance(launched: Launched, deps: { now(): number }): Instance {
  let over = false;
  let onMessage: (message: FromInstance, body: Buffer) => void = () => {};
  let onFault = () => {};
  let maxBody = 64 * 1024 ** 2;
  const complaints: Buffer[] = [];
  launched.stderr.on("data", (piece: Buffer) => {
    if (complaints.length < 16) complaints.push(piece);
  });
  const take = readFrames({
    max_head: Math.max(maxHead, 2 * maxCallBytes),
    max_body: () => maxBody,
    onFrame({ head, body }) {
      const message = readMessage(head);
      if (message === undefined) onFault();
      else onMessage(message, body);
    },
    onFault: () => onFault(),
  });
  launched.stdout.on("data", take);
  void launched.closed.then(() => {
    over = true;
  });
  const tell = (message: ToInstance, ...body: readonly Uint8Array[]) => {
    if (!over) launched.stdin.write(frameOf(message, ...body));
  };
  const end = async () => {
    launched.end();
    await launched.closed;
  };

  const ready = new Promise<boolean>((resolve) => {
    onMessage = (message) => resolve(message.kind === "ready");
    onFault = () => resolve(false);
    void launched.closed.then(() => resolve(false));
  });

  async function run(job: SandboxJob): ReturnType<Instance["run"]> {
    const { limits, signal } = job;
    // What came in comes back with what was made.
    const given = job.files.reduce((sum, { content }) => sum + content.length, 0);
    maxBody = Math.max(limits.total_bytes + given, limits.output_bytes) + 1024 ** 2;
    const before = await launched.use();
    const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let kept = 0;
    let left_out = 0;
    const began = deps.now();
    let cpu_ms: number | null = null;

    const ended = await new Promise<{ how: SandboxEnd; end?: EndOf; body?: Buffer }>((resolve) => {
      const stop = (how: SandboxEnd) => {
        launched.end();
        resolve({ how });
      };
      const timer = setTimeout(() => stop("timeout"), limits.timeout_ms);
      const onAbort = () => stop("cancelled");
      signal.addEventListener("abort", onAbort, { once: true });
      const calls = answerCalls(job.host, (id, ok, json) => tell({ kind: "result", id, ok, json }));
      let watching = setTimeout(look, LOOK_MS);
      let settled = false;
      async function look(): Promise<void> {
        const use = await launched.use();
        if (settled) return;
        if (use !== undefined) {
          cpu_ms = Math.max(0, use.cpu_ms - (before?.cpu_ms ?? 0));
          const memory = use.memory_bytes - (before?.memory_bytes ?? 0);
          if (cpu_ms > limits.cpu_ms) stop("processor");
          if (memory > limits.memory_mb * 1024 ** 2 + besideBytes) stop("memory");
        }
        watching = setTimeout(look, LOOK_MS);
      }
      onMessage = (message, body) => {
        if (settled) return;
        if (message.kind === "out") {
          const room = Math.max(0, limits.output_bytes - kept);
          // A copy, so that no part of a piece keeps the whole of it in memory.
          output[message.stream].push(Buffer.from(body.subarray(0, room)));
          kept += Math.min(room, body.length);
          left_out += Math.max(0, body.length - room);
          if (left_out > 0) stop("output");
        } else if (message.kind === "call") calls.take(message);
        else if (message.kind === "end") resolve({ how: message.ended, end: message, body });
        else onFault();
      };
      // It broke, or something in it writes what no instance does.
      onFault = () => {
        launched.end();
        resolve({ how: "exit" });
      };
      void launched.closed.then(() => resolve({ how: "exit" }));
      release = () => {
        settled = true;
        calls.close();
        clearTimeout(timer);
        clearTimeout(watching);
        signal.removeEventListener("abort", onAbort);
      };
      if (signal.aborted) return onAbort();
      tell(
        {
          kind: "job",
          code: job.code,
          args: job.args,
          stdin: job.stdin,
          files: job.files.map(({ name, content }) => ({ name, bytes: content.length })),
          limits,
          tools: job.host?.names ?? [],
        },
        ...job.files.map(({ content }) => content),
      );
    });
    release();
    const wall_ms = Math.round(deps.now() - began);
    await end();
    const { how, end: told, body } = ended;
    const contents = partsOf(body ?? Buffer.alloc(0), told?.files.map(({ bytes }) => bytes) ?? []);
    return {
      ended: how,
      exit_code: told?.exit_code ?? null,
      stdout: textOf(output.stdout),
      stderr: textOf(output.stderr),
      output_left_out: left_out,
      files:
        told?.files.flatMap(({ name }, i) => {
          const content = contents?.[i];
          return content === undefined ? [] : [{ name, content }];
        }) ?? [],
      left_out: told?.left_out ?? [],
      wall_ms,
      cpu_ms: cpu_ms ?? told?.cpu_ms ?? null,
    };
  }
  let release = () => {};

  return {
    ready,
    run,
    async probe(secret, port) {
      return new Promise((resolve) => {
        onMessage = (message) => resolve(message.kind === "probed" ? message.found : undefined);
        onFault = () => resolve(undefined);
        void launched.closed.then(() => resolve(undefined));
        tell({ kind: "probe", secret, port });
      });
    },
    end,
  };
}

type EndOf = Extract<FromInstance, { kind: "end" }>;

/** Half of a character at the end of what was cut is left out. */
function textOf(pieces: readonly Buffer[]): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return controlsShown(decoder.decode(Buffer.concat(pieces), { stream: true }));
}
