import { renameSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorBody } from "#lib/contracts/errors";
import { ConfigDocument, Preview } from "#lib/contracts/http";
import { hashLines } from "#lib/platform/lines";
import { type Http, openHttp } from "./open-http.ts";

let http: Http;
beforeAll(async () => {
  http = await openHttp();
});
afterAll(() => http.close());

type Query = Record<string, string | number>;
async function open(query: Query): Promise<Preview> {
  const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
  const response = await http.get(`/api/sources/preview?${search}`);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return Preview.parse(body);
}

const lifted = ["The crane lifts nine tonnes.", "In a storm it lifts nothing."];
const cited = ["The signing key is rotated every ninety days.", "Nobody else may hold it."];
function citation(path: string, line_start: number): Query {
  return {
    path,
    root: "notes",
    line_start,
    line_end: line_start + cited.length - 1,
    sha256: hashLines(cited),
  };
}

describe("the source behind a citation", () => {
  it("is verified where it was cited, with its lines, headings and HTML", async () => {
    http.write("notes/a.md", ["# Keys", "", ...cited, "", "- end"].join("\n"));
    const preview = await open(citation("a.md", 3));
    expect(preview).toMatchObject({
      state: "verified",
      root_id: "notes",
      relative_path: "a.md",
      display_path: "Notes/a.md",
      encoding: "utf-8",
      total_lines: 6,
      line_start: 1,
      cited: { line_start: 3, line_end: 4 },
    });
    expect(preview.lines.slice(2, 4)).toEqual(cited);
    expect(preview.headings[0]).toMatchObject({ text: "Keys", line_start: 1 });
    expect(preview.html).toContain('data-line="3" data-line-end="4"');
  });

  it("is followed when it moved", async () => {
    http.write("notes/b.md", ["# Keys", "", "New.", "", ...cited].join("\r\n"));
    const preview = await open(citation("b.md", 3));
    expect(preview).toMatchObject({ state: "moved", cited: { line_start: 5, line_end: 6 } });
  });

  it("is shown as changed, with nothing marked, when it says something else now", async () => {
    http.write("notes/c.md", "# Keys\n\nThe signing key is rotated every eighty days.\nNobody.\n");
    const preview = await open(citation("c.md", 3));
    expect(preview.state).toBe("changed");
    expect(preview.cited).toBeUndefined();
    expect(preview.lines.length).toBe(4);
  });

  it("is shown as changed when the file has become shorter than the range", async () => {
    http.write("notes/d.md", "one\ntwo\n");
    const preview = await open(citation("d.md", 4000));
    expect(preview.state).toBe("changed");
    expect(preview.lines).toEqual(["one", "two"]);
  });

  it("is followed into the file that was renamed, once the index has seen it", async () => {
    const from = http.write("notes/old-name.md", ["# Crane", "", ...lifted, ""].join("\n"));
    const asked = {
      path: "old-name.md",
      root: "notes",
      line_start: 3,
      line_end: 4,
      sha256: hashLines(lifted),
    };
    expect((await open(asked)).state).toBe("verified");
    renameSync(from, http.at("notes/new-name.md"));
    await expect
      .poll(() => open(asked))
      .toMatchObject({
        state: "moved",
        relative_path: "new-name.md",
        display_path: "Notes/new-name.md",
        cited: { line_start: 3, line_end: 4 },
      });
  });

  it("is refused by the rule that has closed the file since, without a word of it", async () => {
    http.write("notes/closed.md", ["# Keys", "", ...cited, ""].join("\n"));
    const address = `/api/sources/preview?${new URLSearchParams(
      Object.entries(citation("closed.md", 3)).map(([key, value]) => [key, String(value)]),
    )}`;
    expect((await http.get(address)).status).toBe(200);
    const { config, etag } = ConfigDocument.parse(await (await http.get("/api/config")).json());
    const next = { ...config, doc_access: { ...config.doc_access, deny: ["closed.md"] } };
    await http.send("PUT", "/api/config", next, { "if-match": etag });
    await expect.poll(async () => (await http.get(address)).status).toBe(403);
    const text = await (await http.get(address)).text();
    expect(ErrorBody.parse(JSON.parse(text)).error.rule).toBe("denylisted");
    expect(text).not.toContain("signing key");
  });

  it("is missing when the file is gone", async () => {
    const preview = await open(citation("gone.md", 3));
    expect(preview).toMatchObject({ state: "missing", lines: [], file: null, total_lines: 0 });
  });
});

