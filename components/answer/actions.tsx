"use client";
import { Check, CircleAlert, Hand } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReportLine, ToolAction } from "#lib/contracts/answer";
import { TraceLink } from "../activity/trace/trace-link.tsx";
import type { Turn } from "../ask/turn.ts";
import { FoldButton } from "../parts/fold-button.tsx";
import { later } from "../parts/later.tsx";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { MaskedText } from "../tools/masked-text.tsx";
import { InlineMarkdown } from "./markdown-nodes.tsx";

const ApprovalCard = later(() =>
  import("../approvals/approval-card.tsx").then((m) => m.ApprovalCard),
);

const CodeAction = later(() => import("../sandbox/code-action.tsx").then((m) => m.CodeAction));

const TaskCard = later(() => import("../tasks/task-card.tsx").then((m) => m.TaskCard));

/**
 * What was done for an answer: the calls of tools as they were made, from the program's own record, what a model says of
 * them as far as their results bear it, and the one that waits for a person, in the place where it was asked.
 */
export function Actions({ turn }: { turn: Turn }) {
  const t = useTranslations("actions");
  const { actions, report, asked } = turn;
  if (actions.length === 0 && asked.length === 0) return null;
  return (
    <section className="actions" aria-label={t("region")}>
      <h3 className="label">{t("region")}</h3>
      {actions.length === 0 ? null : (
        <ol className="action-list">
          {actions.map((action) => (
            <Action key={action.number} action={action} traceId={turn.answer?.trace_id} />
          ))}
        </ol>
      )}
      {report.length === 0 ? null : <Report lines={report} lang={turn.answer?.lang} />}
      {asked.map(({ approval_id }) => (
        <ApprovalCard key={approval_id} id={approval_id} focused={false} inPlace />
      ))}
    </section>
  );
}

function Action({ action, traceId }: { action: ToolAction; traceId: string | undefined }) {
  const t = useTranslations("actions");
  const id = useId();
  // What another agent says is read; what a tool gave back is looked up.
  const [, agent] = /^agent\.(.+)$/.exec(action.tool_id) ?? [];
  const [open, setOpen] = useState(agent !== undefined);
  const { tool_id, outcome, rule, exit_code, output, left_out, arguments: given } = action;
  const told = [given.path, given.cmd, given.command, given.pattern, given.query].find(
    (value) => typeof value === "string",
  );
  const Icon = outcome === "done" ? Check : outcome === "refused" ? Hand : CircleAlert;
  return (
    <li className="action" data-outcome={outcome}>
      <p>
        <Icon size={16} aria-hidden="true" />
        {agent === undefined ? <code>{tool_id}</code> : <b>{t("agent", { agent })}</b>}
        {told === undefined ? null : <code className="action-about">{String(told)}</code>}
        <span>{t(`outcome.${outcome}`)}</span>
        {exit_code === undefined || (exit_code === 0 && tool_id !== "bash") ? null : (
          <span className="meta">{t("exit", { code: exit_code })}</span>
        )}
        {action.agent === undefined ? null : (
          <span className="meta">{t("ofAgent", { agent: action.agent })}</span>
        )}
        {outcome === "refused" && rule !== null ? <span className="rule">{rule}</span> : null}
        {output === "" ? null : (
          <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {t("output", { number: action.number })}
          </FoldButton>
        )}
        {traceId === undefined ? null : (
          <TraceLink
            trace_id={traceId}
            at={{ span: action.invocation_id }}
            as="text"
            of={`${agent === undefined ? tool_id : t("agent", { agent })} ${action.number}`}
          />
        )}
      </p>
      {output === "" ? null : (
        <div id={id} hidden={!open}>
          {agent !== undefined ? <p className="meta">{t("ofModel")}</p> : null}
          <ScrollBox name={t("output", { number: action.number })} className="output">
            <MaskedText text={output} />
          </ScrollBox>
          {left_out === 0 ? null : <p className="meta">{t("leftOut", { letters: left_out })}</p>}
        </div>
      )}
      {tool_id !== "sandbox.exec" || action.approval_id === undefined ? null : (
        <CodeAction approval_id={action.approval_id} />
      )}
      {action.task_id === undefined ? null : <TaskCard id={action.task_id} />}
    </li>
  );
}

/** Sentences that the results bear, each with the calls it rests on: words about what was done, and no source. */
function Report({ lines, lang }: { lines: readonly ReportLine[]; lang: string | undefined }) {
  const t = useTranslations("actions");
  return (
    <div className="action-report" lang={lang}>
      <p className="meta">{t("said")}</p>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <InlineMarkdown text={line.text} />{" "}
            <span className="meta">{t("by", { calls: line.calls.join(", ") })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
