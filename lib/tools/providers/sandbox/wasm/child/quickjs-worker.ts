import quickjs from "@jitl/quickjs-ng-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from "quickjs-emscripten-core";
import { closeWaysOut } from "./close-ways-out.ts";
import { createFileStore, type FileStore, FilesFull } from "./file-store.ts";
import { partsOf } from "./frames.ts";
import { guestPrelude } from "./guest-prelude.ts";
import { probe } from "./probe.ts";
import { type FromInstance, maxCallBytes, type ToInstance } from "./protocol.ts";
import { keepPipeClean, listen, tell } from "./wire.ts";

/**
 * A process that runs one JavaScript program in QuickJS and ends. The program ends when its own promise is settled and no
 * timer and no call of a tool is under way, as in Node; it is ended from outside when it takes too long.
 */
keepPipeClean();
const engine = await newQuickJSWASMModuleFromVariant(Promise.resolve(quickjs));
closeWaysOut();
let onResult: (message: Extract<ToInstance, { kind: "result" }>) => void = () => {};
listen((message, body) => {
  if (message.kind === "job") run(message, body);
  else if (message.kind === "result") onResult(message);
  else void probe(message).then((found) => tell({ kind: "probed", found }));
});
tell({ kind: "ready" });

type Job = Extract<ToInstance, { kind: "job" }>;
type End = Extract<FromInstance, { kind: "end" }>;
/** Deeper than any honest program goes, and less than what Node's own stack has room for. */
const stackBytes = 256 * 1024;
/** So that an error can be told after all memory is taken. */
const spareBytes = 4 * 1024 ** 2;

function run(job: Job, body: Buffer): void {
  const { limits } = job;
  const contents =
    partsOf(
      body,
      job.files.map(({ bytes }) => bytes),
    ) ?? [];
  const given = job.files.map(({ name }, i) => ({
    name,
    content: contents[i] ?? new Uint8Array(),
  }));
  const files = createFileStore(given, limits);
  let written = 0;
  let waiting = 0;
  const timers = new Map<number, NodeJS.Timeout>();
  let main: QuickJSHandle | undefined;

  /** Never comes back: the process ends with it. */
  function finish(ended: End["ended"], exit_code: number | null): never {
    const left = ended === "exit" ? files.changed() : [];
    const { user, system } = process.cpuUsage();
    tell(
      {
        kind: "end",
        ended,
        exit_code,
        files: left.map(({ name, content }) => ({ name, bytes: content.length })),
        left_out: [],
        cpu_ms: Math.round((user + system) / 1000),
      },
      ...left.map(({ content }) => content),
    );
    process.exit(0);
  }
  function write(stream: "stdout" | "stderr", text: string): void {
    const bytes = Buffer.from(text);
    written += bytes.length;
    const over = written > limits.output_bytes;
    tell({ kind: "out", stream }, over ? bytes.subarray(0, limits.output_bytes) : bytes);
    if (over) finish("output", null);
  }
  /** The engine itself failed: it may not be asked anything any more. */
  function broken(error: unknown): never {
    const deep = error instanceof RangeError;
    write(
      "stderr",
      deep ? "Maximum call stack size exceeded\n" : "The engine of the sandbox failed.\n",
    );
    finish("exit", 1);
  }

  const runtime = engine.newRuntime();
  const memory = limits.memory_mb * 1024 ** 2;
  runtime.setMaxStackSize(stackBytes);
  // It is ended from outside; this is for when nobody is there any more to do it.
  const deadline = performance.now() + limits.timeout_ms + 1000;
  runtime.setInterruptHandler(() => {
    if (performance.now() > deadline) finish("timeout", null);
    return false;
  });
  runtime.setModuleLoader((name) => moduleText(files, name));
  const context = runtime.newContext();
  const text = (handle: QuickJSHandle | undefined) =>
    handle === undefined ? "" : context.getString(handle);

  function failed(error: QuickJSHandle): never {
    runtime.setMemoryLimit(memory + spareBytes);
    const property = (name: string) => context.getProp(error, name).consume(context.dump);
    let full = false;
    let said = "The program failed; its error cannot be shown.";
    try {
      full = property("name") === "InternalError" && property("message") === "out of memory";
      const shown = context.callFunction(guest.describe, context.undefined, error);
      if (shown.error === undefined) said = context.getString(shown.value);
    } catch (thrown) {
      if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError)
        broken(thrown);
    }
    write("stderr", `Uncaught ${said}\n`);
    finish(full ? "memory" : "exit", full ? null : 1);
  }

  const host: Record<string, (...args: QuickJSHandle[]) => QuickJSHandle | undefined> = {
    write: (stream, said) => {
      write(text(stream) === "stderr" ? "stderr" : "stdout", text(said));
      return undefined;
    },
    exit: (code) => finish("exit", code === undefined ? 0 : context.getNumber(code)),
    timer: (id, ms) => {
      if (id === undefined || ms === undefined) return undefined;
      const number = context.getNumber(id);
      const due = () => {
        timers.delete(number);
        enter(() => context.callFunction(guest.fire, context.undefined, context.newNumber(number)));
      };
      timers.set(number, setTimeout(due, context.getNumber(ms)));
      return undefined;
    },
    clear: (id) => {
      if (id === undefined) return undefined;
      const number = context.getNumber(id);
      clearTimeout(timers.get(number));
      timers.delete(number);
      return undefined;
    },
    call: (id, name, json) => {
      const said = text(json);
      if (id === undefined) return undefined;
      if (Buffer.byteLength(said) > maxCallBytes) throw new Error("the arguments are too long");
      waiting++;
      tell({ kind: "call", id: context.getNumber(id), name: text(name), json: said });
      return undefined;
    },
    listFiles: () => context.newString(JSON.stringify(files.list())),
    readFile: (name) => context.newArrayBuffer(copyOf(files.read(text(name)))),
    writeFile: (name, content) => {
      if (content === undefined) return undefined;
      const bytes = context.getArrayBuffer(content).consume((held) => Buffer.from(held.value));
      try {
        files.write(text(name), bytes);
      } catch (error) {
        if (error instanceof FilesFull) finish("files", null);
        throw error;
      }
      return undefined;
    },
    removeFile: (name) => {
      files.remove(text(name));
      return undefined;
    },
    encode: (said) => context.newArrayBuffer(copyOf(Buffer.from(JSON.parse(text(said))))),
    decode: (bytes) =>
      bytes === undefined
        ? undefined
        : context.newString(
            context
              .getArrayBuffer(bytes)
              .consume((held) => JSON.stringify(Buffer.from(held.value).toString("utf8"))),
          ),
  };

  const guest = prepare(context, host, job);
  runtime.setMemoryLimit(memory);
  onResult = ({ id, ok, json }) => {
    waiting--;
    enter(() =>
      context.callFunction(
        guest.settle,
        context.undefined,
        context.newNumber(id),
        ok ? context.true : context.false,
        context.newString(json),
      ),
    );
  };
  enter(() => start(context, job.code));

  /** One turn of the guest: what is asked of it, then everything that this made due. */
  function enter(turn: () => ReturnType<QuickJSContext["evalCode"]>): void {
    try {
      const result = turn();
      if (result.error !== undefined) failed(result.error);
      main ??= result.value;
      const jobs = runtime.executePendingJobs();
      if (jobs.error !== undefined) failed(jobs.error);
      const state = context.getPromiseState(main);
      if (state.type === "rejected") failed(state.error);
      if (waiting > 0 || timers.size > 0) return;
      if (state.type === "fulfilled") finish("exit", 0);
      write("stderr", "The program waits for a promise that nothing will settle.\n");
      finish("exit", 13);
    } catch (error) {
      broken(error);
    }
  }
}

