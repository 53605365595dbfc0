"use client";
import { Ban, CircleAlert, Hourglass, TextSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Answer } from "#lib/contracts/answer";
import type { Turn } from "../ask/turn.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { GapFacts, labelOf } from "./gaps.tsx";
import { InPageLanguage } from "./in-language.tsx";
import { Nearest } from "./nearest.tsx";
import { NextSteps, type TakeStep } from "./next-steps.tsx";

type NoAnswer = Extract<Answer["status"], "no_evidence" | "denied" | "timeout" | "error">;

/** A question without an answer. Four outcomes, four silhouettes, each with its own next step. */
export function Verdict(props: {
  turn: Turn;
  number: number;
  answer: Answer;
  status: NoAnswer;
  onTake: TakeStep;
}) {
  const t = useTranslations("verdict");
  const gaps = useTranslations("gaps");
  const { turn, number, answer, status } = props;
  const part = {
    "aria-label": gaps("name"),
    "data-part": "gaps",
    "data-turn": number,
    tabIndex: -1,
  };
  const body = answer.gaps.map((gap, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place, which no other takes; its words may be another's.
    <div key={i} className="one-gap">
      <p className={status === "no_evidence" ? "gap-about" : undefined}>{gap.message}</p>
      {status === "no_evidence" ? <NextSteps gap={gap} onTake={props.onTake} /> : null}
      <Nearest turn={turn} number={number} gap={gap} />
      <GapFacts turn={turn} number={number} gap={gap} at={i + 1} titled={i === 0} />
      {status === "no_evidence" ? null : <NextSteps gap={gap} onTake={props.onTake} />}
    </div>
  ));
  const [first] = answer.gaps;
  const rule = first?.rule ?? null;
  if (status === "no_evidence") {
    return (
      <section className="verdict gap" {...part}>
        <h3 className="gap-label">
          <TextSearch size={16} aria-hidden="true" />
          {first && labelOf(first, turn) === "no_hit_close"
            ? gaps("cause.no_hit_close")
            : t("no_evidence")}
        </h3>
        {body}
      </section>
    );
  }
  return (
    <section className={`verdict verdict-${status}`} {...part}>
      <h3>
        {icons[status]}
        {status === "denied" && rule !== null ? (
          <>
            {t("deniedBy")} <span className="rule">{rule}</span>
          </>
        ) : (
          t(status)
        )}
      </h3>
      {status === "timeout" ? <div className="ruler" aria-hidden="true" /> : null}
      <div>
        {body}
        {status === "error" ? (
          <ErrorTrace traceId={answer.trace_id} details={detailsOf(answer)} />
        ) : null}
      </div>
    </section>
  );
}

/** The id by which the log knows a failure; `details` are to be taken along with it, one to a line. */
export function ErrorTrace(props: { traceId: string; details: readonly string[] }) {
  const { traceId, details } = props;
  const t = useTranslations("verdict");
  return (
    <p className="trace meta">
      <span>{t("trace")}</span>
      <code>{traceId}</code>
      <InPageLanguage>
        <CopyDetails text={[...details, traceId].join("\n")} />
      </InPageLanguage>
    </p>
  );
}

function CopyDetails({ text }: { text: string }) {
  const t = useTranslations("verdict");
  return <CopyButton text={text} name={t("copyDetails")} />;
}

/** What whoever mends it needs, and nothing of the question. */
const detailsOf = ({ gaps, asked_at, run_id }: Answer): string[] => [
  ...gaps.flatMap(({ message, rule }) => (rule === null ? [message] : [message, rule])),
  asked_at,
  run_id,
];

const icons: Record<Exclude<NoAnswer, "no_evidence">, ReactNode> = {
  denied: <Ban size={16} aria-hidden="true" />,
  timeout: <Hourglass size={16} aria-hidden="true" />,
  error: <CircleAlert size={16} aria-hidden="true" />,
};
