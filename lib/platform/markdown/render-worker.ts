import { parentPort } from "node:worker_threads";
import { renderMarkdown } from "./render.ts";

/** Worker thread around `renderMarkdown`: one text in, one HTML out, until it is killed. */
export type RenderJob = { lines: readonly string[]; first_line: number };
export type RenderReply = { html: string } | { failed: string };

parentPort?.on("message", (job: RenderJob) => {
  parentPort?.postMessage(answer(job));
});

function answer(job: RenderJob): RenderReply {
  try {
    return { html: renderMarkdown(job.lines, job.first_line) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
