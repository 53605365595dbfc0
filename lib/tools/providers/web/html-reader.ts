import path from "node:path";
import { createKillableWorker } from "#lib/platform/killable-worker";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import type { ExtractJob, ExtractReply } from "./extraction/extract-worker.ts";
import type { Article } from "./extraction/read-article.ts";
import type { FetchedBody } from "./extraction/read-body.ts";
import type { FoundResults, ResultPlaces } from "./extraction/read-results.ts";
import type { RulesJob, RulesReply } from "./extraction/rules-worker.ts";

/**
 * Reads what strangers wrote in worker threads with a limit of processor time and of memory, one thing after the other: one
 * thread for pages, one for the rules of sites, so that no page keeps rules waiting. What takes more is `parse_limit`, and the
 * next one gets a new worker. Throws AppError.
 */
export type HtmlReader = {
  article(fetched: FetchedBody): Promise<Article & { cut: boolean }>;
  results(html: string, places: ResultPlaces, most: number): Promise<FoundResults>;
  /** Whether the rules of a site let this page be read. */
  allows(job: RulesJob): Promise<boolean>;
  close(): Promise<void>;
};

export function createHtmlReader(deps: {
  project_dir: string;
  log: Logger;
  cpu_ms?: number;
  memory_mb?: number;
}): HtmlReader {
  const { project_dir, log, cpu_ms = 10_000, memory_mb = 512 } = deps;
  const fileOf = (name: string) =>
    path.join(project_dir, "lib/tools/providers/web/extraction", name);
  const worker = createKillableWorker<ExtractJob, ExtractReply>({
    ...{ file: fileOf("extract-worker.ts"), cpu_ms, memory_mb },
  });
  const rules = createKillableWorker<RulesJob, RulesReply>({
    ...{ file: fileOf("rules-worker.ts"), cpu_ms: rulesMs, memory_mb: 128 },
  });

  async function run(job: ExtractJob): Promise<ExtractReply> {
    const answered = await worker.run(job);
    const reply: ExtractReply = answered.kind === "reply" ? answered.reply : answered;
    if (reply.kind !== "failed") return reply;
    const length = job.kind === "article" ? job.body.length : job.html.length;
    log.warn({ length, reason: reply.reason }, "a page could not be read");
    if (answered.kind === "reply") await worker.restart();
    throw saidError("parse_limit", "web.failed.parse_limit");
  }

  return {
    async article(fetched) {
      // A copy holds the bytes of this body alone.
      const reply = await run({ kind: "article", ...fetched, body: new Uint8Array(fetched.body) });
      if (reply.kind !== "article") throw saidError("parse_limit", "web.failed.parse_limit");
      return reply.article;
    },
    async results(html, places, most) {
      const reply = await run({ kind: "results", html, places, most });
      if (reply.kind !== "results") throw saidError("parse_limit", "web.failed.parse_limit");
      return reply.found;
    },
    async allows(job) {
      const answered = await rules.run(job);
      if (answered.kind === "reply") return answered.reply.allowed;
      log.warn({ length: job.rules.length, reason: answered.reason }, "rules could not be read");
      throw saidError("parse_limit", "web.failed.parse_limit");
    },
    async close() {
      await Promise.all([worker.close(), rules.close()]);
    },
  };
}

/** Rules that people write take some milliseconds. */
const rulesMs = 2000;
