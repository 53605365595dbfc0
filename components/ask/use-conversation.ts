"use client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Citation } from "#lib/contracts/citation";
import type { Thread } from "#lib/contracts/http";
import { type ChatMessage, chatProblem } from "../api/chat.ts";
import { api } from "../api/client.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { useReach } from "../api/reachability.ts";
import { knock } from "../api/send.ts";
import { threadsRemote } from "../shell/threads.ts";
import { wantAnswerParts } from "./later-parts.ts";
import { liveTurns, storedTurn, type Turn } from "./turn.ts";
import { useLaterChat } from "./use-later-chat.ts";

/** How often an answer under way is read from its beginning before its line counts as broken. */
const mostReads = 3;

/** While an answer is under way, the server is asked so often whether it is there. */
const heartbeatMs = 2000;

/** What a person chose for a question beside its words; undefined leaves it to the configuration. */
export type Chosen = Pick<Turn, "roots" | "mode" | "model" | "web" | "without" | "unkept">;

export type Conversation = {
  turns: Turn[];
  title: string | undefined;
  /** Loading a stored conversation; its failure; or ready to be asked. */
  state: { kind: "loading" } | { kind: "failed"; problem: ApiProblem } | { kind: "ready" };
  busy: boolean;
  ask(question: string, chosen: Chosen): void;
  /** Puts the same question again in the place of a turn that brought nothing. */
  askAgain(turn: Turn): void;
  stop(): void;
  reload(): void;
};

/**
 * One conversation: what the store holds of it, then what is asked now. `onThread` is told the thread's id as soon as a
 * question has one, so that a reload finds the answer under way; `undefined` when the only question of a thread was stopped
 * or failed, which leaves nothing behind. A question that is left for another page is answered all the same.
 */
