"use client";
import { useTranslations } from "next-intl";
import type { ToolResult } from "#lib/contracts/tools";
import { useSizeWords } from "../parts/use-size-words.ts";

/** Which page of a long result is shown, and the ways from it. */
export type Paging = {
  /** From 1. */
  page: number;
  goesOn: (result: ToolResult) => boolean;
  next: (result: ToolResult) => void;
  previous: () => void;
};

/** What of a result was left out, and how to go on: the next page where there is one, else to ask for less. */
export function OutcomeCut({ result, paging }: { result: ToolResult; paging?: Paging }) {
  const t = useTranslations("tools.outcome");
  const size = useSizeWords();
  const { truncated_lines: lines, truncated_bytes: bytes, next_page_cursor: cursor } = result;
  const cut = lines > 0 || bytes > 0;
  const page = paging?.page ?? 1;
  const goesOn = paging?.goesOn(result) ?? false;
  const more = cursor !== undefined || goesOn;
  if (!cut && !more && page === 1) return null;
  return (
    <p className="outcome-cut">
      <span role="status">
        {page > 1 ? t("page", { page }) : null}{" "}
        {cut ? t(goesOn ? "follows" : "cut", { lines, size: size(bytes) }) : null}
        {cut ? null : t(more ? "more" : "end")} {goesOn || (!cut && !more) ? null : t("narrow")}
      </span>
      {paging === undefined ? null : (
        <span className="pages">
          {page > 1 ? (
            <button type="button" className="btn" onClick={paging.previous}>
              {t("previous")}
            </button>
          ) : null}
          {goesOn ? (
            <button type="button" className="btn" onClick={() => paging.next(result)}>
              {t("next")}
            </button>
          ) : null}
        </span>
      )}
    </p>
  );
}
