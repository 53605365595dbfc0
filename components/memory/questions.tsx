"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useId, useState } from "react";
import type { Episode, Forgotten } from "#lib/contracts/memory";
import { memoryApi } from "../api/memory.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useAgo } from "../parts/use-ago.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

const PAGE = 20;
const pauseMs = 200;

/** Earlier questions: newest first, or those that are most like what is typed, in whatever words. */
export function Questions(props: { onForgot: (forgotten: Pick<Forgotten, "message">) => void }) {
  const t = useTranslations("memory");
  const problemText = useProblemText();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [rows, setRows] = useState<readonly Episode[]>();
  const [next, setNext] = useState<string>();
  const [problem, setProblem] = useState<ApiProblem>();
  const wanted = typed.trim();
  const load = useCallback(
    async (cursor?: string, signal?: AbortSignal) => {
      try {
        const q = wanted === "" ? {} : { q: wanted };
        const at = cursor === undefined ? {} : { cursor };
        const found = await memoryApi.episodes({ ...q, ...at, limit: PAGE }, signal);
        setRows((before) =>
          cursor === undefined ? found.episodes : [...(before ?? []), ...found.episodes],
        );
        setNext(found.next_cursor);
        setProblem(undefined);
      } catch (error) {
        if (signal?.aborted !== true) setProblem(asProblem(error));
      }
    },
    [wanted],
  );
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => void load(undefined, abort.signal), pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [load]);
  return (
    <section aria-labelledby={`${id}-questions`}>
      <h2 id={`${id}-questions`}>{t("questions")}</h2>
      <label className="label" htmlFor={`${id}-find`}>
        {t("findQuestion")}
      </label>
      <input
        id={`${id}-find`}
        type="search"
        className="field"
        value={typed}
        maxLength={400}
        onChange={(event) => setTyped(event.target.value)}
      />
      {problem === undefined ? null : (
        <p className="field-wrong" role="alert">
          {problemText(problem)}
        </p>
      )}
      <p role="status" className="meta">
        {rows?.length === 0 ? t(wanted === "" ? "noQuestions" : "noneLike") : ""}
      </p>
      <ul className="memory-rows">
        {(rows ?? []).map((episode) => (
          <li key={episode.run_id}>
            <QuestionRow episode={episode} onForgot={props.onForgot} />
          </li>
        ))}
      </ul>
      {next === undefined ? null : (
        <button type="button" className="btn" onClick={() => void load(next)}>
          {t("more")}
        </button>
      )}
    </section>
  );
}

function QuestionRow(props: {
  episode: Episode;
  onForgot: (forgotten: Pick<Forgotten, "message">) => void;
}) {
  const { run_id, thread_id, thread_title, question, asked_at, sources } = props.episode;
  const t = useTranslations("memory");
  const ago = useAgo();
  return (
    <>
      <p className="memory-text">
        <Link href={`/t/${encodeURIComponent(thread_id)}`} prefetch={false} className="row-link">
          {question}
        </Link>
      </p>
      <p className="meta">
        <span>{ago(asked_at)}</span> · <span>{t("sources", { count: sources.length })}</span>
      </p>
      <div className="memory-acts">
        <ConfirmDialog
          title={t("forgetTurnTitle")}
          said={t("forgetTurnSaid", { question })}
          keep={t("keep")}
          act={t("forgetNow")}
          confirm={async () => props.onForgot(await memoryApi.forget({ run_id }))}
        >
          <button type="button" className="btn btn-quiet">
            {t("forgetTurn")}
          </button>
        </ConfirmDialog>
        <ConfirmDialog
          title={t("forgetThreadTitle")}
          said={t("forgetThreadSaid", { title: thread_title })}
          keep={t("keep")}
          act={t("forgetNow")}
          confirm={async () => props.onForgot(await memoryApi.forget({ thread_id }))}
        >
          <button type="button" className="btn btn-quiet">
            {t("forgetThread")}
          </button>
        </ConfirmDialog>
      </div>
    </>
  );
}
