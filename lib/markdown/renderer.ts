import path from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";
import type { Lang } from "#lib/contracts/answer";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import { limitWork, processorMs, type WorkLimit } from "#lib/platform/work-limit";
import type { RenderJob, RenderReply } from "./rendering/render-worker.ts";

/**
 * Renders Markdown of documents in a worker thread with a limit of processor time and of memory. A text that takes too
 * long, too much memory, or makes more than a page can lay out is `parse_limit`; its worker is killed and the next text
 * gets a new one.
 * Texts are rendered one after the other.
 */
export type MarkdownRenderer = {
  /** `lang` is the language of what the program itself says in the text. */
  render(lines: readonly string[], firstLine: number, lang: Lang): Promise<Rendered>;
  close(): Promise<void>;
};
export type Rendered = { kind: "html"; html: string } | { kind: "parse_limit" };

const MAX_HTML_CHARS = 4_000_000;
const WALL_MS = 30_000;

export function createMarkdownRenderer(deps: {
  project_dir: string;
  log: Logger;
  cpu_ms?: number;
  memory_mb?: number;
}): MarkdownRenderer {
  const { project_dir, log, cpu_ms = 2000, memory_mb = 128 } = deps;
  // By path from the project: bundled code has no file of its own to start from.
  const file = path.join(project_dir, "lib/markdown/rendering/render-worker.ts");
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

  async function run(job: RenderJob): Promise<Rendered> {
    if (closed) return { kind: "parse_limit" };
    worker ??= start();
    const mine = worker;
    const reply = await replyOf(mine, job, { cpu_ms, wall_ms: WALL_MS });
    if ("html" in reply && reply.html.length <= MAX_HTML_CHARS) {
      return { kind: "html", html: reply.html };
    }
    if (worker === mine) worker = undefined;
    await mine.terminate();
    const reason = "html" in reply ? "too much html" : reply.failed;
    log.warn({ lines: job.lines.length, reason }, "markdown not rendered");
    return { kind: "parse_limit" };
  }

  return {
    render(lines, firstLine, lang) {
      const image_note = say(lang, "preview.image_not_loaded");
      const result = last.then(() => run({ lines, first_line: firstLine, image_note }));
      last = result.catch(() => undefined); // a failure is its caller's; the next text is rendered all the same
      return result;
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

async function replyOf(worker: Worker, job: RenderJob, limit: WorkLimit): Promise<RenderReply> {
  const before = (await processorMs(worker)) ?? 0;
  return new Promise((resolve) => {
    const used = async () => {
      const total = await processorMs(worker);
      return total === undefined ? undefined : total - before;
    };
    const stop = limitWork(limit, used, (reason) => done({ failed: reason }));
    const onError = (error: Error) => done({ failed: error.message });
    const onExit = () => done({ failed: "the worker ended" });
    function done(reply: RenderReply): void {
      stop();
      worker.off("message", done).off("error", onError).off("exit", onExit);
      resolve(reply);
    }
    worker.on("message", done).on("error", onError).on("exit", onExit);
    worker.postMessage(job);
  });
}
