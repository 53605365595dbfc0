"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useProblemText } from "../parts/use-problem-text.ts";
import type { Pages } from "./use-pages.ts";

/** What stands in the place of a list that has no rows: it is on its way, it failed, nothing fits the filters, or there is nothing. */
export function ListState<R>(props: {
  pages: Pages<R>;
  filtered: boolean;
  onClear: () => void;
  none: ReactNode;
}) {
  const t = useTranslations("activity.list");
  const problemText = useProblemText();
  const { rows, problem } = props.pages;
  return (
    <>
      {problem === undefined ? null : (
        <div className="field-wrong" role="alert">
          <p>{problemText(problem)}</p>
          <button type="button" className="btn" onClick={props.pages.reload}>
            {t("again")}
          </button>
        </div>
      )}
      <p role="status" className={rows === undefined && problem === undefined ? "meta" : "sr-only"}>
        {rows === undefined
          ? problem === undefined
            ? t("loading")
            : ""
          : t(props.pages.more ? "rowsMore" : "rows", { count: rows.length })}
      </p>
      {rows?.length !== 0 ? null : props.filtered ? (
        <div className="list-empty">
          <p>{t("noneFit")}</p>
          <button type="button" className="btn" onClick={props.onClear}>
            {t("clear")}
          </button>
        </div>
      ) : (
        <div className="list-empty">{props.none}</div>
      )}
    </>
  );
}
