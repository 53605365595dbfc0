import type { Lang, Notice } from "#lib/contracts/answer";
import type { TaskResult } from "#lib/contracts/envelope";
import { questionLang } from "#lib/language/question-lang";
import { detectLang } from "#lib/language/words";
import { say } from "#lib/platform/say";
import { type GapContext, isForeignToFolders } from "./gaps.ts";
import type { Outcome } from "./outcome.ts";
import type { Retrieved } from "./retrieve.ts";

/** What a reader must know about how this answer came to be, beside the answer itself. */
export function noticesOf(
  context: GapContext,
  result: TaskResult,
  way: Retrieved["way"],
  outcome: Outcome,
): Notice[] {
  const { lang, question } = context;
  const notices: Notice[] = [];
  if (way === "fallback") {
    const message = say(lang, "notice.sub_agent_fallback");
    notices.push({ code: "sub_agent_fallback", message });
  }
  if (result.output.model_failed) {
    const message = say(lang, "notice.search_fallback");
    notices.push({ code: "sub_agent_fallback", message });
  }
  const answered = outcome.claims.length > 0;
  const { state, files_known: known, files_searchable: ready } = outcome.coverage;
  if (answered && state !== "ready") {
    const key = state === "building" ? "notice.index_building" : "notice.index_degraded";
    notices.push({ code: "index_building", message: say(lang, key, { known, ready }) });
  }
  const searched = result.status === "ok" || result.status === "no_hit";
  const { terms, passages } = result.output;
  const texts = passages.filter((p) => p.kind !== "code").map((p) => p.text);
  if (searched && !answered && isForeignToFolders(question, terms, texts)) {
    const chinese = questionLang(question) === "zh-CN";
    const key = chinese ? "notice.language_mismatch" : "notice.language_mismatch_english";
    notices.push({ code: "language_mismatch", message: say(lang, key) });
  }
  if (outcome.mode !== "model" && isQuotedAcross(outcome, questionLang(question))) {
    const key =
      questionLang(question) === "zh-CN"
        ? "notice.quoted_from_english"
        : "notice.quoted_from_chinese";
    notices.push({ code: "language_mismatch", message: say(lang, key) });
  }
  return notices;
}

/**
 * Every line that answers is in another language than the question, by its own words and the headings it stands under. Code
 * is in no language: its headings speak for it.
 */
function isQuotedAcross({ claims, citations }: Outcome, asked: Lang): boolean {
  const headings = new Map(
    citations.map(({ id, title, breadcrumb }) => [id, [title, ...breadcrumb]]),
  );
  const isAcross = ({ kind, text, citations: of }: Outcome["claims"][number]) => {
    const around = of.flatMap((id) => headings.get(id) ?? []);
    return detectLang([...(kind === "code" ? [] : [text]), ...around].join("\n")) !== asked;
  };
  return claims.length > 0 && claims.every(isAcross);
}
