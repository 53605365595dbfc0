import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { toldStatus } from "#lib/contracts/activity";
import type { Answer } from "#lib/contracts/answer";
import type { Health } from "#lib/contracts/http";
import type { Span, TraceSink } from "#lib/contracts/ports";

/**
 * What a monitor may know of this process: how many answers of which kind, how long each step took, what was withheld and
 * why, which rules refused, how the index stands. Counted from the start of the process; nothing of it is stored. Labels
 * come from closed sets; no text of a person or a document is ever one.
 */
export type Metrics = {
  /** A sink that counts what passes through it on its way to `inner`. */
  over(inner: TraceSink): TraceSink;
  answered(answer: Answer): void;
  /** An asking without an answer. */
  ended(status: "cancelled" | "error"): void;
  /** In Prometheus' text format. */
  page(health: Health): Promise<{ type: string; text: string }>;
};

const seconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `docent_${name}`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Histogram({ name: `docent_${name}`, help, labelNames, buckets: seconds, registers });

  const answers = counter(
    "answers_total",
    "Questions by what came of them (unsure: none of the places is sure to answer); no_evidence over all is the no-evidence rate.",
    ["status"],
  );
  const took = histogram("answer_seconds", "Time to a whole answer.", []);
  const steps = histogram("step_seconds", "Time of one step of an answer.", ["step"]);
  const parts = counter("answer_parts_total", "Parts of questions by what came of them.", [
    "status",
  ]);
  const claims = counter("claims_total", "Claims released, by how the lines carry them.", [
    "support",
  ]);
  const withheld = counter("claims_withheld_total", "Claims withheld, by reason.", ["reason"]);
  const calls = counter("tool_calls_total", "Tool calls by tool and outcome.", ["tool", "status"]);
  const called = histogram("tool_call_seconds", "Time of one tool call.", ["tool"]);
  const refusals = counter("refusals_total", "Refusals by rule.", ["rule"]);
  const show = createGauges(registry);

  function count(span: Span): void {
    if (span.kind !== "tool_call") return;
    const tool = span.tool_id ?? "unknown";
    calls.inc({ tool, status: span.status });
    called.observe({ tool }, span.ms / 1000);
    if (span.deny_reason !== undefined) refusals.inc({ rule: span.deny_reason });
  }

  return {
    over: (inner) => ({
      ...inner,
      span(span) {
        count(span);
        inner.span(span);
      },
    }),
    answered(answer) {
      const { metrics, status } = answer;
      // What was refused before any tool; the refusals of tools are counted where they happen.
      const rule = answer.gaps.find((gap) => gap.rule === "outside_scope")?.rule;
      if (status === "denied" && rule) refusals.inc({ rule });
      answers.inc({ status: toldStatus(answer) });
      took.observe(metrics.latency_ms / 1000);
      for (const [step, ms] of Object.entries(metrics.steps ?? {}))
        steps.observe({ step }, ms / 1000);
      for (const part of answer.parts ?? []) parts.inc({ status: part.status });
      for (const claim of answer.claims) claims.inc({ support: claim.support });
      for (const [reason, n] of Object.entries(metrics.withheld ?? {})) withheld.inc({ reason }, n);
    },
    ended: (status) => answers.inc({ status }),
    async page(health) {
      show(health);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** What is looked up when the page is asked for, not counted. */
function createGauges(registry: Registry): (health: Health) => void {
  const gauge = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Gauge({ name: `docent_${name}`, help, labelNames, registers: [registry] });
  const up = gauge("up", "1 when nothing is wrong, 0 when something is.", []);
  const info = gauge("info", "The version that runs.", ["version"]);
  const ready = gauge("index_ready", "1 when every folder has been read.", []);
  const files = gauge("index_files", "Files that can be searched.", []);
  const sections = gauge("index_sections", "Sections that can be searched.", []);
  const skipped = gauge("index_skipped_files", "Files left out by a rule.", []);
  const generation = gauge("index_generation", "How often the index has changed.", []);
  const servers = gauge("mcp_server_ready", "1 when the server answers.", ["server"]);
  const memory = gauge("resident_memory_bytes", "Memory of this process.", []);
  const uptime = gauge("uptime_seconds", "Since the process began.", []);
  return ({ index, mcp, status, version }) => {
    up.set(status === "ok" ? 1 : 0);
    info.set({ version }, 1);
    ready.set(index.state === "ready" ? 1 : 0);
    files.set(index.files);
    sections.set(index.sections);
    skipped.set(index.skipped);
    generation.set(index.generation);
    servers.reset();
    for (const { name, state } of mcp.servers)
      servers.set({ server: name }, state === "ready" ? 1 : 0);
    memory.set(process.memoryUsage.rss());
    uptime.set(Math.round(process.uptime()));
  };
}
