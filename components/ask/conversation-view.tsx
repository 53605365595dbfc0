"use client";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Gap, NextStep } from "#lib/contracts/answer";
import { groupsOf } from "#lib/contracts/blocks";
import type { ConfigDocument } from "#lib/contracts/http";
import { useAnswerKeys } from "../answer/use-answer-keys.ts";
import { useRemote } from "../api/remote.ts";
import { useConfig } from "../api/remotes.ts";
import { webRemote } from "../api/web.ts";
import { Divider } from "../parts/divider.tsx";
import { Scroller } from "../parts/scroller.tsx";
import { Sheet } from "../parts/sheet-later.ts";
import { useProblemText } from "../parts/use-problem-text.ts";
import { useWide } from "../parts/use-wide.ts";
import { Middle } from "../shell/middle.tsx";
import { takeNewQuestion } from "../shell/new-question.ts";
import { OpenSourceContext } from "../source/open-source.ts";
import type { PaneLeft } from "../source/source-pane.tsx";
import { citationOf, readSourceRef } from "../source/source-ref.ts";
import { createSourceStates, SourceStatesContext } from "../source/source-states.ts";
import { FirstScreen } from "./first-screen.tsx";
import { usualFolders } from "./handbook.ts";
import { keepFocus } from "./keep-focus.ts";
import { SourcePane, ThreadActions, TurnView, wantAnswerParts } from "./later-parts.ts";
import { QuestionBox } from "./question-box.tsx";
import { Suggestions } from "./suggestions.tsx";
import type { Turn } from "./turn.ts";
import { type Chosen, useConversation } from "./use-conversation.ts";
import { useEarlierTurns } from "./use-earlier-turns.ts";
import { useModelChoice } from "./use-model-choice.ts";
import { usePageKeys } from "./use-page-keys.ts";
import { usePaneWidth } from "./use-pane-width.ts";
import { useRunAddress } from "./use-run-address.ts";
import { useSourceWay } from "./use-source-way.ts";
import { useTabTitle } from "./use-tab-title.ts";

