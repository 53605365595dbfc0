"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { EmbeddingTest as Tested } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** Sends the saved model one sentence of our own and says what came of it. */
export function EmbeddingTest({ changed }: { changed: boolean }) {
  const t = useTranslations("embedding");
  const problemText = useProblemText();
  const [said, setSaid] = useState<Pick<Tested, "ok" | "message"> | "testing">();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const test = async () => {
    const now = new AbortController();
    under.current = now;
    setSaid("testing");
    try {
      setSaid(await api.testEmbedding(now.signal));
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
        disabled={changed || isTesting}
        onClick={() => void test()}
      >
        {t("test")}
      </button>
      <p
        role="status"
        className={said === undefined || isTesting || said.ok ? "meta" : "field-wrong"}
      >
        {changed ? t("testSaved") : isTesting ? t("testing") : said?.message}
      </p>
    </>
  );
}
