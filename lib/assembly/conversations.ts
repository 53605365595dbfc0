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
import type { DocsCalls } from "./docs-calls.ts";
import { createThreadExport, type ThreadFile } from "./export-thread.ts";
import { feedbackSet } from "./feedback-set.ts";
import { createFollowUps } from "./follow-ups.ts";
import type { Forgetting } from "./forgetting.ts";
import type { KeptStore } from "./keep-store.ts";
import { asPerson, type Reader } from "./reader.ts";
import type { Run, RunHub } from "./run-hub.ts";
import { createVerifyExport, type ExportVerdict } from "./verify-export.ts";
import { createVerifyMany } from "./verify-many.ts";
import { createVerifyPictures } from "./verify-pictures.ts";

/** What is done with conversations once they are there. Throws `not_found` for one that is not. */
export type Conversations = {
  listThreads(query: ThreadsQuery): Promise<ThreadList>;
  /** The newest turns of a conversation, or those before a cursor. */
  readThread(id: string, page?: Partial<ThreadQuery>): Promise<Thread>;
  renameThread(id: string, title: string): Promise<Thread>;
  /** One conversation, or all of them, with its tasks; what is under way in it is stopped. */
  deleteThreads(id?: string): Promise<number>;
  /** One answer of a conversation as Markdown with footnotes. */
  answerMarkdown(id: string, query: RunQuery): Promise<AnswerMarkdown>;
  followUps(id: string, query: RunQuery, reader: Reader): Promise<FollowUps>;
  /** Keeps what a person said of an answer, or takes it back. */
  judgeAnswer(thread_id: string, body: FeedbackBody): Promise<Thread>;
  exportFeedback(format: FeedbackQuery["format"]): Promise<ThreadFile>;
  exportThread(id: string, format: ExportQuery["format"], reader: Reader): Promise<ThreadFile>;
  /** An exported conversation or answer, held against the files as they are now. */
  verifyExport(text: string, reader: Reader): Promise<ExportVerdict>;
};

export function createConversations(deps: {
  store: KeptStore;
  runs: RunHub;
  forgetting: Pick<Forgetting, "forget">;
  docs: DocsCalls;
  /** Of a folder, by its id. */
  labelOf: (root_id: string) => string;
  clock: Clock;
  /** Files are opened for a person only where that can be written down. */
  beforeReading: () => Promise<unknown>;
}): Conversations {
  const { store, runs, forgetting, docs, clock, beforeReading } = deps;
  const followUps = createFollowUps({ docs });
  const verify = createVerifyMany(docs);
  const verifyPictures = createVerifyPictures({ docs, verify });
  const exportThread = createThreadExport({ verify, verifyPictures, clock });
  const verifyExport = createVerifyExport({
    ...{ verify, verifyPictures, docs },
    labelOf: deps.labelOf,
  });
  const noThread = () => saidError("not_found", "error.thread_not_found");

  async function readThread(id: string, page: Partial<ThreadQuery> = {}): Promise<Thread> {
    // Looked at before the turns are: what ends meanwhile stands among them, and never in neither place.
    const running = await runs.running(id);
    const stored = await (await store.get()).readThread(id, page);
    const thread = stored ?? (running && threadOfRun(running));
    if (!thread) throw noThread();
    if (running === undefined || hasTurn(thread, running.run_id)) return thread;
    const { run_id, question, asked_at, roots, chosen } = running;
    return { ...thread, running: { run_id, question, asked_at, roots: [...roots], ...chosen } };
  }

  /** For a file to take along: everything, and that in one piece. */
  async function wholeThread(id: string): Promise<Thread> {
    const { earlier_cursor, ...thread } = await readThread(id);
    let before = earlier_cursor;
    while (before !== undefined) {
      const page = await readThread(id, { before });
      thread.messages.unshift(...page.messages);
      before = page.earlier_cursor;
    }
    return thread;
  }

  async function readAnswer(id: string, { run_id }: RunQuery): Promise<Answer> {
    const answer = await (await store.get()).readAnswer(id, run_id);
    if (answer === undefined) throw noThread();
    return answer;
  }

  return {
    listThreads: async (page) => (await store.get()).listThreads(page),
    readThread,
    async renameThread(id, title) {
      if (!(await (await store.get()).renameThread(id, title))) throw noThread();
      return readThread(id);
    },
    async deleteThreads(id) {
      const stopped = await runs.stop(id === undefined ? "all" : { thread_id: id });
      const { conversations } = await forgetting.forget(
        id === undefined ? { all: true, kind: "conversations" } : { thread_id: id },
      );
      if (id !== undefined && conversations === 0 && !stopped) throw noThread();
      return conversations;
    },
    answerMarkdown: async (id, query) => ({
      markdown: withFootnotes(await readAnswer(id, query)),
    }),
    async followUps(id, query, reader) {
      const answer = await readAnswer(id, query);
      await beforeReading();
      return followUps(answer, await readThread(id), asPerson(reader));
    },
    async judgeAnswer(id, body) {
      const judged = await (await store.get()).judgeAnswer(id, body);
      if (!judged) throw saidError("not_found", "error.no_such_answer");
      return readThread(id);
    },
    exportFeedback: async (format) => feedbackSet((await store.get()).judgedAnswers(), format),
    async exportThread(id, format, reader) {
      const thread = await wholeThread(id);
      await beforeReading();
      return exportThread(thread, format, reader.lang, asPerson(reader));
    },
    async verifyExport(text, reader) {
      await beforeReading();
      return verifyExport(text, asPerson(reader));
    },
  };
}

const hasTurn = ({ messages }: Thread, run_id: string): boolean =>
  messages.some((turn) => turn.run_id === run_id);

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
