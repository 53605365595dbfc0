import { atFirstUse, readLexicon } from "./lexicon.ts";
import { createPhraseBook, readForms } from "./phrases.ts";
import { shownForms } from "./reading/read-question.ts";
import { detectLang } from "./words.ts";

const asks = atFirstUse(() =>
  createPhraseBook(
    readLexicon("asking", ["lang", "part", "phrase"]).filter(
      ({ lang, part }) => lang === "zh" && (part === "asks" || part === "whether"),
    ),
  ),
);

/**
 * The language that a question is asked in: that of the words around what it only shows, be it code, a quotation or an error
 * message. What ends with asking in Chinese is asked in Chinese, however much of another language stands before. `named`: what
 * the asker calls it, a language tag, which is believed.
 */
export function questionLang(question: string, named?: string): "en" | "zh-CN" {
  if (named !== undefined) return named.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
  const forms = readForms(question);
  const shown = shownForms(forms);
  const said = forms.filter(({ kind }, i) => kind !== "mark" && shown[i] !== true);
  if (said.at(-1)?.kind === "han" && asks().find(said).length > 0) return "zh-CN";
  if (said.length === 0) return detectLang(question);
  let around = "";
  let from = 0;
  for (const [i, { start, end }] of forms.entries()) {
    if (shown[i] !== true) continue;
    around += `${question.slice(from, start)} `;
    from = end;
  }
  return detectLang(around + question.slice(from));
}
