import type { Answer } from "#lib/contracts/answer";
import type { Health } from "#lib/contracts/http";
import type { Span, TraceSink } from "#lib/contracts/ports";
import { createRegistry, type Gauge } from "#lib/platform/exposition";

/**
 * What a monitor may know of this process: how many answers of which kind, how long each step took, what was withheld and
 * why, which rules refused, how the index stands. Counted from the start of the process; nothing of it is stored.
 */
export type Metrics = {
  /** A sink that counts what passes through it on its way to `inner`. */
  over(inner: TraceSink): TraceSink;
  answered(answer: Answer): void;
  /** An asking without an answer. */
  ended(status: "cancelled" | "error"): void;
  page(health: Health): string;
};

const seconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

export function createMetrics(): Metrics {
  const registry = createRegistry();
  const answers = registry.counter(
    "docent_answers_total",
    "Questions by what came of them; no_evidence over all is the no-evidence rate.",
  );
  const took = registry.histogram("docent_answer_seconds", "Time to a whole answer.", seconds);
  const steps = registry.histogram(
    "docent_step_seconds",
    "Time of one step of an answer.",
    seconds,
  );
  const parts = registry.counter(
    "docent_answer_parts_total",
    "Parts of questions by what came of them.",
  );
  const claims = registry.counter(
    "docent_claims_total",
    "Claims released, by how the lines carry them.",
  );
  const withheld = registry.counter("docent_claims_withheld_total", "Claims withheld, by reason.");
  const calls = registry.counter("docent_tool_calls_total", "Tool calls by tool and outcome.");
  const called = registry.histogram("docent_tool_call_seconds", "Time of one tool call.", seconds);
  const refusals = registry.counter("docent_refusals_total", "Refusals by rule.");

  function count(span: Span): void {
    if (span.kind !== "tool_call") return;
    const tool = span.tool_id ?? "unknown";
    calls({ tool, status: span.status });
    called(span.ms / 1000, { tool });
    if (span.deny_reason !== undefined) refusals({ rule: span.deny_reason });
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
      if (status === "denied" && rule) refusals({ rule });
      answers({ status });
      took(metrics.latency_ms / 1000);
      for (const [step, ms] of Object.entries(metrics.steps ?? {})) steps(ms / 1000, { step });
      for (const part of answer.parts ?? []) parts({ status: part.status });
      for (const claim of answer.claims) claims({ support: claim.support });
      for (const [reason, n] of Object.entries(metrics.withheld ?? {})) withheld({ reason }, n);
    },
    ended: (status) => answers({ status }),
    page: (health) => registry.write(gaugesOf(health)),
  };
}

function gaugesOf({ index, mcp, status, version }: Health): Gauge[] {
  const gauge = (name: string, help: string, value: number): Gauge => ({
    name: `docent_${name}`,
    help,
    values: [[{}, value]],
  });
  return [
    gauge("up", "1 when nothing is wrong, 0 when something is.", status === "ok" ? 1 : 0),
    { name: "docent_info", help: "The version that runs.", values: [[{ version }, 1]] },
    gauge("index_ready", "1 when every folder has been read.", index.state === "ready" ? 1 : 0),
    gauge("index_files", "Files that can be searched.", index.files),
    gauge("index_sections", "Sections that can be searched.", index.sections),
    gauge("index_skipped_files", "Files left out by a rule.", index.skipped),
    gauge("index_generation", "How often the index has changed.", index.generation),
    {
      name: "docent_mcp_server_ready",
      help: "1 when the server answers.",
      values: mcp.servers.map((one) => [{ server: one.name }, one.state === "ready" ? 1 : 0]),
    },
    gauge("resident_memory_bytes", "Memory of this process.", process.memoryUsage.rss()),
    gauge("uptime_seconds", "Since the process began.", Math.round(process.uptime())),
  ];
}
