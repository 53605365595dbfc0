"use client";
import type { Chat } from "@ai-sdk/react";
import type { ChatInit, ChatStatus } from "ai";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type ChatMessage, ChatMeta } from "../api/chat.ts";
import { ApiProblem } from "../api/problem.ts";
import { knock } from "../api/send.ts";

type Heard = Required<Pick<ChatInit<ChatMessage>, "onData" | "onError" | "onFinish">>;
type Given = Heard & { threadId: () => string | undefined };
type State = { messages: ChatMessage[]; status: ChatStatus };

/** Messages are drawn so often at most, in milliseconds. */
const drawnEvery = 16;

let coming: Promise<typeof import("../api/chat-sdk.ts")> | undefined;

/** Fetches the code of a chat; asked again after it could not be had. */
export async function wantChat(): Promise<typeof import("../api/chat-sdk.ts")> {
  coming ??= import("../api/chat-sdk.ts").catch((error: unknown) => {
    coming = undefined;
    throw error;
  });
  return coming;
}

/**
 * The SDK's chat, made with the first thing that is asked of it: until its code is here, a question stands as sent. What
 * `given` holds is taken as it is when it is needed. The page that leaves it ends its stream, and not the answer.
 */
export function useLaterChat(given: Given) {
  const latest = useRef(given);
  latest.current = given;
  const [chat] = useState(() => createLaterChat(() => latest.current));
  const state = useSyncExternalStore(chat.subscribe, chat.get, chat.get);
  useEffect(() => () => void chat.stop(), [chat]);
  return { ...state, ...chat };
}

function createLaterChat(given: () => Given) {
  let state: State = { messages: [], status: "ready" };
  let real: Chat<ChatMessage> | undefined;
  /** Grows with each question and each stop: what was asked before is given up. */
  let asked = 0;
  const listeners = new Set<() => void>();
  const put = (next: State) => {
    state = next;
    for (const listener of listeners) listener();
  };

  async function load(): Promise<Chat<ChatMessage>> {
    const { Chat, chatParts, createChatTransport } = await wantChat();
    if (real !== undefined) return real;
    const made = new Chat<ChatMessage>({
      messages: [],
      transport: createChatTransport(() => given().threadId()),
      messageMetadataSchema: ChatMeta,
      dataPartSchemas: chatParts,
      onData: (part) => given().onData(part),
      onError: (error) => given().onError(error),
      onFinish: (end) => given().onFinish(end),
    });
    const tell = () => put({ messages: made.messages, status: made.status });
    made["~registerMessagesCallback"](tell, drawnEvery);
    made["~registerStatusCallback"](tell);
    real = made;
    return made;
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setMessages(messages: ChatMessage[]) {
      if (real === undefined) put({ ...state, messages });
      else real.messages = messages;
    },
    async sendMessage(text: string, metadata: ChatMeta): Promise<void> {
      const message = {
        ...{ id: crypto.randomUUID(), role: "user" as const, metadata },
        parts: [{ type: "text" as const, text }],
      };
      if (real !== undefined) return real.sendMessage(message);
      asked += 1;
      const mine = asked;
      const before = state.messages;
      put({ messages: [...before, message], status: "submitted" });
      try {
        const made = await load();
        if (mine !== asked) return;
        made.messages = before;
        await made.sendMessage(message);
      } catch {
        if (mine !== asked) return;
        put({ ...state, status: "error" });
        void knock();
        given().onError(new ApiProblem("unreachable"));
      }
    },
    async resumeStream(): Promise<void> {
      const { messages } = state;
      const made = await load();
      made.messages = messages;
      await made.resumeStream();
    },
    async stop(): Promise<void> {
      asked += 1;
      if (real === undefined) put({ ...state, status: "ready" });
      else await real.stop();
    },
    clearError: () => real?.clearError(),
  };
}
