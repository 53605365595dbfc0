"use client";
import { useTranslations } from "next-intl";
import type { AuditEntry } from "#lib/contracts/activity";
import { FoldButton } from "../../parts/fold-button.tsx";
import type { Column } from "../../parts/virtual-table.tsx";
import { PlaceText } from "../../source/line-range.tsx";
import { useRowWords } from "../trace/row-words.ts";
import { useWhen } from "../use-when.ts";

/** One row of the audit: when, who, with which tool, what of, by which right, and what came of it. */
export function useAuditColumns(open: {
  isOpen: (row: AuditEntry) => boolean;
  onTurn: (row: AuditEntry) => void;
}): Column<AuditEntry>[] {
  const t = useTranslations("activity.audit");
  const level = useTranslations("tools.level");
  const words = useRowWords();
  const when = useWhen();
  return [
    {
      id: "when",
      name: t("when"),
      width: "10.5rem",
      cell: (row) => {
        const at = row.kind === "read" ? row.at : row.started_at;
        return <time dateTime={at}>{when(at, "short")}</time>;
      },
    },
    {
      id: "kind",
      name: t("kind"),
      width: "4.5rem",
      cell: (row) => t(`kinds.${row.kind}`),
    },
    {
      id: "agent",
      name: t("agent"),
      width: "7rem",
      cell: (row) => words.agent(isPages(row) ? "page" : row.agent_id),
    },
    {
      id: "what",
      name: t("what"),
      width: "minmax(12rem, 1fr)",
      cell: (row) => (
        <>
          <code className="audit-tool">{row.tool_id}</code>
          {row.kind === "read" ? (
            <>
              {" "}
              <PlaceText
                path={row.relative_path}
                ranges={
                  row.line_start === undefined
                    ? []
                    : [{ line_start: row.line_start, line_end: row.line_end ?? row.line_start }]
                }
              />
            </>
          ) : null}
        </>
      ),
    },
    {
      id: "right",
      name: t("right"),
      width: "7rem",
      cell: (row) => {
        if (row.kind === "read") return null;
        const { requested, granted, approval_required, approval_result } = row;
        const levels =
          requested?.level === granted.level
            ? level(granted.level)
            : t("levels", { requested: requested?.level ?? "?", granted: granted.level });
        return approval_required && approval_result !== undefined
          ? `${levels} · ${approval_result}`
          : levels;
      },
    },
    {
      id: "outcome",
      name: t("outcome"),
      width: "8.5rem",
      cell: (row) => {
        const rule = row.kind === "read" ? row.rule : (row.deny_reason ?? row.error_class);
        const status = row.kind === "read" ? (rule === undefined ? "ok" : "denied") : row.status;
        return (
          <span className="audit-outcome" data-status={status}>
            {words.status(status)}
            {rule === undefined ? null : <span className="rule">{rule}</span>}
          </span>
        );
      },
    },
    {
      id: "more",
      name: t("more"),
      width: "5.5rem",
      cell: (row) => (
        <FoldButton open={open.isOpen(row)} onClick={() => open.onTurn(row)}>
          {t("details")}
          <span className="sr-only">
            {" "}
            {row.kind} {row.id}
          </span>
        </FoldButton>
      ),
    },
  ];
}

/** How the folders stand is asked by the page itself, again and again, and by no person. */
const isPages = (row: AuditEntry): boolean =>
  row.agent_id === "person" && row.tool_id === "mcp.docs.docs_status";
