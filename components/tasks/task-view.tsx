"use client";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { isLive, type TaskInfo } from "#lib/contracts/tasks";
import { TraceLink } from "../activity/trace/trace-link.tsx";
import { useWhen } from "../activity/use-when.ts";
import { asProblem } from "../api/problem.ts";
import { useRemote } from "../api/remote.ts";
import { taskKindsRemote, tasksApi } from "../api/tasks.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { FoldButton } from "../parts/fold-button.tsx";
import { Scroller } from "../parts/scroller.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { SnippetRun } from "../sandbox/snippet-run.tsx";
import { Middle } from "../shell/middle.tsx";
import { Artifacts } from "./artifacts.tsx";
import { CompareWith } from "./compare-with.tsx";
import { TaskForm } from "./start-task.tsx";
import { StateMark, saidClass } from "./state-mark.tsx";
import { StepList } from "./step-list.tsx";
import { useTaskWords } from "./task-words.ts";
import { useTask } from "./use-task.ts";

/** One task: its state and steps as they come, its files, and what can be done with it. */
export function TaskView({ id }: { id: string }) {
  const t = useTranslations("tasks");
  const words = useTaskWords();
  const problemText = useProblemText();
  const { task, problem, reload } = useTask(id);
  return (
    <Middle title="">
      <Scroller name={t("one")}>
        <div className="tasks-page">
          <Link href="/tasks" prefetch={false} className="textlink back-link">
            <ArrowLeft size={16} aria-hidden="true" />
            {t("all")}
          </Link>
          <h1>{task === undefined ? t("one") : words.type(task.type)}</h1>
          {problem === undefined ? null : (
            <p className="field-wrong" role="alert">
              {problemText(problem)}
            </p>
          )}
          {task === undefined ? (
            problem === undefined ? (
              <p className="meta">{t("loading")}</p>
            ) : null
          ) : (
            <TaskBody key={task.task_id} task={task} reload={reload} />
          )}
        </div>
      </Scroller>
    </Middle>
  );
}

function TaskBody({ task, reload }: { task: TaskInfo; reload: () => Promise<void> }) {
  const t = useTranslations("tasks");
  const when = useWhen();
  const live = isLive(task.state);
  const seconds = Math.round(task.spent.ms / 100) / 10;
  return (
    <>
      <p className="task-facts" role="status">
        <StateMark state={task.state} />
        {task.ahead === undefined ? null : <span>{t("ahead", { count: task.ahead })}</span>}
        <span>{when(task.created_at, "minute")}</span>
        {live ? null : <span>{t("took", { seconds })}</span>}
        {task.spent.tokens === 0 ? null : <span>{t("tokens", { count: task.spent.tokens })}</span>}
        <span>{t("ofSkill", { skill: task.skill })}</span>
      </p>
      {task.error === undefined ? null : (
        <p className={`strip ${saidClass(task.state)}`}>
          {task.error.message} <span className="rule">{task.error.code}</span>
        </p>
      )}
      <Acts task={task} live={live} reload={reload} />
      {task.notices.length === 0 ? null : (
        <ul className="task-notices">
          {task.notices.map(({ code, message }) => (
            <li key={`${code} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      <section aria-labelledby="steps">
        <h2 id="steps">{t("stepsTitle")}</h2>
        <StepList steps={task.steps} trace_id={task.trace_id} />
      </section>
      {task.type === "run_code_snippet" ? <SnippetRun task={task} /> : null}
      <Artifacts task={task} onChange={() => void reload()} />
      <Given task={task} />
      {live ? null : <CompareWith task={task} />}
    </>
  );
}

function Acts(props: { task: TaskInfo; live: boolean; reload: () => Promise<void> }) {
  const { task, live, reload } = props;
  const t = useTranslations("tasks");
  const words = useTaskWords();
  const router = useRouter();
  const problemText = useProblemText();
  const { data: kinds } = useRemote(taskKindsRemote);
  const kind = kinds?.find(({ type }) => type === task.type);
  const [again, setAgain] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const cancel = async () => {
    try {
      await tasksApi.cancel(task.task_id);
      setWrong(undefined);
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
    await reload();
  };
  return (
    <>
      <div className="next-steps">
        {live ? (
          <button type="button" className="btn" onClick={() => void cancel()}>
            {t("cancel")}
          </button>
        ) : null}
        {live || kind?.state !== "ready" ? null : (
          <button
            type="button"
            className="btn"
            aria-expanded={again}
            aria-controls="again"
            onClick={() => setAgain(!again)}
          >
            {t("again")}
          </button>
        )}
        <TraceLink trace_id={task.trace_id} />
        <ConfirmDialog
          title={t("deleteTitle", { name: words.type(task.type) })}
          said={t(live ? "deleteLive" : "deleteSaid")}
          keep={t("keep")}
          act={t("deleteNow")}
          confirm={async () => {
            await tasksApi.remove(task.task_id);
            router.push("/tasks");
          }}
        >
          <button type="button" className="btn btn-quiet">
            {t("delete")}
          </button>
        </ConfirmDialog>
      </div>
      {wrong === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
      {again && kind !== undefined ? (
        <section id="again" aria-label={t("again")} className="again">
          <TaskForm
            kind={kind}
            given={task.input}
            again={task.task_id}
            onStarted={(task_id) => router.push(`/tasks/${task_id}`)}
          />
        </section>
      ) : null}
    </>
  );
}

function Given({ task }: { task: TaskInfo }) {
  const t = useTranslations("tasks");
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={t("given")}>
      <FoldButton open={open} aria-controls="given" onClick={() => setOpen(!open)}>
        {t("given")}
      </FoldButton>
      <div id="given" hidden={!open}>
        <pre className="output">{JSON.stringify(task.input, null, 2)}</pre>
        {task.again === undefined ? null : (
          <p className="meta">
            <Link href={`/tasks/${task.again}`} prefetch={false} className="textlink">
              {t("earlier")}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}
