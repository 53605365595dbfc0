import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Answer } from "#lib/contracts/answer";
import type { DocsListOutput } from "#lib/contracts/docs-tools";
import { Preview } from "#lib/contracts/http";
import { addSlowDocuments, committedDocuments } from "../../fixtures/hostile/make.ts";
import { scriptedPages } from "../../fixtures/hostile/scripted-pages.ts";
import { slowDocuments } from "../../fixtures/hostile/slow-documents.ts";
import { activeMarkup } from "./active-markup.ts";
import { type Boundary, normally, openBoundary, seed } from "./open-boundary.ts";

const log = vi.hoisted(() => [] as string[]);
vi.mock("#lib/platform/logger", async () => {
  const { default: pino } = await import("pino");
  return {
    createLogger: (name: string) =>
      pino({ name, level: "debug" }, { write: (line: string) => void log.push(line) }),
  };
});

const kib = 1024;
const early = "The peacock guards the northern gate. ";
const late = " The basilisk sleeps behind the southern gate.";

let boundary: Boundary;
let files: DocsListOutput["files"];
let skipped: DocsListOutput["skipped"];
beforeAll(async () => {
  boundary = await openBoundary({
    sizes: { wide: 2000, deep: 400 },
    before(tree) {
      addSlowDocuments(tree, seed);
      const line = (bytes: number) => `# Line\n\n${early}${"x ".repeat(bytes / 2)}${late}\n`;
      writeFileSync(tree.at("notes/long-line-1m.md"), line(kib * kib));
      writeFileSync(tree.at("notes/long-line-4m.md"), line(4 * kib * kib));
      writeFileSync(tree.at("notes/long-line-9m.md"), line(9 * kib * kib));
      writeFileSync(tree.at("notes/many-lines.md"), `# Many\n\n${"a\n".repeat(1_000_000)}`);
    },
  });
  files = (await wholeList(false)).flatMap((page) => page.files);
  skipped = (await wholeList(true)).flatMap((page) => page.skipped);
});
afterAll(() => boundary.close());

async function wholeList(left_out: boolean): Promise<DocsListOutput[]> {
  const pages: DocsListOutput[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const args = { skipped: left_out, ...(cursor === undefined ? {} : { cursor }) };
    const { structured } = await boundary.docs.call("docs_list", args);
    boundary.said.push(JSON.stringify(structured));
    pages.push(structured);
    cursor = structured.next_cursor;
    more = cursor !== undefined;
  }
  return pages;
}

async function ask(question: string): Promise<Answer> {
  const response = await boundary.http.send("POST", "/api/ask", { question, store: false });
  const text = await response.text();
  boundary.said.push(text);
  expect([question.slice(0, 80), response.status]).toEqual([question.slice(0, 80), 200]);
  return Answer.parse(JSON.parse(text));
}

async function preview(path: string): Promise<Preview> {
  const response = await boundary.http.get(
    `/api/sources/preview?${new URLSearchParams({ path, root: "notes" })}`,
  );
  const text = await response.text();
  boundary.said.push(text);
  expect([path, response.status]).toEqual([path, 200]);
  return Preview.parse(JSON.parse(text));
}

const pathsOf = (items: { root_id: string; relative_path: string }[]) =>
  items.map((item) => `${item.root_id}/${item.relative_path}`);
const rulesOf = (path: string) =>
  skipped.filter((s) => s.relative_path === path).map((s) => s.rule);

/** After every row: nothing of a forbidden file anywhere, and the normal question is answered. */
async function holds(): Promise<void> {
  expect(boundary.leaks(log)).toEqual([]);
  expect(await boundary.answersNormally()).toEqual(normally);
}

