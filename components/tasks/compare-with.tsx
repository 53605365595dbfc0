"use client";
import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { isLive, type TaskInfo, type TaskRow } from "#lib/contracts/tasks";
import { tasksApi } from "../api/tasks.ts";
import { useAgo } from "../parts/use-ago.ts";
import { ArtifactView } from "./artifact-view.tsx";
import { StateMark } from "./state-mark.tsx";
import { useTaskWords } from "./task-words.ts";
import { useTask } from "./use-task.ts";

const MOST_OFFERED = 50;

/** Another run of the same kind beside this one: what was given, how each step ended, and which files are the same. */
export function CompareWith({ task }: { task: TaskInfo }) {
  const t = useTranslations("tasks");
  const ago = useAgo();
  const id = useId();
  const [others, setOthers] = useState<readonly TaskRow[]>([]);
  const [chosen, setChosen] = useState("");
  useEffect(() => {
    let gone = false;
    tasksApi.list({ type: task.type, limit: MOST_OFFERED }).then(
      ({ tasks }) => {
        if (gone) return;
        setOthers(tasks.filter((one) => one.task_id !== task.task_id && !isLive(one.state)));
      },
      () => undefined, // there is nothing to compare it with then
    );
    return () => {
      gone = true;
    };
  }, [task.type, task.task_id]);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>{t("compare")}</h2>
      <label className="label" htmlFor={`${id}-other`}>
        {t("compareWith")}
      </label>
      <select
        id={`${id}-other`}
        className="field compare-choice"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">{t("nothingChosen")}</option>
        {others.map(({ task_id, state, created_at }) => (
          <option key={task_id} value={task_id}>
            {`${ago(created_at)}, ${t(`state.${state}`)}${task_id === task.again ? `, ${t("thisAgain")}` : ""}`}
          </option>
        ))}
      </select>
      {chosen === "" ? null : <Comparison key={chosen} task={task} other={chosen} />}
    </section>
  );
}

function Comparison({ task, other: id }: { task: TaskInfo; other: string }) {
  const t = useTranslations("tasks");
  const words = useTaskWords();
  const { task: other } = useTask(id);
  const [shown, setShown] = useState<string>();
  if (other === undefined) return <p className="meta">{t("loading")}</p>;
  const steps = [...new Set([...task.steps, ...other.steps].map(({ name }) => name))];
  const files = [...new Set([...task.artifacts, ...other.artifacts].map(({ name }) => name))];
  const stepOf = (of: TaskInfo, name: string) => of.steps.findLast((step) => step.name === name);
  const fileOf = (of: TaskInfo, name: string) => of.artifacts.find((one) => one.name === name);
  const sameInput = JSON.stringify(task.input) === JSON.stringify(other.input);
  return (
    <div className="comparison">
      <p>{t(sameInput ? "sameInput" : "otherInput")}</p>
      <table className="finding-rows">
        <thead>
          <tr>
            <th scope="col">{t("what")}</th>
            <th scope="col">{t("thisRun")}</th>
            <th scope="col">{t("otherRun")}</th>
            <th scope="col">{t("outcome")}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((name) => (
            <tr key={`step ${name}`}>
              <th scope="row">{words.step(name)}</th>
              {[task, other].map((of) => {
                const step = stepOf(of, name);
                return (
                  <td key={of.task_id}>
                    {step === undefined ? null : <StateMark state={step.state} />}
                  </td>
                );
              })}
              <td>
                {t(stepOf(task, name)?.state === stepOf(other, name)?.state ? "same" : "different")}
              </td>
            </tr>
          ))}
          {files.map((name) => {
            const [mine, theirs] = [fileOf(task, name), fileOf(other, name)];
            return (
              <tr key={`file ${name}`}>
                <th scope="row">
                  <button
                    type="button"
                    className="textlink"
                    aria-expanded={shown === name}
                    onClick={() => setShown(shown === name ? undefined : name)}
                  >
                    {name}
                  </button>
                </th>
                <td>{mine === undefined ? t("missing") : t("bytes", { count: mine.bytes })}</td>
                <td>{theirs === undefined ? t("missing") : t("bytes", { count: theirs.bytes })}</td>
                <td>{t(mine?.sha256 === theirs?.sha256 ? "same" : "different")}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown === undefined ? null : (
        <div className="patch-sides">
          {[task, other].map((of, i) => {
            const artifact = fileOf(of, shown);
            return (
              <section
                key={of.task_id}
                aria-label={`${shown}, ${t(i === 0 ? "thisRun" : "otherRun")}`}
              >
                <h3>{t(i === 0 ? "thisRun" : "otherRun")}</h3>
                {artifact === undefined ? (
                  <p className="meta">{t("missing")}</p>
                ) : (
                  <ArtifactView task_id={of.task_id} artifact={artifact} />
                )}
              </section>
            );
          })}
        </div>
      )}
    </div>
  );
}
