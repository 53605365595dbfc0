import type { Answer } from "#lib/contracts/answer";
import type { AskBody } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import type { UnkeptAsking } from "#lib/contracts/store-ports";
import { actingId } from "#lib/platform/acting";
import { sha256 } from "#lib/platform/hash";
import { saidError } from "#lib/platform/said-error";
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
    /** Before anything is done. `before`: the run that stood under the key; false where another does by now. */
    begin({ key, fingerprint }: Under, asking: UnkeptAsking, before?: string): Promise<boolean> {
      const print = hashed(key, fingerprint);
      return store.patiently((open) => open.keepUnkept(key, print, asking, before));
    },
    ended({ key }: Under, answer: Answer): void {
      const now = clock.now().getTime();
      for (const [old, { at }] of answers) if (now - at > keptMs) answers.delete(old);
      if ((answer.actions ?? []).length > 0) answers.set(placeOf(key), { answer, at: now });
    },
    /** What is to be told again, or the run under the key that did nothing. Throws `idempotency_mismatch`. */
    async again({ key, fingerprint }: Under, body: AskBody): Promise<Before> {
      const found = await store.patiently(async (open) => {
        const before = await open.unkeptAsking(key);
        return before && { ...before, acted: await open.actedCalls(before.trace_id) };
      });
      if (found === undefined) return {};
      if (found.acted.length === 0) return { run_id: found.run_id };
      if (found.fingerprint !== hashed(key, fingerprint)) {
        throw saidError("idempotency_mismatch", "error.idempotency_mismatch");
      }
      const { fingerprint: _, acted, ...asking } = found;
      const whole = answers.get(placeOf(key))?.answer;
      if (whole?.run_id === asking.run_id) return { answer: whole };
      const { question, lang = null } = body;
      return { answer: brokenOff({ ...asking, question, lang }, [], acted, "interrupted") };
    },
  };
}

export type Under = { key: string; fingerprint: string };
type Before = { answer?: Answer; run_id?: string };

const placeOf = (key: string): string => `${actingId()} ${key}`;

const keptMs = 24 * 60 * 60 * 1000;

/** Nobody who guesses the question finds it by its hash alone. */
const hashed = (key: string, fingerprint: string): string => sha256(`${key}\n${fingerprint}`);
