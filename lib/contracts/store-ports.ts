import { z } from "zod";
import type { ActivityStore } from "./activity-store.ts";
import type { Answer } from "./answer.ts";
import type { InvokeReply } from "./approvals.ts";
import type { CitedLines } from "./docs-tools.ts";
import type { Feedback, FeedbackBody, Thread, ThreadList, ThreadQuery } from "./http.ts";
import type { NetworkLog } from "./network.ts";
import type { PeopleStore } from "./people-store.ts";
import type {
  AgentThreads,
  ApprovalStore,
  ConversationMemory,
  EarlierTurn,
  EpisodeVector,
  Events,
  IdempotencyStore,
  MemoryStore,
  Queue,
  SkillStore,
  TaskStore,
  TraceSink,
} from "./ports.ts";
import type { AuditPage, AuditQuery, CallsPage, CallsQuery } from "./records.ts";
import type { RunEvent } from "./stream.ts";

/**
 * Everything Docent keeps about its own work: conversations, envelopes, traces, the audit of reads. Documents are not
 * in it, and what looks like a secret is masked before it is written, so that what is read back may differ from what was
 * given in that alone.
 *
 * Every method that reads or writes rows returns a promise, does all of its work or none in one transaction, and rejects with
 * AppError and a sentence when the database fails. What is decided by what stands in the database is decided within one
 * method: of callers at the same moment one has its way, and the others are told by what comes back.
 *
 * `trace` and `keepNoWordOf` return nothing and never fail: they note in memory what is written a moment later, so that no
 * work waits for its own record; `requireAudit` is where that is waited for.
 */
export type Store = {
  /**
   * The same store as another sees it: what is read, changed, counted and taken away through it is that person's alone, and
   * what it is given becomes theirs. An id of another's row is one that is not there.
   */
  of(owner: string): Store;
  /** Of all people: for what a server does for all, and for who looks after it. Nothing of a person's can be made through it. */
  readonly everyone: Store;
  /** Whose it is; undefined of everyone's. A store is opened as that of the one person of a Docent without sign-in. */
  readonly owner: string | undefined;
  /** Set when the database was found damaged as it was opened, and made anew from what could be read. */
  rebuilt: Rebuilt | undefined;
  /** Which database this is, and at which step its tables are. Rejects with a sentence while it cannot be reached or written to. */
  check(): Promise<StoreState>;
  /**
   * Adds the answer to its thread, ends its run, and keeps it under its key, with everything `trace` was told so far: in
   * one transaction, so that a key whose answer is stored never leads to a second one. False, and nothing is stored, where
   * `how` says so.
   */
  saveAnswer(answer: Answer, how?: Saving): Promise<boolean>;
  /** Newest activity first. Throws `validation` for a cursor it did not make. */
  listThreads(page: ThreadsPage): Promise<ThreadList>;
  /** Its newest turns, or those before a cursor. Throws `validation` for a cursor it did not make. */
  readThread(id: string, page?: Partial<ThreadQuery>): Promise<Thread | undefined>;
  /** One answer of a thread. */
  readAnswer(thread_id: string, run_id: string): Promise<Answer | undefined>;
  threadIds(): Promise<string[]>;
  /** Whether it is a conversation of this person, or one in which a question of theirs is under way. */
  holdsThread(id: string): Promise<boolean>;
  /** False when there is no such thread. */
  renameThread(id: string, title: string): Promise<boolean>;
  /** One thread, or every one, with everything that holds its words. Says how many there were. */
  deleteThreads(id?: string): Promise<number>;
  /** Which of these saved pages of the web stored answers and tasks rest on. */
  citedPages(relative_paths: readonly string[]): Promise<Set<string>>;
  /** What calls handed over of saved pages that are forgotten, and leaves no byte of it in the file; answers and tasks keep their quotes. */
  forgetPages(forgotten: ForgottenPages): Promise<void>;
  /** Keeps what a person said of an answer. False when there is no such answer in the thread. */
  judgeAnswer(thread_id: string, body: FeedbackBody): Promise<boolean>;
  /** Every answer that something was said of, oldest first. */
  judgedAnswers(): AsyncIterable<Judged>;
  /** Which lines an answer cites, with their hashes. */
  citedLines(run_id: string): Promise<CitedLines[]>;
  /** What was asked last in a thread, oldest first; none for a thread that is not there. */
  recentTurns(before: Before, limit: number): Promise<EarlierTurn[]>;
  /** What was shown of late in a thread, for a model that goes on in it. */
  conversationMemory(before: Before): Promise<ConversationMemory>;
  /** Newest first, with what `trace` was told until now. Throws `validation` for a cursor it did not make. */
  listReads(query: AuditQuery): Promise<AuditPage>;
  /** The tool calls, like `listReads`. */
  listCalls(query: CallsQuery): Promise<CallsPage>;
  /** The calls of one asking that may have changed something, as far as `trace` was told until now. */
  actedCalls(trace_id: string): Promise<ActedCall[]>;
  /** Attempts under way and of the last day, with what they told. */
  runs: RunStore;
  /** What sub-agents were asked and replied. */
  agents: AgentThreads;
  /** Work with steps and artifacts. Deleting conversations leaves it alone: its files go with it, and who has those deletes it. */
  tasks: TaskStore;
  /** Questions to a person about tool calls, and what was allowed. */
  approvals: ApprovalStore;
  /** What a person has read and accepted of skills. */
  skills: SkillStore;
  /** Earlier questions, facts, and the forgetting of both. */
  memory: MemoryStore;
  /** Who may come in. It is the same whosever the store is. */
  people: PeopleStore;
  /** What happened, for whoever looks at it: lists, figures, previews, and what is past its time. */
  activity: ActivityStore;
  trace: KeptSink;
  /** Of an asking that is not to be stored, `trace` keeps no word of calls and replies. */
  keepNoWordOf(trace_id: string): void;
  /**
   * What cannot be audited is not done. Rejects for an act unless all that `trace` was told is stored, and for a read once
   * so much of it waits that more might be lost.
   */
  requireAudit(what: "act" | "read"): Promise<void>;
  /** Envelopes' results by idempotency key, 24 hours. */
  idempotency: IdempotencyStore;
  /** What other servers on the same database did. */
  events: Events;
  /** Which of them does what. */
  queue: Queue;
  /** Answers by the key of the request they were asked with, 24 hours; `saveAnswer` puts them there. */
  keptAnswer(key: string): Promise<{ fingerprint: string; answer: Answer } | undefined>;
  /** An asking of which nothing is kept but that it came under this key, 24 hours. */
  unkeptAsking(key: string): Promise<({ fingerprint: string } & UnkeptAsking) | undefined>;
  /** In place of the one with the run `before`, or of none; false, and nothing is kept, where another came under the key meanwhile. */
  keepUnkept(
    key: string,
    fingerprint: string,
    asking: UnkeptAsking,
    before: string | undefined,
  ): Promise<boolean>;
  /**
   * Tool calls by the key of the request they came with, 24 hours. Undefined for the one who may begin; whoever comes later is
   * given what stands there, without a reply while the call is under way.
   */
  beginInvocation(
    key: string,
    fingerprint: string,
    of: { thread_id?: string },
  ): Promise<KeptInvocation | undefined>;
  /** `thread_id`: it goes with its conversation. */
  endInvocation(
    key: string,
    fingerprint: string,
    ended: { thread_id?: string; reply: InvokeReply },
  ): Promise<void>;
  /**
   * Writes what is waiting and closes the database. What is embedded has done so when the call returns, for whoever cannot
   * wait any more because the process ends.
   */
  close(): Promise<void>;
};

