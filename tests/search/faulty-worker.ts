import { parentPort, workerData } from "node:worker_threads";
import type { FileToRead } from "../../lib/search/reading/read-file.ts";
import { readFile } from "../../lib/search/reading/read-file.ts";
import { stageFrontMatter } from "../../lib/search/reading/stage.ts";

/** The worker of the reader with a parser that hangs, dies or eats memory, by the name of the file. */
const { stage } = workerData as { stage: Int32Array }; // given by the reader
const eaten: unknown[] = [];

parentPort?.on("message", (file: FileToRead) => {
  const { relative_path: name } = file;
  if (name.startsWith("hang") || Buffer.from(file.bytes).includes("hang forever")) for (;;);
  if (name.startsWith("die")) throw new Error("the parser died");
  if (name.startsWith("leave")) process.exit(3);
  if (name.startsWith("eat")) for (;;) eaten.push(Array.from({ length: 1000 }, (_, i) => ({ i })));
  if (name.startsWith("front") && file.front_matter) {
    Atomics.store(stage, 0, stageFrontMatter);
    for (;;);
  }
  parentPort?.postMessage({ kind: "read", ...readFile(file, () => undefined) });
});
parentPort?.postMessage({ kind: "ready" });
