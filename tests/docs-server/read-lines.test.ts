import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";

let place: Workplace;
let docs: DocsClient;
const long = Array.from({ length: 4500 }, (_, i) => `line ${i + 1} of many`);

beforeAll(async () => {
  place = createWorkplace();
  place.configure({ roots: [{ id: "notes", label: "Notes", path: place.at("notes") }] });
  place.write("notes/crlf.md", "# 标题\r\none\r\n\r\nthree  \r\n");
  place.write("notes/long.md", `${long.join("\n")}\n`);
  place.write("notes/wide.md", `short\n${"é".repeat(60_000)}\nend\n`);
  place.write("notes/ends.md", "a\rb\r\nc\n\rd");
  place.write("notes/empty.md", "");
  place.write("notes/utf16.md", Buffer.from("\ufeffeins\nzwei", "utf16le"));
  place.write("notes/binary.md", Buffer.from([0x23, 0, 1, 2]));
  place.write("notes/.env", "SECRET=1");
  docs = await connectDocs(place);
});
afterAll(async () => {
  await docs.close();
  place.remove();
});

function hash(lines: string[]): string {
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

async function refusal(args: Record<string, unknown>) {
  const reply = await docs.call("docs_read", args);
  expect(reply.isError).toBe(true);
  expect(reply.text).toBe(reply.structured.message);
  return reply.structured;
}

describe("docs_read", () => {
  it.each([
    ["crlf.md", "# 标题\r\none\r\n\r\nthree  \r\n"],
    ["utf16.md", "eins\nzwei"],
    ["ends.md", "a\rb\r\nc\n\rd"],
    ["long.md", `${long.join("\n")}\n`],
    ["empty.md", ""],
  ])("gives the text of %s to the character with line_ends, over all pages", async (path, text) => {
    let whole = "";
    let cursor: string | undefined;
    do {
      const args = { path, line_ends: true, ...(cursor === undefined ? {} : { cursor }) };
      const { structured } = await docs.call("docs_read", args);
      whole += structured.text;
      cursor = structured.next_cursor;
    } while (cursor !== undefined);
    expect(whole).toBe(text);
  });

  it("gives the whole file without a range, line ends as LF, with the hash of its lines", async () => {
    const { structured } = await docs.call("docs_read", { path: "crlf.md" });
    expect(structured).toMatchObject({
      root_id: "notes",
      relative_path: "crlf.md",
      line_start: 1,
      line_end: 4,
      text: "# 标题\none\n\nthree  ",
      sha256: hash(["# 标题", "one", "", "three  "]),
      encoding: "utf-8",
      total_lines: 4,
    });
    expect(structured.next_cursor).toBeUndefined();
  });

  it("gives the lines asked for and no more than the file has", async () => {
    const { structured } = await docs.call("docs_read", {
      path: place.at("notes/crlf.md"),
      line_start: 2,
      line_end: 900,
    });
    expect(structured).toMatchObject({ line_start: 2, line_end: 4, text: "one\n\nthree  " });
  });

  it("reads UTF-16 and says so", async () => {
    const { structured } = await docs.call("docs_read", { path: "utf16.md" });
    expect(structured).toMatchObject({ text: "eins\nzwei", encoding: "utf-16le" });
  });

  it("gives an empty file as no lines", async () => {
    const { structured } = await docs.call("docs_read", { path: "empty.md" });
    expect(structured).toMatchObject({ line_start: 1, line_end: 0, text: "", total_lines: 0 });
  });

  it("pages through a long file; the pages joined are the file", async () => {
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const { structured } = await docs.call("docs_read", {
        path: "long.md",
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(structured.line_end - structured.line_start).toBeLessThan(2000);
      expect(structured.sha256).toBe(hash(structured.text.split("\n")));
      pages.push(structured.text);
      cursor = structured.next_cursor;
    } while (cursor !== undefined);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.join("\n")).toBe(long.join("\n"));
  });

  it("keeps a range when it pages", async () => {
    const first = await docs.call("docs_read", { path: "long.md", line_start: 10, line_end: 2200 });
    expect(first.structured.line_end).toBe(2009);
    const second = await docs.call("docs_read", {
      path: "long.md",
      cursor: first.structured.next_cursor,
    });
    expect(second.structured).toMatchObject({ line_start: 2010, line_end: 2200 });
    expect(second.structured.next_cursor).toBeUndefined();
  });

  it("cuts a line that is longer than a page, and hashes it whole", async () => {
    const first = await docs.call("docs_read", { path: "wide.md" });
    expect(first.structured).toMatchObject({ line_start: 1, line_end: 1, text: "short" });
    const second = await docs.call("docs_read", {
      path: "wide.md",
      cursor: first.structured.next_cursor,
    });
    expect(second.structured).toMatchObject({ line_start: 2, line_end: 2, truncated: true });
    expect(second.structured.text).toBe("é".repeat(25_600));
    expect(second.structured.sha256).toBe(hash(["é".repeat(60_000)]));
    expect(second.structured.next_cursor).toBeDefined();
  });

  it("does not go on in a file that has changed since the first page", async () => {
    place.write("notes/grows.md", "x\n".repeat(3000));
    const first = await docs.call("docs_read", { path: "grows.md" });
    place.write("notes/grows.md", "y\n".repeat(3000));
    expect(await refusal({ path: "grows.md", cursor: first.structured.next_cursor })).toMatchObject(
      { status: "denied", rule: "path_changed" },
    );
  });

  it("refuses ranges and cursors that make no sense, each in a sentence", async () => {
    expect((await refusal({ path: "crlf.md", line_start: 5 })).message).toContain("4 lines");
    expect((await refusal({ path: "empty.md", line_start: 1 })).message).toContain("no lines");
    const backwards = await refusal({ path: "crlf.md", line_start: 3, line_end: 2 });
    expect(backwards).toMatchObject({ status: "error", rule: "validation" });
    expect((await refusal({ path: "crlf.md", cursor: "made up" })).rule).toBe("validation");
    expect((await refusal({ path: "crlf.md", line_start: 0 })).rule).toBe("validation");
  });

  it("refuses paths with their rule, without a protocol error and without an absolute path", async () => {
    const cases: [unknown, string][] = [
      ["../home/x.md", "traversal"],
      ["/etc/passwd", "not_allowlisted"],
      [".env", "denylisted"],
      ["nothing.md", "unreadable"],
      ["binary.md", "not_text"],
      ["", "invalid_path"],
      ["a\0.md", "invalid_path"],
      ["x".repeat(9000), "invalid_path"],
      [42, "invalid_path"],
      [undefined, "invalid_path"],
    ];
    for (const [path, rule] of cases) {
      const refused = await refusal({ path });
      expect(refused).toMatchObject({ rule });
      expect(refused.message).not.toContain(place.dir);
    }
  });
});
