"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { isLive, type TaskRow, TaskState } from "#lib/contracts/tasks";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { tasksApi } from "../api/tasks.ts";
import { useAgo } from "../parts/use-ago.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { StateMark } from "./state-mark.tsx";
import { useTaskWords } from "./task-words.ts";

const PAGE = 25;
const LOOK_EVERY_MS = 2000;
const filters = ["all", "live", "over"] as const;
type Filter = (typeof filters)[number];

/** The tasks there are, newest first, by pages; while something happens in one of them it is looked at again. */
export function TaskRows() {
  const t = useTranslations("tasks");
  const problemText = useProblemText();
  const [filter, setFilter] = useState<Filter>("all");
  const [rows, setRows] = useState<readonly TaskRow[]>();
  const [next, setNext] = useState<string>();
  const [problem, setProblem] = useState<ApiProblem>();
  const load = useCallback(
    async (limit: number, cursor?: string) => {
      try {
        const states = TaskState.options.filter((state) => isLive(state) === (filter === "live"));
        const found = await tasksApi.list({
          ...(filter === "all" ? {} : { state: states }),
          ...(cursor === undefined ? {} : { cursor }),
          limit,
        });
        setRows((before) =>
          cursor === undefined ? found.tasks : [...(before ?? []), ...found.tasks],
        );
        setNext(found.next_cursor);
        setProblem(undefined);
      } catch (error) {
        setProblem(asProblem(error));
      }
    },
    [filter],
  );
  useEffect(() => {
    void load(PAGE);
  }, [load]);
  const live = rows?.some(({ state }) => isLive(state)) ?? false;
  const seen = Math.min(200, Math.max(PAGE, rows?.length ?? 0));
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void load(seen);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [live, load, seen]);
  return (
    <section aria-labelledby="runs">
      <div className="task-head">
        <h2 id="runs">{t("runs")}</h2>
        <fieldset className="segments" aria-label={t("filter.name")}>
          {filters.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={filter === one}
              onClick={() => setFilter(one)}
            >
              {t(`filter.${one}`)}
            </button>
          ))}
        </fieldset>
      </div>
      {problem === undefined ? null : (
        <p className="field-wrong" role="alert">
          {problemText(problem)}
        </p>
      )}
      {rows?.length === 0 ? <p className="meta">{t("none")}</p> : null}
      {rows === undefined || rows.length === 0 ? null : (
        <ul className="task-rows">
          {rows.map((row) => (
            <li key={row.task_id}>
              <Row row={row} />
            </li>
          ))}
        </ul>
      )}
      {next === undefined ? null : (
        <button type="button" className="btn" onClick={() => void load(PAGE, next)}>
          {t("more")}
        </button>
      )}
    </section>
  );
}

function Row({ row }: { row: TaskRow }) {
  const t = useTranslations("tasks");
  const words = useTaskWords();
  const ago = useAgo();
  const { task_id, type, state, created_at, ahead, steps, artifacts } = row;
  return (
    <Link href={`/tasks/${task_id}`} prefetch={false} className="task-row">
      <StateMark state={state} />
      <b>{words.type(type)}</b>
      <span className="meta">{ago(created_at)}</span>
      <span className="meta">
        {ahead === undefined ? t("stepsDone", steps) : t("ahead", { count: ahead })}
      </span>
      <span className="meta">{artifacts === 0 ? "" : t("files", { count: artifacts })}</span>
    </Link>
  );
}