/** One conversation on the page: the first screen or its turns, the box, and the source beside them. */
export function ConversationView(props: {
  threadId: string | undefined;
  onThread: (id: string | undefined) => void;
}) {
  const t = useTranslations("source");
  const turn = useTranslations("turn");
  const thread = useTranslations("thread");
  const wide = useWide();
  const config = useConfig();
  const states = useMemo(() => createSourceStates(), []);
  const conversation = useConversation(props.threadId, {
    onThread: props.onThread,
    onCitation: states.vouch,
  });
  const { turns } = conversation;
  const [draft, setDraft] = useState("");
  const [chosen, setScope] = useState<readonly string[] | undefined>();
  const scope = stillThere(chosen, config.data);
  const usual = config.data === undefined ? [] : usualFolders(config.data);
  const writer = useModelChoice(config.data);
  const [web, setWeb] = useState(false);
  const [unkept, setUnkept] = useState(false);
  /** What was done on the way here. */
  const [told, setTold] = useState<"deleted">();
  const searchesWeb = useRemote(webRemote).data?.state === "ready";
  const box = useRef<HTMLTextAreaElement>(null);
  const search = useSearchParams();
  // An answer that is named by its run is found once the conversation is here.
  const ref = search.get("run") === null ? readSourceRef(search) : undefined;
  const way = useSourceWay(ref, turns);
  const citation = ref === undefined ? undefined : citationOf(ref, turns);
  const pane = usePaneWidth();
  const sourceColumn = useRef<HTMLDivElement>(null);
  // Across the width where the pane becomes a sheet it is another one, that goes on where the one before was.
  const paneLeft = useRef<PaneLeft>(undefined);
  const isOpen = ref !== undefined;
  useEffect(() => {
    if (!isOpen) paneLeft.current = undefined;
  }, [isOpen]);
  const sourced = turns.some((turn) => turn.citations.length > 0);
  // A question may be put, a step taken and a source closed while the last of an answer that is all there is still on its way.
  const [next, setNext] = useState<Chosen & Pick<Turn, "question">>();
  const over = turns.at(-1)?.answer !== undefined && next === undefined;
  const busy = conversation.busy && !over;
  usePageKeys({
    box,
    walk: sourced ? way.walk : undefined,
    stop: busy ? conversation.stop : undefined,
    close: ref === undefined ? undefined : way.close,
  });

  useAnswerKeys(turns, ref?.turn);
  useRunAddress(turns, conversation.state.kind === "ready");

  const first = turns.length === 0 && conversation.state.kind === "ready";
  // The box moves to the foot of the page with the first question; whoever was typing goes on there.
  const typing = useRef(false);
  useEffect(() => {
    if (!first && typing.current) box.current?.focus({ preventScroll: true });
  }, [first]);
  // The suggestion or the follow-up that was pressed is gone with its question.
  const count = turns.length;
  const counted = useRef(count);
  useEffect(() => {
    if (counted.current !== count && conversation.state.kind === "ready") keepFocus();
    counted.current = count;
  }, [count, conversation.state.kind]);

  // The code for an answer is fetched while its question is being written, that for a source once there is one.
  const asking = draft !== "" || turns.length > 0;
  useEffect(() => {
    if (asking) void wantAnswerParts();
  }, [asking]);
  useEffect(() => {
    if (sourced) void SourcePane.want();
  }, [sourced]);
  const [renamed, setRenamed] = useState<string>();
  const title = renamed ?? conversation.title ?? turns[0]?.question;
  const kept = turns.findLast((turn) => turn.answer !== undefined && turn.unkept !== true)?.answer
    ?.thread_id;
  useTabTitle(title);

  const fill = (text: string) => {
    setDraft(text);
    box.current?.focus();
  };
  const put = (question: string, chosen: Chosen) =>
    conversation.ask(question.trim(), { ...chosen, ...writer.stillThere(chosen) });
  const send = (question: string, chosen: Chosen) => {
    if (question.trim() === "" || busy) return;
    typing.current = wide && document.activeElement === box.current;
    setDraft("");
    setWeb(false);
    if (conversation.busy) setNext({ question, ...chosen });
    else put(question, chosen);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is put once, when the answer before it has ended.
  useEffect(() => {
    if (next === undefined || conversation.busy) return;
    setNext(undefined);
    put(next.question, next);
  }, [next, conversation.busy]);
  // Asked for from elsewhere: with a question, which is put at once, or for one to be written.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits is taken once, by the page it opened.
  useEffect(() => {
    // Once the page stands: a view that is drawn and thrown away again may not take the question with it.
    const timer = setTimeout(() => {
      const wanted = takeNewQuestion();
      if (wanted?.question !== undefined) {
        send(wanted.question, nothingChosen);
        keepFocus();
      } else if (wanted !== undefined) {
        setTold(wanted.told);
        box.current?.focus();
      } else if (props.threadId === undefined && writesAtOnce()) {
        box.current?.focus({ preventScroll: true });
      }
    });
    return () => clearTimeout(timer);
  }, []);
  const take = (turn: Turn) => (step: NextStep, gap: Gap, from: HTMLElement) => {
    const text = typeof step.value === "string" ? step.value : turn.question;
    switch (step.action) {
      case "rephrase":
      case "broaden":
        return text === turn.question ? fill(text) : setNext({ ...turn, question: text });
      case "search_all_folders": {
        const all = config.data?.roots.map(({ id }) => id) ?? [];
        const roots = all.length === usual.length ? undefined : all;
        setScope(roots);
        return setNext({ ...turn, roots });
      }
      case "search_web":
        return setNext({ ...turn, web: true });
      case "retry":
        return setNext(turn);
      case "open":
        return way.openFromGap(
          turns.indexOf(turn) + 1,
          turn.gaps.indexOf(gap) + 1,
          step.value,
          from,
        );
      case "add_folder":
      case "configure":
        return undefined; // links of their own
    }
  };
  const asked = (): Chosen => ({
    ...{ roots: scope, ...writer.chosen },
    ...{ web: searchesWeb && web, without: undefined, unkept },
  });
  const question = (
    <QuestionBox
      box={box}
      draft={draft}
      onDraft={setDraft}
      onSend={() => send(draft, asked())}
      onStop={conversation.stop}
      busy={busy}
      followUp={turns.length > 0}
      lastQuestion={turns.at(-1)?.question}
      sourced={sourced}
      escapes={busy || ref !== undefined}
      folders={config.data?.roots ?? []}
      usual={usual}
      scope={scope}
      onScope={setScope}
      writer={writer.shown}
      web={searchesWeb ? { on: web, onTurn: setWeb } : undefined}
      unkept={{ on: unkept, onTurn: setUnkept }}
    />
  );
  const middle = (
    <Middle
      title={first ? "" : (title ?? turn("conversation"))}
      acts={
        kept === undefined ? null : (
          <ThreadActions id={kept} title={title ?? ""} onRenamed={setRenamed} />
        )
      }
    >
      {first ? (
        <FirstScreen config={config} box={box}>
          {told === undefined ? null : (
            <p className="strip" role="status">
              {thread(told)}
            </p>
          )}
          {question}
          <Suggestions
            draft={draft}
            onNear={() => void wantAnswerParts()}
            onAsk={(text) => send(text, asked())}
          />
        </FirstScreen>
      ) : (
        <>
          <Turns
            conversation={conversation}
            wanted={ref?.turn ?? turnOfRun(turns, search.get("run"))}
            take={take}
            onAsk={send}
            onAskAgain={(turn) => conversation.askAgain({ ...turn, ...writer.stillThere(turn) })}
          />
          {conversation.state.kind === "ready" ? (
            <div className="ask-dock">
              <div className="column">{question}</div>
            </div>
          ) : null}
        </>
      )}
      <Progress turns={turns} />
    </Middle>
  );
  const source =
    ref === undefined ||
    (citation === undefined && conversation.state.kind === "loading") ? null : (
      <SourcePane
        key={`${ref.turn}:${ref.kind}`}
        source={ref}
        citation={citation}
        turn={turns[ref.turn - 1]}
        place={way.place}
        left={paneLeft}
        onWalk={way.walk}
        onClose={way.close}
      />
    );
  return (
    <SourceStatesContext value={states}>
      <OpenSourceContext value={{ current: ref, open: way.open }}>
        <div className="bench">
          <div className="talk">{middle}</div>
          {wide && source !== null ? (
            <>
              <Divider
                id="divide"
                className=""
                name={t("resize")}
                pane={sourceColumn}
                controls="source"
                side="right"
                onMoved={pane.remember}
              />
              <div
                id="source"
                className="source-column"
                ref={sourceColumn}
                style={{ width: `${pane.width}px` }}
              >
                {source}
              </div>
            </>
          ) : null}
        </div>
        {!wide && source !== null ? (
          <Sheet name={t("pane")} onClose={way.close}>
            {source}
          </Sheet>
        ) : null}
      </OpenSourceContext>
    </SourceStatesContext>
  );
}

/** A page made for asking has the cursor in its box, but where a keyboard would come up over it, and where a hand is busy. */
const writesAtOnce = () =>
  document.activeElement === document.body &&
  window.matchMedia("(hover: hover) and (pointer: fine) and (min-width: 900px)").matches;

const nothingChosen: Chosen = {
  roots: undefined,
  mode: undefined,
  model: undefined,
  web: undefined,
  without: undefined,
  unkept: undefined,
};

/** From 1; undefined of a run that is not here. */
function turnOfRun(turns: readonly Turn[], run: string | null): number | undefined {
  const at = run === null ? -1 : turns.findIndex(({ answer }) => answer?.run_id === run);
  return at < 0 ? undefined : at + 1;
}

/** A choice of folders without those that are gone meanwhile: what the chips show is what is sent. */
function stillThere(
  chosen: readonly string[] | undefined,
  config: ConfigDocument | undefined,
): readonly string[] | undefined {
  if (config === undefined) return chosen;
  const left = chosen?.filter((id) => config.roots.some((root) => root.id === id));
  return left?.length === 0 ? undefined : left;
}

/** The turns in a scroller of their own. A new question comes to the top once; after that the reader scrolls. */
function Turns(props: {
  conversation: ReturnType<typeof useConversation>;
  /** A turn that is to be there, from 1: a source of it is open. */
  wanted: number | undefined;
  take: (turn: Turn) => (step: NextStep, gap: Gap, from: HTMLElement) => void;
  onAsk: (question: string, chosen: Chosen) => void;
  onAskAgain: (turn: Turn) => void;
}) {
  const { conversation } = props;
  const t = useTranslations("turn");
  const problemText = useProblemText();
  const scroller = useRef<HTMLElement>(null);
  const newest = useRef<HTMLElement>(null);
  const { turns } = conversation;
  const asked = turns.findLast((turn) => !turn.stored)?.key;
  const { first, showEarlier } = useEarlierTurns(turns.length, props.wanted, scroller);
  useEffect(() => {
    if (asked === undefined || newest.current === null) return;
    scroller.current?.scrollTo({ top: newest.current.offsetTop });
  }, [asked]);
  return (
    <Scroller name={t("conversation")} ref={scroller}>
      {conversation.state.kind === "loading" ? (
        <p className="column turn meta">{t("loading")}</p>
      ) : null}
      {conversation.state.kind === "failed" ? (
        <div className="column">
          <section className="verdict verdict-error">
            <h3>{t("notOpened")}</h3>
            <p>{problemText(conversation.state.problem)}</p>
            <div className="next-steps">
              <button type="button" className="btn" onClick={conversation.reload}>
                {t("tryAgain")}
              </button>
            </div>
          </section>
        </div>
      ) : null}
      {first === 0 ? null : (
        <div className="column turn">
          <button type="button" className="btn" onClick={showEarlier}>
            {t("earlier", { count: first })}
          </button>
        </div>
      )}
      {turns.slice(first).map((turn, at) => {
        const i = first + at;
        const last = i === turns.length - 1;
        return (
          <TurnView
            key={turn.key}
            turn={turn}
            number={i + 1}
            last={last && !turn.stored}
            {...(last ? { heading: newest } : {})}
            onTake={props.take(turn)}
            onAskAgain={props.onAskAgain}
            onAsk={
              last && !conversation.busy
                ? (text) => props.onAsk(text, { ...turn, web: undefined })
                : undefined
            }
          />
        );
      })}
    </Scroller>
  );
}

/** What a screen reader is told, politely and once: at work, then what came of it. */
function Progress({ turns }: { turns: readonly Turn[] }) {
  const t = useTranslations("progress");
  const turn = turns.findLast((one) => !one.stored);
  return (
    <p role="status" className="sr-only">
      {turn === undefined ? "" : progressWords(turn, t)}
    </p>
  );
}

/** How many places stand there as possible answers where nothing of the answer is sure. */
function unsurePlaces(turn: Turn): number {
  const groups = groupsOf(turn);
  if (groups.some(({ kind }) => kind !== "may_be")) return 0;
  return groups.reduce((sum, { pieces }) => sum + pieces.length, 0);
}

function progressWords(turn: Turn, t: ReturnType<typeof useTranslations<"progress">>): string {
  if (turn.phase === "running") return t(turn.asked.length > 0 ? "asks" : "working");
  if (turn.phase === "stopped") return t("stopped");
  if (turn.phase === "failed") return t("failed");
  const status = turn.answer?.status;
  if (status === "answered" || status === "partial") {
    const gaps = turn.gaps.length;
    const unsure = unsurePlaces(turn);
    if (unsure > 0) return t("unsure", { places: unsure, gaps });
    return t("ready", { citations: turn.citations.length, gaps });
  }
  return t(status ?? "failed");
}
