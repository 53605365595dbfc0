"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import { asProblem } from "../api/problem.ts";
import { useRemote } from "../api/remote.ts";
import { modelRemote } from "../api/remotes.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { ModelForm } from "./model-form.tsx";
import { fieldSaid, saveConfig } from "./save-config.ts";
import { useSaySaved } from "./saved.tsx";

/** The language model: which one, who receives what is asked, whether its key is set, and whether it answers. */
export function Model({ document }: { document: ConfigDocument }) {
  const t = useTranslations("model");
  const problemText = useProblemText();
  const { data, problem } = useRemote(modelRemote);
  return (
    <section aria-labelledby="model">
      <h2 id="model">{t("name")}</h2>
      <p className="said">{t("said")}</p>
      {data === undefined ? (
        <p className="meta">{problem === undefined ? t("loading") : problemText(problem)}</p>
      ) : (
        <>
          <ModelForm document={document} providers={data.providers} />
          <AnswerMode document={document} />
          {data.state === "unavailable" && document.config.answer.mode === "model" ? (
            <p className="field-said field-wrong">{data.message}</p>
          ) : null}
        </>
      )}
    </section>
  );
}

/** How an answer is made where the question does not say: of quotations, or written by the model and checked. */
function AnswerMode({ document }: { document: ConfigDocument }) {
  const t = useTranslations("model");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const id = useId();
  const [said, setSaid] = useState<string>();
  const { answer } = document.config;
  const choose = async (mode: ConfigDocument["config"]["answer"]["mode"]) => {
    setSaid(undefined);
    try {
      await saveConfig(document, { answer: { ...answer, mode } });
      saySaved({ text: t(`modeSaved.${mode}`) });
    } catch (error) {
      setSaid(fieldSaid(asProblem(error), "answer", problemText));
    }
  };
  return (
    <div className="argument mt-6">
      <span id={id} className="label">
        {t("mode")}
      </span>
      <fieldset className="segments justify-self-start" aria-labelledby={id}>
        {(["quote", "model"] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={answer.mode === mode}
            onClick={() => void choose(mode)}
          >
            {t(`modes.${mode}`)}
          </button>
        ))}
      </fieldset>
      <p className={said === undefined ? "meta" : "field-said field-wrong"} aria-live="polite">
        {said ?? t(`modeSaid.${answer.mode}`)}
      </p>
    </div>
  );
}
