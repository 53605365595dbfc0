"use client";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import type { Approval, ApprovalDecision } from "#lib/contracts/approvals";
import { LikeTasksBody } from "#lib/contracts/tasks";
import { asProblem } from "../api/problem.ts";
import { approvalsRemote, toolsApi, toolsRemote } from "../api/tools.ts";
import { later } from "../parts/later.tsx";
import { useProblemText } from "../parts/use-problem-text.ts";
import { AsksMark, LevelMark } from "../tools/marks.tsx";
import { ApprovalFacts } from "./approval-facts.tsx";
import { Countdown } from "./countdown.tsx";
import { useEffectWords } from "./effect-words.ts";
import { useReachWords } from "./reach-words.ts";
import { ShownExactly } from "./shown-exactly.tsx";

const LikeTasks = later(() => import("../tasks/like-tasks.tsx").then((m) => m.LikeTasks));

/** What "always" stands for depends on what is allowed. */
function alwaysMeans({ shows }: Approval) {
  if (shows.kind === "server") return "alwaysMeansServer";
  return shows.kind === "tool" ? "alwaysMeansTool" : "alwaysMeans";
}

const allowing = ["allow_once", "allow_session", "allow_always"] as const;

/**
 * Asks a person: what would happen in one sentence, then exactly, and how long the question stands. It blocks nothing
 * beside it. Refusing is always there and has the focus first, so that no key pressed once too often allows anything.
 */
export function ApprovalQuestion(props: {
  approval: Approval;
  /** The focus goes there, anew for another object. */
  focused: boolean | object;
  onDecided: (approval: Approval) => void;
  /** The server took no decision: somebody else may have decided, or the time has run out. */
  onLost: () => void;
}) {
  const { approval, focused, onDecided, onLost } = props;
  const t = useTranslations("approvals");
  const problemText = useProblemText();
  const effect = useEffectWords()(approval);
  const reach = useReachWords();
  const id = useId();
  const refuse = useRef<HTMLButtonElement>(null);
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  useEffect(() => {
    if (!focused) return;
    refuse.current?.focus({ preventScroll: true, focusVisible: true });
    refuse.current?.closest("dialog")?.scrollIntoView({ block: "nearest" });
  }, [focused]);

  const decide = async (decision: ApprovalDecision) => {
    if (busy) return;
    setBusy(true);
    setWrong(undefined);
    const word = note.trim();
    try {
      const body = { decision, ...(word === "" ? {} : { note: word }) };
      onDecided(await toolsApi.decide(approval.id, body));
    } catch (error) {
      setWrong(problemText(asProblem(error)));
      setBusy(false);
      onLost();
    }
    void approvalsRemote.reload();
    void toolsRemote.reload();
  };
  const started = startedBy(approval);
  const offered = allowing.filter((decision) => approval.choices.includes(decision));
  return (
    <dialog open className="approval" aria-label={t("name")} aria-describedby={`${id}-effect`}>
      <div className="approval-head">
        <h3>{t("name")}</h3>
        <LevelMark level={approval.level} said={reach(approval)} />
        <AsksMark tool={{ risk: approval.risk, requires_confirm: true }} />
        <Countdown from={approval.created_at} until={approval.expires_at} />
      </div>
      <div className="approval-body">
        <p id={`${id}-effect`} className="effect">
          {effect}
        </p>
        <ShownExactly shows={approval.shows} />
        <ApprovalFacts approval={approval} />
        {started === undefined ? null : <LikeTasks {...started} />}
        {approval.agent_id === "person" ? null : (
          <div className="argument">
            <label htmlFor={`${id}-word`} className="label">
              {t("word")}
            </label>
            <input
              id={`${id}-word`}
              className="field"
              value={note}
              maxLength={2000}
              placeholder={t("wordHint")}
              onChange={(event) => setNote(event.target.value)}
            />
          </div>
        )}
        {wrong === undefined ? null : (
          <p className="field-said field-wrong" role="alert">
            {wrong}
          </p>
        )}
        <p className="meta">
          {t("nobody")} {approval.kept === false ? t("unkept") : null}{" "}
          {offered.includes("allow_session") ? t("sessionMeans") : null}{" "}
          {offered.includes("allow_always") ? t(alwaysMeans(approval)) : null}
        </p>
      </div>
      <div className="approval-foot">
        <button
          ref={refuse}
          type="button"
          className="btn"
          aria-disabled={busy}
          onClick={() => void decide("deny")}
        >
          {t("decide.deny")}
        </button>
        <span className="flex-1" />
        {offered.map((decision) => (
          <button
            key={decision}
            type="button"
            className="btn"
            aria-disabled={busy}
            onClick={() => void decide(decision)}
          >
            {t(`decide.${decision}`)}
          </button>
        ))}
      </div>
    </dialog>
  );
}

/** The task that would be started, by the arguments of the tool that starts one. */
function startedBy({ tool_id, arguments: args }: Approval) {
  if (tool_id !== "task.start") return undefined;
  return LikeTasksBody.pick({ type: true, input: true }).safeParse(args).data;
}
