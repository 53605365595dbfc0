import type { Lang } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import { asQuestion } from "#lib/contracts/question";
import { planQuestion } from "#lib/language/plan";
import { composeQuote } from "./compose.ts";

/** A question with a sentence of our own that answers it. */
const samples: Readonly<Record<Lang, readonly [question: string, text: string]>> = {
  en: ["How is water stored?", "Water is stored in a tank."],
  "zh-CN": ["水怎么储存？", "水储存在水箱里。"],
};

/**
 * Has the word lists, dictionaries and fitted models that an answer in this language needs read before the first question
 * comes: they are read where they are first needed, which the first person would wait for. `meaning`: as configured. Nothing is
 * searched, read or kept. Throws what a damaged list or model throws.
 */
export function loadAhead(lang: Lang, meaning: boolean): void {
  const [question, text] = samples[lang];
  planQuestion(asQuestion(question));
  composeQuote({
    question: asQuestion(question),
    citations: [citationOf(text)],
    passages: [{ citation_id: 1, text, kind: "prose" }],
    terms: [],
    meaning,
  });
}

const citationOf = (text: string): Citation => ({
  ...{ id: 1, root_id: "sample", relative_path: "sample.md", path: "sample.md" },
  ...{ display_path: "sample/sample.md", title: "Sample", breadcrumb: ["Sample"] },
  locator: { line_start: 1, line_end: 1 },
  ...{ snippet: text, truncated: false, sha256: "" },
  file: { bytes: text.length, mtime_ms: 0, sha256: "", encoding: "utf-8" },
  ...{ score: 1, reason: "", breakdown: [], matched: [] },
});
