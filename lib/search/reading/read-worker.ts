import { parentPort, workerData } from "node:worker_threads";
import type { SkipRule } from "#lib/contracts/errors";
import { type Fault, faultOf } from "#lib/platform/fault";
import { bufferOf } from "../engines/document-words.ts";
import { skipOf } from "../facts.ts";
import { type FileRead, type FileToRead, readFile } from "./read-file.ts";
import { atFrontMatter, beginFile, type UnderWay } from "./under-way.ts";

/**
 * Worker thread around `readFile`: files in, one answer for each in the same order, until it is killed. What it is at
 * stands in memory that both threads see, for the time when it can no longer be asked.
 */
export type ReadReply =
  | { kind: "ready" }
  | ({ kind: "read" } & FileRead)
  | { kind: "skipped"; rule: SkipRule; message: string; fault?: Fault };

const { under_way } = workerData as { under_way: UnderWay }; // given by the only one that starts this file

parentPort?.on("message", (file: FileToRead) => {
  const reply = answer(file);
  const words = reply.kind === "read" ? reply.words : undefined;
  parentPort?.postMessage(reply, words === undefined ? [] : [bufferOf(words)]);
});
parentPort?.postMessage({ kind: "ready" } satisfies ReadReply);

function answer(file: FileToRead): ReadReply {
  try {
    beginFile(under_way);
    const read = readFile(file, (reading) => atFrontMatter(under_way, reading));
    return { kind: "read", ...read };
  } catch (error) {
    const why = skipOf(error);
    return {
      kind: "skipped",
      ...why,
      ...(why.rule === "unreadable" ? { fault: faultOf(error) } : {}),
    };
  }
}
