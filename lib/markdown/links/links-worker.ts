import { parentPort } from "node:worker_threads";
import { type PageLinks, readLinks } from "./read-links.ts";

/** Worker thread around `readLinks`: one page in, what it links to out, until it is killed. */
export type LinksJob = { lines: readonly string[]; dialect: "markdown" | "mdx" };
export type LinksReply = { page: PageLinks } | { failed: string };

parentPort?.on("message", ({ lines, dialect }: LinksJob) => {
  parentPort?.postMessage(answer(lines, dialect));
});

function answer(lines: readonly string[], dialect: LinksJob["dialect"]): LinksReply {
  try {
    return { page: readLinks(lines, dialect) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
