"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { isLive, type TaskStep } from "#lib/contracts/tasks";
import { traceHref } from "../activity/trace/trace-address.ts";
import { TraceLink } from "../activity/trace/trace-link.tsx";
import { FoldButton } from "../parts/fold-button.tsx";
import { later } from "../parts/later.tsx";
import { StateMark, saidClass } from "./state-mark.tsx";
import { useTaskWords } from "./task-words.ts";

const ApprovalCard = later(() =>
  import("../approvals/approval-card.tsx").then((m) => m.ApprovalCard),
);

/** The steps in their order; those that were planned first and given up stand where they were. */
export function StepList(props: { steps: readonly TaskStep[]; trace_id: string }) {
  return (
    <ol className="task-steps">
      {props.steps.map((step) => (
        <li key={step.step_id} data-state={step.state}>
          <StepRow step={step} trace_id={props.trace_id} />
        </li>
      ))}
    </ol>
  );
}

function StepRow({ step, trace_id }: { step: TaskStep; trace_id: string }) {
  const t = useTranslations("tasks");
  const words = useTaskWords();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { name, state, attempts, calls, progress, error, output_preview: output } = step;
  const called = words.step(name);
  const asked = state === "waiting_approval" ? step.approval_ids.at(-1) : undefined;
  const more = calls > 0 || (output !== undefined && output !== "null");
  return (
    <>
      <p className="task-step">
        <StateMark state={state} />
        <span>{called}</span>
        {attempts > 1 ? <span className="meta">{t("attempts", { count: attempts })}</span> : null}
        {step.plan > 1 ? <span className="meta">{t("anew")}</span> : null}
        {more ? (
          <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {t("details")} <span className="sr-only">{called}</span>
          </FoldButton>
        ) : null}
        {step.attempts === 0 || isLive(state) ? null : (
          <TraceLink trace_id={trace_id} at={{ span: step.step_id }} as="text" of={called} />
        )}
      </p>
      {progress !== undefined && isLive(state) ? (
        <p className="task-progress">
          <progress
            aria-label={t("progressOf", { step: called })}
            {...(progress.total === undefined ? {} : { value: progress.done, max: progress.total })}
          />
          <span className="meta">
            {progress.total === undefined
              ? t("done", { done: progress.done })
              : t("doneOf", { done: progress.done, total: progress.total })}
          </span>
        </p>
      ) : null}
      {error === undefined ? null : <p className={saidClass(state)}>{error.message}</p>}
      {asked === undefined ? null : <ApprovalCard key={asked} id={asked} focused={false} inPlace />}
      {more ? (
        <div id={id} hidden={!open}>
          {calls === 0 ? null : <Calls step={step} trace_id={trace_id} />}
          {output === undefined || output === "null" ? null : (
            <pre className="output">{output}</pre>
          )}
        </div>
      ) : null}
    </>
  );
}

function Calls({ step, trace_id }: { step: TaskStep; trace_id: string }) {
  const t = useTranslations("tasks");
  const { calls, tool_calls } = step;
  return (
    <>
      <p className="meta">{t("calls", { count: calls, shown: tool_calls.length })}</p>
      <ul className="task-calls">
        {tool_calls.map(({ invocation_id, tool_id, status, ms }) => (
          <li key={invocation_id}>
            <Link
              href={traceHref(trace_id, { span: invocation_id })}
              prefetch={false}
              className="textlink"
            >
              <code>{tool_id}</code>
            </Link>{" "}
            {status === "ok" ? null : <span className="rule">{status}</span>}{" "}
            <span className="meta">{t("ms", { ms })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
