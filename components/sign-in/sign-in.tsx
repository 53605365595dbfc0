"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { Brand } from "../shell/brand.tsx";
import { signInPath } from "./sign-in-path.ts";

/** The page to sign in: takes the access token once, then shows the page that was asked for. */
export function SignIn() {
  const t = useTranslations("signIn");
  const problemText = useProblemText();
  const id = useId();
  const [token, setToken] = useState("");
  const [said, setSaid] = useState<string>();
  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setSaid(undefined);
    try {
      await api.signIn(token.trim());
      if (location.pathname === signInPath) location.assign("/");
      else location.reload();
    } catch (error) {
      const problem = asProblem(error);
      setSaid(problem.code === "unauthorized" ? t("wrong") : problemText(problem));
    }
  };
  return (
    <main id="main" className="sign-in">
      <Brand />
      <h1>{t("title")}</h1>
      <p className="lead">{t("said")}</p>
      <form onSubmit={(event) => void signIn(event)}>
        <label htmlFor={id}>
          <span className="label">{t("token")}</span>
          <input
            id={id}
            className="field"
            type="password"
            autoComplete="current-password"
            required
            value={token}
            aria-invalid={said === undefined ? undefined : true}
            aria-describedby={`${id}-said`}
            onChange={(event) => setToken(event.target.value)}
          />
        </label>
        <button type="submit" className="btn btn-main">
          {t("enter")}
        </button>
        <p id={`${id}-said`} className="field-said field-wrong" aria-live="polite">
          {said}
        </p>
      </form>
    </main>
  );
}
