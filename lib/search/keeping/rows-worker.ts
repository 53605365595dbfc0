import { parentPort } from "node:worker_threads";
import { DamagedIndex, type KeptRows, readRows } from "./read-rows.ts";

/** Worker thread around `readRows`: reads one file, hands over what stands in it, and ends. */
export type RowsReply =
  | { kind: "read"; rows: KeptRows | undefined }
  | { kind: "damaged" | "failed"; message: string };

/** What it is told to read, once; it may have been started long before. */
export type RowsAsked = { path: string; fingerprint: string };

parentPort?.once("message", (asked: RowsAsked) => {
  const reply = read(asked);
  const rows = reply.kind === "read" ? reply.rows : undefined;
  const terms = Object.values(rows?.terms ?? {}).filter((value) => ArrayBuffer.isView(value));
  parentPort?.postMessage(reply, [
    ...terms.map(({ buffer }) => buffer),
    ...(rows === undefined ? [] : [rows.outlines.numbers.buffer]),
    ...(rows?.segments ?? []).flatMap(({ buffers }) => buffers),
  ]);
});

function read({ path, fingerprint }: RowsAsked): RowsReply {
  try {
    return { kind: "read", rows: readRows(path, fingerprint) };
  } catch (error) {
    const kind = error instanceof DamagedIndex ? "damaged" : "failed";
    return { kind, message: error instanceof Error ? error.message : String(error) };
  }
}