describe("a hostile folder, read whole", () => {
  it("S07 loops and cycles · docs_list · each file once, the loops skipped", async () => {
    const listed = pathsOf(files);
    expect(listed.length).toBe(new Set(listed).size);
    expect(listed.filter((path) => path.endsWith("good.md"))).toEqual(["notes/good.md"]);
    for (const loop of ["loop-a.md", "loop-b.md", "itself.md"]) {
      expect([loop, rulesOf(loop)]).toEqual([loop, ["unreadable"]]);
    }
    await holds();
  });

  it("S08 links that stay · docs_list, docs_search · served once, by the real path", async () => {
    const listed = pathsOf(files);
    expect(listed.filter((path) => /inner|inside/.test(path))).toEqual([
      "notes/folder.md/inner.md",
      "notes/sub/inner.md",
    ]);
    expect(listed.filter((path) => /cross-root|\/c\.md/.test(path))).toEqual(["more/c.md"]);
    const { structured } = await boundary.docs.call("docs_search", {
      query: "Is the greenhouse heated in winter?",
    });
    expect(pathsOf(structured.hits)[0]).toBe("more/c.md");
    await holds();
  });

  it("S04 S16 S18 S22 · docs_list · nothing forbidden is a document, each is listed with its rule but for the denylist", async () => {
    const forbidden = /secret|\.git|\.ssh|\.env|\.aws|private|pipe|socket|sparse|big\.md|out|evil/i;
    expect(pathsOf(files).filter((path) => forbidden.test(path))).toEqual([]);
    const expected: Record<string, string> = {
      "out.md": "symlink_escape",
      "absolute.md": "symlink_escape",
      "chain-1.md": "symlink_escape",
      "passwd.md": "symlink_escape",
      "pipe.md": "not_regular_file",
      "socket.md": "not_regular_file",
      "sparse-2g.md": "too_large",
      "big.md": "too_large",
      "encodings/nul.md": "not_text",
      "encodings/picture.md": "not_text",
    };
    const found = Object.fromEntries(Object.keys(expected).map((p) => [p, rulesOf(p)[0]]));
    expect(found).toEqual(expected);
    // The name of what stands on the denylist can be the secret: it has no line, and no count.
    for (const denied of ["git.md", ".env.md", "private/secret.md"]) {
      expect([denied, rulesOf(denied)]).toEqual([denied, []]);
    }
    await holds();
  });

  it("S19 long lines and many · docs_list, docs_search, docs_read", async () => {
    for (const name of ["long-line-1m.md", "long-line-4m.md"]) {
      expect([name, rulesOf(name)]).toEqual([name, ["line_limit"]]);
    }
    expect(rulesOf("long-line-9m.md")).toEqual(["too_large"]);
    // A million lines are indexed, or a busy machine's deadline left them out: then that is said.
    const many_lines = pathsOf(files).includes("notes/many-lines.md") ? [] : ["parse_limit"];
    expect(rulesOf("many-lines.md")).toEqual(many_lines);
    const { structured: near } = await boundary.docs.call("docs_search", {
      query: "Who guards the northern gate?",
    });
    expect(near.hits[0].relative_path).toMatch(/^long-line-[14]m\.md$/);
    const { structured: far } = await boundary.docs.call("docs_search", { query: "basilisk" });
    expect(far.hits).toEqual([]);
    const { structured: read } = await boundary.docs.call("docs_read", {
      path: "long-line-4m.md",
      line_start: 3,
    });
    const line =
      readFileSync(boundary.tree.at("notes/long-line-4m.md"), "utf8").split("\n")[2] ?? "";
    expect(read.sha256).toBe(createHash("sha256").update(line).digest("hex"));
    expect(Buffer.byteLength(read.text)).toBeLessThanOrEqual(50 * kib);
    const { structured: many } = await boundary.docs.call("docs_read", { path: "many-lines.md" });
    expect(many.line_end).toBeLessThanOrEqual(2000);
    await holds();
  });

  it("S20 encodings · docs_read, docs_list", async () => {
    const expected = {
      utf8: "utf-8",
      "utf8-bom": "utf-8",
      utf16le: "utf-16le",
      utf16be: "utf-16be",
    };
    for (const [name, encoding] of Object.entries(expected)) {
      const { structured } = await boundary.docs.call("docs_read", {
        path: `encodings/${name}.md`,
      });
      expect([name, structured.encoding, structured.text]).toEqual([
        name,
        encoding,
        "# Letter\n\nGrüße aus dem Garten.",
      ]);
    }
    for (const [name, encoding] of [
      ["latin1", "latin1"],
      ["gbk", "gbk"],
      ["broken-utf8", "latin1"],
    ]) {
      const { structured } = await boundary.docs.call("docs_read", {
        path: `encodings/${name}.md`,
      });
      expect([name, structured.encoding]).toEqual([name, encoding]);
    }
    expect(rulesOf("encodings/utf16le-without-mark.md")).toEqual(["not_text"]);
    await holds();
  });

  it("S28 depth, width, path over the system's limit · docs_list · the rest is there", async () => {
    expect(pathsOf(files).filter((path) => path.includes("/wide/"))).toHaveLength(2000);
    expect(pathsOf(files).filter((path) => path.endsWith("/deep.md"))).toHaveLength(1);
    expect(pathsOf(files).filter((path) => path.endsWith("far.md"))).toEqual([]);
    await holds();
  });

  it("S29 S30 slow Markdown and front matter · docs_search, docs_outline, preview · found or left out by a rule", async () => {
    const lost: string[] = [];
    for (const [name] of slowDocuments(seed)) {
      const path = `slow/${name}`;
      const landmark = `Landmark ${name.replace(/^(md|yaml)-|\.md$/g, "")} stands`;
      const { structured } = await boundary.docs.call("docs_search", {
        query: landmark,
        limit: 50,
      });
      const found = structured.hits.some(
        (hit: { relative_path: string }) => hit.relative_path === path,
      );
      if (!found && rulesOf(path).length === 0) lost.push(path);
      const outline = await boundary.docs.call("docs_outline", { path });
      if (outline.isError && outline.structured.rule === undefined) lost.push(`${path}: outline`);
      const shown = await preview(path);
      if (shown.next === undefined) expect(shown.lines.join("\n")).toContain(landmark);
    }
    expect(lost).toEqual([]);
    expect(existsSync("/tmp/docent-was-here")).toBe(false);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    await holds();
  });
});

