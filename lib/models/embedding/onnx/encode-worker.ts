import { parentPort } from "node:worker_threads";
import { type Encoder, EncoderProblem, openEncoder } from "./encoder.ts";

/** Runs in a thread of its own: a text takes a tenth of a second of a processor, and the model is read in seconds. */
export type EncodeJob = { folder: string; texts: readonly string[] };
export type EncodeReply =
  | { kind: "encoded"; vectors: Float32Array[]; tokens: number }
  | { kind: "problem"; problem: EncoderProblem["problem"]; of: string; said: string };

let opened: { folder: string; encoder: Encoder } | undefined;

async function encode({ folder, texts }: EncodeJob): Promise<EncodeReply> {
  try {
    if (opened?.folder !== folder) opened = { folder, encoder: await openEncoder(folder) };
    const vectors: Float32Array[] = [];
    let sum = 0;
    for (const text of texts) {
      const { vector, tokens } = await opened.encoder.encode(text);
      vectors.push(vector);
      sum += tokens;
    }
    return { kind: "encoded", vectors, tokens: sum };
  } catch (error) {
    if (!(error instanceof EncoderProblem)) throw error;
    return { kind: "problem", problem: error.problem, of: error.of, said: error.message };
  }
}

parentPort?.on("message", async (job: EncodeJob) => parentPort?.postMessage(await encode(job)));
