"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ModelMetrics } from "#lib/contracts/answer";
import type { Step } from "#lib/contracts/step";
import { TraceLink } from "../activity/trace/trace-link.tsx";
import { FoldButton } from "../parts/fold-button.tsx";
import { PathText } from "../parts/path-text.tsx";
import { rangeText } from "../source/line-range.tsx";
import type { Turn } from "./turn.ts";

/** One calm line while it works; afterwards "6 steps, 0.3 s". Either opens to the steps themselves. */
export function StepsLine({ turn }: { turn: Turn }) {
  const t = useTranslations("steps");
  const id = useId();
  const [open, setOpen] = useState(false);
  const seconds = useSeconds();
  const running = turn.phase === "running";
  const now = turn.steps.findLast((step) => step.state === "running") ?? turn.steps.at(-1);
  const { latency_ms, model } = turn.answer?.metrics ?? {};
  // Nobody measured how long it took that was broken off.
  const ms = latency_ms === 0 ? undefined : latency_ms;
  const summary = running
    ? (now?.label ?? t("starting"))
    : ms === undefined
      ? t("count", { count: turn.steps.length })
      : t("took", { count: turn.steps.length, seconds: seconds(Math.max(ms, 10)) });
  if (turn.steps.length === 0) {
    if (running) {
      return (
        <span>
          <span className="ring" aria-hidden="true" />
          {summary}
        </span>
      );
    }
    return ms === undefined || ms < 10 ? null : <span>{seconds(ms)}</span>;
  }
  return (
    <>
      <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {running ? <span className="ring" aria-hidden="true" /> : null}
        {summary}
      </FoldButton>
      <ol className="steps basis-full" id={id} hidden={!open}>
        {turn.steps.map((step) => (
          <StepRow key={step.id} step={step} traceId={turn.answer?.trace_id} />
        ))}
        {model === undefined ? null : <ModelRow model={model} />}
      </ol>
    </>
  );
}

function StepRow({ step, traceId }: { step: Step; traceId: string | undefined }) {
  const t = useTranslations("steps");
  const took = useTook();
  const [all, setAll] = useState(false);
  const queries = step.queries ?? [];
  const shown = all ? queries : queries.slice(0, shownQueries);
  const hidden = queries.length - shown.length;
  return (
    <li className="step" data-state={step.state}>
      <span>
        {step.agent === "primary" ? null : (
          <>
            <span className="agent">
              {t.has(agentKey(step.agent)) ? t(agentKey(step.agent)) : step.agent}
            </span>{" "}
          </>
        )}
        {step.label}
      </span>
      <span className="time">
        {step.ms === undefined ? "" : took(step.ms)}
        {traceId === undefined ? null : (
          <TraceLink trace_id={traceId} at={{ step }} as="icon" of={step.label} />
        )}
      </span>
      <span className="detail">
        {shown.map((query) => (
          <span className="term" key={query}>
            {query}
          </span>
        ))}
        {hidden === 0 ? null : (
          <button
            type="button"
            className="more-queries"
            aria-label={t("moreQueriesNamed", { count: hidden })}
            onClick={() => setAll(true)}
          >
            {t("moreQueries", { count: hidden })}
          </button>
        )}
        {byFile(step.files ?? []).map(([path, ranges]) => (
          <span key={path}>
            <PathText path={path} /> <span className="lines">{ranges.join(", ")}</span>
          </span>
        ))}
        {step.rule === undefined ? null : <span className="rule">{step.rule}</span>}
        {step.message === undefined ? null : <span>{step.message}</span>}
      </span>
    </li>
  );
}

/** What the model took for this answer, as it was counted; nothing of a count that nobody made. */
function ModelRow({ model }: { model: ModelMetrics }) {
  const t = useTranslations("steps.model");
  const format = useFormatter();
  const took = useTook();
  const { name, turns, input_tokens, cached_tokens, output_tokens, first_token_ms, cost } = model;
  const { sub_agent_tokens: others = 0 } = model;
  const said = [
    input_tokens + output_tokens === 0
      ? undefined
      : t("tokens", { input: input_tokens, cached: cached_tokens, output: output_tokens }),
    others === 0 ? undefined : t("others", { tokens: others }),
    first_token_ms === undefined ? undefined : t("first", { time: took(first_token_ms) }),
    cost === undefined
      ? undefined
      : t("cost", { cost: format.number(cost, { maximumSignificantDigits: 3 }) }),
  ];
  return (
    <li className="step">
      <span>{t("turns", { name, turns })}</span>
      <span className="detail">{said.filter((text) => text !== undefined).join(" · ")}</span>
    </li>
  );
}

const shownQueries = 3;

/** Each file once, with its ranges by where they stand in it. */
function byFile(files: NonNullable<Step["files"]>): [string, string[]][] {
  const ranges = new Map<string, string[]>();
  for (const file of [...files].sort((a, b) => (a.line_start ?? 0) - (b.line_start ?? 0))) {
    const { line_start, line_end = line_start } = file;
    const own = ranges.get(file.display_path) ?? [];
    if (line_start !== undefined && line_end !== undefined)
      own.push(rangeText({ line_start, line_end }));
    ranges.set(file.display_path, own);
  }
  const order = [...new Set(files.map((file) => file.display_path))];
  return order.map((path) => [path, [...new Set(ranges.get(path) ?? [])]]);
}

type AgentKey = "agent.doc_retrieval";
/** An agent the catalogue does not know is shown by its id; `t.has` decides, so the cast cannot show a raw key. */
const agentKey = (agent: string) => `agent.${agent}` as AgentKey;

function useSeconds(): (ms: number) => string {
  const t = useTranslations("steps");
  return (ms) => t("seconds", { value: (ms / 1000).toFixed(ms < 1000 ? 2 : 1) });
}

/** A step is often over in less than a hundredth of a second. */
function useTook(): (ms: number) => string {
  const t = useTranslations("steps");
  const seconds = useSeconds();
  return (ms) => (ms < 1000 ? t("milliseconds", { value: Math.round(ms) }) : seconds(ms));
}
