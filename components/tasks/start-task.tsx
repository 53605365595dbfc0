"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import type { TaskKind } from "#lib/contracts/tasks";
import { writtenInLine } from "#lib/contracts/written-out";
import { asProblem } from "../api/problem.ts";
import { useRemote } from "../api/remote.ts";
import { configRemote } from "../api/remotes.ts";
import { taskKindsRemote, tasksApi } from "../api/tasks.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { CodeForm } from "../sandbox/code-form.tsx";
import { SchemaForm } from "../tools/arguments-form.tsx";
import { LikeTasks } from "./like-tasks.tsx";
import { taskFields } from "./task-fields.ts";
import { useTaskWords } from "./task-words.ts";
import { withoutMasks } from "./without-masks.ts";

/** Chooses a kind of task and asks for what it takes; what was started is opened. */
export function StartTask({ onStarted }: { onStarted: () => void }) {
  const t = useTranslations("tasks");
  const words = useTaskWords();
  const problemText = useProblemText();
  const id = useId();
  const router = useRouter();
  const { data: kinds, problem } = useRemote(taskKindsRemote);
  const [chosen, setChosen] = useState<string>();
  if (kinds === undefined) {
    return <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>;
  }
  const shown = kinds.filter(({ state }) => state !== "no_skill");
  const kind = shown.find(({ type }) => type === chosen) ?? shown[0];
  if (kind === undefined) return <p className="meta">{t("noTypes")}</p>;
  return (
    <section aria-labelledby={`${id}-start`}>
      <h2 id={`${id}-start`}>{t("start")}</h2>
      <div className="task-kinds">
        <label className="label" htmlFor={`${id}-kind`}>
          {t("kind")}
        </label>
        <select
          id={`${id}-kind`}
          className="field"
          value={kind.type}
          onChange={(event) => setChosen(event.target.value)}
        >
          {shown.map(({ type }) => (
            <option key={type} value={type}>
              {words.type(type)}
            </option>
          ))}
        </select>
      </div>
      <TaskForm
        key={kind.type}
        kind={kind}
        onStarted={(task_id) => {
          onStarted();
          router.push(`/tasks/${task_id}`);
        }}
      />
    </section>
  );
}

/** `given` stands in the form at first, what was masked in it apart; `again` is the task that it is from. */
export function TaskForm(props: {
  kind: TaskKind;
  given?: Record<string, unknown>;
  again?: string;
  onStarted: (task_id: string) => void;
}) {
  const { kind, again, onStarted } = props;
  const t = useTranslations("tasks");
  const words = useTaskWords();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [typed, setTyped] = useState<Record<string, unknown>>();
  const { data: config } = useRemote(configRemote);
  const roots = config?.config.doc_access.roots ?? [];
  const ids = roots.map(({ id }) => id).join("\n");
  const asked = useMemo(
    () => taskFields(kind.type, kind.inputs, ids === "" ? [] : ids.split("\n")),
    [kind.type, kind.inputs, ids],
  );
  const named = (name: string) => {
    const known = words.named(kind.type, name);
    if (known === undefined || name !== "folders") return known;
    return { ...known, options: new Map(roots.map(({ id, label }) => [id, label])) };
  };
  const { given, left } = useMemo(() => withoutMasks(props.given ?? {}), [props.given]);
  const foreign = kind.skill?.source === "person";
  const own = foreign ? undefined : words.said(kind.type);
  const start = async (input: Record<string, unknown>) => {
    setBusy(true);
    setWrong(undefined);
    try {
      const { task_id } = await tasksApi.create({
        ...{ type: kind.type, input },
        ...(again === undefined ? {} : { again }),
      });
      onStarted(task_id);
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
    setBusy(false);
  };
  const act = (
    <button type="submit" className="btn btn-main" disabled={busy || kind.state !== "ready"}>
      {t("startNow")}
    </button>
  );
  return (
    <div className="task-form">
      <p className={foreign ? "foreign" : undefined}>{own ?? kind.skill?.description}</p>
      {kind.state === "ready" ? null : (
        <p className="caution">
          {kind.state === "no_skill"
            ? t("kindState.no_skill")
            : t(`kindState.${kind.state}`, { skill: kind.skill?.name ?? "" })}
        </p>
      )}
      {left.length === 0 ? null : (
        <p className="caution">{t("notKept", { fields: writtenInLine(left.join(", ")) })}</p>
      )}
      {kind.type === "run_code_snippet" && !foreign ? (
        <CodeForm
          given={given}
          act={act}
          busy={busy}
          onCall={(input) => void start(input)}
          onTyped={setTyped}
        />
      ) : (
        <SchemaForm
          asked={asked}
          words={(name) => (foreign ? undefined : words.field(kind.type, name))}
          named={(name) => (foreign ? undefined : named(name))}
          foreign={foreign}
          act={act}
          none={t("noFields")}
          given={given}
          busy={busy}
          onCall={(input) => void start(input)}
          onTyped={setTyped}
        />
      )}
      {typed === undefined ? null : (
        <LikeTasks
          type={kind.type}
          input={typed}
          {...(again === undefined ? {} : { except: again })}
        />
      )}
      {wrong === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
