"use client";
import { Download, ListRestart, RotateCcw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Answer } from "#lib/contracts/answer";
import { traceHref } from "../activity/trace/trace-address.ts";
import { TraceLink } from "../activity/trace/trace-link.tsx";
import { api } from "../api/client.ts";
import { CopyButton } from "../parts/copy-button.tsx";

/** What can be done with a whole answer: take it along, ask once more, see how it came about, or replay it. */
export function AnswerActs(props: { answer: Answer; onAskAgain: () => void }) {
  const t = useTranslations("acts");
  const turn = useTranslations("turn");
  const activity = useTranslations("activity.link");
  const { thread_id, run_id, trace_id, status } = props.answer;
  const said = status === "answered" || status === "partial" || status === "no_evidence";
  return (
    <div className="answer-acts">
      {said ? (
        <>
          <CopyButton text={() => api.answerMarkdown(thread_id, run_id)} name={t("copy")} />
          <a className="btn btn-quiet" href={api.threadFile(thread_id)} download>
            <Download size={16} aria-hidden="true" />
            {t("export")}
          </a>
        </>
      ) : null}
      <button type="button" className="btn btn-quiet" onClick={props.onAskAgain}>
        <RotateCcw size={16} aria-hidden="true" />
        {turn("again")}
      </button>
      <TraceLink trace_id={trace_id} />
      <Link href={traceHref(trace_id, "replay")} prefetch={false} className="btn btn-quiet">
        <ListRestart size={16} aria-hidden="true" />
        {activity("replay")}
      </Link>
    </div>
  );
}
