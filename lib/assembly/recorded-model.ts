import type { ModelReply } from "#lib/models/conversation";
import { ModelFailure } from "#lib/models/failure";
import type { Model } from "#lib/models/model";
import { asReply, KeptReply } from "./kept-reply.ts";

export type RecordedReply = { agent_id: string; reply: unknown };

/**
 * A model that says what was said then, turn by turn. One that is asked more often than then fails, as a model that cannot
 * be reached does, and whoever asked goes on without it.
 */
export function recordedModel(replies: readonly RecordedReply[]): {
  model: Model;
  /** How many turns there was no reply for, and how many replies nobody asked for. */
  missing(): number;
  left(): number;
} {
  const waiting = replies.map(({ reply }) => asReply(KeptReply.parse(reply)));
  let missing = 0;
  return {
    missing: () => missing,
    left: () => waiting.length,
    model: {
      async reply({ signal, onText, onSign }): Promise<ModelReply> {
        signal.throwIfAborted();
        const next = waiting.shift();
        if (next === undefined) {
          missing += 1;
          throw new ModelFailure("off", {});
        }
        onSign?.();
        if (next.text !== "") onText?.(next.text);
        return next;
      },
    },
  };
}
