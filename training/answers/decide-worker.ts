import { parentPort, workerData } from "node:worker_threads";
import { decide } from "./decide.ts";

/** Posts what `decide` gives for its data: the matrix and the label. */
const [matrix, label] = workerData as Parameters<typeof decide>;
parentPort?.postMessage(decide(matrix, label));
