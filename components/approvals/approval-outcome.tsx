"use client";
import { Ban, Check, CircleAlert, Hourglass, Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import type { Approval } from "#lib/contracts/approvals";
import { TraceLink } from "../activity/trace/trace-link.tsx";
import type { Paging } from "../tools/outcome-cut.tsx";
import { ToolOutcome } from "../tools/tool-outcome.tsx";

type Ended = Exclude<Approval["state"], "pending">;

/** What came of an approval: the result of the call, or one of three ways not to happen, each with a look of its own. */
export function ApprovalOutcome(props: {
  approval: Approval;
  /** It takes the focus of the button that decided. */
  focused: boolean;
  paging?: Paging;
}) {
  const { approval, focused } = props;
  const t = useTranslations("approvals");
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focused) place.current?.focus({ preventScroll: true });
  }, [focused]);
  const ended = approval.state as Ended; // a pending one is a question still
  const { kind } = approval.shows;
  const begun =
    (kind === "server" || kind === "tool") && !isRefusal(ended) && ended !== "failed"
      ? begins[kind]
      : undefined;
  const paging = props.paging === undefined ? {} : { paging: props.paging };
  return (
    <section
      ref={place}
      className="asked-outcome"
      data-state={ended}
      aria-label={t("outcome")}
      tabIndex={-1}
    >
      <p className="asked-head" role="status">
        {icons[ended]}
        <b>{t(`state.${begun ?? ended}`)}</b>
        {approval.rule === undefined ? null : <span className="rule">{approval.rule}</span>}
      </p>
      {ended === "expired" ? <div className="ruler" aria-hidden="true" /> : null}
      <p className="asked-said">
        {approval.decision === undefined || approval.decision === "deny"
          ? null
          : `${t(`decided.${approval.decision}`)} `}
        {isRefusal(ended) ? t(`said.${ended}`) : null}{" "}
        {approval.note === undefined ? null : t("note", { note: approval.note })}{" "}
        <TraceLink trace_id={approval.trace_id} as="text" />
      </p>
      {approval.result === undefined ? null : (
        <ToolOutcome result={approval.result} told {...paging} {...filesOf(approval)} />
      )}
    </section>
  );
}

/** Where what the call left is found; what a task ran has left its files to the task. */
function filesOf({ agent_id, thread_id }: Approval) {
  if (agent_id.startsWith("task.")) return {};
  return { files: thread_id === null ? {} : { thread: thread_id } };
}

/** What an allowed start or switch is said to be: no call stands behind it that could end. */
const begins = { server: "started", tool: "switched" } as const;

const isRefusal = (state: Ended): state is "denied" | "expired" | "interrupted" =>
  state === "denied" || state === "expired" || state === "interrupted";

const icons: Record<Ended, ReactNode> = {
  allowed: <Check size={16} aria-hidden="true" />,
  running: <Check size={16} aria-hidden="true" />,
  done: <Check size={16} aria-hidden="true" />,
  failed: <CircleAlert size={16} aria-hidden="true" />,
  denied: <Ban size={16} aria-hidden="true" />,
  expired: <Hourglass size={16} aria-hidden="true" />,
  interrupted: <Unplug size={16} aria-hidden="true" />,
};
