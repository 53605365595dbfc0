import { parentPort } from "node:worker_threads";
import { heavyHtml, heavyText } from "./page-limits.ts";
import { renderMarkdown, type ShownPictures } from "./render.ts";

/** Worker thread around `renderMarkdown`: one text in, one HTML out that a page can bear, until it is killed. */
export type RenderJob = {
  lines: readonly string[];
  first_line: number;
  /** What stands in the place of an image. */
  image_note: string;
  pictures: ShownPictures;
};
export type RenderReply = { html: string } | { failed: string };

parentPort?.on("message", (job: RenderJob) => {
  parentPort?.postMessage(answer(job));
});

function answer(job: RenderJob): RenderReply {
  try {
    const heavy = heavyText(job.lines);
    if (heavy !== undefined) return { failed: heavy };
    const html = renderMarkdown(job.lines, job.first_line, job.image_note, job.pictures);
    const failed = heavyHtml(html);
    return failed === undefined ? { html } : { failed };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
