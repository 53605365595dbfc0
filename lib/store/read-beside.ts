import path from "node:path";
import { Worker } from "node:worker_threads";
import type { AuditVerdict, KeptKind } from "#lib/contracts/activity-store";
import { projectDir } from "#lib/platform/project";

import type { Beside } from "./rows/engine.ts";

export type ReadJob = { what: "audit" | "sizes"; file: string };
export type ReadReply =
  | { what: "audit"; verdict: AuditVerdict | undefined }
  | { what: "sizes"; kinds: KeptKind[] }
  | { what: "failed"; reason: string };

/**
 * What needs a look at the whole database is read in a thread beside the program, for it takes seconds with a million
 * rows. Rejects where the file cannot be read. One reading of a kind at a time: who asks meanwhile gets that one.
 */
export function createReaderBeside(file: string): Beside {
  const underWay = new Map<ReadJob["what"], Promise<ReadReply>>();
  function read(what: ReadJob["what"]): Promise<ReadReply> {
    const reading =
      underWay.get(what) ?? inThread({ what, file }).finally(() => underWay.delete(what));
    underWay.set(what, reading);
    return reading;
  }
  return {
    async audit(): Promise<AuditVerdict | undefined> {
      const reply = await read("audit");
      return reply.what === "audit" ? reply.verdict : undefined;
    },
    async sizes(): Promise<KeptKind[]> {
      const reply = await read("sizes");
      return reply.what === "sizes" ? reply.kinds : [];
    },
  };
}

function inThread(job: ReadJob): Promise<ReadReply> {
  const program = path.join(projectDir(), "lib/store/read-beside-worker.ts");
  return new Promise((resolve, reject) => {
    // A plain `new Worker(file)` is taken by Next's bundler for a file it should have bundled. This constructs a Worker.
    const options = { env: {}, execArgv: [], workerData: job };
    const worker = Reflect.construct(Worker, [program, options]) as Worker;
    worker.unref();
    worker.once("message", (reply: ReadReply) => {
      if (reply.what === "failed") reject(new Error(reply.reason));
      else resolve(reply);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the reading ended without an answer")));
  });
}
