import { parentPort, workerData } from "node:worker_threads";
import type { ReadJob, ReadReply } from "./read-beside.ts";
import { keptSizes } from "./sqlite/kept-sizes.ts";
import { verifyAudit } from "./verify-audit.ts";

/** A thread that reads one database file through and ends. */
function read({ what, file }: ReadJob): ReadReply {
  try {
    if (what === "sizes") return { what, kinds: keptSizes(file) };
    return { what, verdict: verifyAudit(file) };
  } catch (error) {
    return { what: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(read(workerData as ReadJob)); // given by `read-beside.ts` alone
