import type { Withheld } from "#lib/citations/gate";
import type { Clock } from "#lib/contracts/ports";
import type { Model } from "#lib/models/model";
import { createMasker } from "#lib/platform/secrets";
import { type GapContext, inOtherLanguage } from "../gaps.ts";
import type { EvidenceBook } from "./evidence-book.ts";
import { linesNear } from "./lines-near.ts";
import { repairRules, repairTask, rewritten } from "./prompt.ts";
import type { Release } from "./release.ts";
import { secondLookRules, secondLookTask, unsupportedIn } from "./second-look.ts";

/**
 * What the model is asked of its own reply once that is over, each time apart from the conversation: to write anew what was
 * not shown, and to look again at what was. A model that fails at it changes nothing.
 */
export function createRevision(deps: {
  context: GapContext;
  model: Model;
  /** Tokens that all of its turns have taken so far, and may take. */
  spent: () => number;
  most_tokens: number;
  /** Monotonic milliseconds. */
  deadline: number;
  clock: Clock;
  /** Of the asking, and of a reply that never ends. */
  signal: AbortSignal;
  runaway: AbortSignal;
  release: Release;
  book: EvidenceBook;
  code: string;
}) {
  const { context, release, book, code } = deps;
  let asked = 0;
  return {
    /** Sentences that were written anew. */
    asked: () => asked,
    /** Sentences that were not shown, once: with these, their lines and what is wrong with them alone. */
    async repair(): Promise<void> {
      const again = release.withheld
        .filter((one) => mayBeAskedAgain(one) && !isForeign(one, book) && !release.leans(one))
        .slice(0, mostAskedAgain);
      if (again.length === 0) return;
      asked = again.length;
      const read = { citations: book.citations(), passages: book.passages() };
      const unshown = again.map((one) => ({
        ...{ text: one.claim.text, foreign: one.foreign ?? [], reason: one.reason },
        lines: linesNear(one, read),
      }));
      const shown = release.claims.map(({ text }) => text);
      const task = repairTask(unshown, { question: context.question, shown, code });
      const said = await ask(repairRules, task);
      if (said !== undefined) await release.rewrite(rewritten(said), again);
    },
    /** At what is shown and is no quotation: it may only put sentences in doubt. */
    async lookAgain(): Promise<void> {
      const shown = release.claims.filter(
        ({ support }) => support === "own_words" || support === "supported",
      );
      if (shown.length === 0) return;
      const said = await ask(secondLookRules, secondLookTask(shown, code));
      if (said !== undefined) release.doubt(unsupportedIn(said, shown), context.lang);
    },
  };

  /** Undefined where the model fails or takes too long, and where the tokens are used up. */
  async function ask(instructions: string, text: string): Promise<string | undefined> {
    // A person may have taken their time over a call: what is left to do has some of its own.
    const left = Math.max(leastMs, deps.deadline - deps.clock.monotonic());
    if (deps.spent() >= deps.most_tokens) return undefined;
    const tooLong = new AbortController();
    let heard = 0;
    try {
      const reply = await deps.model.reply({
        instructions,
        turns: [{ from: "agent", text: createMasker().mask(text).value }],
        tools: [],
        onText: (piece) => {
          heard += piece.length;
          if (heard > mostLetters) tooLong.abort();
        },
        signal: AbortSignal.any([
          ...[deps.signal, deps.runaway, tooLong.signal],
          AbortSignal.timeout(Math.ceil(left)),
        ]),
      });
      return reply.text;
    } catch {
      deps.signal.throwIfAborted();
      return undefined;
    }
  }
}

/** Other words would not make it nearer to lines in another language. */
export function isForeign({ claim, reason }: Withheld, book: EvidenceBook): boolean {
  const cited = book.citations().filter(({ id }) => claim.citations.includes(id));
  return reason === "unsupported" && cited.some((one) => inOtherLanguage(claim, one));
}

const mayBeAskedAgain = ({ reason, claim }: Withheld): boolean =>
  claim.kind !== "code" &&
  claim.kind !== "table" &&
  (reason === "no_marker" || reason === "unknown_citation" || reason === "unsupported");

/** Of a reply about sentences, in letters; and the least time that it has, in milliseconds. */
const mostLetters = 8_000;
const leastMs = 10_000;
/** A model of whose sentences more than these lack support is not one to be taught. */
const mostAskedAgain = 12;
