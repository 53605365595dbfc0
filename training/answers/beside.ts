import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/**
 * What a worker posts for each of the data, in their order, whichever is done first: a thread for each, as many at a time as the
 * machine has cores. Throws what a thread throws.
 */
export async function eachBeside<Posted>(
  worker: URL,
  data: readonly unknown[],
): Promise<Posted[][]> {
  const posted: Posted[][] = data.map(() => []);
  const queue = data.entries(); // all take from this one
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (const [at, one] of queue) posted[at] = await beside<Posted>(worker, one);
    }),
  );
  return posted;
}

function beside<Posted>(file: URL, workerData: unknown): Promise<Posted[]> {
  const posted: Posted[] = [];
  const worker = new Worker(file, { workerData });
  return new Promise((resolve, reject) => {
    worker.on("message", (one: Posted) => posted.push(one));
    worker.on("error", reject);
    worker.on("exit", () => resolve(posted));
  });
}
