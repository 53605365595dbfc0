import { describe, expect, it } from "vitest";
import type { TraceOutcome, TraceRead, WaterfallSpan } from "#lib/contracts/activity";
import { rowAsked } from "../../components/activity/trace/row-asked.ts";
import { answerHref, traceHref } from "../../components/activity/trace/trace-address.ts";
import { treeStep } from "../../components/activity/trace/tree-step.ts";
import {
  above,
  barOf,
  citedFrom,
  foldable,
  readsOf,
  unfoldedRows,
  waterfallRows,
  wholeTime,
} from "../../components/activity/trace/waterfall-rows.ts";

function span(span_id: string, depth: number, more: Partial<WaterfallSpan> = {}): WaterfallSpan {
  return {
    ...{ span_id, depth, run_id: "run_1", kind: "tool_call", name: span_id, status: "ok" },
    ...{ started_at: "2026-11-28T10:00:00.000Z", ms: 10, offset_ms: 0, children: 0 },
    ...{ open: false, clock_back: false, attributes: {} },
    ...more,
  };
}
function read(id: number, more: Partial<TraceRead> = {}): TraceRead {
  return {
    ...{ id, tool_id: "mcp.docs.docs_read", agent_id: "doc_retrieval", root_id: "notes" },
    ...{ relative_path: "keys.md", line_start: 1, line_end: 9, invocation_id: "read" },
    ...more,
  };
}
const citation: TraceOutcome["citations"][number] = {
  ...{ id: 1, root_id: "notes", relative_path: "keys.md", display_path: "notes/keys.md" },
  ...{ line_start: 3, line_end: 4, sha256: "0", read_by: ["read"] },
};
const outcome: TraceOutcome = {
  claims: [
    { id: "c1", text: "It is rotated.", support: "verbatim", citations: [1, 1, 7] },
    { id: "c2", text: "Every ninety days.", support: "verbatim", citations: [1] },
  ],
  citations: [citation],
};
const spans = [
  span("ask", 0, { kind: "request", ms: 100 }),
  span("agent", 1, { kind: "agent", offset_ms: 10, ms: 60 }),
  span("search", 2, { offset_ms: 12 }),
  span("read", 2, { offset_ms: 30, started_at: "2026-11-28T10:00:00.030Z" }),
  span("gate", 1, { kind: "gate", offset_ms: 80 }),
];
const rows = waterfallRows(spans, [read(5), read(6, { invocation_id: "gone" })], outcome);

describe("the rows of a trace", () => {
  it("hold the chain in its order: calls, the lines they read, claims, and what these rest on", () => {
    expect(rows.map(({ key, depth }) => `${depth} ${key}`)).toEqual([
      "0 span:ask",
      "1 span:agent",
      "2 span:search",
      "2 span:read",
      "3 read:5",
      "1 span:gate",
      "1 read:6", // its call is not kept
      "1 claim:c1",
      "2 citation:c1:1",
      "1 claim:c2",
      "2 citation:c2:1",
    ]);
  });

  it("hold a citation that no claim rests on by itself", () => {
    const shown = { ...citation, id: 2 };
    const all = waterfallRows(spans, [], { claims: [], citations: [shown] });
    expect(all.at(-1)).toMatchObject({ kind: "citation", key: "citation::2", depth: 1 });
  });

  it("are none of a trace without spans, reads and claims", () => {
    expect(waterfallRows([], [], undefined)).toEqual([]);
    expect(wholeTime([])).toBe(1);
  });

  it("lead from a citation to the lines read and back", () => {
    const reads = [read(5), read(7, { line_end: 3 }), read(8, { relative_path: "other.md" })];
    expect(readsOf(citation, reads).map(({ id }) => id)).toEqual([5]);
    expect(readsOf(citation, [read(9, { rule: "denylisted" })])).toEqual([]);
    expect(citedFrom(read(5), rows).map(({ key }) => key)).toEqual([
      "citation:c1:1",
      "citation:c2:1",
    ]);
    expect(citedFrom(read(7, { line_end: 3 }), rows)).toEqual([]);
  });

  it("hide what hangs below a folded one, and are unfolded down to the one that is asked for", () => {
    const shown = unfoldedRows(rows, new Set(["span:agent", "claim:c1"]));
    expect(shown.map(({ row }) => row.key)).not.toContain("read:5");
    expect(shown.find(({ row }) => row.key === "span:agent")?.folded).toBe(true);
    expect(shown.find(({ row }) => row.key === "claim:c2")?.folded).toBe(false);
    expect(shown.find(({ row }) => row.key === "span:gate")?.folded).toBeUndefined();
    expect(above(rows, "read:5")).toEqual(["span:ask", "span:agent", "span:read"]);
    expect(above(rows, "no such")).toEqual([]);
    expect(foldable(rows)).toEqual(["span:agent", "span:read", "claim:c1", "claim:c2"]);
  });

  it("of 20,000 spans are laid out and folded within a frame or few", () => {
    const many = Array.from({ length: 20_000 }, (_, i) => span(`s${i}`, i === 0 ? 0 : 1 + (i % 7)));
    const all = waterfallRows(many, [], undefined);
    expect(unfoldedRows(all, new Set())).toHaveLength(20_000);
    expect(unfoldedRows(all, new Set(foldable(all))).length).toBeLessThan(20_000);
  });
});

