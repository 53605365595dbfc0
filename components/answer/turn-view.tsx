"use client";
import { RotateCcw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type Ref, useContext, useEffect, useRef } from "react";
import { type Answer, modelAsked } from "#lib/contracts/answer";
import { citedByClaims } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import { TraceLink } from "../activity/trace/trace-link.tsx";
import { useConfig } from "../api/remotes.ts";
import { Remembered } from "../ask/remembered.tsx";
import { StepsLine } from "../ask/steps-line.tsx";
import type { Turn } from "../ask/turn.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { settingHref } from "../settings/settings-index.ts";
import { SourceStatesContext, useSourceStates } from "../source/source-states.ts";
import { Actions } from "./actions.tsx";
import { AnswerActs } from "./answer-acts.tsx";
import { AnswerBlocks, Related, useChipped } from "./answer-blocks.tsx";
import { Compaction } from "./compaction.tsx";
import { FileListing } from "./file-listing.tsx";
import { FollowUps } from "./follow-ups.tsx";
import { Gaps } from "./gaps.tsx";
import { InLanguage } from "./in-language.tsx";
import { InlineMarkdown } from "./markdown-nodes.tsx";
import type { TakeStep } from "./next-steps.tsx";
import { Pictures } from "./pictures.tsx";
import { Sources } from "./sources.tsx";
import { ErrorTrace, Verdict } from "./verdict.tsx";
import { WasRight } from "./was-right.tsx";

/** One question with its answer, gaps and sources: a page with a heading, not a bubble. */
export function TurnView(props: {
  turn: Turn;
  number: number;
  last: boolean;
  heading?: Ref<HTMLElement>;
  onTake: TakeStep;
  onAskAgain: (turn: Turn) => void;
  /** Asks something else in the same folders; undefined while that cannot be. */
  onAsk: ((text: string) => void) | undefined;
}) {
  const { turn, number, onTake, onAskAgain, onAsk } = props;
  const t = useTranslations("turn");
  const status = turn.answer?.status;
  const { words } = useChipped({ turn, number });
  // Of several on a page each has a name of its own.
  const name = props.last ? t("answer") : t("answerNumber", { number });
  const lang = turn.answer?.lang;
  const noAnswer =
    status === "no_evidence" || status === "denied" || status === "timeout" || status === "error";
  const searched = turn.answer?.searched.filter((query) => query !== turn.question) ?? [];
  return (
    <article
      className="column turn"
      data-last={props.last}
      data-number={number}
      ref={props.heading}
      aria-busy={turn.phase === "running"}
    >
      <h2 lang={lang}>{turn.question}</h2>
      <div className="under">
        <StepsLine turn={turn} />
        {turn.claims.length > 0 ? <From turn={turn} /> : null}
        {turn.answer === undefined ? null : <WrittenBy {...turn.answer} />}
        {searched.length > 0 ? (
          <span>
            {t(turn.answer?.mode === "model" ? "searched" : "understood", {
              queries: searched.join(" · "),
            })}
          </span>
        ) : null}
      </div>
      {turn.notices.map((notice) => (
        <p className="strip" key={notice.message}>
          {notice.message}
        </p>
      ))}
      {turn.stored ? <SinceAsked turn={turn} onAskAgain={onAskAgain} /> : null}
      {turn.answer?.listings?.map((listing) => (
        <FileListing
          key={listing.sentence}
          turn={number}
          listing={listing}
          citations={turn.citations}
          words={words}
        />
      ))}
      {turn.claims.length > 0 ? (
        <section className="answer" aria-label={name} lang={lang}>
          <AnswerBlocks turn={turn} number={number} />
        </section>
      ) : null}
      <Pictures turn={turn} number={number} />
      <Related turn={turn} number={number} />
      <Actions turn={turn} />
      {status === "chat" ? (
        <section className="answer answer-own" aria-label={name} lang={lang}>
          {paragraphs(turn.answer?.markdown ?? "").map((text) => (
            <p key={text}>
              <InlineMarkdown text={text} />
            </p>
          ))}
        </section>
      ) : null}
      {turn.phase === "stopped" ? <Stopped turn={turn} onAskAgain={onAskAgain} /> : null}
      {turn.phase === "failed" ? <Failed turn={turn} onAskAgain={onAskAgain} /> : null}
      <InLanguage lang={lang}>
        {turn.answer !== undefined && noAnswer ? (
          <Verdict
            turn={turn}
            number={number}
            answer={turn.answer}
            status={status}
            onTake={onTake}
          />
        ) : (
          <Gaps turn={turn} number={number} onTake={onTake} />
        )}
      </InLanguage>
      {turn.answer?.compaction === undefined ? null : <Compaction made={turn.answer.compaction} />}
      {turn.answer === undefined ? null : (
        <Remembered
          answer={turn.answer}
          onWithout={(id) => onAskAgain({ ...turn, without: [...(turn.without ?? []), id] })}
        />
      )}
      {turn.phase === "running" ? null : <Sources turn={turn} number={number} />}
      {turn.unkept === true ? <p className="meta">{t("unkept")}</p> : null}
      {turn.answer === undefined || turn.unkept === true ? null : (
        <div className="after-answer">
          {status === "chat" || (noAnswer && status !== "no_evidence") ? (
            <TraceLink trace_id={turn.answer.trace_id} />
          ) : (
            <AnswerActs answer={turn.answer} onAskAgain={() => onAskAgain(turn)} />
          )}
          {status === "chat" ? null : <WasRight answer={turn.answer} before={turn.feedback} />}
        </div>
      )}
      {turn.answer !== undefined &&
      turn.unkept !== true &&
      onAsk !== undefined &&
      turn.claims.length > 0 ? (
        <FollowUps answer={turn.answer} onAsk={onAsk} />
      ) : null}
    </article>
  );
}

