/**
 * Numbers for a monitor, in Prometheus' text format (version 0.0.4): counters and histograms that are counted up here,
 * gauges that are given when the page is written. Label values come from closed sets; no text of a person or a document
 * is ever one.
 */
export type Labels = Readonly<Record<string, string>>;

export type Registry = {
  counter(name: string, help: string): (labels?: Labels, by?: number) => void;
  /** `bounds`: upper bounds in ascending order; what is above the last counts as +Inf. */
  histogram(
    name: string,
    help: string,
    bounds: readonly number[],
  ): (value: number, labels?: Labels) => void;
  /** Everything counted so far, then the gauges. */
  write(gauges: readonly Gauge[]): string;
};

export type Gauge = { name: string; help: string; values: readonly (readonly [Labels, number])[] };

export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

export function createRegistry(): Registry {
  const families: (() => string)[] = [];

  function counter(name: string, help: string) {
    const counts = new Map<string, number>();
    families.push(() =>
      family(
        name,
        help,
        "counter",
        [...counts].map(([labels, n]) => `${name}${labels} ${n}`),
      ),
    );
    return (labels: Labels = {}, by = 1) => {
      const key = written(labels);
      counts.set(key, (counts.get(key) ?? 0) + by);
    };
  }

  function histogram(name: string, help: string, bounds: readonly number[]) {
    const series = new Map<
      string,
      { labels: Labels; buckets: number[]; sum: number; count: number }
    >();
    families.push(() =>
      family(
        name,
        help,
        "histogram",
        [...series.values()].flatMap(({ labels, buckets, sum, count }) => [
          ...bounds.map((bound, i) => {
            const below = buckets.slice(0, i + 1).reduce((a, b) => a + b, 0);
            return `${name}_bucket${written({ ...labels, le: String(bound) })} ${below}`;
          }),
          `${name}_bucket${written({ ...labels, le: "+Inf" })} ${count}`,
          `${name}_sum${written(labels)} ${sum}`,
          `${name}_count${written(labels)} ${count}`,
        ]),
      ),
    );
    return (value: number, labels: Labels = {}) => {
      const key = written(labels);
      const found = series.get(key);
      const one = found ?? { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 };
      if (found === undefined) series.set(key, one);
      const at = bounds.findIndex((bound) => value <= bound);
      if (at >= 0) one.buckets[at] = (one.buckets[at] ?? 0) + 1;
      one.sum += value;
      one.count += 1;
    };
  }

  function write(gauges: readonly Gauge[]): string {
    const given = gauges.map(({ name, help, values }) =>
      family(
        name,
        help,
        "gauge",
        values.map(([labels, n]) => `${name}${written(labels)} ${n}`),
      ),
    );
    return [...families.map((text) => text()), ...given].join("");
  }

  return { counter, histogram, write };
}

function family(name: string, help: string, type: string, lines: readonly string[]): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
}

/** `{a="1",b="2"}`, or nothing without labels. */
function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
