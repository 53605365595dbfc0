"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { type Series, type SeriesKind, SeriesStep } from "#lib/contracts/activity";
import { activityApi } from "../../api/activity.ts";
import { type ApiProblem, asProblem } from "../../api/problem.ts";
import { useProblemText } from "../../parts/use-problem-text.ts";
import { ActivityFrame } from "../activity-frame.tsx";
import { useFilters } from "../use-filters.ts";
import { useWhen } from "../use-when.ts";
import { Chart } from "./chart.tsx";
import { foremost } from "./plot-data.ts";
import { plotOf } from "./plot-of.ts";
import { useKeyWords } from "./use-key-words.ts";

const kinds: readonly SeriesKind[] = [
  ...(["answers", "hit_rate", "ask_ms", "first_ms", "search_ms"] as const),
  ...(["refusals", "timeouts", "calls", "tokens", "cost", "index_size", "index_age"] as const),
];
const names = ["step", "as"] as const;
const MOST_SERIES = 7;

/** Figures over time, from what was counted while it happened: as charts or as tables. */
export function ChartsView() {
  const t = useTranslations("activity.charts");
  const filters = useFilters(names);
  const step = SeriesStep.catch("day").parse(filters.values.step);
  const shown = filters.values.as === "table" ? "table" : "chart";
  return (
    <ActivityFrame view="charts">
      <div className="charts-choices">
        <fieldset className="segments" aria-label={t("step")}>
          {SeriesStep.options.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={step === one}
              onClick={() => filters.set("step", one)}
            >
              {t(`steps.${one}`)}
            </button>
          ))}
        </fieldset>
        <fieldset className="segments" aria-label={t("shownAs")}>
          {(["chart", "table"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={shown === one}
              onClick={() => filters.set("as", one)}
            >
              {t(`as.${one}`)}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="charts">
        {kinds.map((kind) => (
          <SeriesChart key={kind} kind={kind} step={step} shown={shown} />
        ))}
      </div>
    </ActivityFrame>
  );
}

function SeriesChart(props: { kind: SeriesKind; step: SeriesStep; shown: "chart" | "table" }) {
  const { kind, step } = props;
  const t = useTranslations("activity.charts");
  const problemText = useProblemText();
  const router = useRouter();
  const search = useSearchParams();
  const when = useWhen();
  const keyWords = useKeyWords();
  const { series, problem } = useSeries(kind, step, search.get("to") ?? undefined);
  const label = (at: string) => {
    const said = when(at, series?.step === "week" ? "day" : (series?.step ?? "day"));
    return series?.step === "week" ? t("weekOf", { day: said }) : said;
  };
  const title = t(`title.${kind}`);
  if (series === undefined) {
    return (
      <figure className="chart">
        <figcaption>
          <h2>{title}</h2>
        </figcaption>
        <p className={problem === undefined ? "chart-empty meta" : "field-wrong"}>
          {problem === undefined ? t("loading") : problemText(problem)}
        </p>
      </figure>
    );
  }
  const plot = plotOf(series, (key) => keyWords(kind, key));
  const data = plot.kind === "bars" ? foremost(plot, MOST_SERIES, t("other")) : plot;
  const hrefOf = listsAskings.has(kind) ? (at: string) => hrefOfStep(series, at) : undefined;
  return (
    <div className="chart-cell">
      <Chart
        title={title}
        said={t(`said.${kind}`)}
        data={data}
        shown={props.shown}
        when={label}
        hrefOf={hrefOf}
        onPick={hrefOf && ((at) => router.push(hrefOf(at)))}
      />
      {series.measured === undefined ? null : (
        <p className="meta">
          {t("measured", {
            when: when(series.measured.at, "day"),
            value: Math.round(series.measured.p95),
          })}
        </p>
      )}
      {series.counting ? <p className="meta">{t("counting")}</p> : null}
    </div>
  );
}

/** Where a step of time is a list of askings and tasks. */
const listsAskings: ReadonlySet<SeriesKind> = new Set([
  ...([
    "answers",
    "hit_rate",
    "ask_ms",
    "first_ms",
    "refusals",
    "timeouts",
    "tokens",
    "cost",
  ] as const),
]);

function hrefOfStep(series: Series, at: string): string {
  const next = series.points.find((point) => point.at > at)?.at;
  const search = new URLSearchParams({ since: new Date(at).toISOString() });
  if (next !== undefined) search.set("until", new Date(next).toISOString());
  return `/activity?${search}`;
}

function useSeries(kind: SeriesKind, step: SeriesStep, to: string | undefined) {
  const [series, setSeries] = useState<Series>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [look, setLook] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` asks for the same figures again.
  useEffect(() => {
    const stop = new AbortController();
    activityApi
      .series({ kind, step, to }, stop.signal)
      .then((found) => {
        setSeries(found);
        setProblem(undefined);
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setProblem(asProblem(error));
      });
    return () => stop.abort();
  }, [kind, step, to, look]);
  const counting = series?.counting ?? false;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setLook((before) => before + 1), COUNTING_MS);
    return () => clearInterval(timer);
  }, [counting]);
  return { series: series?.kind === kind ? series : undefined, problem };
}

const COUNTING_MS = 2000;
