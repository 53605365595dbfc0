"use client";
import { Ban, CircleAlert, Hourglass, TextSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Answer } from "#lib/contracts/answer";
import { CopyButton } from "../parts/copy-button.tsx";
import { GapFacts } from "./gaps.tsx";
import { NextSteps, type TakeStep } from "./next-steps.tsx";

type NoAnswer = Extract<Answer["status"], "no_evidence" | "denied" | "timeout" | "error">;

/** A question without an answer. Four outcomes, four silhouettes, each with its own next step. */
export function Verdict(props: {
  turn: number;
  answer: Answer;
  status: NoAnswer;
  onTake: TakeStep;
}) {
  const t = useTranslations("verdict");
  const gaps = useTranslations("gaps");
  const { answer, status } = props;
  const part = {
    "aria-label": gaps("name"),
    "data-part": "gaps",
    "data-turn": props.turn,
    tabIndex: -1,
  };
  const body = answer.gaps.map((gap, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place, which no other takes; its words may be another's.
    <div key={i}>
      <p>{gap.message}</p>
      <GapFacts turn={props.turn} gap={gap} number={i + 1} question={answer.question} />
      <NextSteps gap={gap} onTake={props.onTake} />
    </div>
  ));
  if (status === "no_evidence") {
    return (
      <section className="verdict gap" {...part}>
        <h3 className="gap-label">
          <TextSearch size={16} aria-hidden="true" />
          {t("no_evidence")}
        </h3>
        {body}
      </section>
    );
  }
  return (
    <section className={`verdict verdict-${status}`} {...part}>
      <h3>
        {icons[status]}
        {t(status)}
      </h3>
      {status === "timeout" ? <div className="ruler" aria-hidden="true" /> : null}
      <div>
        {body}
        {status === "error" ? (
          <ErrorTrace traceId={answer.trace_id} message={messageOf(answer)} />
        ) : null}
      </div>
    </section>
  );
}

/** The id by which the log knows a failure, and both to take along. */
export function ErrorTrace({ traceId, message }: { traceId: string; message: string }) {
  const t = useTranslations("verdict");
  return (
    <p className="meta">
      {t("trace")} <code>{traceId}</code>{" "}
      <CopyButton text={`${message}\n${traceId}`} name={t("copyDetails")} />
    </p>
  );
}

const messageOf = (answer: Answer) => answer.gaps.map((gap) => gap.message).join("\n");

const icons: Record<Exclude<NoAnswer, "no_evidence">, ReactNode> = {
  denied: <Ban size={16} aria-hidden="true" />,
  timeout: <Hourglass size={16} aria-hidden="true" />,
  error: <CircleAlert size={16} aria-hidden="true" />,
};
