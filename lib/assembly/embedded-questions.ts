import { type EmbeddingIdentity, identityKey } from "#lib/contracts/embedding";
import type { EmbeddedText } from "#lib/contracts/ports";
import { embeddedAs } from "#lib/memory/episode-vector";
import type { KeptStore } from "./keep-store.ts";

/**
 * Questions that are kept, for the configured embedding model: those that have no vector yet are handed out in the words
 * they are found again by, secrets masked, and their vectors are kept with them. The same text is handed out once for each
 * model. None is handed out where a person wants no questions found again.
 */
export type EmbeddedQuestions = {
  /** Each text once, the newest first. Throws AppError when the database fails. */
  next(model: EmbeddingIdentity, limit: number): Promise<{ hash: string; text: string }[]>;
  put(model: EmbeddingIdentity, answered: readonly EmbeddedText[]): Promise<void>;
  /** Whether there is a vector of this model, or of any. */
  any(model?: EmbeddingIdentity): Promise<boolean>;
  forget(): Promise<void>;
};

export function createEmbeddedQuestions(deps: {
  store: KeptStore;
  switches: () => { enabled: boolean; recall: boolean };
}): EmbeddedQuestions {
  const { store, switches } = deps;
  /** Which questions ask what was handed out last, by the hash of the text. */
  let handedOut: { of: string; questions: Map<string, number[]> } | undefined;

  async function next(model: EmbeddingIdentity, limit: number) {
    const { enabled, recall } = switches();
    if (!enabled || !recall) return [];
    for (;;) {
      const missing = await store.everyone.patiently(({ memory }) =>
        memory.embedded.missing(model, limit),
      );
      const texts = new Map<string, string>();
      const questions = new Map<string, number[]>();
      for (const { message_id, text: asked } of missing) {
        const { hash, text } = embeddedAs(asked);
        texts.set(hash, text);
        questions.set(hash, [...(questions.get(hash) ?? []), message_id]);
      }
      handedOut = { of: identityKey(model), questions };
      const known = await store.everyone.patiently(({ memory }) =>
        memory.embedded.known(model, [...texts.keys()]),
      );
      if (known.length === 0) return [...texts].map(([hash, text]) => ({ hash, text }));
      await put(model, known); // asked before in the same words
    }
  }

  async function put(model: EmbeddingIdentity, answered: readonly EmbeddedText[]): Promise<void> {
    if (handedOut?.of !== identityKey(model)) return;
    const { questions } = handedOut;
    const rows = answered.flatMap((one) =>
      (questions.get(one.hash) ?? []).map((message_id) => ({ message_id, ...one })),
    );
    await store.everyone.patiently(({ memory }) => memory.embedded.put(model, rows));
  }

  return {
    next,
    put,
    any: async (model) => (await store.everyone.get()).memory.embedded.any(model),
    forget: () => store.everyone.patiently(({ memory }) => memory.embedded.forget()),
  };
}
