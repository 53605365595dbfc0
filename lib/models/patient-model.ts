import type { ModelQuestion, ModelReply } from "./conversation.ts";
import type { Explained } from "./explain-failure.ts";
import type { Model } from "./model.ts";
import { type Patience, patiently } from "./patience.ts";

/**
 * A model that is waited for as long as it is worth it, and asked again where that may help: only as long as nothing of
 * its reply was handed on. What was, stays said; a second reply would begin anew and say something else.
 */
export function createPatientModel(deps: {
  model: Model;
  explain: (error: unknown) => Explained;
  host: string;
  patience: Patience;
}): Model {
  const { model, explain, host, patience } = deps;
  const { clock } = patience;
  return { reply };

  async function reply(asked: ModelQuestion): Promise<ModelReply> {
    const began = clock.monotonic();
    let said = "";
    let first: number | undefined;
    const { signal } = asked;
    const reply = await patiently(
      { signal, explain, host, patience, said: () => said },
      (signal, onSign) =>
        model.reply({
          ...asked,
          signal,
          onText: (piece) => {
            said += piece;
            asked.onText?.(piece);
          },
          onSign: () => {
            first ??= clock.monotonic() - began;
            onSign();
            asked.onSign?.();
          },
        }),
    );
    return { ...reply, ...(first === undefined ? {} : { first_token_ms: first }) };
  }
}
