import { atFirstUse, readLexicon } from "./lexicon.ts";
import { askLimits } from "./limits.ts";
import { createPhraseBook, readForms } from "./phrases.ts";
import type { Planner } from "./planners/planner.ts";
import { readQuestion, written } from "./reading/read-question.ts";
import { createTemplates } from "./templates.ts";

/**
 * "How do A and B differ": the documents may compare the two, or say what each of them is. Both are looked for; the
 * comparison itself is the better answer.
 */
export const comparison: Planner = {
  name: "comparison",
  plan(question) {
    for (const { lang, a, b, rest } of readComparison(question, "compared")) {
      if (!isName(a) || !isName(b)) continue;
      const bare = b.slice(0, b.length - rest.length).trim();
      return lang === "en"
        ? { parts: [`What is ${a}${rest}?`, `What is ${b}?`], compared: [a, bare] }
        : { parts: [`什么是${a}？`, `什么是${b}？`], compared: [a, b] };
    }
    return undefined;
  },
};

const lists = atFirstUse(() => {
  const rows = readLexicon("comparison", ["lang", "part", "phrase"]);
  const book = (part: string) => createPhraseBook(rows.filter((row) => row.part === part));
  return {
    templates: createTemplates(rows),
    within: book("within"),
    joint: book("joint"),
    opens: book("opens"),
  };
});

type Compared = { name: string; lang: string; a: string; b: string; rest: string; asks: string };

/** The two names, and what is said of both: "between merge and rebase in Git" asks for both of them in Git. */
export function readComparison(question: string, kind: "compared" | "each"): Compared[] {
  const reading = readQuestion(question);
  const [{ from } = { from: 0 }] = reading.sentences;
  const to = reading.forms.findLastIndex(({ kind }) => kind !== "mark") + 1;
  const { templates, within } = lists();
  const said = (run: { from: number; to: number } | undefined) =>
    run === undefined
      ? ""
      : written(reading, run)
          .trim()
          .split(" ")
          .filter((word) => word !== "")
          .join(" ");
  return templates.match(reading.forms, { from, to }).flatMap(({ name, slots }) => {
    if (!name.startsWith(kind) || slots.a === undefined || slots.b === undefined) return [];
    const [a, b, asks] = [said(slots.a), said(slots.b), said(slots.asks)];
    const shared = within
      .find(reading.forms)
      .find(({ from }) => from > (slots.b?.from ?? 0) && from < (slots.b?.to ?? 0));
    const holds = within.find(readForms(a)).length > 0;
    const rest =
      shared === undefined || holds ? "" : ` ${said({ from: shared.from, to: slots.b.to })}`;
    return [{ name, lang: name.endsWith("_zh") ? "zh" : "en", a, b, rest, asks }];
  });
}

/** What can be asked about alone; "the two" and a half of a longer enumeration cannot. */
export function isName(text: string): boolean {
  const forms = readForms(text);
  const [first] = forms;
  if (first === undefined || text.length > askLimits.name_chars) return false;
  const isArticle = forms.length === 1 && ["a", "an", "the"].includes(first.form);
  const isSeveral = lists()
    .opens.find(forms)
    .some(({ from }) => from === 0);
  const marks = forms.some(({ form }) => form === "," || form === "?" || form === ":");
  return !isArticle && !isSeveral && !marks && lists().joint.find(forms).length === 0;
}
