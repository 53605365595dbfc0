import { Worker, type WorkerOptions } from "node:worker_threads";
import { limitWork, processorMs, type WorkLimit } from "./work-limit.ts";

/**
 * A worker thread that answers one job after the other and is killed when one takes more than its processor time or
 * memory; the next job gets a new one. `file` is run by path, because bundled code has no file of its own to start from.
 */
export type KillableWorker<Job, Reply> = {
  run(job: Job): Promise<{ kind: "reply"; reply: Reply } | { kind: "failed"; reason: string }>;
  /** Ends the thread; the next job gets a new one. */
  restart(): Promise<void>;
  /** Every job after this fails. */
  close(): Promise<void>;
};

const WALL_MS = 30_000;

export function createKillableWorker<Job, Reply>(deps: {
  file: string;
  cpu_ms: number;
  memory_mb: number;
}): KillableWorker<Job, Reply> {
  const { file, cpu_ms, memory_mb } = deps;
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  function start(): Worker {
    const options: WorkerOptions = {
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: memory_mb,
        // A nursery is moved into the old generation at one go. One that is larger than the last bit of room a full heap
        // is given to end in takes the whole process along instead of this thread.
        maxYoungGenerationSizeMb: 8,
        stackSizeMb: 4,
      },
    };
    // A plain `new Worker(file)` is taken by Next's bundler for a file it should have bundled. This constructs a Worker.
    const started = Reflect.construct(Worker, [file, options]) as Worker;
    started.unref();
    // Failures are read in `replyOf`; a thread that ends between two texts is simply not used again.
    started.on("error", () => undefined);
    started.on("exit", () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  async function run(job: Job): ReturnType<KillableWorker<Job, Reply>["run"]> {
    if (closed) return { kind: "failed", reason: "closed" };
    worker ??= start();
    const mine = worker;
    const answered = await replyOf<Job, Reply>(mine, job, { cpu_ms, wall_ms: WALL_MS });
    if (answered.kind === "failed") {
      if (worker === mine) worker = undefined;
      await mine.terminate();
    }
    return answered;
  }

  return {
    run(job) {
      const result = last.then(() => run(job));
      last = result.catch(() => undefined); // a failure is its caller's; the next job is done all the same
      return result;
    },
    async restart() {
      const mine = worker;
      worker = undefined;
      await mine?.terminate();
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

type Answered<Reply> = { kind: "reply"; reply: Reply } | { kind: "failed"; reason: string };

async function replyOf<Job, Reply>(
  worker: Worker,
  job: Job,
  limit: WorkLimit,
): Promise<Answered<Reply>> {
  const before = (await processorMs(worker)) ?? 0;
  return new Promise((resolve) => {
    const used = async () => {
      const total = await processorMs(worker);
      return total === undefined ? undefined : total - before;
    };
    const stop = limitWork(limit, used, (reason) => done({ kind: "failed", reason }));
    const onReply = (reply: Reply) => done({ kind: "reply", reply });
    const onError = (error: Error) => done({ kind: "failed", reason: error.message });
    const onExit = () => done({ kind: "failed", reason: "the worker ended" });
    function done(answered: Answered<Reply>): void {
      stop();
      worker.off("message", onReply).off("error", onError).off("exit", onExit);
      resolve(answered);
    }
    worker.on("message", onReply).on("error", onError).on("exit", onExit);
    worker.postMessage(job);
  });
}
