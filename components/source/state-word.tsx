"use client";
import { useTranslations } from "next-intl";
import type { Citation } from "#lib/contracts/citation";
import { rangeText } from "./line-range.tsx";
import { useSourceState } from "./source-states.ts";

/** The state of a citation as a word behind its shape, with what it means; moved says from where to where. */
export function StateWord({ citation }: { citation: Citation }) {
  const t = useTranslations("source");
  const { state, now } = useSourceState(citation);
  return (
    <span className="state" data-state={state} title={t(`stateMeans.${state}`)}>
      {state === "moved" && now !== undefined
        ? t("movedFrom", { from: rangeText(citation.locator), to: rangeText(now) })
        : t(`state.${state}`)}
    </span>
  );
}
