"use client";
import { CornerDownRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import type { Answer } from "#lib/contracts/answer";
import type { FollowUps as Found } from "#lib/contracts/http";
import { api } from "../api/client.ts";

/**
 * What the documents around an answer can answer as well, in their own words. It stands at the very end and comes when it
 * is known, so that nothing moves; where there is nothing, or it cannot be had, nothing is said.
 */
export function FollowUps({ answer, onAsk }: { answer: Answer; onAsk: (text: string) => void }) {
  const t = useTranslations("followUps");
  const id = useId();
  const [found, setFound] = useState<Found["follow_ups"]>([]);
  const { thread_id, run_id } = answer;
  useEffect(() => {
    const abort = new AbortController();
    api
      .followUps(thread_id, run_id, abort.signal)
      .then(setFound)
      .catch(() => undefined); // an offer, not an answer: its failure is nobody's trouble
    return () => abort.abort();
  }, [thread_id, run_id]);
  if (found.length === 0) return null;
  return (
    <section className="section" aria-labelledby={id}>
      <h3 id={id} className="section-title">
        {t("name")}
      </h3>
      <ul className="follow-ups">
        {found.map(({ text }) => (
          <li key={text}>
            <button type="button" className="textlink" onClick={() => onAsk(text)}>
              <CornerDownRight size={16} aria-hidden="true" />
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
