import { expect, test } from "vitest";
import { Findings } from "#lib/contracts/findings";
import type { ToolResult } from "#lib/contracts/tools";
import { systemClock } from "#lib/platform/clock";
import { sha256 } from "#lib/platform/hash";
import { resolvePath } from "../../lib/tasks/checking/site.ts";
import type { StepContext, TaskType } from "../../lib/tasks/task-type.ts";
import { checkDocs } from "../../lib/tasks/types/check-docs.ts";
import { editDocs } from "../../lib/tasks/types/edit-docs.ts";

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
      output: (name, schema) => schema.parse(outputs.get(name)),
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
  expect(files.get("report.md")).toContain("1 link stands on a page that was changed or deleted");
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
