import path from "node:path";
import type { Lang } from "#lib/contracts/answer";
import { createKillableWorker } from "#lib/platform/killable-worker";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import type { ShownPictures } from "./rendering/render.ts";
import type { RenderJob, RenderReply } from "./rendering/render-worker.ts";

export type { ShownPictures };

/**
 * Renders Markdown of documents in a worker thread with a limit of processor time and of memory. A text that takes too
 * long, too much memory, or makes more than a page can lay out is `parse_limit`; its worker is killed and the next text
 * gets a new one.
 * Texts are rendered one after the other.
 */
export type MarkdownRenderer = {
  /** Starts the worker, so that the first text need not wait for it. */
  begin(): Promise<void>;
  /** `lang` is the language of what the program itself says in the text. */
  render(
    lines: readonly string[],
    firstLine: number,
    lang: Lang,
    /** The pictures that are shown; any other stands as its words. */
    pictures?: ShownPictures,
  ): Promise<Rendered>;
  close(): Promise<void>;
};
export type Rendered = { kind: "html"; html: string } | { kind: "parse_limit" };

const MAX_HTML_CHARS = 4_000_000;

export function createMarkdownRenderer(deps: {
  project_dir: string;
  log: Logger;
  cpu_ms?: number;
  memory_mb?: number;
}): MarkdownRenderer {
  const { project_dir, log, cpu_ms = 2000, memory_mb = 128 } = deps;
  const file = path.join(project_dir, "lib/markdown/rendering/render-worker.ts");
  const worker = createKillableWorker<RenderJob, RenderReply>({ file, cpu_ms, memory_mb });

  return {
    async begin() {
      await worker.run({ lines: [], first_line: 1, image_note: "", pictures: {} });
    },
    async render(lines, firstLine, lang, pictures = {}) {
      const image_note = say(lang, "preview.image_not_loaded");
      const answered = await worker.run({ lines, first_line: firstLine, image_note, pictures });
      const reply = answered.kind === "reply" ? answered.reply : { failed: answered.reason };
      if ("html" in reply && reply.html.length <= MAX_HTML_CHARS) {
        return { kind: "html", html: reply.html };
      }
      if (answered.kind === "reply") await worker.restart();
      const reason = "html" in reply ? "too much html" : reply.failed;
      log.warn({ lines: lines.length, reason }, "markdown not rendered");
      return { kind: "parse_limit" };
    },
    close: worker.close,
  };
}
