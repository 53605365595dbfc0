import { getCompileCacheDir } from "node:module";
import path from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { AppError } from "#lib/contracts/errors";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import { limitWork, processorMs } from "#lib/platform/work-limit";
import type { FileRead, FileToRead } from "./reading/read-file.ts";
import type { ReadReply } from "./reading/read-worker.ts";
import {
  createUnderWay,
  filesDone,
  isAtFrontMatter,
  type UnderWay,
  usedBefore,
} from "./reading/under-way.ts";

/**
 * Reads bytes of documents in a worker thread, each file with a limit of processor time and all with a memory limit. A
 * file that takes too long or too much is `parse_limit`; its worker is killed, the next one goes on with the files behind
 * it. When only its front matter does, the file is read without. What other programs use of the machine counts against
 * no file; the clock ends only a worker that cannot go on at all. There is no reading outside the worker: when none can
 * be started, `read` rejects with `reader_down`'s sentence.
 */
export type DocumentReader = {
  /**
   * Urgent files go before the others; one that still waits when its signal comes is not read. Rejects with AppError:
   * the rule that the file is left out by.
   */
  read(
    file: Omit<FileToRead, "front_matter">,
    options?: { urgent?: boolean; signal?: AbortSignal },
  ): Promise<FileRead>;
  /** There will be files soon: what reads them starts meanwhile. */
  warm(): void;
  /** What one file may use of the processor, and so what it takes at most on an idle machine. */
  readonly cpu_ms: number;
  close(): void;
};

type Job = {
  file: FileToRead;
  urgent: boolean;
  signal: AbortSignal | undefined;
  /** A worker died over it, or over what stood beside it: alone in a new one it gets a second chance. */
  suspected: boolean;
  resolve(read: FileRead): void;
  reject(error: Error): void;
};

/** `bytes`: what it was handed since it was started; `heard`: of how many files it has told. */
type Thread = {
  worker: Worker;
  under_way: UnderWay;
  ready: boolean;
  bytes: number;
  heard: number;
};

/** So much is handed to the worker ahead of what it is at, so that it never waits for this thread. */
const mostAhead = 64;
const mostBytesAhead = 2_000_000;
/** Starting takes a tenth of a second; a machine that is busy may need long. */
const startMs = 30_000;
/** What reading so much leaves behind in a worker is not worth another one's start. */
const littleBytes = 1_000_000;

