import fs from "node:fs";
import { loadPyodide } from "pyodide";
import { closeWaysOut } from "./close-ways-out.ts";
import { partsOf } from "./frames.ts";
import { leftInFolder, limitFiles } from "./memory-files.ts";
import { probe } from "./probe.ts";
import type { FromInstance, ToInstance } from "./protocol.ts";
import { pythonRunner } from "./python-runner.ts";
import { keepPipeClean, listen, tell } from "./wire.ts";

/**
 * A process that runs one Python program in Pyodide and ends. Its work folder is `/work` of a file system in memory; what
 * stands there at the end is handed over.
 */
keepPipeClean();
// Under Node's permission model this is refused; Pyodide asks it for the numbers of the flags of files.
Object.defineProperty(process, "binding", {
  configurable: true,
  value: () => ({ fs: fs.constants }),
});
let mostPages = Number.POSITIVE_INFINITY;
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength / pageBytes + pages > mostPages) throw new RangeError("memory limit");
  return grow.call(this, pages);
};
const python = await loadPyodide({
  jsglobals: Object.create(null),
  env: { HOME: "/work", PATH: "/usr/bin", USER: "user", LOGNAME: "user", LANG: "C.UTF-8" },
  _sysExecutable: "python3",
  convertNullToNone: true,
});
for (const name of ["js", "pyodide_js"]) {
  try {
    python.unregisterJsModule(name);
  } catch {
    // it is closed in Python
  }
}
// Once the engine has ended, nothing is to be had of it by its own name any more.
const { FS } = python;
FS.mkdirTree(workFolder());
const runner = python.globals.get("dict")();
python.runPython(pythonRunner, { globals: runner });
runner.get("close_ways_out")();
// By stack switching, so that the code may wait for what is awaited outside of it.
const runProgram = runner.get("run_program") as {
  callPromising(code: string, args: unknown): Promise<Promise<string>>;
};
closeWaysOut();
listen((message, body) => {
  if (message.kind === "job") void run(message, body);
  else if (message.kind === "probe")
    void probe(message).then((found) => tell({ kind: "probed", found }));
});
tell({ kind: "ready" });

type Job = Extract<ToInstance, { kind: "job" }>;
type End = Extract<FromInstance, { kind: "end" }>;

async function run(job: Job, body: Buffer): Promise<void> {
  const { limits } = job;
  let written = 0;

  /** Never comes back: the process ends with it. */
  function finish(ended: End["ended"], exit_code: number | null): never {
    const { files, left_out } =
      ended === "exit" ? leftInFolder(FS, workFolder()) : { files: [], left_out: [] };
    const { user, system } = process.cpuUsage();
    tell(
      {
        kind: "end",
        ended,
        exit_code,
        files: files.map(({ name, content }) => ({ name, bytes: content.length })),
        left_out,
        cpu_ms: Math.round((user + system) / 1000),
      },
      ...files.map(({ content }) => content),
    );
    process.exit(0);
  }
  const writer = (stream: "stdout" | "stderr") => ({
    write(bytes: Uint8Array): number {
      written += bytes.length;
      const over = written > limits.output_bytes;
      tell({ kind: "out", stream }, over ? bytes.subarray(0, limits.output_bytes) : bytes);
      if (over) finish("output", null);
      return bytes.length;
    },
  });
  python.setStdout(writer("stdout"));
  python.setStderr(writer("stderr"));
  const input = Buffer.from(job.stdin);
  let read = 0;
  python.setStdin({
    read(into: Uint8Array): number {
      const piece = input.subarray(read, read + into.length);
      into.set(piece);
      read += piece.length;
      return piece.length;
    },
  });
  const contents =
    partsOf(
      body,
      job.files.map(({ bytes }) => bytes),
    ) ?? [];
  job.files.forEach(({ name }, i) => {
    const file = `${workFolder()}/${name}`;
    FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    FS.writeFile(file, contents[i] ?? new Uint8Array());
  });
  onFatal(python, ({ status }) => {
    if (typeof status === "number") finish("exit", status & 255);
    writer("stderr").write(Buffer.from("The engine of the sandbox failed.\n"));
    finish("exit", 1);
  });
  limitFiles(FS, limits, () => finish("files", null));
  const used = memoryOf(python);
  mostPages = (used + limits.memory_mb * 1024 ** 2) / pageBytes;
  try {
    const [how, code] = JSON.parse(await runProgram.callPromising(job.code, python.toPy(job.args)));
    finish(how === "memory" ? "memory" : "exit", typeof code === "number" ? code : null);
  } catch (error) {
    // Python itself came to its end: a trap of the engine, or a stack deeper than Node's.
    const said = error instanceof Error ? error.message.trim().split("\n").at(-1) : "unknown";
    writer("stderr").write(Buffer.from(`The engine of the sandbox failed: ${said}\n`));
    finish("exit", 1);
  }
}

const pageBytes = 65_536;

/**
 * What is done when the engine breaks, or code ends it past Python itself, with the `status` it gave: whoever waits for it
 * would wait for ever.
 */
function onFatal(engine: unknown, then: (error: { status?: number }) => void): void {
  (engine as { _api: { on_fatal: typeof then } })._api.on_fatal = then;
}

/** Bytes of the engine's memory now; its types leave the module out. */
function memoryOf(engine: unknown): number {
  return (engine as { _module: { HEAP8: Int8Array } })._module.HEAP8.length;
}

function workFolder(): string {
  return "/work";
}
