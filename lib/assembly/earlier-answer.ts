import type { Answer, EarlierAnswer } from "#lib/contracts/answer";
import { contentTerms } from "#lib/platform/words";
import type { AskedBefore } from "#lib/store/store";
import type { Caller, DocsCalls } from "./docs-calls.ts";
import type { KeptStore } from "./keep-store.ts";

/**
 * An answer to a question much like this one, in another conversation: when it was asked, and whether the lines it cites
 * are still what they were. Only offered; the question is answered anew all the same.
 */
export function createEarlierAnswers(deps: { store: KeptStore; docs: DocsCalls }) {
  const { store, docs } = deps;
  const read = new Map<string, ReadonlySet<string>>();

  function termsOf(before: AskedBefore): ReadonlySet<string> {
    const known = read.get(before.run_id);
    if (known !== undefined) return known;
    const terms = new Set(contentTerms(before.question));
    if (read.size >= 2 * mostLookedAt) read.clear();
    read.set(before.run_id, terms);
    return terms;
  }

  return async function find(answer: Answer, caller: Caller): Promise<EarlierAnswer | undefined> {
    if (answer.status === "chat") return undefined;
    const [only, ...parts] = answer.searched;
    const asked = parts.length === 0 && only !== undefined ? only : answer.question;
    const terms = new Set(contentTerms(asked));
    const like = store
      .get()
      .askedBefore(mostLookedAt)
      .filter((before) => before.thread_id !== answer.thread_id)
      .find((before) => alike(terms, termsOf(before)));
    if (like === undefined) return undefined;
    const { thread_id, run_id, question, asked_at } = like;
    const verified = await docs.verifyAll(store.get().citedLines(run_id), caller);
    const sources = !verified.ok
      ? "unknown"
      : verified.value.every(({ state }) => state === "verified" || state === "moved")
        ? "unchanged"
        : "changed";
    return { thread_id, run_id, question, asked_at, sources };
  };
}

const mostLookedAt = 200;
const shared = 0.8;

/** At least two words in common, and four of five of all. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let both = 0;
  for (const term of a) if (b.has(term)) both += 1;
  return both >= Math.min(2, a.size) && both > 0 && both / (a.size + b.size - both) >= shared;
}
