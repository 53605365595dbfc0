import type { UIMessage } from "ai";
import { z } from "zod";
import type { ChatParts } from "#lib/contracts/stream";
import { ApiProblem } from "./problem.ts";
import { setReach } from "./reachability.ts";

/** What a message carries beside its parts: ids from the server's `start` chunk, the rest from the person's choice. */
export const ChatMeta = z.object({
  trace_id: z.string().optional(),
  run_id: z.string().optional(),
  thread_id: z.string().optional(),
  roots: z.array(z.string()).optional(),
  mode: z.enum(["quote", "model"]).optional(),
  model: z.string().optional(),
  web: z.boolean().optional(),
  without: z.array(z.string()).optional(),
  unkept: z.boolean().optional(),
});
export type ChatMeta = z.infer<typeof ChatMeta>;
export type ChatMessage = UIMessage<ChatMeta, ChatParts>;

/** What broke a stream: the server's own sentence, a line that was cut, or something that no one here can read. */
export function chatProblem(error: Error): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof TypeError) {
    setReach("gone");
    return new ApiProblem("cut");
  }
  // The SDK hands on an `error` part of the stream as a plain Error; its own errors have names of their own.
  if (error.name === "Error") return new ApiProblem("refused", { message: error.message });
  return new ApiProblem("unreadable");
}

export function questionOf(message: ChatMessage): string {
  return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
