import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FlowOptions, startFlow } from "./flow-setup.ts";

const vault = `# Vaults

A vault keeps keys in a drawer of the north wall.

## Opening

To open the vault:

1. Turn the wheel to the left.
2. Say the word aloud.

## Upkeep

The hinges of the vault are oiled every spring.
`;

const open: { close(): Promise<void> }[] = [];
async function start(options: Partial<FlowOptions> = {}) {
  const flow = await startFlow({ files: { "vault.md": vault }, ...options });
  open.push(flow);
  return flow;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((flow) => flow.close()));
});

/** The hash of lines by the contract's own words, with nothing of the program's. */
function hashOfLines(file: string, from: number, to: number): string {
  const lines = readFileSync(file, "utf8")
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/);
  return createHash("sha256")
    .update(lines.slice(from - 1, to).join("\n"))
    .digest("hex");
}

describe("one question, the whole way", () => {
  let flow: Awaited<ReturnType<typeof startFlow>>;
  beforeAll(async () => {
    flow = await startFlow({ files: { "vault.md": vault } });
  });
  beforeEach(() => flow.forget());
  afterAll(() => flow.close());

  test("comes back as claims with citations whose hash stands in the file", async () => {
    const { answer, events } = await flow.ask("How do I open the vault?");
    expect(answer.status).toBe("answered");
    expect(answer.lang).toBe("en");
    expect(answer.claims.map((c) => c.text)).toEqual(
      expect.arrayContaining(["Turn the wheel to the left.", "Say the word aloud."]),
    );
    expect(answer.claims.every((c) => c.citations.length > 0 && c.support === "verbatim")).toBe(
      true,
    );
    expect(answer.citations.map((c) => c.id)).toEqual([1]);
    for (const citation of answer.citations) {
      const { line_start, line_end } = citation.locator;
      expect(citation.sha256).toBe(
        hashOfLines(path.join(flow.folder, citation.relative_path), line_start, line_end),
      );
    }
    expect(answer.markdown).toContain("[1]");
    expect(answer.coverage).toEqual({ files_searchable: 1, files_known: 1, state: "ready" });
    expect(answer.searched).toEqual(["How do I open the vault?"]);
    expect(answer.metrics).toMatchObject({ files_scanned: 1, tokens: 0 });
    expect(flow.calls[0]).toBe("docs_search");
    expect(flow.calls.at(-1)).toBe("docs_verify");

    const kinds = events.map((e) => e.kind);
    expect(kinds.indexOf("step")).toBe(0);
    expect(kinds.lastIndexOf("step")).toBeLessThan(kinds.indexOf("citation"));
    expect(kinds.lastIndexOf("citation")).toBeLessThan(kinds.indexOf("claim"));
    const steps = new Map(
      events.flatMap((e) => (e.kind === "step" ? [[e.data.id, e.data] as const] : [])),
    );
    expect([...steps.values()].map((s) => [s.kind, s.state, s.label])).toEqual([
      ["search", "done", "Searched for 2 words in 1 folder"],
      ["read", "done", "Read 1 file"],
      ["verify", "done", "Checked 3 quotes against the files"],
    ]);
  });

  test("is answered in Chinese from a file with CRLF, BOM and no final line end", async () => {
    const text =
      "\ufeff# 金库\r\n\r\n## 打开\r\n\r\n打开金库的方法如下：\r\n\r\n1. 向左转动转轮。\r\n2. 大声说出口令。";
    const own = await start({ files: { "金库.md": text } });
    const { answer } = await own.ask("怎么打开金库？");
    expect(answer).toMatchObject({ status: "answered", lang: "zh-CN" });
    expect(answer.claims.map((c) => c.text).join("")).toContain("向左转动转轮。");
    for (const citation of answer.citations) {
      const { line_start, line_end } = citation.locator;
      expect(citation.sha256).toBe(
        hashOfLines(path.join(own.folder, citation.relative_path), line_start, line_end),
      );
    }
  });

  test("leaves one chain of spans: agent, task, tool call; gate and its check", async () => {
    const { answer } = await flow.ask("How do I open the vault?", { parent_span_id: "request" });
    const span = (kind: string, name?: string) =>
      flow.spans.find((s) => s.kind === kind && (name === undefined || s.name === name));
    expect(new Set(flow.spans.map((s) => s.trace_id))).toEqual(new Set([answer.trace_id]));
    expect(span("agent")?.parent_span_id).toBe("request");
    expect(span("task")?.parent_span_id).toBe(span("agent")?.span_id);
    expect(span("tool_call", "docs_search")?.parent_span_id).toBe(span("task")?.span_id);
    expect(span("compose")?.parent_span_id).toBe(span("agent")?.span_id);
    expect(span("gate")?.parent_span_id).toBe(span("agent")?.span_id);
    expect(span("tool_call", "docs_verify")?.parent_span_id).toBe(span("gate")?.span_id);
    expect(flow.tasks).toHaveLength(1);
    expect(flow.tasks[0]?.result.status).toBe("ok");
    expect(flow.reads.some((r) => r.tool_id === "mcp.docs.docs_verify")).toBe(true);
    const kept = JSON.stringify([flow.spans, flow.reads, flow.lines]);
    expect(kept).not.toContain("Turn the wheel");
    expect(kept).not.toContain("How do I open");
  });

  test("goes to the docs tools themselves where the configuration says direct", async () => {
    const own = await start({ config: { answer: { via: "direct" } } });
    const { answer } = await own.ask("How do I open the vault?");
    expect(answer.status).toBe("answered");
    expect(answer.notices).toEqual([]);
    expect(own.tasks).toEqual([]);
    expect(own.calls).toEqual(["docs_search", "docs_verify"]);
  });

  test("finds nothing and says where it looked and what to do next", async () => {
    const { answer } = await flow.ask("Which zeppelin crossed Antarctica?");
    expect(answer.status).toBe("no_evidence");
    expect(answer.claims).toEqual([]);
    expect(answer.citations).toEqual([]);
    const [gap] = answer.gaps;
    expect(gap).toMatchObject({
      cause: "no_hit",
      searched: [{ root_id: "notes", label: "notes", files: 1 }],
    });
    expect(gap?.tried).toEqual(expect.arrayContaining(["zeppelin", "Antarctica"]));
    expect(gap?.next_steps.map((s) => s.action)).toContain("add_folder");
  });

  test("names an unknown folder as outside of what may be asked, and calls no tool", async () => {
    const { answer, events } = await flow.ask("How do I open the vault?", { roots: ["elsewhere"] });
    expect(answer.status).toBe("denied");
    expect(answer.gaps).toMatchObject([{ cause: "denied", rule: "outside_scope" }]);
    expect(answer.gaps[0]?.message).toContain("elsewhere");
    expect(flow.calls).toEqual([]);
    expect(events.some((e) => e.kind === "step" && e.data.rule === "outside_scope")).toBe(true);
  });

  test.each([
    ["What is in /etc/passwd?", "/etc/passwd", "not_allowlisted", "doc_access.roots"],
    ["Show me ../vault.md", "../vault.md", "traversal", "doc_access.roots"],
    ["读取 .ssh/id_rsa 的内容", ".ssh/id_rsa", "denylisted", "doc_access.deny"],
    ["What does ~/vault.md say?", "~/vault.md", "invalid_path", "doc_access.roots"],
  ])(
    "refuses the path it asks for, by its rule, and searches nothing: %s",
    async (question, path, rule, setting) => {
      const { answer, events } = await flow.ask(question);
      expect([answer.status, answer.claims, answer.also_read]).toEqual(["denied", [], []]);
      expect(answer.gaps).toMatchObject([
        {
          cause: "denied",
          rule,
          typed: [path],
          tried: [],
          next_steps: [{ action: "configure", value: setting }],
        },
      ]);
      expect(answer.gaps[0]?.message).toContain(rule);
      expect(flow.calls).toEqual(["docs_read"]);
      expect(flow.reads).toMatchObject([{ relative_path: path, agent_id: "primary" }]);
      expect(events.some((e) => e.kind === "step" && e.data.rule === rule)).toBe(true);
    },
  );

  test("searches for a path that it only speaks of, and for one that is in reach", async () => {
    await flow.ask("How do I edit /etc/hosts?");
    expect(flow.calls).toContain("docs_search");
    const { answer } = await flow.ask(`What does ${path.join(flow.folder, "vault.md")} say?`);
    expect(flow.calls).toContain("docs_read");
    expect(answer.status).not.toBe("denied");
  });

  test("says of a gap which files could not be read where it looked", async () => {
    const files = {
      "vault.md": vault,
      "noise.md": new Uint8Array(200).map((_, i) => (i % 7 === 0 ? 0 : i)),
    };
    const own = await start({ files });
    const { answer } = await own.ask("Which zeppelin crossed Antarctica?");
    expect(answer.gaps[0]?.searched).toMatchObject([{ files: 1, left_out: [{ count: 1 }] }]);
  });

  test("keeps to the folder that was chosen", async () => {
    const { answer } = await flow.ask("How do I open the vault?", { roots: ["notes"] });
    expect(answer.status).toBe("answered");
    expect(flow.tasks[0]?.request.input.target_roots).toEqual(["notes"]);
  });
});
