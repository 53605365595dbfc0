import type { Lang } from "#lib/contracts/answer";
import { say } from "#lib/platform/say";
import { atFirstUse, readLexicon } from "./lexicon.ts";
import { type Form, readForms } from "./phrases.ts";

/**
 * Small talk, by catalogue (`lexicon/small-talk.tsv`). Only a whole message that is one of these counts: a question that
 * merely begins with a greeting goes to the documents, since a question taken for chat would lose its answer.
 */
const kinds = ["hello", "thanks", "goodbye", "abilities"] as const;
type Kind = (typeof kinds)[number];

const catalogue = atFirstUse(
  () =>
    new Map(
      readLexicon("small-talk", ["lang", "kind", "phrase"]).flatMap(({ kind, phrase }) => {
        const known = kinds.find((one) => one === kind);
        return known === undefined ? [] : [[wordsOf(readForms(phrase)), known] as const];
      }),
    ),
);

/**
 * The reply to a piece of small talk; undefined for everything else. Of several pieces ("great, thanks!", 您好，在吗) each
 * has to be small talk, and the last one is replied to.
 */
export function smallTalk(message: string, lang: Lang): string | undefined {
  const kind = kindOf(readForms(message));
  return kind && say(lang, `answer.${kind}`);
}

function kindOf(forms: readonly Form[]): Kind | undefined {
  const whole = catalogue().get(wordsOf(forms));
  if (whole !== undefined) return whole;
  let kind: Kind | undefined;
  let from = 0;
  for (let to = 0; to <= forms.length; to++) {
    if (to < forms.length && !ends.has(forms[to]?.form ?? "")) continue;
    const piece = wordsOf(forms.slice(from, to));
    from = to + 1;
    if (piece === "") continue;
    kind = catalogue().get(piece);
    if (kind === undefined) return undefined;
  }
  return kind;
}

const ends = new Set([",", ".", "!", "?", ";", "\n"]);
const wordsOf = (forms: readonly Form[]): string =>
  forms
    .filter(({ kind }) => kind !== "mark")
    .map(({ form }) => form)
    .join(" ");
