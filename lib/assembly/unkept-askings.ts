import type { Answer } from "#lib/contracts/answer";
import type { AskBody } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import { sha256 } from "#lib/platform/hash";
import { saidError } from "#lib/platform/said-error";
import type { UnkeptAsking } from "#lib/store/store";
import { brokenOff } from "./broken-off.ts";
import type { KeptStore } from "./keep-store.ts";

/**
 * Questions that are not to be kept (`store: false`) and came under a key: what a tool did for one is not done again for
 * whoever sends it once more. In the database stand the key, a hash and the id of the trace, without a word of question or
 * answer; the answer is in memory for as long as the key lives, and after a restart the audit alone says what was done.
 */
export function createUnkeptAskings({ store, clock }: { store: KeptStore; clock: Clock }) {
  const answers = new Map<string, { answer: Answer; at: number }>();

  return {
    /** Before anything is done. */
    async begin({ key, fingerprint }: Under, asking: UnkeptAsking): Promise<void> {
      await store.patiently((open) => open.keepUnkept(key, hashed(key, fingerprint), asking));
    },
    ended({ key }: Under, answer: Answer): void {
      const now = clock.now().getTime();
      for (const [old, { at }] of answers) if (now - at > keptMs) answers.delete(old);
      if ((answer.actions ?? []).length > 0) answers.set(key, { answer, at: now });
    },
    /** What is to be told again; undefined where nothing was done. Throws `idempotency_mismatch`. */
    async again({ key, fingerprint }: Under, body: AskBody): Promise<Answer | undefined> {
      const found = await store.patiently((open) => {
        const before = open.unkeptAsking(key);
        return before && { ...before, acted: open.actedCalls(before.trace_id) };
      });
      if (found === undefined || found.acted.length === 0) return undefined;
      if (found.fingerprint !== hashed(key, fingerprint)) {
        throw saidError("idempotency_mismatch", "error.idempotency_mismatch");
      }
      const { fingerprint: _, acted, ...asking } = found;
      const whole = answers.get(key)?.answer;
      if (whole?.run_id === asking.run_id) return whole;
      const { question, lang = null } = body;
      return brokenOff({ ...asking, question, lang }, [], acted, "interrupted");
    },
  };
}

export type Under = { key: string; fingerprint: string };

const keptMs = 24 * 60 * 60 * 1000;

/** Nobody who guesses the question finds it by its hash alone. */
const hashed = (key: string, fingerprint: string): string => sha256(`${key}\n${fingerprint}`);
