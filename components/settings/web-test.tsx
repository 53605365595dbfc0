"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { webAddress } from "#lib/contracts/web-address";
import type { WebTest as Tested, WebReport } from "#lib/contracts/web-desk";
import { asProblem } from "../api/problem.ts";
import { webApi } from "../api/web.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** One search with the service that is saved. No page is fetched for it. */
export function WebTest({ report }: { report: WebReport }) {
  const t = useTranslations("web");
  const problemText = useProblemText();
  const id = useId();
  const [query, setQuery] = useState("");
  const [tested, setTested] = useState<Tested | "testing">();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const { state } = report;
  if (state === "off") return null;
  const test = async (event: FormEvent) => {
    event.preventDefault();
    if (query.trim() === "") return;
    const now = new AbortController();
    under.current = now;
    setTested("testing");
    try {
      setTested(await webApi.test(query, now.signal));
    } catch (error) {
      if (now.signal.aborted) return;
      setTested({ ok: false, message: problemText(asProblem(error)), items: [], ms: 0 });
    }
  };
  const said = tested === "testing" ? t("testing") : tested?.message;
  return (
    <form className="web-test" onSubmit={(event) => void test(event)} noValidate>
      <div className="field-row">
        <label htmlFor={id}>
          <span className="label">{t("testQuery")}</span>
          <input
            id={id}
            className="field"
            maxLength={400}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
        <button type="submit" className="btn" disabled={tested === "testing"}>
          {t("test")}
        </button>
      </div>
      <p
        role="status"
        className={
          tested === undefined || tested === "testing" || tested.ok ? "meta" : "field-wrong"
        }
      >
        {said}
      </p>
      {tested === undefined || tested === "testing" || tested.items.length === 0 ? null : (
        <ul className="web-results" aria-label={t("results")}>
          {tested.items.map(({ url, title }) => (
            <li key={url}>
              <span className="path">{webAddress(url)?.host ?? url}</span> {title}
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
