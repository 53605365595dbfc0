import type { Answer, EarlierAnswer } from "#lib/contracts/answer";
import { contentTerms } from "#lib/language/words";
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
    const open = store.get();
    const terms = new Set(contentTerms(answer.question));
    if (terms.size < fewestTerms || !standsAlone(answer.searched, answer.question))
      return undefined;
    const like = open
      .askedBefore(mostLookedAt)
      .filter((before) => before.thread_id !== answer.thread_id && alike(terms, termsOf(before)))
      .find(({ run_id, question }) => standsAlone(open.searchedFor(run_id), question));
    if (like === undefined) return undefined;
    const { thread_id, run_id, question, asked_at } = like;
    const verified = await docs.verifyAll(open.citedLines(run_id), caller);
    const sources = !verified.ok
      ? "unknown"
      : verified.value.every(({ state }) => state === "verified" || state === "moved")
        ? "unchanged"
        : "changed";
    return { thread_id, run_id, question, asked_at, sources };
  };
}

const mostLookedAt = 200;
const fewestTerms = 2;
const shared = 0.8;

/** A follow-up means what was asked before it: the same words elsewhere mean something else. */
function standsAlone(searched: readonly string[], question: string): boolean {
  return searched.length !== 1 || searched[0] === question;
}

/** Four of five of all their words in common. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let both = 0;
  for (const term of a) if (b.has(term)) both += 1;
  return both / (a.size + b.size - both) >= shared;
}
