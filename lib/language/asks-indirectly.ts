import { cuesOf } from "./reading/cues.ts";
import { readQuestion } from "./reading/read-question.ts";
import { detectLang } from "./words.ts";

/** Is a phrase a question within a sentence ("how to …", "whether …", 怎么…), which tells nobody to do anything? */
export function asksIndirectly(phrase: string): boolean {
  const lang = detectLang(phrase) === "en" ? "en" : "zh";
  const cues = cuesOf(readQuestion(phrase), lang);
  if (lang === "zh") return [...cues.places("asks"), ...cues.places("whether")].length > 0;
  return cues.has("wh", 0) || cues.has("whether", 0);
}
