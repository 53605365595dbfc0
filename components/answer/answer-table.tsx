"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import type { LaidOut } from "#lib/contracts/blocks";
import { FoldButton } from "../parts/fold-button.tsx";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { readTable, TableRows } from "./markdown-nodes.tsx";

/** So many rows are read at a glance; a table that is hardly longer is shown whole. */
const shownRows = 10;
const foldFrom = 14;

/**
 * A table of an answer: its first rows with the number of the others, which one button brings, and the number of rows that
 * only the source has. A wide one scrolls within itself. `tail` (the chips) stands in the last cell.
 */
export function AnswerTable({ claim, tail }: { claim: LaidOut; tail?: ReactNode }) {
  const t = useTranslations("answer");
  const [all, setAll] = useState(false);
  const table = useMemo(() => readTable(claim.text), [claim.text]);
  if (table === undefined) return <pre>{claim.text}</pre>;
  const { rows } = table;
  const shown = all || rows.length < foldFrom ? rows.length : shownRows;
  return (
    <div className="table-claim">
      <ScrollBox name={t("table")} className="table-scroll">
        <TableRows table={table} most={shown} tail={tail} />
      </ScrollBox>
      {shown === rows.length ? null : (
        <FoldButton open={false} onClick={() => setAll(true)}>
          {t("allRows", { count: rows.length })}
        </FoldButton>
      )}
      {claim.left_out === undefined ? null : (
        <span className="left-out">{t("moreRows", { count: claim.left_out })}</span>
      )}
    </div>
  );
}
