"use client";
import { Download, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Answer } from "#lib/contracts/answer";
import { api } from "../api/client.ts";
import { CopyButton } from "../parts/copy-button.tsx";

/** What can be done with a whole answer: take it along, or ask once more. */
export function AnswerActs(props: { answer: Answer; onAskAgain: () => void }) {
  const t = useTranslations("acts");
  const turn = useTranslations("turn");
  const { thread_id, run_id, status } = props.answer;
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
    </div>
  );
}
