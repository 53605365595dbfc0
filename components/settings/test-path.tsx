"use client";
import { Check, CircleMinus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import type { AccessCheck } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { Details } from "../parts/details.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";

/** Asks the rules about one path: may it be read, and if not, which rule says so. */
export function TestPath() {
  const t = useTranslations("settings");
  const problemText = useProblemText();
  const id = useId();
  const [path, setPath] = useState("");
  const [verdict, setVerdict] = useState<AccessCheck>();
  const [said, setSaid] = useState<string>();
  const test = async (event: FormEvent) => {
    event.preventDefault();
    setSaid(undefined);
    setVerdict(undefined);
    try {
      setVerdict(await api.checkPath(path));
    } catch (error) {
      setSaid(problemText(asProblem(error)));
    }
  };
  return (
    <section aria-labelledby="test">
      <h2 id="test">{t("test")}</h2>
      <form onSubmit={(event) => void test(event)}>
        <div className="field-row">
          <label htmlFor={id}>
            <span className="label">{t("testPath")}</span>
            <input
              id={id}
              className="field"
              value={path}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setPath(event.target.value)}
            />
          </label>
          <button type="submit" className="btn">
            {t("testNow")}
          </button>
        </div>
      </form>
      <div aria-live="polite">
        {said === undefined ? null : <p className="field-said field-wrong">{said}</p>}
        {verdict === undefined ? null : <VerdictRow verdict={verdict} />}
      </div>
    </section>
  );
}

function VerdictRow({ verdict }: { verdict: AccessCheck }) {
  const t = useTranslations("settings");
  return (
    <div className="verdict-row" data-allowed={verdict.allowed}>
      {verdict.allowed ? (
        <Check size={16} aria-hidden="true" />
      ) : (
        <CircleMinus size={16} aria-hidden="true" />
      )}
      <p>
        <b>{verdict.allowed ? t("yes") : t("no")}</b> {verdict.message}
        {verdict.real_path === undefined ? null : (
          <>
            {" "}
            <span className="path">{verdict.real_path}</span>
          </>
        )}
      </p>
      {verdict.rule === null && verdict.setting === undefined ? null : (
        <Details>
          <dl className="facts">
            {verdict.rule === null ? null : (
              <>
                <dt>{t("ruleName")}</dt>
                <dd>
                  <span className="rule">{verdict.rule}</span>
                </dd>
              </>
            )}
            {verdict.setting === undefined ? null : (
              <>
                <dt>{t("governedBy")}</dt>
                <dd>
                  <span className="rule">{verdict.setting}</span>
                </dd>
              </>
            )}
          </dl>
        </Details>
      )}
    </div>
  );
}
