"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { Concept, Forgotten } from "#lib/contracts/memory";
import { memoryApi, memoryRemote } from "../api/memory.ts";
import { asProblem } from "../api/problem.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { SaveForm } from "../parts/save-form.tsx";
import { useAgo } from "../parts/use-ago.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** One fact: how it is read, where it comes from, what stands against it, and what can be done about it. */
export function FactRow(props: {
  concept: Concept;
  all: readonly Concept[];
  onForgot: (forgotten: Pick<Forgotten, "message">) => void;
}) {
  const { concept, all, onForgot } = props;
  const t = useTranslations("memory");
  const problemText = useProblemText();
  const ago = useAgo();
  const id = useId();
  const [text, setText] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const { concept_id, kind, term = "", value = "", partition, agent_id } = concept;
  const newer = all.find((one) => one.concept_id === concept.contradicted_by);
  const change = async (next: { text: string } | { shared: true }) => {
    await memoryApi.change(concept_id, next);
    await memoryRemote.reload();
  };
  const share = async () => {
    try {
      await change({ shared: true });
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
  };
  if (text !== undefined) {
    return (
      <SaveForm
        act={t("saveFact")}
        cancel={t("cancel")}
        onDone={() => setText(undefined)}
        save={async () => {
          if (text.trim() === "") return { wrong: t("factNeeded") };
          try {
            await change({ text: text.trim() });
            return undefined;
          } catch (error) {
            return { wrong: problemText(asProblem(error)) };
          }
        }}
      >
        <label className="label" htmlFor={id}>
          {t("factText")}
        </label>
        <input
          id={id}
          className="field"
          value={text}
          maxLength={300}
          // biome-ignore lint/a11y/noAutofocus: the box takes the place of the button that was pressed.
          autoFocus
          onChange={(event) => setText(event.target.value)}
        />
      </SaveForm>
    );
  }
  return (
    <>
      <p className="memory-text" data-past={newer !== undefined}>
        {concept.text}
      </p>
      <p className="meta">
        <span>{kind === "note" ? t("read.note") : t(`read.${kind}`, { term, value })}</span>{" "}
        <span>
          {t(concept.origin === "stated" ? "from.stated" : "from.accepted", {
            when: ago(concept.created_at),
            agent: agent_id ?? "",
          })}
        </span>{" "}
        <span>{t("used", { count: concept.uses })}</span>
      </p>
      {newer === undefined ? null : (
        <p className="caution">{t("contradicted", { text: newer.text })}</p>
      )}
      {partition === undefined ? null : (
        <p className="caution">{t("partition", { agent: partition })}</p>
      )}
      <div className="memory-acts">
        <button type="button" className="btn btn-quiet" onClick={() => setText(concept.text)}>
          {t("editFact")}
        </button>
        {partition === undefined ? null : (
          <button type="button" className="btn btn-quiet" onClick={() => void share()}>
            {t("shareFact")}
          </button>
        )}
        <ConfirmDialog
          title={t("forgetFactTitle")}
          said={t("forgetFactSaid", { text: concept.text })}
          keep={t("keep")}
          act={t("forgetNow")}
          confirm={async () => onForgot(await memoryApi.forget({ concept_id }))}
        >
          <button type="button" className="btn btn-quiet">
            {t("forgetFact")}
          </button>
        </ConfirmDialog>
      </div>
      {wrong === undefined ? null : (
        <p className="field-wrong" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}
