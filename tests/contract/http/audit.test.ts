import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import type { AuditRow } from "#lib/contracts/records";
import { sha256 } from "#lib/platform/hash";
import { readsOf } from "./audit-reads.ts";
import { address, type Http, openHttp } from "./open-http.ts";

const line = "The signing key is rotated every ninety days.";
const secret = "hunter2-canary";
let http: Http;
let answer: Answer;

beforeAll(async () => {
  http = await openHttp();
  http.write("notes/keys.md", `# Keys\n\n${line}\n`);
  http.write("notes/.env", `TOKEN=${secret}\n`);
  http.write("outside.md", `# Outside\n\n${secret}\n`);
  await http.ready();
  const asked = await http.send("POST", "/api/ask", {
    question: "When is the signing key rotated?",
  });
  answer = Answer.parse(await asked.json());
});
afterAll(() => http.close());

async function audit(query = ""): Promise<AuditRow[]> {
  return (await readsOf(http, query.replace("?", ""))).rows;
}
/** The rows of one request, by its trace id. */
async function rowsOf(response: Response): Promise<AuditRow[]> {
  return audit(`?trace=${response.headers.get("x-trace-id")}`);
}
const byTool = (rows: AuditRow[], tool: string) =>
  rows.filter((row) => row.tool_id === `mcp.docs.${tool}`);

describe("every surface leaves a row for what it read", () => {
  it("a question: the passages found, and each citation as it was checked again", async () => {
    const rows = await audit(`?trace=${answer.trace_id}`);
    const [found] = byTool(rows, "docs_search");
    expect(found).toMatchObject({ root_id: "notes", relative_path: "keys.md" });
    expect(found?.agent_id).toBe("doc_retrieval");
    expect(found?.task_id).toBeTruthy();
    const [citation] = answer.citations;
    expect(byTool(rows, "docs_verify")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          relative_path: "keys.md",
          line_start: citation?.locator.line_start,
          line_end: citation?.locator.line_end,
          sha256: citation?.sha256,
        }),
      ]),
    );
  });

  it("the preview: the outline it shows and the lines, with their length and hash", async () => {
    const rows = await rowsOf(await http.get("/api/sources/preview?path=keys.md&root=notes"));
    expect(byTool(rows, "docs_outline")).toMatchObject([
      { agent_id: "preview", root_id: "notes", relative_path: "keys.md" },
    ]);
    const text = `# Keys\n\n${line}`;
    expect(byTool(rows, "docs_read")).toMatchObject([
      { line_start: 1, line_end: 3, length: text.length, sha256: sha256(text) },
    ]);
  });

  it("a check of a citation: also when its text has changed", async () => {
    const query = `path=keys.md&root=notes&line_start=3&line_end=3&sha256=${sha256("other")}`;
    const rows = await rowsOf(await http.get(`/api/sources/preview?${query}`));
    expect(byTool(rows, "docs_verify")).toMatchObject([
      { relative_path: "keys.md", line_start: 3 },
    ]);
    expect(byTool(rows, "docs_verify")[0]?.sha256).toBeUndefined();
  });

  it("a test of a path", async () => {
    const rows = await rowsOf(await http.send("POST", "/api/access/check", { path: "keys.md" }));
    expect(rows).toMatchObject([{ agent_id: "person", relative_path: "keys.md", line_end: 1 }]);
  });
});

describe("a suggestion", () => {
  it("leaves one row for the headings it shows, and none where it shows none", async () => {
    const rows = await rowsOf(await http.get("/api/suggest?q=Key"));
    expect(rows).toMatchObject([
      { agent_id: "person", tool_id: "mcp.docs.docs_suggest", relative_path: "" },
    ]);
    expect(await rowsOf(await http.get("/api/suggest?q=zzzz"))).toEqual([]);
  });
});

describe("every surface leaves a row for what it refused", () => {
  it.each([
    [".env", "denylisted"],
    ["../outside.md", "traversal"],
    ["/etc/passwd", "not_allowlisted"],
    ["a\0b", "invalid_path"],
  ])("%j by the rule %s: test of a path, preview, check of a citation", async (path, rule) => {
    const check = await http.send("POST", "/api/access/check", { path, root: "notes" });
    const place = `path=${encodeURIComponent(path)}&root=notes`;
    const preview = await http.get(`/api/sources/preview?${place}`);
    expect(preview.status).toBe(403);
    const hash = sha256(secret);
    const cited = `${place}&line_start=1&line_end=1&sha256=${hash}`;
    const verify = await http.get(`/api/sources/preview?${cited}`);
    expect(verify.status).toBe(403);
    for (const response of [check, preview, verify]) {
      const rows = await rowsOf(response);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row).toMatchObject({ rule, relative_path: path });
        expect(row.length).toBeUndefined();
      }
    }
  });

  it("a question over a folder there is not", async () => {
    const question = "When is the signing key rotated?";
    const body = { question, roots: ["elsewhere"], store: false };
    const denied = Answer.parse(await (await http.send("POST", "/api/ask", body)).json());
    const rows = await audit(`?trace=${denied.trace_id}`);
    expect(rows.filter((row) => row.rule !== undefined)).not.toEqual([]);
  });
});

