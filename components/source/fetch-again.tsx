"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { Citation } from "#lib/contracts/citation";
import { webAddress } from "#lib/contracts/web-address";
import { asProblem } from "../api/problem.ts";
import { webApi } from "../api/web.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

/** Fetches a saved page once more and says whether it says the same; what the cited lines say now stands below it then. */
export function FetchAgain(props: {
  citation: Citation;
  url: string;
  /** The saved page may be another now. */
  onFetched: () => void;
}) {
  const t = useTranslations("source");
  const format = useFormatter();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ text: string; wrong: boolean }>();
  const host = webAddress(props.url)?.host;
  if (host === undefined) return null;
  const again = async () => {
    setBusy(true);
    setSaid(undefined);
    try {
      const fetched = await webApi.fetchAgain(props.citation.relative_path);
      const when = format.dateTime(new Date(fetched.earlier_fetched_at), {
        ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
      });
      setSaid({ text: t(`fetched.${fetched.state}`, { when, host }), wrong: false });
      props.onFetched();
    } catch (error) {
      setSaid({ text: problemText(asProblem(error)), wrong: true });
    }
    setBusy(false);
  };
  return (
    <span className="fetch-again">
      <button type="button" className="btn" disabled={busy} onClick={() => void again()}>
        {busy ? t("fetching", { host }) : t("fetchAgain", { host })}
      </button>
      <span role="status" className={said?.wrong === true ? "field-wrong" : "meta"}>
        {said?.text}
      </span>
    </span>
  );
}
