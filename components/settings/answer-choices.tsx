"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ConfigDocument } from "#lib/contracts/http";
import { asProblem } from "../api/problem.ts";
import { useRemote } from "../api/remote.ts";
import { modelRemote } from "../api/remotes.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { fieldSaid, saveConfig } from "./save-config.ts";
import { useSaySaved } from "./saved.tsx";

/**
 * How an answer is made where the question does not say: of quotations, or written by the model; and how what a model
 * writes is checked.
 */
export function AnswerChoices({ document }: { document: ConfigDocument }) {
  const t = useTranslations("model");
  const words = useTranslations("settings.form");
  const { answer, model } = document.config;
  const choose = useAnswerChoice(document);
  const { data } = useRemote(modelRemote);
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">{t("mode")}</h2>
      <div className="grid gap-6">
        <Choice
          id="answer-mode"
          name={words("mode")}
          said={t(`modeSaid.${answer.mode}`)}
          wrong={choose.wrong("mode")}
        >
          {(["quote", "model"] as const).map((mode) => (
            <button
              key={mode}
              type="button"
              aria-pressed={answer.mode === mode}
              onClick={() => void choose.take("mode", { mode }, `modeSaved.${mode}`)}
            >
              {t(`modes.${mode}`)}
            </button>
          ))}
        </Choice>
        {model.provider === null ? null : (
          <>
            <Choice
              id="gate"
              name={t("gate")}
              said={t(`gateSaid.${answer.gate}`)}
              wrong={choose.wrong("gate")}
            >
              {(["standard", "strict"] as const).map((gate) => (
                <button
                  key={gate}
                  type="button"
                  aria-pressed={answer.gate === gate}
                  onClick={() => void choose.take("gate", { gate }, `gateSaved.${gate}`)}
                >
                  {t(`gates.${gate}`)}
                </button>
              ))}
            </Choice>
            <Choice
              id="second-look"
              name={t("look")}
              said={t("lookSaid")}
              wrong={choose.wrong("look")}
            >
              {(["off", "on"] as const).map((look) => (
                <button
                  key={look}
                  type="button"
                  aria-pressed={answer.second_look === (look === "on")}
                  onClick={() =>
                    void choose.take("look", { second_look: look === "on" }, `lookSaved.${look}`)
                  }
                >
                  {t(`looks.${look}`)}
                </button>
              ))}
            </Choice>
          </>
        )}
      </div>
      {data?.state === "unavailable" && answer.mode === "model" ? (
        <p className="field-said field-wrong">{data.message}</p>
      ) : null}
    </section>
  );
}

type AnswerConfig = ConfigDocument["config"]["answer"];
type SavedKey =
  | `modeSaved.${AnswerConfig["mode"]}`
  | `gateSaved.${AnswerConfig["gate"]}`
  | `lookSaved.${"on" | "off"}`;

/** Saves one of these settings as it is pressed, and says beside it why it could not. */
function useAnswerChoice(document: ConfigDocument) {
  const t = useTranslations("model");
  const problemText = useProblemText();
  const saySaved = useSaySaved();
  const [failed, setFailed] = useState<{ of: string; said: string }>();
  return {
    wrong: (of: string) => (failed?.of === of ? failed.said : undefined),
    async take(of: string, change: Partial<AnswerConfig>, saved: SavedKey) {
      setFailed(undefined);
      try {
        await saveConfig(document, { answer: { ...document.config.answer, ...change } });
        saySaved({ text: t(saved) });
      } catch (error) {
        setFailed({ of, said: fieldSaid(asProblem(error), "answer", problemText) });
      }
    },
  };
}

function Choice(props: {
  id: string;
  name: string;
  said: string;
  wrong: string | undefined;
  children: ReactNode;
}) {
  const { id, name, said, wrong, children } = props;
  return (
    <div id={id} className="argument">
      <span id={`${id}-name`} className="label">
        {name}
      </span>
      <fieldset className="segments justify-self-start" aria-labelledby={`${id}-name`}>
        {children}
      </fieldset>
      <p className={wrong === undefined ? "meta" : "field-said field-wrong"} aria-live="polite">
        {wrong ?? said}
      </p>
    </div>
  );
}
