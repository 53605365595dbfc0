import { DefaultChatTransport, type UIMessage } from "ai";
import { z } from "zod";
import type { AskBody } from "#lib/contracts/http";
import { asQuestion } from "#lib/contracts/question";
import type { ChatParts } from "#lib/contracts/stream";
import { ApiProblem } from "./problem.ts";
import { setReachable } from "./reachability.ts";
import { resumable } from "./resumable.ts";
import { send } from "./send.ts";

/** What a message carries beside its parts: ids from the server's `start` chunk, folders, mode, model and web from the person's choice. */
export const ChatMeta = z.object({
  trace_id: z.string().optional(),
  run_id: z.string().optional(),
  thread_id: z.string().optional(),
  roots: z.array(z.string()).optional(),
  mode: z.enum(["quote", "model"]).optional(),
  model: z.string().optional(),
  web: z.boolean().optional(),
});
type ChatMeta = z.infer<typeof ChatMeta>;
export type ChatMessage = UIMessage<ChatMeta, ChatParts>;

/**
 * Sends only the last question: earlier turns live in the server's store, so the client never repeats them. An answer
 * that is under way when the page is opened is read from its beginning, and one whose line is cut is read on.
 * `threadId` is read when a question is sent.
 */
export function createChatTransport(threadId: () => string | undefined) {
  return new DefaultChatTransport<ChatMessage>({
    api: "/api/chat",
    fetch: async (input, init) =>
      resumable(await send(input, init), {
        signal: init?.signal ?? undefined,
        after: (thread, last) =>
          send(streamOf(thread), {
            headers: { "last-event-id": last },
            ...(init?.signal ? { signal: init.signal } : {}),
          }),
      }),
    prepareSendMessagesRequest({ messages }) {
      const asked = messages.findLast((message) => message.role === "user");
      const thread = threadId();
      const { roots, mode, model, web } = asked?.metadata ?? {};
      const body: Pick<AskBody, "question" | "thread_id" | "roots" | "mode" | "model" | "web"> = {
        question: asQuestion(asked === undefined ? "" : questionOf(asked)),
        ...(thread === undefined ? {} : { thread_id: thread }),
        ...(roots === undefined ? {} : { roots }),
        ...(mode === undefined ? {} : { mode }),
        ...(model === undefined ? {} : { model }),
        ...(web === true ? { web } : {}),
      };
      return { body };
    },
    prepareReconnectToStreamRequest: () => ({
      api: streamOf(threadId() ?? ""),
    }),
  });
}

const streamOf = (thread: string) => `/api/chat/${encodeURIComponent(thread)}/stream`;

/** What broke a stream: the server's own sentence, a line that was cut, or something that no one here can read. */
export function chatProblem(error: Error): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof TypeError) {
    setReachable(false);
    return new ApiProblem("cut");
  }
  // The SDK hands on an `error` part of the stream as a plain Error; its own errors have names of their own.
  if (error.name === "Error") return new ApiProblem("refused", { message: error.message });
  return new ApiProblem("unreadable");
}

export function questionOf(message: ChatMessage): string {
  return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
