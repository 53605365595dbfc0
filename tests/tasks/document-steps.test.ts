import { describe, expect, test } from "vitest";
import { Findings } from "#lib/contracts/findings";
import type { ToolResult } from "#lib/contracts/tools";
import { systemClock } from "#lib/platform/clock";
import { sha256 } from "#lib/platform/hash";
import { resolvePath } from "../../lib/tasks/checking/site.ts";
import type { StepContext, TaskType } from "../../lib/tasks/task-type.ts";
import { checkDocs } from "../../lib/tasks/types/check-docs.ts";
import { editDocs } from "../../lib/tasks/types/edit-docs.ts";
import { researchReport } from "../../lib/tasks/types/research-report.ts";

const done = (structured: unknown): ToolResult => ({
  ...{ ok: true, stdout: "", stderr: "", truncated_lines: 0, truncated_bytes: 0, structured },
  meta: { tool_id: "", invocation_id: "", latency_ms: 0, redacted: false },
});
const refused = (code: NonNullable<ToolResult["error"]>["code"]): ToolResult => ({
  ...done(undefined),
  ...{ ok: false, error: { code, message: code, retryable: false } },
});

/** The steps of a task over pages that are held here; `looks` answers what is asked about links. */
async function runSteps(
  type: TaskType,
  given: Record<string, unknown>,
  pages: Record<string, string>,
  looks: (path: string) => ToolResult = () => refused("not_found"),
) {
  const files = new Map<string, string>();
  const outputs = new Map<string, unknown>();
  const call = async (tool: string, args: Record<string, unknown>): Promise<ToolResult> => {
    if (tool === "mcp.docs.docs_list") {
      const listed = Object.keys(pages).map((relative_path) => ({
        ...{ root_id: "docs", relative_path, title: "", bytes: 1, lines: 1 },
      }));
      return done({ files: listed, skipped: [], total: listed.length });
    }
    const path = resolvePath("", String(args.path)) ?? "";
    if (tool === "mcp.docs.docs_linked") return looks(path);
    const text = pages[path];
    if (text === undefined) return refused("not_found");
    return done({
      ...{ path, root_id: "docs", relative_path: path, line_start: 1, line_end: 1, text },
      ...{ sha256: "", encoding: "utf-8", total_lines: 1 },
      file: { bytes: text.length, mtime_ms: 0, sha256: sha256(text), encoding: "utf-8" },
    });
  };
  const fitted = type.fit(given);
  if (!fitted.ok) throw new Error(fitted.problem);
  for (const step of type.steps(fitted.input)) {
    const context: Partial<StepContext> = {
      ...{ task_id: "task", call, clock: systemClock, lang: "en" },
      ...{ signal: new AbortController().signal, progress: () => {}, notice: () => {} },
      output: async (name, schema) => schema.parse(outputs.get(name)),
      readArtifact: async (name) => Buffer.from(files.get(name) ?? ""),
      async artifact(name, media_type, content) {
        files.set(name, String(content));
        return { name, media_type, bytes: 0, sha256: "", step_id: "", created_at: "" };
      },
    };
    outputs.set(step.name, await step.run(context as StepContext)); // the steps use nothing else
  }
  return files;
}

test("a check goes on when a page is deleted between its reading and what is asked about its links", async () => {
  const pages = { "index.md": "[x](gone.md) [y](b.md)", "b.md": "[z](none.md)" };
  const looks = (path: string) =>
    path === "index.md"
      ? refused("not_found")
      : done({ root_id: "docs", relative_path: path, results: [{ state: "missing" }] });
  const files = await runSteps(checkDocs, {}, pages, looks);
  const found = Findings.parse(JSON.parse(files.get("findings.json") ?? ""));
  expect(found.findings.map(({ path, target }) => [path, target])).toEqual([["b.md", "none.md"]]);
  expect(found.not_checked).toEqual({ unasked: 1 });
  expect(files.get("report.md")).toContain("1 link is on a page that was changed, deleted");
  const ended = runSteps(checkDocs, {}, pages, () => refused("provider_unavailable"));
  await expect(ended).rejects.toMatchObject({ code: "provider_unavailable" });
});

