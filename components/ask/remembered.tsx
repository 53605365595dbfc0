"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Answer } from "#lib/contracts/answer";
import { memoryApi } from "../api/memory.ts";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { EarlierAnswer } from "./earlier-answer.tsx";

/** What memory had to do with an answer: with which facts the question was understood, what was asked before, what may be kept. */
export function Remembered({
  answer,
  onWithout,
}: {
  answer: Pick<Answer, "earlier" | "understood_with" | "remember">;
  /** Asks the same again without a fact. */
  onWithout: (concept_id: string) => void;
}) {
  const t = useTranslations("memory");
  const { earlier, understood_with = [], remember } = answer;
  return (
    <>
      {understood_with.map(({ concept_id, text }) => (
        <p className="strip remembered" key={concept_id}>
          <span>{t("understoodWith", { text })}</span>
          <button type="button" className="btn btn-quiet" onClick={() => onWithout(concept_id)}>
            {t("without")}
          </button>
          <Link href={`/memory#${concept_id}`} prefetch={false} className="row-link">
            {t("lookAtFact")}
          </Link>
        </p>
      ))}
      {remember === undefined ? null : <Offer text={remember} />}
      {earlier === undefined ? null : <EarlierAnswer {...earlier} />}
    </>
  );
}

/** Nothing is kept before the button is pressed. */
function Offer({ text }: { text: string }) {
  const t = useTranslations("memory");
  const problemText = useProblemText();
  const [kept, setKept] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const keep = async () => {
    setWrong(undefined);
    try {
      await memoryApi.state(text);
      setKept(true);
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
  };
  return (
    <p className="strip remembered">
      <span role="status">{kept ? t("isRemembered", { text }) : t("toRemember", { text })}</span>
      {kept ? (
        <Link href="/memory" prefetch={false} className="row-link">
          {t("lookAtMemory")}
        </Link>
      ) : (
        <button type="button" className="btn" onClick={() => void keep()}>
          {t("remember")}
        </button>
      )}
      {wrong === undefined ? null : (
        <span className="field-wrong" role="alert">
          {wrong}
        </span>
      )}
    </p>
  );
}
