import { describe, expect, it } from "vitest";
import { otlpOf } from "#lib/activity/otlp-json";
import { type FlatSpan, layWaterfall, treeOf } from "#lib/activity/waterfall";

const base = Date.UTC(2026, 0, 1);

function span(span_id: string, at: number, more: Partial<FlatSpan> = {}): FlatSpan {
  return {
    ...{ span_id, run_id: "run_1", kind: "tool_call", name: span_id, ms: 10, status: "ok" },
    started_at: new Date(base + at).toISOString(),
    attributes: {},
    ...more,
  };
}

describe("a waterfall", () => {
  it("has each span before what was done below it, these by their start", () => {
    const laid = layWaterfall([
      span("late", 30, { parent_span_id: "root" }),
      span("early", 10, { parent_span_id: "root" }),
      span("root", 0, { kind: "request" }),
      span("deep", 12, { parent_span_id: "early" }),
    ]);
    expect(
      laid.map(({ span_id, depth, offset_ms, children }) => [span_id, depth, offset_ms, children]),
    ).toEqual([
      ["root", 0, 0, 2],
      ["early", 1, 10, 1],
      ["deep", 2, 12, 0],
      ["late", 1, 30, 0],
    ]);
    const [root] = treeOf(laid);
    expect(root?.children.map(({ span_id }) => span_id)).toEqual(["early", "late"]);
    expect(root?.children[0]?.children.map(({ span_id }) => span_id)).toEqual(["deep"]);
  });

  it("tells a span that never ended, with the time of what was done below it", () => {
    const laid = layWaterfall([
      span("a", 10, { parent_span_id: "gone" }),
      span("b", 40, { parent_span_id: "gone", ms: 25 }),
    ]);
    expect(laid[0]).toMatchObject({
      span_id: "gone",
      open: true,
      status: "open",
      ms: 55,
      children: 2,
    });
    expect(laid.map(({ open }) => open)).toEqual([true, false, false]);
  });

  it("lets nothing begin before what it belongs to, where the clock went back", () => {
    const laid = layWaterfall([
      span("root", 5000),
      span("child", 1000, { parent_span_id: "root" }),
      span("grandchild", 6000, { parent_span_id: "child" }),
    ]);
    const offsets = laid.map(({ offset_ms, clock_back }) => [offset_ms, clock_back]);
    expect(offsets).toEqual([
      [4000, false],
      [4000, true],
      [5000, false],
    ]);
  });

  it("tells spans once that name each other as parents, and times that are none", () => {
    const laid = layWaterfall([
      span("x", 0, { parent_span_id: "y" }),
      span("y", 1, { parent_span_id: "x" }),
      span("z", 2, { started_at: "no time" }),
    ]);
    expect(laid.map(({ span_id }) => span_id).sort()).toEqual(["x", "y", "z"]);
    expect(layWaterfall([])).toEqual([]);
  });

  it("lays out a chain of 20,000 and a fan of 20,000, each whole", () => {
    const chain = Array.from({ length: 20_000 }, (_, n) =>
      span(`s${n}`, n, n === 0 ? {} : { parent_span_id: `s${n - 1}` }),
    );
    expect(layWaterfall(chain).at(-1)?.depth).toBe(19_999);
    const fan = Array.from({ length: 20_000 }, (_, n) =>
      span(`s${n}`, n, n === 0 ? {} : { parent_span_id: "s0" }),
    );
    const laid = layWaterfall(fan);
    expect(laid).toHaveLength(20_000);
    expect(laid[0]?.children).toBe(19_999);
    expect(treeOf(laid.slice(0, 2000))[0]?.children).toHaveLength(1999);
  });
});

describe("a trace as OTLP", () => {
  it("has ids of its form, the names of the conventions, and no text", () => {
    const [resource] = otlpOf("trace_1", [
      span("root", 0, { kind: "request", agent_id: "primary", attributes: { answer: "answered" } }),
      span("m", 5, {
        ...{ kind: "model", name: "llama", parent_span_id: "root", status: "error" },
        attributes: { provider: "compatible", input: 12, output: 3 },
      }),
    ]).resourceSpans;
    const spans = resource?.scopeSpans[0]?.spans ?? [];
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ["invoke_agent primary", 2],
      ["chat llama", 3],
    ]);
    expect(
      spans.every(
        ({ traceId, spanId }) => /^[0-9a-f]{32}$/.test(traceId) && /^[0-9a-f]{16}$/.test(spanId),
      ),
    ).toBe(true);
    expect(spans[1]?.parentSpanId).toBe(spans[0]?.spanId);
    expect(spans[1]?.attributes).toEqual(
      expect.arrayContaining([
        { key: "gen_ai.usage.input_tokens", value: { intValue: "12" } },
        { key: "gen_ai.provider.name", value: { stringValue: "compatible" } },
        { key: "error.type", value: { stringValue: "error" } },
      ]),
    );
    expect(spans[0]?.startTimeUnixNano).toBe(`${base}000000`);
    expect(spans[1]?.status).toEqual({ code: 2, message: "error" });
  });
});
