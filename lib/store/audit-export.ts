import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { BrokenAudit } from "#lib/contracts/activity-store";
import { auditedTables, linkOf } from "./rows/audit-chain.ts";
import { FirstLine as First, LastLine as Last, AuditLine as Line } from "./rows/audit-lines.ts";
import { anchorTool } from "./rows/compaction.ts";

export type ExportVerdict =
  | {
      kind: "read";
      exported_at: string;
      rows: number;
      broken: (BrokenAudit & { line: number })[];
      removed?: { rows: number; until: string };
    }
  /** `line`: the first that is none of such a file. */
  | { kind: "no_export"; line: number };

/** More of them say nothing more. */
const mostNamed = 1000;

/** Reads a file of `exportAudit` twice, a line at a time: first which links there are, then whether each row fits its own. */
export async function verifyAuditExport(file: string): Promise<ExportVerdict> {
  let first: First | undefined;
  let last: Last | undefined;
  const hashes = new Map<number, string>();
  const twice = new Set<number>();
  let highest = 0;
  for await (const { text, number } of linesOf(file)) {
    const value = parsed(text);
    if (number === 1) {
      first = First.safeParse(value).data;
      if (first === undefined) return { kind: "no_export", line: 1 };
      if (first.anchor !== null) hashes.set(first.anchor.seq, first.anchor.hash);
      highest = first.anchor?.seq ?? 0;
      continue;
    }
    const end = Last.safeParse(value);
    if (end.success) {
      last = end.data;
      continue;
    }
    const line = Line.safeParse(value);
    if (!line.success) return { kind: "no_export", line: number };
    const { seq, hash } = line.data;
    if (seq > (first?.head.seq ?? 0)) continue; // behind the last: named below
    if (hashes.has(seq)) twice.add(seq);
    else hashes.set(seq, hash);
    if (seq > highest) highest = seq;
  }
  if (first === undefined) return { kind: "no_export", line: 1 };

  const broken: (BrokenAudit & { line: number })[] = [];
  const name = (what: BrokenAudit["what"], { table, row_id }: Line, line: number) => {
    if (broken.length < mostNamed) broken.push({ what, table, row_id, line });
  };
  let rows = 0;
  // What went before the beginning is told of by a row of the chain itself.
  let told = first.anchor === null;
  let expected = (first.anchor?.seq ?? 0) + 1;
  const passed = new Set<number>();
  let before: { line: Line; number: number } | undefined;
  for await (const { text, number } of linesOf(file)) {
    const line = number === 1 ? undefined : Line.safeParse(parsed(text)).data;
    if (line === undefined) continue;
    rows += 1;
    if (line.seq > first.head.seq) {
      name("added", line, number);
      continue;
    }
    if (line.row.tool_id === anchorTool && line.row.sha256 === first.anchor?.hash) told = true;
    const linked = hashes.get(line.seq - 1) ?? (line.seq === 1 ? "" : undefined);
    const fits =
      linked === undefined
        ? undefined
        : linkOf(linked, line.table, line.row_id, line.row) === line.hash;
    if (passed.has(line.seq) || (twice.has(line.seq) && fits === false)) {
      name("added", line, number);
      continue;
    }
    if (line.seq < expected) name("swapped", line, number);
    else if (line.seq > expected) {
      // What is between may come later, in the wrong place; what does not is gone.
      const gone = between(expected, line.seq).some((seq) => !hashes.has(seq));
      name(gone ? "deleted" : "swapped", line, number);
    } else if (fits === false) {
      const fitsWithout = before !== undefined && fitsBehind(line, hashes.get(before.line.seq - 1));
      if (fitsWithout && before !== undefined) name("added", before.line, before.number);
      else name("changed", line, number);
    }
    passed.add(line.seq);
    expected = Math.max(expected, line.seq + 1);
    before = { line, number };
  }
  const { head } = first;
  const ends =
    last !== undefined &&
    last.seq === head.seq &&
    last.hash === head.hash &&
    (broken.length > 0 || last.rows === rows);
  const cut = !told || !ends || highest < head.seq || hashes.get(head.seq) !== head.hash;
  if (cut && (head.seq > 0 || !told)) {
    const at = before?.line ?? { table: auditedTables[0], row_id: 0 };
    broken.push({ what: "cut", table: at.table, row_id: at.row_id, line: before?.number ?? 1 });
  }
  const { anchor } = first;
  return {
    kind: "read",
    exported_at: first.exported_at,
    rows,
    broken,
    ...(anchor === null ? {} : { removed: { rows: anchor.seq, until: anchor.until } }),
  };
}

const fitsBehind = (line: Line, hash: string | undefined): boolean =>
  hash !== undefined && linkOf(hash, line.table, line.row_id, line.row) === line.hash;

function* between(from: number, to: number): Generator<number> {
  for (let seq = from; seq < to; seq++) yield seq;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function* linesOf(file: string): AsyncGenerator<{ text: string; number: number }> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: 1 })) {
    number += 1;
    if (text !== "") yield { text, number };
  }
}
