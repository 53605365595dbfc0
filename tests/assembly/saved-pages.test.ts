import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Assembly, createAssembly } from "#lib/assembly";
import type { DocsListOutput, DocsSearchOutput } from "#lib/contracts/docs-tools";
import type { ToolResult } from "#lib/contracts/tools";
import type { WebExtractResult } from "#lib/contracts/web";
import { projectDir } from "#lib/platform/project";
import { openSite, page, type Site, wiresTo } from "../tools/web/open-web.ts";

/** Saved pages as documents: the whole program with its real docs server, over a site of this machine. */
const address = "93.184.216.34";
let dir: string;
let site: Awaited<ReturnType<typeof openSite>>;
let program: Assembly;
let saved: WebExtractResult;
const opens = "nine in the morning";
const hours: Site = (request, response) => {
  if (request.url === "/robots.txt") return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": "text/html" });
  const text = `<p>The gate opens at ${opens}, every day but Sunday.</p>`;
  response.end(page("Opening hours of the gate", text));
};
const reader = {
  trace_id: "t",
  run_id: "r",
  lang: "en",
  signal: new AbortController().signal,
} as const;

beforeAll(async () => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-saved-")));
  mkdirSync(path.join(dir, "notes"));
  writeFileSync(
    path.join(dir, "notes/gate.md"),
    "# Gate\n\nThe gate of the garden is painted green.\n",
  );
  const roots = [{ id: "notes", label: "Notes", path: path.join(dir, "notes") }];
  writeFileSync(
    path.join(dir, "config.json"),
    JSON.stringify({ doc_access: { roots }, web: { allow_hosts: ["site.test"] } }),
  );
  site = await openSite(hours);
  program = createAssembly({
    project_dir: projectDir(),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DOCENT_HOME: path.join(dir, "home"),
      DOCENT_CONFIG: path.join(dir, "config.json"),
      DOCENT_LOG_LEVEL: "silent",
    },
    web: wiresTo({ "site.test": [address] }, { [address]: site.port }),
  });
});

afterAll(async () => {
  await program.close();
  rmSync(dir, { recursive: true, force: true });
});

async function invoke<T>(
  tool: string,
  args: Record<string, unknown>,
): Promise<ToolResult & { structured: T }> {
  const signal = new AbortController().signal;
  const reply = await program.desk.invoke(tool, { arguments: args }, { trace_id: "t", signal });
  if (!("result" in reply)) throw new Error("a person was asked");
  return reply.result as ToolResult & { structured: T }; // by its schema
}
const search = (more: Record<string, unknown> = {}) =>
  invoke<DocsSearchOutput>("mcp.docs.docs_search", { query: "When does the gate open?", ...more });
const pages = path.join("home", "web", "pages");

test("before the first page is saved there is no such root", async () => {
  const refused = await search({ roots: ["web"] });
  expect(refused.error?.code).toBe("outside_scope");
});

