"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Scroller } from "../parts/scroller.tsx";
import { Middle } from "../shell/middle.tsx";
import { StartTask } from "./start-task.tsx";
import { TaskRows } from "./task-rows.tsx";

/** Tasks: start one from its form, and those that there are, newest first. */
export function TasksView() {
  const t = useTranslations("tasks");
  const [started, setStarted] = useState(0);
  return (
    <Middle title="">
      <Scroller name={t("title")}>
        <div className="tasks-page">
          <h1>{t("title")}</h1>
          <p>{t("lead")}</p>
          <StartTask onStarted={() => setStarted(started + 1)} />
          <TaskRows key={started} />
        </div>
      </Scroller>
    </Middle>
  );
}