test("a diff with two names of one file changes it by the first and tells of the second", async () => {
  const hunk = (from: string, to: string) => `@@ -1 +1 @@\n-${from}\n+${to}\n`;
  const diff = [
    `--- x/y.md\n+++ x/y.md\n${hunk("a", "b")}`,
    `--- x/./y.md\n+++ x/./y.md\n${hunk("a", "c")}`,
  ].join("");
  const asked = { way: "diff", diff, folders: ["docs"] };
  const files = await runSteps(editDocs, asked, { "x/y.md": "a\n" });
  expect(files.get("changes.patch")).toContain("+b");
  expect(files.get("summary.md")).toContain("names “docs/x/y.md” twice");
});

test("a page named twice for search and replace is meant once", async () => {
  const asked = { way: "replace", find: "a", replace: "b", folders: ["docs"] };
  const named = { ...asked, pages: ["x.md", "./x.md"] };
  const files = await runSteps(editDocs, named, { "x.md": "a a\n" });
  expect(files.get("changes.patch")).toContain("+b b");
  expect(files.get("summary.md")).not.toContain("twice");
});

function researchSteps(input: Record<string, unknown>) {
  const fitted = researchReport.fit(input);
  if (!fitted.ok) throw new Error(fitted.problem);
  return researchReport.steps(fitted.input);
}

describe("the last step of a report", () => {
  const lines = (relative_path: string, line: number) => ({
    ...{ root_id: "docs", relative_path, display_path: relative_path, title: relative_path },
    ...{
      snippet: `says ${line}`,
      sha256: sha256(`says ${line}`),
      line_start: line,
      line_end: line,
    },
    file_sha256: "as it was when it was gathered",
  });
  const said = (relative_path: string, line: number) => ({
    ...{ text: `${relative_path} says ${line}`, kind: "sentence" },
    lines: [lines(relative_path, line)],
  });

  /** The report over one statement for each of these, where the docs server finds them as given. */
  async function written(found: readonly Record<string, unknown>[]) {
    const statements = found.map((_, i) => said(`${i}.md`, i + 1));
    const sections = [{ question: "What is said?", statements, contradictions: [], gaps: [] }];
    const outputs = { gather_evidence: { sections, notices: [] } };
    const files = new Map<string, string>();
    const step = researchSteps({ query: "What is said?", max_sources: 20 }).at(-1);
    const told = await step?.run({
      ...{ task_id: "task", clock: systemClock, lang: "en" },
      call: async () => done({ results: found }),
      output: (name: "gather_evidence", schema: { parse: (value: unknown) => unknown }) =>
        schema.parse(outputs[name]),
      async artifact(name: string, _type: string, content: string) {
        files.set(name, content);
      },
    } as unknown as StepContext); // the step uses nothing else
    const read = (name: string) => JSON.parse(files.get(name) ?? "");
    return { sources: read("sources.json"), evidence: read("evidence.json"), told };
  }
  const here = (i: number, more: object) => ({
    ...{ relative_path: `${i}.md`, line_start: i + 1, line_end: i + 1, ...more },
  });

  test("names a source by the hash of the reading that its lines were found in", async () => {
    const source = { kind: "web", url: "http://a.example/", fetched_at: "2026-11-24T10:12:00Z" };
    const { sources, evidence, told } = await written([
      here(0, { state: "verified", file_sha256: "v" }),
      here(1, { ...{ state: "moved", line_start: 9, line_end: 9, file_sha256: "m" }, source }),
      here(2, { state: "changed", file_sha256: "c" }),
      { ...here(3, { state: "moved", file_sha256: "o" }), relative_path: "other.md" },
      { ...here(4, { state: "moved", file_sha256: "o" }), root_id: "elsewhere" },
    ]);
    expect(sources.map((one: { path: string; sha256: string }) => [one.path, one.sha256])).toEqual([
      ["0.md", "v"],
      ["1.md", "m"],
    ]);
    expect(sources[1]).toMatchObject({ url: source.url, fetched_at: source.fetched_at });
    expect(evidence.map(({ lines }: { lines: object }) => lines)).toEqual([
      { start: 1, end: 1 },
      { start: 9, end: 9 },
    ]);
    expect(told).toMatchObject({ left_out: { changed: 3 } });
  });
});
