import path from "node:path";
import { createKillableWorker } from "#lib/platform/killable-worker";
import type { LinksJob, LinksReply } from "./links/links-worker.ts";
import type { PageLinks } from "./links/read-links.ts";

export type { PageLink, PageLinks } from "./links/read-links.ts";
export { shownLine } from "./links/shown-line.ts";

/** Reads what pages link to in a worker thread with a limit of processor time and of memory, one after the other. */
export type LinkReader = {
  /** Undefined for a page that takes too long or too much. */
  read(lines: readonly string[], relativePath: string): Promise<PageLinks | undefined>;
  close(): Promise<void>;
};

export function createLinkReader(deps: {
  project_dir: string;
  cpu_ms?: number;
  memory_mb?: number;
}): LinkReader {
  const { project_dir, cpu_ms = 5000, memory_mb = 256 } = deps;
  const file = path.join(project_dir, "lib/markdown/links/links-worker.ts");
  const worker = createKillableWorker<LinksJob, LinksReply>({ file, cpu_ms, memory_mb });
  return {
    async read(lines, relativePath) {
      const dialect = /\.mdx$/i.test(relativePath) ? "mdx" : "markdown";
      const answered = await worker.run({ lines, dialect });
      return answered.kind === "reply" && "page" in answered.reply
        ? answered.reply.page
        : undefined;
    },
    close: worker.close,
  };
}
