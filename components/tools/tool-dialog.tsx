"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { ToolInfo } from "#lib/contracts/tools";
import { ApprovalCard } from "../approvals/approval-card.tsx";
import { TitledDialog } from "../parts/titled-dialog.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { ArgumentsForm } from "./arguments-form.tsx";
import { asksOf, isForeign } from "./asks.ts";
import { ForeignWords } from "./foreign-words.tsx";
import { JudgeTool } from "./judge-tool.tsx";
import { AsksMark, LevelMark } from "./marks.tsx";
import type { Paging } from "./outcome-cut.tsx";
import { ToolOff } from "./tool-off.tsx";
import { ToolOutcome } from "./tool-outcome.tsx";
import { ToolSwitch } from "./tool-switch.tsx";
import { useToolWords } from "./tool-words.ts";
import { type Attempt, useAttempt } from "./use-attempt.ts";

/** One tool, tried by hand: what it says of itself, its arguments, and what a call brings, under the policy of every call. */
export function ToolDialog({ tool, onClose }: { tool: ToolInfo; onClose: () => void }) {
  const t = useTranslations("tools");
  const words = useToolWords()(tool);
  const { attempt, call, stop, ...ways } = useAttempt(tool);
  return (
    <TitledDialog
      title={
        <>
          <LevelMark level={tool.capability_level} /> <code>{tool.name}</code>
        </>
      }
      titleClass="tool-title"
      className="tool-dialog"
      close={t("close")}
      onClose={onClose}
    >
      <p className="tool-facts">
        {tool.id === tool.name ? null : <code>{tool.id}</code>}
        <span>{t(`level.${tool.capability_level}`)}</span>
        <AsksMark tool={tool} />
        <ToolSwitch tool={tool} />
      </p>
      {words.text === "" ? null : words.foreign ? (
        <>
          <ForeignWords text={words.text} />
          <p className="meta">{t("foreign")}</p>
        </>
      ) : (
        <p>{words.text}</p>
      )}
      <ToolOff tool={tool} onLook={onClose} />
      {isForeign(tool.provider_id) ? <JudgeTool tool={tool} /> : null}
      <ArgumentsForm tool={tool} busy={attempt.kind === "running"} onCall={call} onStop={stop}>
        <p className="meta">{t(`policy.${asksOf(tool)}`)}</p>
      </ArgumentsForm>
      <Outcome attempt={attempt} ways={ways} />
    </TitledDialog>
  );
}

/** What came of the call, in one place that is spoken when it changes. */
function Outcome({ attempt, ways }: { attempt: Attempt; ways: Omit<Paging, "page"> }) {
  const t = useTranslations("tools");
  const problemText = useProblemText();
  const place = useRef<HTMLDivElement>(null);
  const ended = attempt.kind !== "idle" && attempt.kind !== "running";
  useEffect(() => {
    if (ended) place.current?.scrollIntoView({ block: "nearest" });
  }, [ended]);
  const shown = attempt.kind === "done" ? attempt.pages[attempt.at] : undefined;
  return (
    <div ref={place} className="tool-ended">
      <p role="status" className={attempt.kind === "running" ? "running" : "sr-only"}>
        {attempt.kind === "running" || attempt.kind === "stopped" || attempt.kind === "done"
          ? t(`attempt.${attempt.kind}`)
          : ""}
      </p>
      {attempt.kind === "stopped" ? <p className="meta">{t("attempt.stopped")}</p> : null}
      {attempt.kind === "failed" ? (
        <p className="field-said field-wrong" role="alert">
          {problemText(attempt.problem)}{" "}
          {attempt.problem.rule === undefined ? null : (
            <span className="rule">{attempt.problem.rule}</span>
          )}
        </p>
      ) : null}
      {attempt.kind === "asked" ? (
        <ApprovalCard
          key={attempt.approval_id}
          id={attempt.approval_id}
          focused
          inPlace
          paging={{ page: 1, ...ways }}
        />
      ) : null}
      {attempt.kind === "done" && shown !== undefined ? (
        <ToolOutcome
          key={shown.meta.invocation_id}
          result={shown}
          paging={{ page: attempt.at + 1, ...ways }}
        />
      ) : null}
    </div>
  );
}