describe("a stretch of a file", () => {
  it("is at most 2,000 lines around the range, and says where it goes on", async () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `Line ${i + 1} of a long document.`);
    http.write("notes/long.md", lines.join("\n"));
    const middle = await open({ path: "long.md", root: "notes", line_start: 5000, line_end: 5001 });
    expect(middle.state).toBe("current");
    expect(middle.lines).toHaveLength(2000);
    const at = 5000 - middle.line_start;
    expect(middle.lines[at]).toBe(lines[4999]);
    expect(middle.previous).toBe(middle.line_start - 1);
    expect(middle.next).toBe(middle.line_start + 2000);
    expect(middle.html).toContain(`data-line="${middle.line_start}"`);
    const after = await open({ path: "long.md", root: "notes", line_start: middle.next ?? 0 });
    expect(after.lines).toContain(lines[(middle.next ?? 0) - 1]);
    const top = await open({ path: "long.md", root: "notes" });
    expect(top.line_start).toBe(1);
    expect(top.previous).toBeUndefined();
  });

  it("begins at a heading, so that a code block before it is not cut", async () => {
    const code = ["```", ...Array.from({ length: 3000 }, (_, i) => `# code ${i}`), "```"];
    http.write("notes/code.md", [...code, "", "## After", "", "The words asked for."].join("\n"));
    const preview = await open({ path: "code.md", root: "notes", line_start: 3006 });
    expect(preview.line_start).toBe(3004);
    expect(preview.html).toContain("<h2");
    expect(preview.html).not.toContain("# code");
  });

  it("shows the range although much text stands before it", async () => {
    const long = "words ".repeat(20_000);
    const lines = [...Array.from({ length: 40 }, () => long), "The words asked for.", "", "End."];
    http.write("notes/heavy-before.md", lines.join("\n"));
    const preview = await open({ path: "heavy-before.md", root: "notes", line_start: 41 });
    expect(preview.lines[41 - preview.line_start]).toBe("The words asked for.");
    expect(preview.cited).toEqual({ line_start: 41, line_end: 41 });
  });

  it("shows the end when asked for a line beyond it", async () => {
    http.write("notes/short.md", "one\ntwo\n");
    const preview = await open({ path: "short.md", root: "notes", line_start: 5000 });
    expect(preview.lines).toEqual(["one", "two"]);
    expect(preview.cited).toBeUndefined();
  });

  it("is empty for an empty document", async () => {
    http.write("notes/empty.md", "");
    expect(await open({ path: "empty.md", root: "notes" })).toMatchObject({
      lines: [],
      total_lines: 0,
    });
  });

  it("takes an absolute path, and finds the folder by itself", async () => {
    const path = http.write("notes/e.md", "# E\n");
    expect(await open({ path })).toMatchObject({ root_id: "notes", relative_path: "e.md" });
  });

  it("reads GBK as what it says", async () => {
    const gbk = Buffer.from([0xce, 0xd2, 0xc3, 0xc7, 0xb5, 0xc4, 0xce, 0xc4, 0xb5, 0xb5, 0x0a]);
    http.write("notes/gbk.md", gbk);
    expect(await open({ path: "gbk.md", root: "notes" })).toMatchObject({
      encoding: "gbk",
      lines: ["我们的文档"],
    });
  });

  it("leaves out HTML, and nothing else, when the text is too much to render", async () => {
    const line = '"'.repeat(20_000);
    http.write("notes/heavy.md", Array.from({ length: 150 }, () => line).join("\n"));
    const preview = await open({ path: "heavy.md", root: "notes" });
    expect(preview.html).toBeUndefined();
    expect(preview.lines[0]).toBe(line);
  });
});

describe("what may not be read", () => {
  it.each([
    ["path=/etc/passwd", "not_allowlisted"],
    ["path=../config.json&root=notes", "traversal"],
    ["path=.env&root=notes", "denylisted"],
    ["path=a.txt&root=notes", "not_a_document"],
    ["path=a.md&root=elsewhere", "not_allowlisted"],
    [`path=.env&root=notes&line_start=1&line_end=1&sha256=${"0".repeat(64)}`, "denylisted"],
  ])("%s is 403 by the rule %s, without a path in the sentence", async (query, rule) => {
    http.write("notes/.env", "TOKEN=1\n");
    http.write("notes/a.txt", "text\n");
    const response = await http.get(`/api/sources/preview?${query}`);
    expect(response.status).toBe(403);
    const { error } = ErrorBody.parse(await response.json());
    expect(error.rule).toBe(rule);
    expect(error.message.length).toBeGreaterThan(10);
    expect(error.message).not.toContain(http.at(""));
    expect(error.message).not.toContain("/etc");
  });

  it("refuses a query that makes no sense", async () => {
    for (const query of ["", "path=a.md&line_start=0", "path=a.md&line_start=x"]) {
      expect((await http.get(`/api/sources/preview?${query}`)).status).toBe(400);
    }
  });
});
