import type { Lang } from "#lib/contracts/answer";
import { type AskKind, askKinds } from "#lib/contracts/question";
import { atFirstUse, readLexicon } from "../lexicon.ts";
import { questionLimits } from "../limits.ts";
import { createPhraseBook, type Found, isJoined } from "../phrases.ts";
import type { QuestionWord } from "../word-kinds.ts";
import { tokenize } from "../words.ts";
import { longestOf, type Reading } from "./read-question.ts";

/**
 * What kind of answer an ask wants: the cues of `lexicon/ask-cues.tsv` that stand in it are summed by kind, and the highest
 * sum wins; of equal ones the kind that stands first in `askKinds`. Cues of the ask's own language count, and those of the
 * other where it has none.
 */
type Cue = { lang: string; kind: AskKind; where: string; phrase: string; weight: number };

const cues = atFirstUse(() => {
  const rows = readLexicon("ask-cues", ["lang", "kind", "where", "phrase", "weight"]).map(
    (row): Cue => {
      const kind = askKinds.find((known) => known === row.kind) ?? "other";
      return { ...row, kind, weight: Number(row.weight) };
    },
  );
  const looks = rows.filter(({ phrase }) => phrase.startsWith("<"));
  return { looks, book: createPhraseBook(rows.filter((row) => !looks.includes(row))) };
});

export function kindOfAsk(
  reading: Reading,
  given: {
    lang: Lang;
    words: readonly QuestionWord[];
    /** Error text was pasted into it. */
    error_text: boolean;
  },
  steps?: () => void,
): AskKind {
  const { looks, book } = cues();
  const found = inPlace(book.find(reading.forms, steps), reading);
  const own = given.lang === "en" ? "en" : "zh";
  const ofLang = (mine: boolean) => found.filter(({ entry }) => (entry.lang === own) === mine);
  const counted = longestOf(ofLang(true), reading, ({ kind }) => kind);
  const read = counted.length > 0 ? counted : longestOf(ofLang(false), reading, ({ kind }) => kind);
  const seen = new Set<string>(looksOf(reading, given));
  const sums = new Map<AskKind, number>();
  const add = ({ kind, weight }: Cue) => sums.set(kind, (sums.get(kind) ?? 0) + weight);
  for (const { entry } of read) add(entry);
  for (const look of looks) if (look.lang === own && seen.has(look.phrase)) add(look);
  const best = Math.max(0, ...sums.values());
  return best === 0 ? "other" : (askKinds.find((kind) => sums.get(kind) === best) ?? "other");
}

/** Those that stand where they have to, and in no identifier. */
function inPlace(found: readonly Found<Cue>[], { sentences, forms }: Reading): Found<Cue>[] {
  const begins = new Set(sentences.map(({ from }) => from));
  const ends = new Set(sentences.map(({ to }) => to));
  return found.filter(({ entry, from, to }) => {
    if (to - from === 1 && forms[from] !== undefined && isJoined(forms[from])) return false;
    if (entry.where === "start") return begins.has(from);
    return entry.where === "end" ? ends.has(to) : true;
  });
}

function looksOf(
  { forms, text }: Reading,
  given: { words: readonly QuestionWord[]; error_text: boolean },
): string[] {
  const asks = forms.some(({ form }) => form === "?");
  const looks = asks ? ["<question_mark>"] : [];
  if (given.error_text) looks.push("<error_text>");
  if (asks) return looks;
  const { words } = given;
  const characters = forms.filter(({ kind }) => kind === "han").length;
  const long =
    characters >= questionLimits.statement_characters ||
    forms.length - characters >= questionLimits.statement_words;
  const [first] = words;
  const subject = words.findIndex(({ kind }) => kind === "thing");
  const says = subject >= 0 && words.some(({ kind }, i) => i > subject && kind === "deed");
  // A heading of nouns has no function word: "security incident communications process".
  const sentence = characters > 0 || tokenize(text).some(({ stop }) => stop);
  const told = long && says && sentence && first?.kind !== "deed";
  return [...looks, told ? "<statement>" : "<keywords>"];
}
