import type { Citation } from "#lib/contracts/citation";
import type { Config } from "#lib/contracts/config";
import {
  AccessCheck,
  AnswerMarkdown,
  Completion,
  ConfigDocument,
  Deleted,
  type EmbeddingBody,
  EmbeddingReport,
  type FeedbackBody,
  FollowUps,
  Health,
  type IndexBody,
  IndexReport,
  type InspectBody,
  Inspection,
  ModelReport,
  Preview,
  SkippedFiles,
  Stopped,
  Suggestions,
  Thread,
  ThreadList,
} from "#lib/contracts/http";
import { call, get, post, query } from "./call.ts";
import { send } from "./send.ts";

/** The page's one client: every route by name, every response parsed by the schema the server is held to. */
export const api = {
  health: (signal?: AbortSignal) => get(Health, "/api/health", signal),
  config: (signal?: AbortSignal) => get(ConfigDocument, "/api/config", signal),
  saveConfig: (config: Config, etag: string) =>
    call(ConfigDocument, "/api/config", {
      method: "PUT",
      headers: { "content-type": "application/json", "if-match": etag },
      body: JSON.stringify(config),
    }),
  /** The session comes as a cookie that no script can read. */
  signIn: async (token: string) => {
    await send("/api/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
  },
  signOut: async () => {
    await send("/api/session", { method: "DELETE" });
  },
  undoConfig: (etag: string) =>
    call(ConfigDocument, "/api/config/undo", { method: "POST", headers: { "if-match": etag } }),
  inspectFolder: (body: InspectBody, signal: AbortSignal) =>
    post(Inspection, "/api/roots/inspect", body, signal),
  completeFolder: (prefix: string, signal: AbortSignal) =>
    get(Completion, `/api/roots/complete${query({ prefix })}`, signal),
  index: (signal?: AbortSignal) => get(IndexReport, "/api/index", signal),
  actOnIndex: (body: IndexBody) => post(IndexReport, "/api/index", body),
  skipped: (root: string, cursor?: string) =>
    get(SkippedFiles, `/api/index/skipped${query({ root, cursor })}`),
  suggest: (asked: { q: string; limit: number; lang: string }, signal: AbortSignal) =>
    get(Suggestions, `/api/suggest${query({ ...asked, limit: String(asked.limit) })}`, signal),
  threads: (
    asked: { q?: string; cursor?: string | undefined; limit: number },
    signal?: AbortSignal,
  ) => get(ThreadList, `/api/threads${query({ ...asked, q: asked.q || undefined })}`, signal),
  /** All of its turns, which the server hands out page by page. */
  thread: async (id: string, signal?: AbortSignal): Promise<Thread> => {
    const at = `/api/threads/${encodeURIComponent(id)}`;
    const { earlier_cursor, ...thread } = await get(Thread, at, signal);
    let before = earlier_cursor;
    while (before !== undefined) {
      const page = await get(Thread, `${at}${query({ before })}`, signal);
      thread.messages.unshift(...page.messages);
      before = page.earlier_cursor;
    }
    return thread;
  },
  /** One answer as Markdown with footnotes. */
  answerMarkdown: async (thread: string, run_id: string) => {
    const path = `/api/threads/${encodeURIComponent(thread)}/markdown${query({ run_id })}`;
    return (await get(AnswerMarkdown, path)).markdown;
  },
  followUps: async (thread: string, run_id: string, signal?: AbortSignal) => {
    const path = `/api/threads/${encodeURIComponent(thread)}/follow-ups${query({ run_id })}`;
    return (await get(FollowUps, path, signal)).follow_ups;
  },
  renameThread: (id: string, title: string) =>
    call(Thread, `/api/threads/${encodeURIComponent(id)}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ title }),
    }),
  deleteThread: (id: string) =>
    call(Deleted, `/api/threads/${encodeURIComponent(id)}`, { method: "DELETE" }),
  /** Where a browser saves a conversation from. */
  threadFile: (id: string) => `/api/threads/${encodeURIComponent(id)}/export?format=md`,
  /** Keeps whether an answer was right, or takes it back. */
  judge: (thread: string, body: FeedbackBody) =>
    post(Thread, `/api/threads/${encodeURIComponent(thread)}/feedback`, body),
  /** Ends what is under way in a conversation. */
  stopAnswer: (thread: string) => post(Stopped, `/api/chat/${encodeURIComponent(thread)}/stop`, {}),
  checkPath: (path: string) => post(AccessCheck, "/api/access/check", { path }),
  models: (signal?: AbortSignal) => get(ModelReport, "/api/models", signal),
  embedding: (signal?: AbortSignal) => get(EmbeddingReport, "/api/embedding", signal),
  actOnEmbedding: (body: EmbeddingBody) => post(EmbeddingReport, "/api/embedding", body),
  /** The file of a citation, checked against what was cited. */
  source: (citation: Citation, signal?: AbortSignal) =>
    get(
      Preview,
      `/api/sources/preview${query({
        path: citation.relative_path,
        root: citation.root_id,
        line_start: citation.locator.line_start,
        line_end: citation.locator.line_end,
        sha256: citation.sha256,
      })}`,
      signal,
    ),
  /** Another stretch of the same file, with nothing to check. */
  lines: (citation: Citation, line: number, signal?: AbortSignal) =>
    get(
      Preview,
      `/api/sources/preview${query({
        path: citation.relative_path,
        root: citation.root_id,
        line_start: line,
        line_end: line,
      })}`,
      signal,
    ),
};