/** Which model was asked, and what it took: also where its words are not the answer. */
function WrittenBy(answer: Answer) {
  const t = useTranslations("turn");
  const model = modelAsked(answer);
  if (model === undefined) return null;
  const { input_tokens = 0, output_tokens = 0 } = answer.metrics.model ?? {};
  const key = answer.mode === "model" ? "writtenBy" : "modelAsked";
  return <span>{t(key, { model, tokens: input_tokens + output_tokens })}</span>;
}

/** By a model; until the answer is whole, what one was asked for may be its words. */
const isWritten = ({ answer, steps }: Turn): boolean =>
  answer === undefined ? steps.some(({ model }) => model !== undefined) : answer.mode === "model";

function From({ turn }: { turn: Turn }) {
  const t = useTranslations("turn");
  const citations = citedByClaims(turn);
  const files = new Set(citations.map((c) => `${c.root_id}\n${c.relative_path}`)).size;
  const folders = new Set(citations.map((c) => c.root_id)).size;
  return <span>{t(isWritten(turn) ? "rests" : "quoted", { files, folders })}</span>;
}

/** An answer from the store is held against the files once it is in view; what has changed since is counted here. */
function SinceAsked({ turn, onAskAgain }: { turn: Turn; onAskAgain: (turn: Turn) => void }) {
  const t = useTranslations("turn");
  const source = useTranslations("source");
  const here = useRef<HTMLDivElement>(null);
  const context = useContext(SourceStatesContext);
  const states = useSourceStates();
  const { citations: sources } = turn;
  useEffect(() => {
    const abort = new AbortController();
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      void context.check(sources, abort.signal);
    });
    if (here.current !== null) watch.observe(here.current);
    return () => {
      watch.disconnect();
      abort.abort();
    };
  }, [context, sources]);
  const roots = useConfig().data?.config.doc_access.roots;
  const gone =
    roots === undefined
      ? []
      : sources.filter(({ root_id }) => !roots.some(({ id }) => id === root_id));
  const labels = new Set(gone.map(labelOf));
  const counts = (["moved", "changed", "missing", "refused"] as const)
    .map((state) => ({
      state,
      count: sources.filter((c) => states.get(c).state === state).length,
    }))
    .filter(({ count }) => count > 0);
  return (
    <div ref={here}>
      {[...labels].map((label) => (
        <p className="strip" key={label}>
          <span>{t("folderGone", { label })}</span>
          <Link href={settingHref("add-folder")} prefetch={false} className="btn btn-quiet">
            {t("addAgain")}
          </Link>
        </p>
      ))}
      {counts.length === 0 ? null : (
        <div className="strip">
          <span>{t("since")}</span>
          {counts.map(({ state, count }) => (
            <span key={state} className="state" data-state={state}>
              {`${count} ${source(`state.${state}`)}`}
            </span>
          ))}
          <AskAgain turn={turn} onAskAgain={onAskAgain} />
        </div>
      )}
    </div>
  );
}

/** The folder's label, as it stands before the path. */
const labelOf = ({ display_path, relative_path }: Citation): string =>
  display_path.slice(0, Math.max(0, display_path.length - relative_path.length - 1));

function Stopped({ turn, onAskAgain }: { turn: Turn; onAskAgain: (turn: Turn) => void }) {
  const t = useTranslations("turn");
  const done = turn.actions.some(({ outcome }) => outcome !== "refused");
  return (
    <section className="verdict verdict-stopped" aria-label={t("stopped")}>
      <h3>{t("stopped")}</h3>
      <p>{t(done ? "stoppedDone" : turn.claims.length > 0 ? "stoppedKept" : "stoppedNothing")}</p>
      <div className="next-steps">
        <AskAgain turn={turn} onAskAgain={onAskAgain} />
      </div>
    </section>
  );
}

function Failed({ turn, onAskAgain }: { turn: Turn; onAskAgain: (turn: Turn) => void }) {
  const t = useTranslations("turn");
  const verdict = useTranslations("verdict");
  const problemText = useProblemText();
  if (turn.problem?.kind === "unreachable") {
    return (
      <p className="strip">
        {t("notSent")}
        <AskAgain turn={turn} onAskAgain={onAskAgain} />
      </p>
    );
  }
  const said = turn.problem === undefined ? t("cut") : problemText(turn.problem);
  return (
    <section className="verdict verdict-error" aria-label={verdict("error")}>
      <h3>{verdict("error")}</h3>
      <p>{said}</p>
      {turn.traceId === undefined ? null : <ErrorTrace traceId={turn.traceId} details={[said]} />}
      <div className="next-steps">
        <AskAgain turn={turn} onAskAgain={onAskAgain} />
      </div>
    </section>
  );
}

function AskAgain({ turn, onAskAgain }: { turn: Turn; onAskAgain: (turn: Turn) => void }) {
  const t = useTranslations("turn");
  return (
    <button type="button" className="btn" onClick={() => onAskAgain(turn)}>
      <RotateCcw size={16} aria-hidden="true" />
      {t("again")}
    </button>
  );
}

const paragraphs = (text: string) => text.split(/\n{2,}/).filter((part) => part.trim() !== "");
