"use client";
import { useTranslations } from "next-intl";
import type { Approval } from "#lib/contracts/approvals";
import { writtenInLine } from "#lib/contracts/written-out";
import { TraceLink } from "../activity/trace/trace-link.tsx";
import { isWebTool, useAskerWords } from "./effect-words.ts";
import { useReachWords } from "./reach-words.ts";
import { useResourceWords } from "./resource-words.ts";

/** Who asks for which tool, what it may do at most, where, and why it was not simply done. */
export function ApprovalFacts({ approval }: { approval: Approval }) {
  const t = useTranslations("approvals.facts");
  const reach = useReachWords();
  const reason = useTranslations("approvals.reason");
  const resource = useResourceWords();
  const asker = useAskerWords();
  const { shows } = approval;
  const cwd = shows.kind === "server" || shows.kind === "tool" ? shows.cwd : approval.cwd;
  const where = approval.resource;
  const told = where?.kind === "folder" && where.path === cwd;
  return (
    <dl className="facts">
      <dt>{t(shows.kind === "server" ? "server" : "tool")}</dt>
      <dd>
        <code>{writtenInLine(shows.kind === "server" ? shows.server : approval.tool_id)}</code>
        {" · "}
        {reach(approval)}
      </dd>
      <dt>{t("asker")}</dt>
      <dd>{asker(approval)}</dd>
      {where === null ? null : (
        <>
          <dt>{t("where")}</dt>
          <dd>{resource(where)}</dd>
        </>
      )}
      {cwd === undefined || cwd === null || told ? null : (
        <>
          <dt>{t("cwd")}</dt>
          <dd>
            <code>{writtenInLine(cwd)}</code>
          </dd>
        </>
      )}
      <dt>{t("why")}</dt>
      <dd>{reason(reasonOf(approval), { tool: writtenInLine(approval.tool_id) })}</dd>
      <dt>{t("trace")}</dt>
      <dd>
        <TraceLink trace_id={approval.trace_id} as="text" />
      </dd>
    </dl>
  );
}

/** The policy's reason in the reader's language: it follows from what is asked, which stands beside it. */
function reasonOf({ shows, risk, tool_id, choices }: Approval) {
  if (shows.kind === "server" || shows.kind === "tool") return shows.kind;
  if (risk === "unsafe" || risk === "unknown") return risk;
  if (!isWebTool(tool_id)) return "guarded";
  // What a search or a person named may be allowed for longer than once.
  return choices.includes("allow_always") ? "web" : "webUnasked";
}