describe("a bar", () => {
  it("stands where its span does in the whole, and never beyond it", () => {
    const whole = wholeTime(spans);
    expect(whole).toBe(100);
    expect(barOf(span("a", 1, { offset_ms: 80, ms: 20 }), whole)).toEqual({ left: 80, width: 20 });
    expect(barOf(span("a", 1, { offset_ms: 90, ms: 900 }), whole)).toEqual({ left: 90, width: 10 });
  });

  it("of a span without an end goes on to that of the whole", () => {
    expect(barOf(span("a", 1, { offset_ms: 40, ms: 0, open: true }), 100)).toEqual({
      left: 40,
      width: 60,
    });
  });
});

describe("a key in the tree", () => {
  const shown = unfoldedRows(rows, new Set(["span:read"]));
  const at = (key: string) => shown.findIndex(({ row }) => row.key === key);

  it("walks, and stays within the rows", () => {
    expect(treeStep("ArrowDown", shown, 0)).toEqual({ kind: "go", to: 1 });
    expect(treeStep("ArrowUp", shown, 0)).toEqual({ kind: "go", to: 0 });
    expect(treeStep("End", shown, 0)).toEqual({ kind: "go", to: shown.length - 1 });
    expect(treeStep("PageDown", shown, 3)).toEqual({ kind: "go", to: shown.length - 1 });
  });

  it("unfolds and folds, and leads into a row and out of it", () => {
    expect(treeStep("ArrowRight", shown, at("span:read"))).toEqual({ kind: "fold", folded: false });
    expect(treeStep("ArrowRight", shown, at("span:agent"))).toEqual({
      kind: "go",
      to: at("span:agent") + 1,
    });
    expect(treeStep("ArrowLeft", shown, at("span:agent"))).toEqual({ kind: "fold", folded: true });
    expect(treeStep("ArrowLeft", shown, at("span:search"))).toEqual({
      kind: "go",
      to: at("span:agent"),
    });
  });

  it("opens a row, and is left to the page where it means nothing", () => {
    expect(treeStep("Enter", shown, 2)).toEqual({ kind: "open" });
    expect(treeStep("x", shown, 2)).toBeUndefined();
    expect(treeStep("ArrowDown", [], 0)).toBeUndefined();
  });
});

describe("an address of a trace", () => {
  const asked = (href: string) => rowAsked(new URL(href, "http://127.0.0.1").searchParams, rows);

  it("names a span, lines that were read, a citation or a step", () => {
    expect(asked(traceHref("t", { span: "read" }))).toBe("span:read");
    expect(asked(traceHref("t", { read: 5 }))).toBe("read:5");
    expect(asked(traceHref("t", { citation: 1 }))).toBe("citation:c1:1");
    const started_at = "2026-11-28T10:00:00.029Z";
    expect(asked(traceHref("t", { step: { kind: "read", started_at } }))).toBe("span:read");
    expect(asked(traceHref("t", { step: { kind: "verify", started_at } }))).toBe("span:gate");
  });

  it("names no row where there is none of that name", () => {
    expect(asked(traceHref("t"))).toBeUndefined();
    expect(asked(traceHref("t", { span: "another" }))).toBeUndefined();
    expect(asked(traceHref("t", { citation: 9 }))).toBeUndefined();
    expect(asked("/activity/traces/t?citation=x")).toBeUndefined();
  });

  it("leads back to the answer by its run", () => {
    expect(answerHref({ thread_id: "a/b", run_id: "run_1", citation: 2 })).toBe(
      "/t/a%2Fb?run=run_1&src=2",
    );
  });
});