describe("a hostile question", () => {
  const questions = [
    '"garden',
    "garden AND",
    "NEAR(garden, 5)",
    "garden*",
    "*",
    "title:garden",
    "path:../../outside",
    "-garden",
    "^garden $",
    "(((((((((garden",
    "garden'; DROP TABLE messages; --",
    '" OR 1=1 --',
    "{garden}",
    "[[garden]]",
    "garden\\",
    "(a+)+$",
    "%garden%",
    "\ufeffgarden\u202e\u200b",
    "garden\0open",
    "😀".repeat(500),
    "a".repeat(4000),
    "garden ".repeat(500).trim(),
    "園".repeat(2000),
  ];

  it.each(questions.map((q) => [JSON.stringify(q).slice(0, 40), q]))(
    "S32 query syntax · docs_search, POST /api/ask · %s",
    async (_, question) => {
      const reply = await boundary.docs.call("docs_search", { query: question });
      boundary.said.push(JSON.stringify(reply));
      expect(["ok", "no_hit"]).toContain(reply.structured.status);
      const answer = await ask(question);
      expect(["answered", "partial", "no_evidence", "chat"]).toContain(answer.status);
      const told = `${reply.text} ${answer.gaps.map((gap) => gap.message).join(" ")}`;
      expect(told).not.toMatch(/sqlite|fts5|syntax error|no such (table|column)|near "/i);
      await holds();
    },
  );
});

describe("a document that wants the page to act", () => {
  it("S35 S37 S38 images, links and scripts · preview · nothing that loads, runs or hides where it leads", async () => {
    const active: unknown[] = [];
    const pages = scriptedPages(seed).map(([name]) => `scripted/${name}`);
    for (const path of [...pages, ...committedDocuments(), "name with 'quotes' & <b>.md"]) {
      const { html } = await preview(path);
      expect([path, typeof html]).toEqual([path, "string"]);
      active.push(...activeMarkup(html ?? "").map((what) => ({ path, what })));
    }
    expect(pages).toHaveLength(90);
    expect(active).toEqual([]);
    await holds();
  });

  it("S35 image exfiltration · POST /api/ask · the answer holds no image", async () => {
    const answer = await ask("How often does the lamp of the lighthouse turn?");
    expect(answer.status).toBe("answered");
    expect(answer.claims[0]?.text).toBe("The lamp of the lighthouse turns once a minute.");
    expect(answer.markdown).not.toMatch(/!\[|<img|<svg/i);
    await holds();
  });

  it("S37 exfiltration by link · preview · every link on the web tells its host", async () => {
    const { html = "" } = await preview("documents/link-exfiltration.md");
    const links = [...html.matchAll(/<a href="https?:\/\/([^/"]+)[^"]*"([^>]*)>/g)];
    expect(links.length).toBeGreaterThanOrEqual(5);
    for (const [, host, rest = ""] of links) {
      expect(rest).toContain(`title="https://${host}`);
      expect(rest).toContain('rel="noopener noreferrer"');
    }
    await holds();
  });

  it("S40 invented citation · POST /api/ask, docs_verify · every source shown is file, lines and quote", async () => {
    const answer = await ask("When does the observatory open?");
    expect(answer.status).toBe("answered");
    expect(answer.citations.length).toBeGreaterThan(0);
    for (const citation of answer.citations) {
      const text = readFileSync(boundary.tree.at(citation.root_id, citation.relative_path), "utf8");
      const { line_start, line_end } = citation.locator;
      const lines = text
        .split("\n")
        .slice(line_start - 1, line_end)
        .join("\n");
      expect(lines).toContain(citation.snippet);
      expect(createHash("sha256").update(lines).digest("hex")).toBe(citation.sha256);
    }
    // The injection may be quoted, since it stands in the file; it may not cite anything.
    const ids = answer.citations.map((c) => c.id);
    expect(
      answer.claims.flatMap((claim) => claim.citations).filter((id) => !ids.includes(id)),
    ).toEqual([]);
    expect(answer.citations.map((c) => c.relative_path)).not.toContain("salaries.md");
    const markers = [...answer.markdown.matchAll(/\[(\d+)\]/g)].map(([, id]) => Number(id));
    expect(markers.length).toBeGreaterThan(0);
    expect(markers.filter((id) => !ids.includes(id))).toEqual([]);
    const { structured } = await boundary.docs.call("docs_verify", {
      citations: [
        {
          root_id: "notes",
          relative_path: "documents/salaries.md",
          line_start: 1,
          line_end: 3,
          sha256: "0".repeat(64),
        },
      ],
    });
    expect(structured.results).toEqual([{ state: "missing" }]);
    await holds();
  });
});
