"use client";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import type { PlotData } from "./plot-data.ts";

/**
 * The drawn chart, and with it the library that draws: a file of its own, which is fetched where a chart is shown. It is
 * for the eyes; the same stands in a table.
 */
export function ChartPlot(props: {
  data: PlotData;
  value: (value: number) => string;
  when: (at: string) => string;
  onPick: ((at: string) => void) | undefined;
}) {
  const { data, value, when, onPick } = props;
  const rows = data.points.map(({ at, values }) => ({ at, ...values }));
  const pick =
    onPick &&
    (({ activeLabel }: { activeLabel?: string | number | undefined }) => {
      if (typeof activeLabel === "string") onPick(activeLabel);
    });
  const shared = {
    data: rows,
    margin: { top: 8, right: 8, bottom: 0, left: 0 },
    accessibilityLayer: false,
    ...(pick === undefined ? {} : { onClick: pick }),
  };
  const axes = (
    <>
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="at"
        tickFormatter={when}
        minTickGap={28}
        tickLine={false}
        axisLine={{ stroke: "var(--color-edge)" }}
        tick={tick}
      />
      <YAxis
        width="auto"
        tickFormatter={value}
        tickLine={false}
        axisLine={false}
        tick={tick}
        allowDecimals={data.unit !== "count" && data.unit !== "tokens"}
        domain={data.unit === "share" ? [0, 1] : [0, "auto"]}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: "var(--color-sunk)", stroke: "var(--color-edge)" }}
        content={(shown) => <Shown {...shown} data={data} value={value} when={when} />}
      />
      {data.warn === undefined ? null : (
        <ReferenceLine
          y={data.warn}
          ifOverflow="extendDomain"
          stroke="var(--color-danger)"
          strokeDasharray="5 3"
        />
      )}
    </>
  );
  return (
    <div className="chart-plot" aria-hidden="true">
      <ResponsiveContainer width="100%" height="100%">
        {data.kind === "bars" ? (
          <BarChart {...shared} barCategoryGap="18%">
            {axes}
            {data.series.map(({ id }, at) => (
              <Bar
                key={id}
                dataKey={(row: Row) => row[id]}
                stackId="all"
                fill={colour(at)}
                isAnimationActive={false}
                maxBarSize={40}
              />
            ))}
          </BarChart>
        ) : (
          <LineChart {...shared}>
            {axes}
            {data.series.map(({ id }, at) => (
              <Line
                key={id}
                dataKey={(row: Row) => row[id]}
                stroke={colour(at)}
                strokeWidth={2}
                strokeDasharray={at === 0 ? "" : (dashes[at % dashes.length] ?? "")}
                dot={({ cx, cy, index }) => (
                  // A line needs two points: one with no neighbour would not be seen.
                  <circle
                    key={index}
                    cx={cx}
                    cy={cy}
                    r={isAlone(rows, id, index) ? 3 : 0}
                    fill={colour(at)}
                  />
                )}
                connectNulls={false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        )}
      </ResponsiveContainer>
    </div>
  );
}

const isAlone = (rows: readonly Row[], id: string, at: number): boolean => {
  const has = (index: number) => typeof rows[index]?.[id] === "number";
  return has(at) && !has(at - 1) && !has(at + 1);
};

type Row = { at: string } & Record<string, number | string | null>;
const tick = { fontSize: 11, fill: "var(--color-ink-3)" };
const dashes = ["", "6 3", "2 3", "8 3 2 3"];

/** The colours of series, in their order; the key beside the chart has the same. */
const colour = (at: number) => `var(--series-${(at % 7) + 1})`;

function Shown(
  props: Pick<TooltipContentProps, "active" | "label"> & {
    data: PlotData;
    value: (value: number) => string;
    when: (at: string) => string;
  },
) {
  const { active, label, data } = props;
  const point = data.points.find(({ at }) => at === label);
  if (!active || point === undefined) return null;
  const there = data.series.flatMap(({ id, label: name }, at) => {
    const value = point.values[id] ?? null;
    return value === null ? [] : [{ id, name, at, value }];
  });
  if (there.length === 0) return null;
  return (
    <div className="chart-tip">
      <p className="label">{props.when(point.at)}</p>
      {there.map(({ id, name, at, value }) => (
        <p key={id} className="chart-key" data-series={(at % 7) + 1}>
          {name}
          <b>{props.value(value)}</b>
        </p>
      ))}
    </div>
  );
}
