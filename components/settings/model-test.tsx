"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ModelTest as Tested } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** Asks the saved model one short question and says what came of it. */
export function ModelTest(props: { changed: boolean; onNames: (names: string[]) => void }) {
  const t = useTranslations("model");
  const problemText = useProblemText();
  const [said, setSaid] = useState<Pick<Tested, "ok" | "message"> | "testing">();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const test = async () => {
    const now = new AbortController();
    under.current = now;
    setSaid("testing");
    try {
      const tested = await api.testModel(now.signal);
      props.onNames(tested.models);
      setSaid(tested);
    } catch (error) {
      if (!now.signal.aborted) setSaid({ ok: false, message: problemText(asProblem(error)) });
    }
  };
  const isTesting = said === "testing";
  return (
    <>
      <button
        type="button"
        className="btn"
        disabled={props.changed || isTesting}
        onClick={() => void test()}
      >
        {t("test")}
      </button>
      <p
        role="status"
        className={said === undefined || isTesting || said.ok ? "meta" : "field-wrong"}
      >
        {props.changed ? t("testSaved") : isTesting ? t("testing") : said?.message}
      </p>
    </>
  );
}
