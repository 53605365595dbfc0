import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type Database from "better-sqlite3";
import { z } from "zod";
import type { BrokenAudit } from "#lib/contracts/activity-store";
import { saidError } from "#lib/platform/said-error";
import { anchorOf, auditedTables, linkOf, rowOf } from "./sqlite/audit-chain.ts";
import { anchorTool } from "./sqlite/compaction.ts";

/**
 * The audit as lines of JSON: what it begins at and its head, then every row with its link, then how many there were. It
 * can be verified anywhere, without the database: each link is a hash over the row and the link before it.
 */
const Head = z.object({ seq: z.number().int().min(0), hash: z.string() });
const First = z.object({
  format: z.literal("docent-audit"),
  version: z.literal(1),
  exported_at: z.string(),
  /** What went before it, because it was past its time. */
  anchor: Head.extend({ until: z.string() }).nullable(),
  head: Head,
});
const Line = z.object({
  seq: z.number().int().min(1),
  hash: z.string(),
  table: z.enum(auditedTables),
  row_id: z.number().int(),
  row: z.record(z.string(), z.unknown()),
});
type Line = z.infer<typeof Line>;
const Last = z.object({ end: z.literal(true), rows: z.number().int(), ...Head.shape });

const pageRows = 500;

/**
 * The audit as it is at the first line, a page of lines at a time. Between two pages nothing is held, however long whoever
 * reads takes: rows are only ever added behind the head, and where the oldest went meanwhile, because they were past their
 * time, it ends with an error (`busy`) and without its last line.
 */
export function* exportAudit(client: Database.Database, now: Date): Generator<string, void> {
  const anchor = anchorOf(client) ?? null;
  const head = client
    .prepare<[], z.infer<typeof Head>>("SELECT seq, hash FROM audit_head")
    .get() ?? { seq: 0, hash: "" };
  const first = { format: "docent-audit", version: 1, exported_at: now.toISOString() } as const;
  yield lineOf({ ...first, anchor, head } satisfies z.infer<typeof First>);
  const page = client.prepare<[number, number, number], Omit<Line, "row">>(
    `SELECT seq, hash, audited AS 'table', row_id FROM audit_chain
     WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
  );
  const read = client.transaction((after: number): { text: string; links: Omit<Line, "row">[] } => {
    if ((anchorOf(client)?.seq ?? 0) > after) throw saidError("busy", "activity.error.export_cut");
    const links = page.all(after, head.seq, pageRows);
    const rows = links.map((link) => present(rowOf(client, link.table, link.row_id)));
    return { text: links.map((link, i) => lineOf({ ...link, row: rows[i] })).join(""), links };
  });
  let rows = 0;
  for (let after = anchor?.seq ?? 0; ; ) {
    const { text, links } = read(after);
    if (links.length === 0) break;
    yield text;
    rows += links.length;
    after = links.at(-1)?.seq ?? after;
  }
  yield lineOf({ end: true, rows, ...head } satisfies z.infer<typeof Last>);
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

function present(row: Record<string, unknown> | undefined): Record<string, unknown> {
  const { id: _, ...columns } = row ?? {};
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null));
}

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
  let first: z.infer<typeof First> | undefined;
  let last: z.infer<typeof Last> | undefined;
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
