import { isName, readComparison } from "../comparison.ts";
import { cuesOf } from "../reading/cues.ts";
import { readQuestion } from "../reading/read-question.ts";
import { classAt, letter } from "../words/characters.ts";
import type { Planner } from "./planner.ts";

/**
 * "What does each of them do, and what are the defaults": all of it is asked of every thing that is named, and each has a
 * place of its own in the documents.
 *
 *   "moved vs changed: what does each one mean?"  ->  "moved: what does it mean?", "changed: what does it mean?"
 *   "A 和 B 各自是什么意思，怎么处理？"            ->  "A 是什么意思，怎么处理？", "B 是什么意思，怎么处理？"
 */
export const eachOf: Planner = {
  name: "each_of",
  plan(question) {
    for (const { lang, a, b, asks } of readComparison(question, "each")) {
      const own = ofOne(asks, lang);
      const end = question.trimEnd().at(-1) ?? "";
      if (own === undefined || !isName(a) || !isName(b)) continue;
      const joint = (name: string) =>
        lang === "en" ? ": " : classAt(name, name.length - 1) === letter ? " " : "";
      const parts = [a, b].map(
        (name) => `${name}${joint(name)}${own}${end === "?" || end === "？" ? end : ""}`,
      );
      return { parts, apart: true };
    }
    return undefined;
  },
};

/** What is asked of each as it is asked of one; undefined where it is asked of none, or of both together. */
function ofOne(asks: string, lang: string): string | undefined {
  const reading = readQuestion(asks);
  const cues = cuesOf(reading, lang === "en" ? "en" : "zh");
  const places = cues.places("each").toSorted((a, b) => a - b);
  if (places.length === 0 || cues.has("set_apart", 0)) return undefined;
  let said = "";
  let from = 0;
  for (const at of places) {
    const { forms } = reading;
    const start = forms[at]?.start ?? 0;
    if (start < from) continue;
    const isOwner = forms[at]?.form === "their";
    const isVerb = lang === "en" && ["do", "are"].includes(forms[at - 1]?.form ?? "");
    const verb = forms[at - 1]?.form === "do" ? "does" : "is";
    said += isVerb
      ? `${asks.slice(from, forms[at - 1]?.start)}${verb} it`
      : `${asks.slice(from, start)}${lang === "en" ? (isOwner ? "its" : "it") : ""}`;
    const end =
      (cues.end("each", at) ?? at + 1) - (lang !== "en" && cues.has("each_alone", at) ? 1 : 0);
    from = forms[end - 1]?.end ?? start;
  }
  return (said + asks.slice(from)).trim();
}
