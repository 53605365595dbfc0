import { parentPort } from "node:worker_threads";
import type { Article } from "./read-article.ts";
import { type FetchedBody, readBody } from "./read-body.ts";
import { type FoundResults, type ResultPlaces, readResults } from "./read-results.ts";

/** Worker thread around whatever reads pages of strangers: one in, its text out, until it is killed. */
export type ExtractJob =
  | ({ kind: "article" } & FetchedBody)
  | { kind: "results"; html: string; places: ResultPlaces; most: number };
export type ExtractReply =
  | { kind: "article"; article: Article & { cut: boolean } }
  | { kind: "results"; found: FoundResults }
  | { kind: "failed"; reason: string };

parentPort?.on("message", (job: ExtractJob) => {
  parentPort?.postMessage(answer(job));
});

function answer(job: ExtractJob): ExtractReply {
  try {
    if (job.kind === "article") return { kind: "article", article: readBody(job) };
    return { kind: "results", found: readResults(job.html, job.places, job.most) };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}
