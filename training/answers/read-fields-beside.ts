import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { FieldRows } from "./read-fields.ts";

/** The fields of all files in their order, read in as many threads as the machine has cores, a file a thread. */
export async function readFieldsBeside(files: readonly string[]): Promise<FieldRows[]> {
  const found: FieldRows[][] = files.map(() => []);
  const sizeOf = (at: number) => statSync(files[at] ?? "").size;
  // The largest first, so that none is left alone at the end. All threads take from the same queue.
  const queue = [...files.keys()].sort((a, b) => sizeOf(b) - sizeOf(a)).values();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (const at of queue) found[at] = await readBeside(files[at] ?? "");
    }),
  );
  return found.flat();
}

function readBeside(file: string): Promise<FieldRows[]> {
  const fields: FieldRows[] = [];
  const worker = new Worker(new URL("./read-fields-worker.ts", import.meta.url), {
    workerData: file,
  });
  return new Promise((resolve, reject) => {
    worker.on("message", (field: FieldRows) => fields.push(field));
    worker.on("error", reject);
    worker.on("exit", (code) =>
      code === 0 ? resolve(fields) : reject(new Error(`${file} was not read: exit code ${code}.`)),
    );
  });
}
