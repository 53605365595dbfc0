"use client";
import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import type { Answer } from "#lib/contracts/answer";
import type { Feedback } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { later } from "../parts/later.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";

const KeepCase = later(() => import("../activity/replay/keep-case.tsx").then((m) => m.KeepCase));

type Said = Pick<Feedback, "verdict" | "why">;

/**
 * "Was this right?": one click keeps the word on this machine, a second takes it back; a wrong answer may get a reason, and
 * be kept to be replayed.
 */
export function WasRight({ answer, before }: { answer: Answer; before: Said | undefined }) {
  const t = useTranslations("wasRight");
  const problemText = useProblemText();
  const [said, setSaid] = useState(before);
  const [trouble, setTrouble] = useState<string>();
  const { thread_id, run_id } = answer;
  const keep = async (next: Said | undefined) => {
    try {
      await api.judge(thread_id, { run_id, ...(next ?? { verdict: null }) });
      setSaid(next);
      setTrouble(undefined);
    } catch (error) {
      setTrouble(problemText(asProblem(error)));
    }
  };
  const toggle = (verdict: Said["verdict"]) =>
    void keep(said?.verdict === verdict ? undefined : { verdict });
  return (
    <fieldset className="was-right" aria-label={t("ask")}>
      <span className="meta">{t("ask")}</span>
      <button
        type="button"
        className="btn btn-quiet"
        aria-pressed={said?.verdict === "right"}
        onClick={() => toggle("right")}
      >
        <Check size={16} aria-hidden="true" />
        {t("right")}
      </button>
      <button
        type="button"
        className="btn btn-quiet"
        aria-pressed={said?.verdict === "wrong"}
        onClick={() => toggle("wrong")}
      >
        <X size={16} aria-hidden="true" />
        {t("wrong")}
      </button>
      {trouble === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {trouble}
        </p>
      )}
      <span className="meta" role="status">
        {said === undefined ? "" : t("noted")}
      </span>
      {said?.verdict === "wrong" ? (
        <>
          <Why
            key={said.why ?? ""}
            why={said.why}
            onKeep={(why) => keep({ verdict: "wrong", why })}
          />
          <KeepCase trace_id={answer.trace_id} />
          <p className="meta">{t("case")}</p>
        </>
      ) : null}
    </fieldset>
  );
}

function Why({ why, onKeep }: { why: string | undefined; onKeep: (why: string) => Promise<void> }) {
  const t = useTranslations("wasRight");
  const field = useId();
  const [text, setText] = useState(why ?? "");
  const save = (event: FormEvent) => {
    event.preventDefault();
    void onKeep(text.trim());
  };
  return (
    <form onSubmit={save}>
      <label htmlFor={field} className="meta">
        {t("why")}
      </label>
      <input
        id={field}
        className="field"
        value={text}
        maxLength={2000}
        onChange={(event) => setText(event.target.value)}
      />
      {text.trim() === (why ?? "") ? null : (
        <button type="submit" className="btn">
          {t("keep")}
        </button>
      )}
    </form>
  );
}
