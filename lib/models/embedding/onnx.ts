import path from "node:path";
import type { EmbeddingModel } from "ai";
import { createKillableWorker, type KillableWorker } from "#lib/platform/killable-worker";
import { projectDir } from "#lib/platform/project";
import type { Explained } from "../explain-failure.ts";
import { onnxLimits } from "./limits.ts";
import type { EncodeJob, EncodeReply } from "./onnx/encode-worker.ts";
import { EncoderProblem } from "./onnx/encoder.ts";
import { addressOfFolder, folderOf, missingFile } from "./onnx/model-folder.ts";
import type { EmbeddingProvider } from "./provider.ts";

/**
 * A sentence encoder in a folder of this machine, whose path is the model's name, run by ONNX Runtime in a thread of its own.
 * It opens no connection. The two packages that run it are large and for few: a person installs them, and is told how.
 */
export const onnx: EmbeddingProvider = {
  id: "onnx",
  key_variable: "",
  key_needed: false,
  base_url: null,
  here: {
    addressOf: addressOfFolder,
    explain: (error, name) => explain(error, folderOf(name)),
  },
  open: ({ name }) => modelIn(folderOf(name)),
};

function modelIn(folder: string): EmbeddingModel {
  return {
    specificationVersion: "v4",
    provider: "onnx",
    modelId: folder,
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: false,
    async doEmbed({ values, abortSignal }) {
      const lacking = missingFile(folder);
      if (lacking !== undefined) throw new EncoderProblem("file", lacking);
      const embeddings: number[][] = [];
      let tokens = 0;
      for (let at = 0; at < values.length; at += onnxLimits.texts_at_once) {
        abortSignal?.throwIfAborted();
        const texts = values.slice(at, at + onnxLimits.texts_at_once);
        const read = await encode({ folder, texts });
        embeddings.push(...read.vectors.map((vector) => [...vector]));
        tokens += read.tokens;
      }
      return { embeddings, usage: { tokens }, warnings: [] };
    },
  };
}

/** One thread for all of this process: a second model would take the same memory again. */
let thread: KillableWorker<EncodeJob, EncodeReply> | undefined;

async function encode(job: EncodeJob): Promise<Extract<EncodeReply, { kind: "encoded" }>> {
  const { cpu_ms, memory_mb } = onnxLimits;
  const file = path.join(projectDir(), "lib/models/embedding/onnx/encode-worker.ts");
  thread ??= createKillableWorker({ file, cpu_ms, memory_mb });
  const answered = await thread.run(job);
  if (answered.kind === "failed") {
    const short = /memory/i.test(answered.reason);
    throw new EncoderProblem(short ? "memory" : "damaged", job.folder, answered.reason);
  }
  if (answered.reply.kind === "encoded") return answered.reply;
  const { problem, of, said } = answered.reply;
  await thread.restart(); // a package or a file may be there the next time
  throw new EncoderProblem(problem, of, said);
}

function explain(error: unknown, folder: string): Explained | undefined {
  if (!(error instanceof EncoderProblem)) return undefined;
  const { problem, of, message } = error;
  const said = message.replace(/\s+/g, " ").trim();
  const params = { folder, of, said, command: installing, place: projectDir() };
  return { kind: `onnx_${problem}`, params, again: false };
}

/** What a person types where a package is missing: versions that were tried with this program, and no script of theirs is run. */
export const installing =
  "npm install --no-save --save-prod --ignore-scripts onnxruntime-node@1.30.0 @huggingface/tokenizers@0.2.0";
