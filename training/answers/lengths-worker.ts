import { parentPort, workerData } from "node:worker_threads";
import { readLengths } from "./lengths.ts";

/** Posts the lengths of the answers of a file, whose name is its data, one a message. */
for await (const one of readLengths(workerData as string)) parentPort?.postMessage(one);