describe("while no row can be stored", () => {
  it("nothing is saved, undone or looked at outside the folders; what may be read is, and its row follows", async () => {
    const saved = await http.get("/api/config");
    const etag = saved.headers.get("etag") ?? "";
    const { config } = await saved.json();
    const next = { ...config, limits: { ...config.limits, max_wall_time_ms: 20_000 } };
    const database = new Database(http.at("home/docent.db"));
    const own = { origin: `http://${address}`, "if-match": etag };
    const save = () => http.send("PUT", "/api/config", next, own);
    const acts = [
      save,
      () => http.send("POST", "/api/config/undo", {}, own),
      () => http.send("POST", "/api/index", { action: "pause" }, own),
      () => http.send("POST", "/api/roots/inspect", { path: http.at("notes") }, own),
      () => http.get(`/api/roots/complete?prefix=${encodeURIComponent(http.at("no"))}`, own),
    ];
    let read: Response;
    try {
      database.exec("ALTER TABLE reads RENAME TO away");
      read = await http.get("/api/sources/preview?path=keys.md&root=notes");
      expect(read.status).toBe(200);
      for (const act of acts) {
        const response = await act();
        expect(response.status).toBe(503);
        expect((await response.json()).error.code).toBe("audit_unavailable");
      }
      expect((await http.get("/api/config")).headers.get("etag")).toBe(etag);
    } finally {
      database.exec("ALTER TABLE away RENAME TO reads");
      database.close();
    }
    expect((await rowsOf(read)).length).toBeGreaterThan(0);
    expect((await save()).status).toBe(200);
  });
});

describe("the record", () => {
  it("holds no word of a document, and no question", async () => {
    const text = JSON.stringify(await audit());
    for (const words of ["ninety", "signing key", secret]) expect(text).not.toContain(words);
  });

  it("is filtered by root, path, rule, agent, trace, task and time", async () => {
    const [row] = byTool(await audit(`?trace=${answer.trace_id}`), "docs_search");
    const at = row?.at ?? "";
    const later = new Date(Date.parse(at) + 1).toISOString();
    const day = (offset: number) =>
      encodeURIComponent(
        new Date(Date.parse(at) + offset * 86_400_000).toISOString().replace("Z", "+00:00"),
      );
    const cases: [string, (row: AuditRow) => boolean][] = [
      ["root=notes", (one) => one.root_id === "notes"],
      ["path=keys.md", (one) => one.relative_path === "keys.md"],
      ["rule=denylisted", (one) => one.rule === "denylisted"],
      ["agent=preview", (one) => one.agent_id === "preview"],
      [`task=${row?.task_id}`, (one) => one.task_id === row?.task_id],
      [`since=${at}&until=${later}`, (one) => one.at === at],
      [`since=${day(-1)}&until=${day(1)}`, () => true],
    ];
    for (const [query, fits] of cases) {
      const rows = await audit(`?${query}`);
      expect([query, rows.length]).not.toEqual([query, 0]);
      expect([query, rows.every(fits)]).toEqual([query, true]);
    }
    expect(await audit(`?until=${at}&trace=${answer.trace_id}`)).toEqual([]);
    expect(await audit("?root=%25")).toEqual([]);
  });

  it("is read page by page, newest first, each row once", async () => {
    for (let n = 0; n < 130; n++) {
      await http.send("POST", "/api/access/check", { path: `no-${n}.md`, root: "notes" });
    }
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await readsOf(http, `root=notes${cursor ? `&cursor=${cursor}` : ""}`);
      expect(page.rows.length).toBeLessThanOrEqual(100);
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(seen.length).toBeGreaterThan(130);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  });

  it.each(["rule=nonsense", "cursor=x", "since=yesterday", "page=2", "until=2026-13-01T00:00:00Z"])(
    "refuses %s",
    async (query) => {
      expect((await http.get(`/api/audit?${query}`)).status).toBe(400);
    },
  );
});
