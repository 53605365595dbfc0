import { parentPort, workerData } from "node:worker_threads";
import { readExtentsOf } from "./extents.ts";

/** Posts the places of a file that answer, whose name is its data, one a message. */
for await (const one of readExtentsOf(workerData as string)) parentPort?.postMessage(one);
