import type { Lang, Notice } from "#lib/contracts/answer";
import { say } from "#lib/platform/say";
import type { LoopOutcome } from "../loop/run-loop.ts";
import type { EvidenceBook } from "./evidence-book.ts";
import { endNotice } from "./outcome.ts";
import type { Release } from "./release.ts";
import { isForeign } from "./revise.ts";

/** What a reader must know of how the model wrote, beside what it wrote. */
export function writingNotices(
  lang: Lang,
  told: {
    end: LoopOutcome["end"];
    limits: { max_turns: number; max_tokens: number; max_wall_time_ms: number };
    release: Release;
    book: EvidenceBook;
    /** Anything at all. */
    shown: boolean;
    searches: Notice | undefined;
  },
): Notice[] {
  const { end, limits, release, book, shown } = told;
  return [
    endNotice(lang, end, limits, shown),
    unchecked(),
    otherLanguage(),
    contextCut(),
    told.searches,
  ].filter((notice) => notice !== undefined);

  function unchecked(): Notice | undefined {
    if (release.broken === undefined || shown) return undefined;
    return { code: "model_fallback", message: say(lang, "notice.model_unchecked") };
  }

  /** Why sentences are in doubt, or none is shown, where the lines are in another language than the reader's. */
  function otherLanguage(): Notice | undefined {
    if (release.claims.some(({ other_language }) => other_language)) {
      return { code: "language_mismatch", message: say(lang, "notice.other_language") };
    }
    const foreign = release.withheld.some((one) => isForeign(one, book));
    if (shown || !foreign || end.kind !== "answered") return undefined;
    return { code: "model_fallback", message: say(lang, "notice.model_other_language") };
  }

  function contextCut(): Notice | undefined {
    const { pieces, letters } = book.left_out();
    if (pieces === 0) return undefined;
    return { code: "context_cut", message: say(lang, "notice.context_cut", { pieces, letters }) };
  }
}
