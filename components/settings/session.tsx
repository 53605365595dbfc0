"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** The way out for who came in with the access token: ends this browser's session and shows the page to sign in. */
export function Session() {
  const t = useTranslations("session");
  const problemText = useProblemText();
  const [said, setSaid] = useState<string>();
  const signOut = async () => {
    setSaid(undefined);
    try {
      await api.signOut();
      location.assign("/");
    } catch (error) {
      setSaid(problemText(asProblem(error)));
    }
  };
  return (
    <section aria-labelledby="session">
      <h2 id="session">{t("name")}</h2>
      <p>{t("said")}</p>
      <button type="button" className="btn mt-3" onClick={() => void signOut()}>
        {t("signOut")}
      </button>
      {said === undefined ? null : (
        <p className="field-said field-wrong" role="alert">
          {said}
        </p>
      )}
    </section>
  );
}
