"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { later } from "../../parts/later.tsx";
import { ScrollBox } from "../../parts/scroll-box.tsx";
import { isEmpty, type PlotData } from "./plot-data.ts";
import { useUnitWords } from "./use-unit-words.ts";

const ChartPlot = later(() => import("./chart-plot.tsx").then((m) => m.ChartPlot));

/**
 * One chart with its title and key. A table of the same values is always there: to be seen instead of the chart, else for
 * screen readers alone.
 */
export function Chart(props: {
  title: string;
  said: string;
  data: PlotData;
  shown: "chart" | "table";
  when: (at: string) => string;
  /** Where the askings of one step of time are listed. */
  hrefOf: ((at: string) => string) | undefined;
  onPick: ((at: string) => void) | undefined;
}) {
  const { title, data, shown, when } = props;
  const t = useTranslations("activity.chart");
  const id = useId();
  const words = useUnitWords();
  const value = (measured: number) => words(measured, data.unit);
  const empty = isEmpty(data);
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p className="meta">{props.said}</p>
      </figcaption>
      {empty ? (
        <p className="chart-empty meta">{t("nothing")}</p>
      ) : (
        <>
          {shown === "chart" ? (
            <>
              <Key data={data} value={value} />
              <ChartPlot data={data} value={value} when={when} onPick={props.onPick} />
              <div className="sr-only">
                <Values title={title} data={data} value={value} when={when} hrefOf={undefined} />
              </div>
            </>
          ) : (
            <ScrollBox name={t("tableOf", { title })} className="chart-table">
              <Values title={title} data={data} value={value} when={when} hrefOf={props.hrefOf} />
            </ScrollBox>
          )}
          {data.warn === undefined ? null : (
            <p className="chart-warn meta">{t("warn", { value: value(data.warn) })}</p>
          )}
        </>
      )}
    </figure>
  );
}

function Key({ data, value }: { data: PlotData; value: (value: number) => string }) {
  const t = useTranslations("activity.chart");
  const last = (id: string) =>
    data.points.findLast(({ values }) => (values[id] ?? null) !== null)?.values[id] ?? null;
  return (
    <ul className="chart-keys">
      {data.series.map(({ id, label }, at) => {
        const newest = last(id);
        return (
          <li key={id} className="chart-key" data-series={(at % 7) + 1} data-kind={data.kind}>
            {label}
            {data.kind === "bars" ? (
              <b>{value(data.points.reduce((sum, { values }) => sum + (values[id] ?? 0), 0))}</b>
            ) : newest === null ? null : (
              <b>{t("last", { value: value(newest) })}</b>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Values(props: {
  title: string;
  data: PlotData;
  value: (value: number) => string;
  when: (at: string) => string;
  hrefOf: ((at: string) => string) | undefined;
}) {
  const { data, hrefOf } = props;
  const t = useTranslations("activity.chart");
  const rows = data.points.filter(({ values }) =>
    data.series.some(({ id }) => (values[id] ?? null) !== null),
  );
  return (
    <table>
      <caption className="sr-only">{props.title}</caption>
      <thead>
        <tr>
          <th scope="col">{t("time")}</th>
          {data.series.map(({ id, label }) => (
            <th key={id} scope="col" data-end="true">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, values }) => (
          <tr key={at}>
            <th scope="row">
              {hrefOf === undefined ? (
                props.when(at)
              ) : (
                <Link href={hrefOf(at)} prefetch={false} className="textlink">
                  {props.when(at)}
                </Link>
              )}
            </th>
            {data.series.map(({ id }) => {
              const measured = values[id] ?? null;
              return (
                <td key={id} data-end="true">
                  {measured === null ? t("none") : props.value(measured)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