describe("a page that is saved", () => {
  beforeAll(async () => {
    const extracted = await invoke<WebExtractResult>("web.extract", {
      url: "http://site.test/gate",
    });
    expect(extracted.error).toBeUndefined();
    saved = extracted.structured;
  });

  test("is found at once in the root web, and cited with where it comes from", async () => {
    const { structured } = await search({ roots: ["web"] });
    expect(structured.hits[0]).toMatchObject({
      root_id: "web",
      relative_path: saved.relative_path,
      title: "Opening hours of the gate",
      source: { kind: "web", url: "http://site.test/gate", fetched_at: saved.fetched_at },
    });
    expect(structured.hits[0]?.snippet).toContain("The gate opens at nine in the morning");
  });

  test("is not among the person's folders, unless it is asked for with them", async () => {
    const plain = (await search()).structured;
    expect(plain.hits.map(({ root_id }) => root_id)).not.toContain("web");
    expect(plain.coverage.files_known).toBe(1);
    const listed = await invoke<DocsListOutput>("mcp.docs.docs_list", {});
    expect(listed.structured.files.map(({ root_id }) => root_id)).toEqual(["notes"]);
    const report = await program.readIndex(reader);
    expect(report.roots.map(({ id }) => id)).toEqual(["notes"]);
    const both = (await search({ roots: ["notes", "web"] })).structured;
    expect(new Set(both.hits.map(({ root_id }) => root_id))).toEqual(new Set(["notes", "web"]));
    const suggested = await program.suggest({ q: "Opening hours", lang: "en" }, reader);
    expect(JSON.stringify(suggested)).not.toContain("Opening hours of the gate");
  });

  test("is read, listed, shown and verified like any document, with the network off", async () => {
    await site.close();
    const listed = await invoke<DocsListOutput>("mcp.docs.docs_list", { root: "web" });
    expect(listed.structured.files.map(({ relative_path }) => relative_path)).toEqual([
      saved.relative_path,
    ]);
    const [hit] = (await search({ roots: ["web"] })).structured.hits;
    if (hit === undefined) throw new Error("nothing found");
    const { root_id, relative_path, sha256 } = hit;
    const { line_start, line_end } = hit.locator;
    const lines = { root_id, relative_path, line_start, line_end, sha256 };
    const verified = await invoke<{ results: { state: string }[] }>("mcp.docs.docs_verify", {
      citations: [lines],
    });
    expect(verified.structured.results).toMatchObject([{ state: "verified" }]);
    const shown = await program.preview(
      { path: relative_path, root: "web", line_start, line_end, sha256 },
      reader,
    );
    expect(shown.state).toBe("verified");
  });

  test("left its connections in the network log, by purpose and host and without what was asked for", async () => {
    const { rows } = await program.activity.listConnections({});
    const web = rows.filter(({ host }) => host === "site.test");
    expect(web.map(({ purpose, status }) => [purpose, status]).sort()).toEqual([
      ["robots", 404],
      ["web_fetch", 200],
    ]);
    expect(web.every((row) => row.address === address && row.trace_id === "t")).toBe(true);
    expect(JSON.stringify(rows)).not.toContain("/gate");
  });

  test("of the state folder nothing else can be read, by any way", async () => {
    writeFileSync(path.join(dir, "home/web/secret.md"), "# Secret\n\nThe word is sesame.\n");
    mkdirSync(path.join(dir, "home/web/found"), { recursive: true });
    writeFileSync(path.join(dir, "home/web/found/x.md"), "# Secret\n\nThe word is sesame.\n");
    symlinkSync(path.join(dir, "home/web/secret.md"), path.join(dir, pages, "link.md"));
    symlinkSync(path.join(dir, pages, saved.relative_path), path.join(dir, pages, "alias.md"));
    symlinkSync(path.join(dir, "home/web/found"), path.join(dir, pages, "found"));
    const paths = [
      "../secret.md",
      "link.md",
      "alias.md",
      "found/x.md",
      "../found/x.md",
      path.join(dir, "home/web/secret.md"),
      path.join(dir, "home/docent.db"),
      "site.test/../../secret.md",
    ];
    for (const root of ["web", undefined]) {
      for (const one of paths) {
        const args = { path: one, ...(root === undefined ? {} : { root }) };
        const read = await invoke("mcp.docs.docs_read", args);
        expect([one, read.ok, read.stdout.includes("sesame")]).toEqual([one, false, false]);
      }
    }
    const { structured } = await search({ roots: ["web"], query: "What is the secret word?" });
    expect(JSON.stringify(structured.hits)).not.toContain("sesame");
  });
});

test("a person's folder may not be called web, nor lie where the pages are", async () => {
  const roots = (id: string, at: string) => ({
    doc_access: { roots: [{ id, label: "x", path: at }] },
  });
  const { etag } = await program.readConfig(reader);
  await expect(
    program.saveConfig(roots("web", path.join(dir, "notes")), etag, reader),
  ).resolves.toMatchObject({ kind: "invalid" });
  const inspected = program.inspectFolder({ path: path.join(dir, pages) }, reader);
  await expect(inspected).rejects.toMatchObject({ code: "denylisted" });
});
