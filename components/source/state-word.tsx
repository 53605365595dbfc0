"use client";
import { useTranslations } from "next-intl";
import type { Citation } from "#lib/contracts/citation";
import { useSourceState } from "./source-states.ts";

/** The state of a citation as a word behind its shape; moved says from where to where. */
export function StateWord({ citation }: { citation: Citation }) {
  const t = useTranslations("source");
  const { state, now } = useSourceState(citation);
  const { line_start, line_end } = citation.locator;
  return (
    <span className="state" data-state={state}>
      {state === "moved" && now !== undefined
        ? t("movedFrom", {
            from: `${line_start}–${line_end}`,
            to: `${now.line_start}–${now.line_end}`,
          })
        : t(`state.${state}`)}
    </span>
  );
}
