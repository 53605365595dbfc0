import { DefaultChatTransport } from "ai";
import type { AskBody } from "#lib/contracts/http";
import { asQuestion } from "#lib/contracts/question";
import { type ChatMessage, questionOf } from "./chat.ts";
import { resumable } from "./resumable.ts";
import { send } from "./send.ts";

/** What the page has of the SDK: fetched when a question is about to be put, for the first screen does without it. */
export { Chat } from "@ai-sdk/react";
export { chatParts } from "#lib/contracts/stream";

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
      const { roots, mode, model, web, without, unkept } = asked?.metadata ?? {};
      const body: Partial<AskBody> & Pick<AskBody, "question"> = {
        question: asQuestion(asked === undefined ? "" : questionOf(asked)),
        ...(thread === undefined ? {} : { thread_id: thread }),
        ...(roots === undefined ? {} : { roots }),
        ...(mode === undefined ? {} : { mode }),
        ...(model === undefined ? {} : { model }),
        ...(web === true ? { web } : {}),
        ...(without === undefined ? {} : { without }),
        ...(unkept === true ? { store: false } : {}),
      };
      return { body };
    },
    prepareReconnectToStreamRequest: () => ({
      api: streamOf(threadId() ?? ""),
    }),
  });
}

const streamOf = (thread: string) => `/api/chat/${encodeURIComponent(thread)}/stream`;
