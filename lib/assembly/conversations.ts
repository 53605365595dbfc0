import { withFootnotes } from "#lib/citations/footnotes";
import type { Answer } from "#lib/contracts/answer";
import type {
  AnswerMarkdown,
  ExportQuery,
  FeedbackBody,
  FeedbackQuery,
  FollowUps,
  RunQuery,
  Thread,
  ThreadList,
  ThreadQuery,
  ThreadsQuery,
} from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import { saidError } from "#lib/platform/said-error";
import type { TaskEngine } from "#lib/tasks/task-engine";
import type { SandboxOutputs } from "#lib/tools/sandbox-outputs";
import type { DocsCalls } from "./docs-calls.ts";
import { createThreadExport, type ThreadFile } from "./export-thread.ts";
import { feedbackSet } from "./feedback-set.ts";
import { createFollowUps } from "./follow-ups.ts";
import type { KeptStore } from "./keep-store.ts";
import { asPerson, type Reader } from "./reader.ts";
import type { Run, RunHub } from "./run-hub.ts";
import { createVerifyExport, type ExportVerdict } from "./verify-export.ts";
import { createVerifyMany } from "./verify-many.ts";

/** What is done with conversations once they are there. Throws `not_found` for one that is not. */
export type Conversations = {
  listThreads(query: ThreadsQuery): ThreadList;
  /** The newest turns of a conversation, or those before a cursor. */
  readThread(id: string, page?: Partial<ThreadQuery>): Thread;
  renameThread(id: string, title: string): Thread;
  /** One conversation, or all of them, with its tasks; what is under way in it is stopped. */
  deleteThreads(id?: string): Promise<number>;
  /** One answer of a conversation as Markdown with footnotes. */
  answerMarkdown(id: string, query: RunQuery): AnswerMarkdown;
  followUps(id: string, query: RunQuery, reader: Reader): Promise<FollowUps>;
  /** Keeps what a person said of an answer, or takes it back. */
  judgeAnswer(thread_id: string, body: FeedbackBody): Thread;
  exportFeedback(format: FeedbackQuery["format"]): ThreadFile;
  exportThread(id: string, format: ExportQuery["format"], reader: Reader): Promise<ThreadFile>;
  /** An exported conversation or answer, held against the files as they are now. */
  verifyExport(text: string, reader: Reader): Promise<ExportVerdict>;
};

export function createConversations(deps: {
  store: KeptStore;
  runs: RunHub;
  tasks: Pick<TaskEngine, "removeOfThread">;
  /** What code left that was run in a conversation. */
  outputs: Pick<SandboxOutputs, "remove" | "removeThreads">;
  docs: DocsCalls;
  /** Of a folder, by its id. */
  labelOf: (root_id: string) => string;
  clock: Clock;
  /** Files are opened for a person only where that can be written down. */
  beforeReading: () => Promise<unknown>;
}): Conversations {
  const { store, runs, tasks, outputs, docs, clock, beforeReading } = deps;
  const followUps = createFollowUps({ docs });
  const verify = createVerifyMany(docs);
  const exportThread = createThreadExport({ verify, clock });
  const verifyExport = createVerifyExport({ verify, docs, labelOf: deps.labelOf });
  const noThread = () => saidError("not_found", "error.thread_not_found");

  function readThread(id: string, page: Partial<ThreadQuery> = {}): Thread {
    const running = runs.running(id);
    const thread = store.get().readThread(id, page) ?? (running && threadOfRun(running));
    if (!thread) throw noThread();
    if (running === undefined) return thread;
    const { run_id, question, asked_at, roots, chosen } = running;
    return { ...thread, running: { run_id, question, asked_at, roots: [...roots], ...chosen } };
  }

  /** For a file to take along: everything, and that in one piece. */
  function wholeThread(id: string): Thread {
    const { earlier_cursor, ...thread } = readThread(id);
    let before = earlier_cursor;
    while (before !== undefined) {
      const page = readThread(id, { before });
      thread.messages.unshift(...page.messages);
      before = page.earlier_cursor;
    }
    return thread;
  }

  function readAnswer(id: string, { run_id }: RunQuery): Answer {
    const answer = store.get().readAnswer(id, run_id);
    if (answer === undefined) throw noThread();
    return answer;
  }

  return {
    listThreads: (page) => store.get().listThreads(page),
    readThread,
    renameThread(id, title) {
      if (!store.get().renameThread(id, title)) throw noThread();
      return readThread(id);
    },
    async deleteThreads(id) {
      const stopped = runs.stop(id === undefined ? "all" : { thread_id: id });
      await tasks.removeOfThread(id);
      const deleted = store.get().deleteThreads(id);
      if (id === undefined) await outputs.removeThreads();
      else await outputs.remove({ kind: "thread", id });
      if (id !== undefined && deleted === 0 && !stopped) throw noThread();
      return deleted;
    },
    answerMarkdown: (id, query) => ({ markdown: withFootnotes(readAnswer(id, query)) }),
    async followUps(id, query, reader) {
      const answer = readAnswer(id, query);
      await beforeReading();
      return followUps(answer, readThread(id), asPerson(reader));
    },
    judgeAnswer(id, body) {
      if (!store.get().judgeAnswer(id, body)) throw saidError("not_found", "error.no_such_answer");
      return readThread(id);
    },
    exportFeedback: (format) => feedbackSet(store.get().judgedAnswers(), format),
    async exportThread(id, format, reader) {
      const thread = wholeThread(id);
      await beforeReading();
      return exportThread(thread, format, reader.lang, asPerson(reader));
    },
    async verifyExport(text, reader) {
      await beforeReading();
      return verifyExport(text, asPerson(reader));
    },
  };
}

/** A conversation whose first question is under way. */
function threadOfRun({ thread_id, question, asked_at }: Run): Thread {
  return {
    id: thread_id,
    title: question,
    created_at: asked_at,
    updated_at: asked_at,
    turns: 0,
    last_status: "running",
    messages: [],
  };
}
