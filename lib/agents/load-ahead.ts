import { setImmediate } from "node:timers/promises";
import type { Citation } from "#lib/contracts/citation";
import { asQuestion } from "#lib/contracts/question";
import { planQuestion } from "#lib/language/plan";
import { composeQuote } from "./compose.ts";

/** One question of either language with a sentence of our own that answers it. */
const samples = [
  ["How is water stored?", "Water is stored in a tank."],
  ["水怎么储存？", "水储存在水箱里。"],
] as const;

/**
 * Has the word lists, dictionaries and fitted models that an answer needs read before the first question comes: they are read
 * where they are first needed, which the first person would wait for. Nothing is searched, read or kept; between two samples
 * others have their turn. Throws what a damaged list or model throws.
 */
export async function loadAhead(): Promise<void> {
  for (const [question, text] of samples) {
    await setImmediate();
    planQuestion(asQuestion(question));
    composeQuote({
      question: asQuestion(question),
      citations: [citationOf(text)],
      passages: [{ citation_id: 1, text, kind: "prose" }],
      terms: [],
    });
  }
}

const citationOf = (text: string): Citation => ({
  ...{ id: 1, root_id: "sample", relative_path: "sample.md", path: "sample.md" },
  ...{ display_path: "sample/sample.md", title: "Sample", breadcrumb: ["Sample"] },
  locator: { line_start: 1, line_end: 1 },
  ...{ snippet: text, truncated: false, sha256: "" },
  file: { bytes: text.length, mtime_ms: 0, sha256: "", encoding: "utf-8" },
  ...{ score: 1, reason: "", breakdown: [], matched: [] },
});
