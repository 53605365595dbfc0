"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { isLive } from "#lib/contracts/tasks";
import { tasksApi } from "../api/tasks.ts";
import { LikeTasks } from "./like-tasks.tsx";
import { StateMark, saidClass } from "./state-mark.tsx";
import { useTaskWords } from "./task-words.ts";
import { useTask } from "./use-task.ts";

/** A task that was started in a conversation: how far it is, the way to it, and a button that ends it. */
export function TaskCard({ id }: { id: string }) {
  const t = useTranslations("tasks");
  const words = useTaskWords();
  const { task, problem, reload } = useTask(id);
  if (task === undefined) {
    return problem === undefined ? null : <p className="meta">{t("gone")}</p>;
  }
  const done = task.steps.filter(({ state }) => state === "completed").length;
  const left = task.steps.filter(({ state }) => isLive(state)).length;
  const steps = { done, total: isLive(task.state) ? done + left : task.steps.length };
  return (
    <section className="task-card" aria-label={t("cardOf", { name: words.type(task.type) })}>
      <p className="task-step">
        <StateMark state={task.state} />
        <b>{words.type(task.type)}</b>
        <span className="meta">
          {task.ahead === undefined ? t("stepsDone", steps) : t("ahead", { count: task.ahead })}
        </span>
      </p>
      {task.error === undefined ? null : (
        <p className={saidClass(task.state)}>{task.error.message}</p>
      )}
      <LikeTasks type={task.type} input={task.input} except={id} />
      <div className="next-steps">
        <Link href={`/tasks/${id}`} prefetch={false} className="btn">
          {t("open")}
        </Link>
        {isLive(task.state) ? (
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => void tasksApi.cancel(id).then(reload, reload)}
          >
            {t("cancel")}
          </button>
        ) : null}
      </div>
    </section>
  );
}
