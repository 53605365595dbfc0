import { parentPort, workerData } from "node:worker_threads";
import { readFields } from "./read-fields.ts";

/** Posts the fields of a file, whose name is the worker's data, one a message and in their order. */
for await (const field of readFields([workerData as string])) {
  // Its arrays are its own, so they are handed over and not copied.
  parentPort?.postMessage(field, [field.rows.buffer, field.place.buffer] as ArrayBuffer[]);
}
