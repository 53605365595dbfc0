"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useState } from "react";
import type { Concept, Forgotten } from "#lib/contracts/memory";
import { memoryApi, memoryRemote } from "../api/memory.ts";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { FactRow } from "./fact-row.tsx";

/** The facts, newest first, and a box for another one. */
export function Facts(props: {
  concepts: readonly Concept[];
  onForgot: (forgotten: Pick<Forgotten, "message">) => void;
}) {
  const t = useTranslations("memory");
  const problemText = useProblemText();
  const id = useId();
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string>();
  // Whoever comes from an answer looks for one of them, which was not there yet when the page came.
  useEffect(() => {
    const named = window.location.hash.slice(1);
    if (named !== "") document.getElementById(named)?.scrollIntoView();
  }, []);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return setWrong(t("factNeeded"));
    setWrong(undefined);
    try {
      await memoryApi.state(text.trim());
      setText((now) => (now === text ? "" : now)); // what was typed meanwhile is another fact
      await memoryRemote.reload();
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
  };
  return (
    <section aria-labelledby={`${id}-facts`}>
      <h2 id={`${id}-facts`}>{t("facts")}</h2>
      <p className="meta">{t("factsSaid")}</p>
      <form className="memory-form" onSubmit={(event) => void add(event)} noValidate>
        <label className="label" htmlFor={`${id}-fact`}>
          {t("fact")}
        </label>
        <input
          id={`${id}-fact`}
          className="field"
          value={text}
          maxLength={300}
          placeholder={t("factExample")}
          autoComplete="off"
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="btn btn-main">
          {t("addFact")}
        </button>
        {wrong === undefined ? null : (
          <p id={`${id}-wrong`} className="field-said field-wrong" role="alert">
            {wrong}
          </p>
        )}
      </form>
      {props.concepts.length === 0 ? <p className="meta">{t("noFacts")}</p> : null}
      <ul className="memory-rows">
        {props.concepts.toReversed().map((concept) => (
          <li key={concept.concept_id} id={concept.concept_id}>
            <FactRow concept={concept} all={props.concepts} onForgot={props.onForgot} />
          </li>
        ))}
      </ul>
    </section>
  );
}
