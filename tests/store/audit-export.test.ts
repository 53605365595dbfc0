import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifyAuditExport } from "#lib/store/audit-export";
import { compact, now, readRow } from "./aged-traces.ts";
import { describeStores } from "./implementations.ts";

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

describeStores("an export of the audit", ({ open, at }) => {
  let dir: string;
  beforeEach(() => {
    at(now.toISOString());
    dir = mkdtempSync(path.join(os.tmpdir(), "docent-export-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  const exported = async (edit: (lines: string[]) => string[]) => {
    const store = await open();
    for (let n = 1; n <= 20; n++) readRow(store, n, 1);
    await store.requireAudit("act");
    const text = (await all(store.activity.exportAudit(now))).join("");
    const to = path.join(dir, "audit.jsonl");
    writeFileSync(to, `${edit(text.trimEnd().split("\n")).join("\n")}\n`);
    const verdict = await verifyAuditExport(to);
    if (verdict.kind !== "read") return verdict;
    const broken = verdict.broken.map(({ what, row_id }) => `${what} ${row_id}`);
    return { rows: verdict.rows, broken };
  };
  const renumbered = (line: string, seq: number) => JSON.stringify({ ...JSON.parse(line), seq });

  it("is whole as it was written", async () => {
    expect(await exported((lines) => lines)).toEqual({ rows: 20, broken: [] });
  });

  type Row = { seq: number; hash: string };
  const rowAt = (lines: string[], n: number): Row => JSON.parse(lines[n] ?? "{}") as Row;
  const withFirst = (lines: string[], more: object): string[] =>
    lines.with(0, JSON.stringify({ ...JSON.parse(lines[0] ?? "{}"), ...more }));

  it("has a beginning only where a row of it tells what went before", async () => {
    const beheaded = await exported((lines) => {
      const { seq, hash } = rowAt(lines, 10);
      const anchor = { seq, hash, until: "2026-11-29T09:00:00.000Z" };
      return withFirst(lines, { anchor }).toSpliced(1, 10);
    });
    expect(beheaded).toEqual({ rows: 10, broken: ["cut 20"] });
  });

  it("has an end that says as much as its head", async () => {
    const docked = await exported((lines) => {
      const { seq, hash } = rowAt(lines, 15);
      return withFirst(lines, { head: { seq, hash } }).toSpliced(16, 5);
    });
    expect(docked).toMatchObject({ broken: [expect.stringMatching(/^cut/)] });
  });

  it.each<[string, (lines: string[]) => string[], string[]]>([
    ["altered", (l) => l.with(6, (l[6] ?? "").replace("p6.md", "p7.md")), ["changed 6"]],
    ["deleted", (l) => l.toSpliced(6, 1), ["deleted 7"]],
    ["inserted", (l) => l.toSpliced(7, 0, l[6] ?? ""), ["added 6"]],
    ["swapped", (l) => l.with(6, l[7] ?? "").with(7, l[6] ?? ""), ["swapped 7", "swapped 6"]],
    ["cut", (l) => l.slice(0, 15), ["cut 14"]],
    ["cut, with its end put back", (l) => [...l.slice(0, 15), l.at(-1) ?? ""], ["cut 14"]],
    ["cut at the beginning", (l) => l.toSpliced(1, 3), ["deleted 4"]],
    [
      "inserted, with every number behind it moved on",
      (l) => [
        ...l.slice(0, 7),
        renumbered(l[6] ?? "", 7),
        ...l.slice(7, 21).map((line, i) => renumbered(line, 8 + i)),
        l.at(-1) ?? "",
      ],
      ["added 6"],
    ],
  ])("names the row where one was %s", async (_, edit, named) => {
    const verdict = await exported(edit);
    expect(verdict).toHaveProperty("broken");
    if ("broken" in verdict) expect(verdict.broken.slice(0, named.length)).toEqual(named);
  });

  it("begins at its anchor once rows went", async () => {
    const store = await open();
    for (let n = 0; n < 60; n++) readRow(store, n, 800);
    await store.requireAudit("act");
    await compact(store, {}, 30);
    const whole = await exported((lines) => lines);
    expect(whole).toMatchObject({ rows: 22, broken: [] });
  });

  it("holds nothing between two pieces, and is one moment although rows come in meanwhile", async () => {
    const store = await open();
    for (let n = 1; n <= 1200; n++) readRow(store, n, 1);
    await store.requireAudit("act");
    const pieces = store.activity.exportAudit(now);
    const text = [(await pieces.next()).value, (await pieces.next()).value];
    for (let n = 2000; n < 2500; n++) readRow(store, n, 1);
    await store.requireAudit("act");
    const to = path.join(dir, "slow.jsonl");
    writeFileSync(to, [...text, ...(await all(pieces))].join(""));
    expect(await verifyAuditExport(to)).toMatchObject({ kind: "read", rows: 1200, broken: [] });
  });

  it("ends with a sentence where rows that are still to come went meanwhile", async () => {
    const store = await open();
    for (let n = 0; n < 1200; n++) readRow(store, n, 800);
    await store.requireAudit("act");
    const pieces = store.activity.exportAudit(now);
    await pieces.next();
    await compact(store, {}, 700);
    await expect(all(pieces)).rejects.toThrow(/incomplete/);
  });

  it.each<[string, (lines: string[]) => string[], object]>([
    [
      "the largest whole number",
      (lines) => lines.with(6, renumbered(lines[6] ?? "", Number.MAX_SAFE_INTEGER)),
      { broken: expect.arrayContaining(["added 6", "deleted 7"]) },
    ],
    [
      "one that its head has too",
      (lines) => {
        const far = Number.MAX_SAFE_INTEGER - 1;
        const head = { ...JSON.parse(lines[0] ?? "{}"), head: { seq: far, hash: "" } };
        return lines.with(0, JSON.stringify(head)).with(6, renumbered(lines[6] ?? "", far));
      },
      { broken: expect.arrayContaining(["deleted 6"]) },
    ],
    [
      "no whole number at all",
      (lines) => lines.with(6, renumbered(lines[6] ?? "", 1e300)),
      { kind: "no_export", line: 7 },
    ],
  ])("names a row with a number that no such chain has: %s", async (_, edit, told) => {
    expect(await exported(edit)).toMatchObject(told);
  });

  it("is told from a file of something else", async () => {
    expect(await exported(() => ["{}"])).toEqual({ kind: "no_export", line: 1 });
    const half = await exported(([first = ""]) => [first, "not json"]);
    expect(half).toEqual({ kind: "no_export", line: 2 });
  });
});
