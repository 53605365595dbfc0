import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import type { SkipRule } from "#lib/contracts/errors";
import { type Fault, faultOf } from "#lib/platform/fault";
import { bufferOf } from "../engines/document-words.ts";
import { skipOf } from "../facts.ts";
import { type FileRead, type FileToRead, readFile } from "./read-file.ts";
import { atFrontMatter, beginFile, endFile, type UnderWay } from "./under-way.ts";

/**
 * Worker thread around `readFile`: files in, one answer for each in the same order, until it is killed; answers go some at
 * a time, because each message wakes the other thread. What it is at stands in memory that both threads see, for the time
 * when it can no longer be asked.
 */
export type ReadReply =
  | { kind: "ready" }
  | ({ kind: "read" } & FileRead)
  | { kind: "skipped"; rule: SkipRule; message: string; fault?: Fault };

const { under_way } = workerData as { under_way: UnderWay }; // given by the only one that starts this file

const mostAtOnce = 16;
const longestMs = 10;
let replies: ReadReply[] = [];
let since = 0;

parentPort?.on("message", (first: FileToRead) => {
  since = performance.now();
  for (let file: FileToRead | undefined = first; file !== undefined; file = next()) {
    replies.push(answer(file));
    endFile(under_way);
    if (replies.length >= mostAtOnce || performance.now() - since > longestMs) send();
  }
  send();
});

/** What has been handed over meanwhile. */
function next(): FileToRead | undefined {
  return parentPort === null ? undefined : receiveMessageOnPort(parentPort)?.message;
}

function send(): void {
  if (replies.length > 0) {
    const words = replies.flatMap((reply) => (reply.kind === "read" ? (reply.words ?? []) : []));
    parentPort?.postMessage(replies, words.map(bufferOf));
  }
  replies = [];
  since = performance.now();
}

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