export function createDocumentReader(deps: {
  log: Logger;
  cpu_ms?: number;
  /** After this long on the clock the worker is taken for one that waits for something that never comes. */
  wall_ms?: number;
  memory_mb?: number;
  /** After so long with nothing to do a worker gives its memory back. */
  idle_ms?: number;
  /** Once there was something to read, a worker stands by with little memory, so that the next file is not kept waiting. */
  stands_by?: boolean;
  /** The file of the worker; another one stands in for a parser that hangs or dies. */
  worker_file?: URL;
}): DocumentReader {
  const {
    log,
    cpu_ms = 2000,
    wall_ms = 60_000,
    memory_mb = 256,
    idle_ms = 10_000,
    stands_by = false,
  } = deps;
  const worker_file = deps.worker_file ?? new URL("./reading/read-worker.ts", import.meta.url);
  let waiting: Job[] = [];
  /** Handed over, in order; the worker is at the first. */
  let handed: Job[] = [];
  let thread: Thread | undefined;
  let ending: Promise<unknown> | undefined;
  let stopWatch = () => {};
  let closed = false;

  function start(): void {
    const under_way = createUnderWay();
    const worker = openWorker(under_way);
    if (worker === undefined) return;
    const mine: Thread = { worker, under_way, ready: false, bytes: 0, heard: 0 };
    thread = mine;
    worker.unref();
    worker.on("message", (told: ReadReply | ReadReply[]) => {
      if (thread === mine) hear(mine, [told].flat());
    });
    worker.on("error", (error) => lose(mine, error.message));
    worker.on("exit", () => lose(mine, "the worker ended"));
    watch();
  }

  /** Undefined when the system gives no further thread. */
  function openWorker(under_way: UnderWay): Worker | undefined {
    const options: WorkerOptions = {
      name: "document-reader",
      env: compileCache(),
      execArgv: [],
      workerData: { under_way },
      // What a library might print must not reach this process's stdout: it belongs to the protocol.
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: memory_mb,
        // What is read of one file is soon garbage: a larger nursery only makes the process larger.
        maxYoungGenerationSizeMb: 16,
        stackSizeMb: 4,
      },
    };
    try {
      return new Worker(worker_file, options);
    } catch (error) {
      giveUp(String(error));
      return undefined;
    }
  }

  function hear(mine: Thread, replies: readonly ReadReply[]): void {
    for (const reply of replies) {
      if (reply.kind === "ready") {
        mine.ready = true;
        continue;
      }
      mine.heard += 1;
      const job = handed.shift();
      if (reply.kind === "read") job?.resolve(reply);
      else {
        if (reply.fault !== undefined) log.error(reply.fault, "a file was not read");
        job?.reject(new AppError(reply.rule, reply.message));
      }
    }
    handOver();
    watch();
  }

  function handOver(): void {
    if (closed || ending !== undefined) return;
    if (thread === undefined) {
      if (waiting.length > 0) start();
      return;
    }
    if (!thread.ready) return;
    let bytes = handed.reduce((sum, job) => sum + job.file.bytes.length, 0);
    while (handed.length === 0 || (handed.length < mostAhead && bytes < mostBytesAhead)) {
      const job = waiting[0];
      if (job === undefined || (handed.length > 0 && (job.suspected || handed[0]?.suspected)))
        break;
      waiting.shift();
      if (job.signal?.aborted) {
        job.reject(closedError());
        continue;
      }
      handed.push(job);
      bytes += job.file.bytes.length;
      thread.bytes += job.file.bytes.length;
      // Sent as they lie they would take along the whole pool of memory that a small file was read into.
      const own = new Uint8Array(job.file.bytes);
      thread.worker.postMessage({ ...job.file, bytes: own }, [own.buffer]);
    }
  }

  /** One clock for the file the worker is at, for its start, or for doing nothing. */
  function watch(): void {
    stopWatch();
    const mine = thread;
    if (mine === undefined) return;
    const at = handed[0];
    if (mine.ready && at !== undefined) {
      const used = async () => {
        const total = await processorMs(mine.worker);
        return total === undefined ? undefined : total - usedBefore(mine.under_way);
      };
      stopWatch = limitWork({ cpu_ms, wall_ms }, used, (reason) => {
        if (handed[0] === at) lose(mine, reason, true);
      });
      return;
    }
    if (mine.ready && stands_by && mine.bytes <= littleBytes) {
      stopWatch = () => {};
      return;
    }
    const timer = mine.ready
      ? setTimeout(() => rest(mine), idle_ms).unref()
      : setTimeout(() => lose(mine, `not started in ${startMs} ms`), startMs);
    stopWatch = () => clearTimeout(timer);
  }

  /** A worker that stands by is a new one: what the last one has read fills its memory. */
  function rest(mine: Thread): void {
    lose(mine, "nothing to do");
    void ending?.then(() => {
      if (stands_by && !closed && thread === undefined) start();
    });
  }

  function lose(mine: Thread, reason: string, late = false): void {
    if (thread !== mine) return;
    thread = undefined;
    stopWatch();
    // Of the first ones it has answers that are lost with it; it is at the one behind them.
    const lost = handed.splice(0, Math.max(0, filesDone(mine.under_way) - mine.heard));
    const [job, ...behind] = handed;
    handed = [];
    const end = mine.worker.terminate().catch(() => undefined);
    ending = end.then(() => {
      ending = undefined;
      handOver();
    });
    if (!mine.ready) {
      waiting.unshift(...lost, ...(job === undefined ? [] : [job]), ...behind);
      giveUp(reason);
      return;
    }
    const again: Job[] = [];
    if (job !== undefined) {
      log.warn({ file: job.file.relative_path, reason }, "a file's reading was ended");
      if (job.file.front_matter && isAtFrontMatter(mine.under_way)) {
        again.push({ ...job, file: { ...job.file, front_matter: false } });
      } else if (!late && !job.suspected) {
        // Its answer may have been lost with the thread, or the files before it have filled the memory.
        again.push({ ...job, suspected: true });
      } else {
        job.reject(new AppError("parse_limit", say("en", "search.parse_limit")));
      }
    }
    waiting.unshift(...lost, ...again, ...behind);
  }

  function giveUp(reason: string): void {
    log.error({ reason }, "the worker that reads documents could not be started");
    const jobs = waiting;
    waiting = [];
    for (const job of jobs) job.reject(readerDown());
  }

  return {
    cpu_ms,
    warm() {
      if (!closed && thread === undefined && ending === undefined) start();
    },
    read(file, { urgent = false, signal } = {}) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(closedError());
        const job: Job = {
          file: { ...file, front_matter: true },
          urgent,
          signal,
          suspected: false,
          resolve,
          reject,
        };
        const before = urgent ? waiting.findIndex((other) => !other.urgent) : -1;
        waiting.splice(before === -1 ? waiting.length : before, 0, job);
        const idle = handed.length === 0;
        handOver();
        if (idle && handed.length > 0) watch();
      });
    },
    close() {
      if (closed) return;
      closed = true;
      stopWatch();
      const jobs = [...handed, ...waiting];
      handed = [];
      waiting = [];
      for (const job of jobs) job.reject(closedError());
      void thread?.worker.terminate();
      thread = undefined;
    },
  };
}

/** Where this program keeps what Node made of its files: with it a worker starts in half the time. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir(); // in it is one for each version of Node
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}

function readerDown(): AppError {
  return new AppError("unknown", say("en", "search.reader_down"), {
    retryable: true,
    details: { reader_down: true },
  });
}

function closedError(): Error {
  return new DOMException("The reading was given up.", "AbortError");
}
