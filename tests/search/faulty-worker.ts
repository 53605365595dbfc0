import { parentPort, workerData } from "node:worker_threads";
import type { FileToRead } from "../../lib/search/reading/read-file.ts";
import { readFile } from "../../lib/search/reading/read-file.ts";
import { atFrontMatter, beginFile, type UnderWay } from "../../lib/search/reading/under-way.ts";

/** The worker of the reader with a parser that hangs, waits, dies or eats memory, by the name of the file. */
const { under_way } = workerData as { under_way: UnderWay }; // given by the reader
const eaten: unknown[] = [];
const nobody = new Int32Array(new SharedArrayBuffer(4));

parentPort?.on("message", (file: FileToRead) => {
  const { relative_path: name } = file;
  beginFile(under_way);
  if (name.startsWith("hang") || Buffer.from(file.bytes).includes("hang forever")) for (;;);
  if (name.startsWith("die")) throw new Error("the parser died");
  if (name.startsWith("leave")) process.exit(3);
  if (name.startsWith("eat")) for (;;) eaten.push(Array.from({ length: 1000 }, (_, i) => ({ i })));
  if (name.startsWith("front") && file.front_matter) {
    atFrontMatter(under_way, true);
    for (;;);
  }
  const [, ms] = /^(?:wait|burn)-(\d+)/.exec(name) ?? [];
  if (name.startsWith("wait")) Atomics.wait(nobody, 0, 0, Number(ms ?? Number.POSITIVE_INFINITY));
  if (name.startsWith("burn")) {
    const { user, system } = process.threadCpuUsage();
    const used = () => process.threadCpuUsage({ user, system });
    while ((used().user + used().system) / 1000 < Number(ms));
  }
  parentPort?.postMessage({ kind: "read", ...readFile(file, () => undefined) });
});
parentPort?.postMessage({ kind: "ready" });
