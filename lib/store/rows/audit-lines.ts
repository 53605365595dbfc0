import { z } from "zod";
import { saidError } from "#lib/platform/said-error";
import {
  type AuditedRow,
  anchorOf,
  auditedTables,
  beginning,
  type ChainLink,
  headOf,
  linksAfter,
  rowsOf,
} from "./audit-chain.ts";
import type { Db } from "./dialect.ts";
import type { Engine } from "./engine.ts";
import type { Statements } from "./statements.ts";

/**
 * The audit as lines of JSON: what it begins at and its head, then every row with its link, then how many there were. It
 * can be verified anywhere, without the database: each link is a hash over the row and the link before it.
 */
const Head = z.object({ seq: z.number().int().min(0), hash: z.string() });
export const FirstLine = z.object({
  format: z.literal("docent-audit"),
  version: z.literal(1),
  exported_at: z.string(),
  /** What went before it, because it was past its time. */
  anchor: Head.extend({ until: z.string() }).nullable(),
  head: Head,
});
export type FirstLine = z.infer<typeof FirstLine>;
export const AuditLine = z.object({
  seq: z.number().int().min(1),
  hash: z.string(),
  table: z.enum(auditedTables),
  row_id: z.number().int(),
  row: z.record(z.string(), z.unknown()),
});
export type AuditLine = z.infer<typeof AuditLine>;
export const LastLine = z.object({ end: z.literal(true), rows: z.number().int(), ...Head.shape });
export type LastLine = z.infer<typeof LastLine>;

const pageRows = 500;

/**
 * The audit as it is at the first line, a page of lines at a time. Between two pages nothing is held, however long whoever
 * reads takes: rows are only ever added behind the head, and where the oldest went meanwhile, because they were past their
 * time, it ends with an error (`busy`) and without its last line.
 */
export async function* exportAudit(
  { db, read }: Pick<Engine, "db" | "read">,
  now: Date,
): AsyncGenerator<string, void> {
  const { anchor, head } = await read(() => endsOf(db));
  const exported_at = now.toISOString();
  yield lineOf({
    format: "docent-audit",
    version: 1,
    exported_at,
    anchor,
    head,
  } satisfies FirstLine);
  let rows = 0;
  for (let after = anchor?.seq ?? 0; ; ) {
    const lines = await read(() => linesAfter(db, after, head.seq));
    if (lines.length === 0) break;
    yield lines.map(lineOf).join("");
    rows += lines.length;
    after = lines.at(-1)?.seq ?? after;
  }
  yield lineOf({ end: true, rows, ...head } satisfies LastLine);
}

function* endsOf(db: Db): Statements<Pick<FirstLine, "anchor" | "head">> {
  return { anchor: (yield* anchorOf(db)) ?? null, head: (yield* headOf(db)) ?? beginning };
}

function* linesAfter(db: Db, after: number, until: number): Statements<AuditLine[]> {
  if (((yield* anchorOf(db))?.seq ?? 0) > after) {
    throw saidError("busy", "activity.error.export_cut");
  }
  const behind = yield* linksAfter(db, after, pageRows);
  const links = behind.filter(({ seq }) => seq <= until);
  const rowOf = yield* rowsOf(links);
  return links.map((link) => lineFor(link, rowOf(link)));
}

function lineFor({ seq, hash, audited, row_id }: ChainLink, row: AuditedRow = {}): AuditLine {
  const present = Object.entries(row).filter(([name, value]) => name !== "id" && value !== null);
  return { seq, hash, table: audited, row_id, row: Object.fromEntries(present) };
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;