/** A script where it reads as one, so that its last value is known; a module where it imports or awaits at the top. */
function start(context: QuickJSContext, code: string): ReturnType<QuickJSContext["evalCode"]> {
  const compiled = context.evalCode(code, "main.js", { type: "global", compileOnly: true });
  if (compiled.error === undefined) {
    compiled.value.dispose();
    return context.evalCode(code, "main.js", { type: "global" });
  }
  const module = context.evalCode(code, "main.js", { type: "module" });
  if (module.error === undefined || /\b(?:import|export|await)\b/.test(code)) return module;
  return compiled;
}

/** Runs the prelude in the guest, and gives the functions by which it is entered. */
function prepare(
  context: QuickJSContext,
  host: Record<string, (...args: QuickJSHandle[]) => QuickJSHandle | undefined>,
  job: Job,
) {
  const prelude = context.unwrapResult(context.evalCode(`(${guestPrelude})`, "prelude.js"));
  const lent = context.newObject();
  for (const [name, lend] of Object.entries(host)) {
    context.setProp(lent, name, context.newFunction(name, lend));
  }
  const { args, stdin, tools, limits } = job;
  const given = JSON.stringify({ args, stdin, tools, max_text: limits.output_bytes + 1 });
  const entry = context.unwrapResult(
    context.callFunction(prelude, context.undefined, lent, context.newString(given)),
  );
  const named = (name: string) => context.getProp(entry, name);
  return { describe: named("describe"), fire: named("fire"), settle: named("settle") };
}

function copyOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/** Modules are the files that were handed in. */
function moduleText(files: FileStore, name: string): string {
  const text = Buffer.from(files.read(name.replace(/^\.\//, ""))).toString("utf8");
  return name.endsWith(".json") ? `export default ${text}` : text;
}
