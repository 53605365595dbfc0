import { expect, test } from "vitest";
import { createRegistry } from "#lib/platform/exposition";

test("counts and times are written as Prometheus reads them", () => {
  const registry = createRegistry();
  const asked = registry.counter("asked_total", "Questions.");
  const took = registry.histogram("took_seconds", "Time.", [0.1, 1]);
  asked({ status: "answered" });
  asked({ status: "answered" });
  asked({ status: "no_evidence" }, 3);
  for (const seconds of [0.05, 0.1, 0.5, 7]) took(seconds, { step: "search" });
  const gauges = [{ name: "files", help: "Files.", values: [[{}, 12]] as const }];
  expect(registry.write(gauges)).toBe(
    [
      "# HELP asked_total Questions.",
      "# TYPE asked_total counter",
      'asked_total{status="answered"} 2',
      'asked_total{status="no_evidence"} 3',
      "# HELP took_seconds Time.",
      "# TYPE took_seconds histogram",
      'took_seconds_bucket{step="search",le="0.1"} 2',
      'took_seconds_bucket{step="search",le="1"} 3',
      'took_seconds_bucket{step="search",le="+Inf"} 4',
      'took_seconds_sum{step="search"} 7.65',
      'took_seconds_count{step="search"} 4',
      "# HELP files Files.",
      "# TYPE files gauge",
      "files 12",
      "",
    ].join("\n"),
  );
});

test("a label's value cannot break out of its quotes", () => {
  const registry = createRegistry();
  registry.counter("n", "N.")({ tool: 'a"b\\c\nd' });
  expect(registry.write([])).toContain('n{tool="a\\"b\\\\c\\nd"} 1');
});