export type StoreState = { database: "sqlite" | "postgresql"; step: number };

export type Saving = {
  /** The key of the request it was asked with. */
  under?: { key: string; fingerprint: string } | undefined;
  /** Is given the answer as it is stored, and says what it is found again by. */
  episodeOf?: (stored: Answer) => EpisodeVector | undefined;
  /** Only where its run is still there and has no answer yet: one that was given up or deleted meanwhile does not come back. */
  of_run?: true;
};

export type RunStore = {
  /**
   * The key of an earlier run goes over to this one. False, and nothing is begun, where the key is by now that of another run
   * than `before`, or of an answer.
   */
  begin(run: NewRun, before?: string): Promise<boolean>;
  /** `first`: the number of the first of these events within the run, from 1. An answer is kept as an answer alone. */
  append(run_id: string, first: number, events: readonly RunEvent[]): Promise<void>;
  /** Leaves no word of it behind. */
  drop(run: { run_id: string; trace_id: string }): Promise<void>;
  find(by: { run_id: string } | { key: string }): Promise<StoredRun | undefined>;
  running(): Promise<StoredRun[]>;
  events(run_id: string): Promise<RunEvent[]>;
};

/** One attempt at an asking. */
export type StoredRun = {
  /** The person whose it is. */
  owner: string;
  run_id: string;
  trace_id: string;
  thread_id: string;
  question: string;
  lang: string | null;
  asked_at: string;
  state: "running" | "done" | "interrupted";
  /** The Idempotency-Key it came with. */
  key: string | null;
  fingerprint: string | null;
};
export type NewRun = Omit<StoredRun, "state" | "owner">;

export const UnkeptAsking = z.object({
  trace_id: z.string(),
  run_id: z.string(),
  thread_id: z.string(),
  asked_at: z.string(),
});
export type UnkeptAsking = z.infer<typeof UnkeptAsking>;
export type KeptInvocation = { fingerprint: string; reply?: InvokeReply };

/** `q`: only threads whose title or questions hold every word of it. `cursor` is what the page before ended with. */
export type ThreadsPage = { limit: number; q?: string; cursor?: string | undefined };

/** Of an asking in a thread; an attempt at it that was interrupted is no earlier turn. */
export type Before = {
  thread_id: string;
  trace_id: string;
  /** Of one that is done again: the number of its message, for what was asked after it is no earlier turn. */
  message_id?: number;
};

/** An answer with what was said of it. */
export type Judged = { said: Feedback; answer: Answer };

/** A call that may have changed something: how it ended, or `unknown` where the program died in between. */
export type ActedCall = {
  invocation_id: string;
  tool_id: string;
  status: string;
  approval_id: string | null;
  ms: number;
};

/** `urls`: by which a search or a call named it. `trace_ids`: by which pages were fetched. */
export type ForgottenPages = {
  pages: readonly { relative_path: string; urls: readonly string[] }[];
  trace_ids: readonly string[];
};

/** A sink that keeps everything. */
export type KeptSink = Required<TraceSink> & NetworkLog;

/** What became of a damaged database: the name of the copy that was kept, and how much could be read of it. */
export type Rebuilt = { set_aside: string; answers: number; rows: number };
