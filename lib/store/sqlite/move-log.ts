import path from "node:path";
import { Worker } from "node:worker_threads";
import { projectDir } from "#lib/platform/project";

/** So long after something was written. */
const MOVE_AFTER_MS = 2000;

/**
 * Has a database's log moved into its file in a thread beside the program: each time that takes two waits for the disk and
 * some thousand pages. Where it cannot be done there, a commit does it once the log is long.
 */
export function createLogMover(file: string) {
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let closed = false;

  function start(): Worker {
    const program = path.join(projectDir(), "lib/store/sqlite/move-log-worker.ts");
    const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };
    // A plain `new Worker(file)` is taken by Next's bundler for a file it should have bundled. This constructs a Worker.
    const options = { env: {}, execArgv: [], resourceLimits };
    const started = Reflect.construct(Worker, [program, options]) as Worker;
    started.unref();
    started.on("message", rest);
    started.on("error", () => undefined);
    started.on("exit", () => {
      worker = undefined;
      rest();
    });
    return started;
  }

  /** Nothing is under way: what is written from here on begins the next. */
  function rest(): void {
    timer = undefined;
  }

  function move(): void {
    if (closed) return;
    worker ??= start();
    worker.postMessage(file);
  }

  return {
    /** Something may have been written. */
    wrote(): void {
      timer ??= setTimeout(move, MOVE_AFTER_MS).unref();
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
      void worker?.terminate();
    },
  };
}