export function useConversation(
  threadId: string | undefined,
  heard: {
    onThread: (id: string | undefined) => void;
    /** A citation of a running answer, which the server has just checked against its file. */
    onCitation: (citation: Citation) => void;
  },
): Conversation {
  const { stored, put, reload } = useStored(threadId);
  const thread = useRef(threadId);
  const answered = useRef(false);
  const chat = useLaterChat({
    threadId: () => thread.current,
    onData(part) {
      if (part.type === "data-citation") heard.onCitation(part.data);
    },
    onError: (error) => {
      const problem = chatProblem(error);
      setFailed(problem);
      // Where the line was cut, or an answer under way was being read, the server has more to tell to whoever comes back.
      if (problem.kind !== "cut" && read.current === undefined) leaveEmptyThread();
    },
    onFinish({ message, isAbort, isError }) {
      const answer = message.parts.find((part) => part.type === "data-answer")?.data;
      if (answer === undefined) {
        // Told to its end and no answer: the server died over it, and the next one has what is left.
        if (!isAbort && !isError) lookAgain(message);
        return;
      }
      answered.current = true;
      void threadsRemote.reload();
    },
  });
  const begun = chat.messages.findLast((message) => message.role === "assistant")?.metadata
    ?.thread_id;
  const { onThread } = heard;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each thread, whoever listens.
  useEffect(() => {
    if (begun === undefined || begun === thread.current) return;
    thread.current = begun;
    // One of which nothing is kept has no address: it is there as long as the page is.
    if (!keepsNothing(chat.messages)) onThread(begun);
  }, [begun]);

  /** A thread with no answer in it is not there when the page is loaded again. */
  function leaveEmptyThread(): void {
    if (answered.current || (stored.data?.messages.length ?? 0) > 0) return;
    thread.current = undefined;
    onThread(undefined);
  }

  const running = stored.data?.running;
  const read = useRef<string>(undefined);
  const broken = useRef(0);
  const working = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that is under way is read once, by its id.
  useEffect(() => {
    if (running === undefined || read.current === running.run_id) return;
    read.current = running.run_id;
    setFailed(undefined);
    chat.setMessages([
      {
        id: running.run_id,
        role: "user",
        parts: [{ type: "text", text: running.question }],
        metadata: {
          ...(running.roots.length === 0 ? {} : { roots: [...running.roots] }),
          ...(running.mode === undefined ? {} : { mode: running.mode }),
          ...(running.model === undefined ? {} : { model: running.model }),
          ...(running.web === true ? { web: true } : {}),
        },
      },
    ]);
    void chat.resumeStream().then(() => {
      // Where the line failed for good, the question stays on the page with what was wrong.
      if (answered.current) return;
      broken.current += 1;
      if (broken.current >= mostReads) return;
      // It ended in between, and by now the store has it; or it goes on, and is read once more.
      read.current = undefined;
      chat.setMessages([]);
      reload();
    });
  }, [running]);

  const [failed, setFailed] = useState<ApiProblem>();
  const reachable = useReach() !== "gone";
  const cut = failed?.kind === "cut" && read.current === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the server comes back.
  useEffect(() => {
    const heard = chat.messages.findLast(({ role }) => role === "assistant");
    if (cut && reachable) lookAgain(heard);
  }, [cut, reachable]);

  /** What the store has of a question that was not heard to its end takes the place of what was heard. */
  function lookAgain(heard: ChatMessage | undefined): void {
    const { current } = thread;
    const run_id = heard?.metadata?.run_id;
    if (current === undefined || broken.current >= mostReads) return;
    broken.current += 1;
    api
      .thread(current)
      .then((data) => {
        // Another question, or another conversation, may have come meanwhile.
        if (thread.current !== current || working.current) return;
        const all = [data.running, ...data.messages];
        if (!all.some((one) => one !== undefined && one.run_id === run_id)) return;
        setFailed(undefined);
        chat.clearError();
        chat.setMessages([]);
        put(data);
      })
      .catch(() => undefined); // nothing of it was kept: what was heard and what was wrong stay on the page
  }
  const [stopped, setStopped] = useState<ReadonlySet<string>>(new Set());
  const busy = chat.status === "submitted" || chat.status === "streaming";
  working.current = busy;
  // A line that is open says nothing of a server that froze behind it.
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(() => void knock(), heartbeatMs);
    return () => clearInterval(timer);
  }, [busy]);

  // What is stored stays what it is while a later answer comes, so that it is not drawn anew with each word of it.
  const before = useMemo(() => {
    const { messages = [], feedback = [] } = stored.data ?? {};
    const said = new Map(feedback.map((one) => [one.run_id, one]));
    return messages.map((answer) => storedTurn(answer, said.get(answer.run_id)));
  }, [stored.data]);
  const turns = useMemo(
    () => [...before, ...liveTurns(chat.messages, { busy, problem: failed, stopped })],
    [before, chat.messages, failed, busy, stopped],
  );

  const ask = (question: string, chosen: Chosen) => {
    const { roots, mode, model, web, without, unkept } = chosen;
    setFailed(undefined);
    void chat.sendMessage(question, {
      ...(roots === undefined ? {} : { roots: [...roots] }),
      ...(mode === undefined ? {} : { mode }),
      ...(model === undefined ? {} : { model }),
      ...(web === true && unkept !== true ? { web } : {}),
      ...(without === undefined ? {} : { without: [...without] }),
      ...(unkept === true ? { unkept } : {}),
    });
  };

  return {
    turns,
    title: stored.data?.title,
    state:
      stored.problem !== undefined
        ? { kind: "failed", problem: stored.problem }
        : threadId !== undefined && stored.data === undefined
          ? { kind: "loading" }
          : { kind: "ready" },
    busy,
    ask,
    askAgain(turn) {
      const at = chat.messages.findIndex((message) => message.id === turn.key);
      const isLast = at >= 0 && at >= chat.messages.length - 2;
      if (isLast && turn.answer === undefined) chat.setMessages(chat.messages.slice(0, at));
      chat.clearError();
      ask(turn.question, turn);
    },
    stop() {
      const asked = chat.messages.findLast((message) => message.role === "user");
      if (asked !== undefined) setStopped(new Set([...stopped, asked.id]));
      void chat.stop();
      const { current } = thread;
      if (current !== undefined) void api.stopAnswer(current).catch(() => undefined); // the page stops either way
      const done = chat.messages.at(-1)?.parts.some(({ type }) => type === "data-action") ?? false;
      if (!done) leaveEmptyThread(); // what was done is kept, and the thread with it
    },
    reload,
  };
}

/** Nothing is kept of any question so far. */
const keepsNothing = (messages: readonly ChatMessage[]): boolean =>
  messages.every(({ role, metadata }) => role !== "user" || metadata?.unkept === true);

type Stored = { data?: Thread; problem?: ApiProblem };

function useStored(threadId: string | undefined) {
  const [stored, setStored] = useState<Stored>({});
  const load = useCallback(
    (signal?: AbortSignal) => {
      if (threadId === undefined) return;
      setStored({});
      Promise.all([api.thread(threadId, signal), wantAnswerParts()])
        .then(([data]) => setStored({ data }))
        .catch((error: unknown) => {
          if (signal?.aborted !== true) setStored({ problem: asProblem(error) });
        });
    },
    [threadId],
  );
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal);
    return () => abort.abort();
  }, [load]);
  return { stored, put: (data: Thread) => setStored({ data }), reload: () => load() };
}
