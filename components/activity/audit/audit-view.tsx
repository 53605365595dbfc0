"use client";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { AuditEntry } from "#lib/contracts/activity";
import { activityApi } from "../../api/activity.ts";
import { ActivityFrame } from "../activity-frame.tsx";
import { useFilterOptions } from "../filter-options.ts";
import { FilteredList, useFilteredList } from "../filtered-list.tsx";
import { useRowWords } from "../trace/row-words.ts";
import { useAuditColumns } from "./audit-columns.tsx";
import { AuditDetails } from "./audit-details.tsx";
import { ChainState } from "./chain-state.tsx";

const names = [
  ...(["kind", "status", "tool", "rule", "agent", "root", "path"] as const),
  ...(["trace", "task", "approval"] as const),
];
const kinds = ["read", "call"] as const;
const statuses = ["ok", "no_hit", "denied", "timeout", "cancelled", "error", "unknown"] as const;

/** Who read or did what, when, by which right and approval; and whether the record stands as it was written. */
export function AuditView() {
  const t = useTranslations("activity.audit");
  const words = useRowWords();
  const scroller = useRef<HTMLElement>(null);
  const list = useFilteredList(names, activityApi.audit);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const turn = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const columns = useAuditColumns({
    isOpen: (row) => open.has(auditKey(row)),
    onTurn: (row) => turn(auditKey(row)),
  });
  const { tools, rules, agents, folders } = useFilterOptions();
  return (
    <ActivityFrame view="audit" scroller={scroller}>
      <ChainState>
        <a className="btn" href={activityApi.auditFile()} download>
          <Download size={16} aria-hidden="true" />
          {t("export")}
        </a>
      </ChainState>
      <FilteredList
        list={list}
        fields={[
          {
            name: "kind",
            label: t("kind"),
            options: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
          },
          {
            name: "status",
            label: t("status"),
            options: statuses.map((value) => ({ value, label: words.status(value) })),
          },
          { name: "tool", label: t("tool"), options: tools, advanced: true },
          { name: "rule", label: t("rule"), options: rules, advanced: true },
          { name: "agent", label: t("agent"), options: agents, advanced: true },
          { name: "root", label: t("folder"), options: folders },
          { name: "path", label: t("path") },
          { name: "trace", label: "trace_id", advanced: true },
          { name: "task", label: "task_id", advanced: true },
          { name: "approval", label: "approval_id", advanced: true },
        ]}
        name={t("name")}
        none={t("none")}
        columns={columns}
        keyOf={auditKey}
        scroller={scroller}
        under={(row) => (open.has(auditKey(row)) ? <AuditDetails row={row} /> : null)}
      />
    </ActivityFrame>
  );
}

const auditKey = (row: AuditEntry) => `${row.kind} ${row.id}`;
