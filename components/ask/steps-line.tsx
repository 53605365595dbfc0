"use client";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { Step } from "#lib/contracts/stream";
import type { Turn } from "./turn.ts";

/** One calm line while it works; afterwards "6 steps, 0.3 s". Either opens to the steps themselves. */
export function StepsLine({ turn }: { turn: Turn }) {
  const t = useTranslations("steps");
  const id = useId();
  const [open, setOpen] = useState(false);
  const seconds = useSeconds();
  const running = turn.phase === "running";
  const now = turn.steps.findLast((step) => step.state === "running") ?? turn.steps.at(-1);
  const ms = turn.answer?.metrics.latency_ms;
  const summary = running
    ? (now?.label ?? t("starting"))
    : ms === undefined
      ? t("count", { count: turn.steps.length })
      : t("took", { count: turn.steps.length, seconds: seconds(ms) });
  if (turn.steps.length === 0) {
    if (running) {
      return (
        <span>
          <span className="ring" aria-hidden="true" />
          {summary}
        </span>
      );
    }
    return ms === undefined ? null : <span>{seconds(ms)}</span>;
  }
  return (
    <>
      <button
        type="button"
        className="fold"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={16} aria-hidden="true" />
        {running ? <span className="ring" aria-hidden="true" /> : null}
        {summary}
      </button>
      <ol className="steps basis-full" id={id} hidden={!open}>
        {turn.steps.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </ol>
    </>
  );
}

function StepRow({ step }: { step: Step }) {
  const t = useTranslations("steps");
  const seconds = useSeconds();
  return (
    <li className="step" data-state={step.state}>
      <span>{step.label}</span>
      <span className="time">{step.ms === undefined ? "" : seconds(step.ms)}</span>
      <span className="detail">
        <span className="agent">
          {t.has(agentKey(step.agent)) ? t(agentKey(step.agent)) : step.agent}
        </span>
        {step.queries?.map((query) => (
          <span className="term" key={query}>
            {query}
          </span>
        ))}
        {step.files?.map((file) => (
          <span key={`${file.display_path}:${file.line_start ?? 0}`}>
            <span className="path">{file.display_path}</span>{" "}
            {file.line_start === undefined ? null : (
              <span className="lines">
                {file.line_start}
                {file.line_end === undefined || file.line_end === file.line_start
                  ? ""
                  : `–${file.line_end}`}
              </span>
            )}
          </span>
        ))}
        {step.rule === undefined ? null : <span className="rule">{step.rule}</span>}
        {step.message === undefined ? null : <span>{step.message}</span>}
      </span>
    </li>
  );
}

type AgentKey = "agent.primary" | "agent.doc_retrieval";
/** An agent the catalogue does not know is shown by its id; `t.has` decides, so the cast cannot show a raw key. */
const agentKey = (agent: string) => `agent.${agent}` as AgentKey;

export function useSeconds(): (ms: number) => string {
  const t = useTranslations("steps");
  return (ms) => t("seconds", { value: (ms / 1000).toFixed(ms < 1000 ? 2 : 1) });
}
