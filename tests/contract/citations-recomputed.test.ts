import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  DocsReadOutput,
  DocsSearchOutput,
  DocsStatusOutput,
  DocsVerifyOutput,
} from "#lib/contracts/docs-tools";
import { type HardFile, hardFiles, writeHardFiles } from "../independent/hard-files.ts";
import { recompute } from "../independent/recompute.ts";

/**
 * The real docs server over stdio, its citations recomputed by the verifier that shares no code with it: over every
 * kind of line end and encoding, each hash, line range and snippet must be the file's own.
 */
const project = path.resolve(import.meta.dirname, "../..");
const names = hardFiles().map((file) => [file.name, file] as const);
let home: string;
let root: string;
let client: Client;

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), "docent-recomputed-"));
  root = path.join(home, "hard");
  writeHardFiles(root);
  client = new Client({ name: "recompute", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(project, "scripts", "mcp.mjs"), "--root", root],
      env: {
        PATH: process.env.PATH ?? "",
        HOME: home,
        DOCENT_HOME: path.join(home, "state"),
        DOCENT_LOG_LEVEL: "warn",
      },
      stderr: "inherit",
    }),
  );
  await vi.waitFor(
    async () => {
      const status = DocsStatusOutput.parse(await call("docs_status", {}));
      expect(status.coverage.state).toBe("ready");
    },
    { timeout: 240_000 },
  );
});
afterAll(async () => {
  await client.close();
  rmSync(home, { recursive: true, force: true });
});

async function call(name: string, args: Record<string, unknown>): Promise<unknown> {
  const result = await client.callTool({ name, arguments: args });
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
  return result.structuredContent;
}

function problemsIn(...documents: unknown[]) {
  return recompute(documents, new Map([["hard", root]])).problems;
}

describe("citations, recomputed by code that shares nothing with the program", () => {
  it("has read every file with nothing left out", async () => {
    const status = DocsStatusOutput.parse(await call("docs_status", {}));
    expect(status.coverage.files_searchable).toBe(names.length);
    expect(status.roots.flatMap((one) => one.skipped)).toEqual([]);
  });

  it.each(names)(
    "finds the word of %s in it, with true lines, hash, snippet and file",
    async (_, file) => {
      const found = DocsSearchOutput.parse(
        await call("docs_search", { query: file.word, include_text: true }),
      );
      expect(found.hits[0]?.relative_path).toBe(file.name);
      expect(found.hits[0]?.snippet).toContain(file.word);
      expect(problemsIn(found)).toEqual([]);
    },
  );

  it.each(names)("reads %s whole and in part as its bytes say", async (_, file) => {
    const whole = DocsReadOutput.parse(await call("docs_read", { path: file.name }));
    const part = DocsReadOutput.parse(
      await call("docs_read", { path: file.name, line_start: 2, line_end: 3 }),
    );
    expect([whole.encoding, whole.total_lines]).toEqual([file.encoding, file.lines]);
    expect([part.line_start, part.line_end]).toEqual([2, 3]);
    expect(problemsIn(whole, part)).toEqual([]);
  });

  it.each(names)("verifies what it cited of %s", async (_, file) => {
    const { hits } = DocsSearchOutput.parse(await call("docs_search", { query: file.word }));
    const citations = hits.map((hit) => ({
      root_id: hit.root_id,
      relative_path: hit.relative_path,
      line_start: hit.locator.line_start,
      line_end: hit.locator.line_end,
      sha256: hit.sha256,
    }));
    const { results } = DocsVerifyOutput.parse(await call("docs_verify", { citations }));
    expect(results.map((result) => result.state)).toEqual(citations.map(() => "verified"));
  });

  it("finds nothing wrong in a broad search over all files", async () => {
    const queries = [
      "sleeps in the old tower by day",
      "上午九点开放",
      "one line with last line",
      "nobody has ever weighed",
    ];
    const found = await Promise.all(
      queries.map((query) => call("docs_search", { query, limit: 50, include_text: true })),
    );
    const report = recompute(found, new Map([["hard", root]]));
    expect(report.citations).toBeGreaterThan(8);
    expect(report.problems).toEqual([]);
  });
});

// The table above is only as good as its files: they must hold what their names promise.
it("the hard files hold the bytes they are named for", () => {
  const bytes = (name: string) =>
    names.find(([known]) => known === name)?.[1].bytes ?? Buffer.alloc(0);
  const has = (file: HardFile["name"], ...sequence: number[]) =>
    bytes(file).includes(Buffer.from(sequence));
  expect(has("crlf.md", 13, 10)).toBe(true);
  expect(has("lone-cr.md", 13) && !has("lone-cr.md", 10)).toBe(true);
  expect(has("mixed-ends.md", 13, 13, 10)).toBe(true);
  expect(has("line-separator.md", 0xe2, 0x80, 0xa8)).toBe(true);
  expect(bytes("no-final-end.md").at(-1)).not.toBe(10);
  expect(
    Math.max(
      ...bytes("long-line.md")
        .toString()
        .split("\n")
        .map((line) => line.length),
    ),
  ).toBe(3000);
});
