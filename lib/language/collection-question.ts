import { atFirstUse, readLexicon } from "./lexicon.ts";
import { collectionLimits, dayMs, daysOf, hourMs } from "./limits.ts";
import { createPhraseBook, type Form, readForms } from "./phrases.ts";
import { createTemplates, type Run } from "./templates.ts";
import { contentTerms } from "./words.ts";

/**
 * Questions about the collection rather than about what it says: how many files there are, which hold a wording, which
 * changed lately. Only a whole question of one of the forms of `lexicon/collection.tsv` counts; one that is not is searched
 * like any other, since a list of files in place of an answer would help nobody.
 *
 *   "Which pages mention the access token?"   -> mentions "access token"
 *   "哪些文件上周改过？"                          -> changed since seven days ago
 *   "How many files can a folder hold?"       -> undefined
 */
export type CollectionQuestion =
  | { kind: "files" }
  | { kind: "mentions"; about: string }
  | { kind: "changed"; since: Date };

const known = atFirstUse(() => {
  const rows = readLexicon("collection", ["lang", "part", "phrase"]);
  const named = (...names: string[]) =>
    createTemplates(rows.filter(({ part }) => !part.startsWith("=") || names.includes(part)));
  return {
    questions: named("=files", "=mentions", "=changed", "=changed_zh", "=lately"),
    times: createTemplates(rows.filter(({ part }) => !questions.has(part))),
    bare: named("=bare"),
    several: createPhraseBook(rows.filter(({ part }) => part === "several_wordings")),
    lacks: createPhraseBook(rows.filter(({ part }) => part === "lacks")),
  };
});
const questions = new Set(["=files", "=mentions", "=changed", "=changed_zh", "=lately", "=bare"]);

/** `now` is what "last week" counts from, in the server's time zone. */
export function readCollectionQuestion(
  question: string,
  now: Date,
): CollectionQuestion | undefined {
  if (question.length > collectionLimits.chars) return undefined;
  const forms = readForms(question);
  while (sentenceEnds.has(forms.at(-1)?.form ?? "")) forms.pop();
  if (forms.length === 0) return undefined;
  for (const { name, slots } of known().questions.match(forms)) {
    const { about, when } = slots;
    const found =
      name === "files"
        ? ({ kind: "files" } as const)
        : about !== undefined
          ? mentions(question, forms.slice(about.from, about.to))
          : name === "lately"
            ? since(readForms("recently"), now)
            : when && since(forms.slice(when.from, when.to), now);
    if (found !== undefined) return found;
  }
  return undefined;
}

const sentenceEnds = new Set(["?", "!", ".", "\n"]);
const quotes = new Set("\"'“”‘’「」『』《》`");

/**
 * The wording as it was written: an identifier has capitals for a reason. What lacks something, names several things or adds
 * a time is no wording to be counted; in quotation marks it is one. More words than a few are a statement to be found.
 */
function mentions(question: string, given: readonly Form[]): CollectionQuestion | undefined {
  let run: Run = { from: 0, to: given.length };
  for (let bare: Run | undefined = run; bare !== undefined; ) {
    run = bare;
    bare = known().bare.match(given, run)[0]?.slots.about;
  }
  let forms = given.slice(run.from, run.to);
  const isQuoted = quotes.has(forms[0]?.form ?? "");
  const lacks = known()
    .lacks.find(forms)
    .some(({ from }) => from === 0);
  const several = known().several.find(forms).length > 0 || forms.some(({ form }) => form === ",");
  if (!isQuoted && (lacks || several)) return undefined;
  while (quotes.has(forms[0]?.form ?? "")) forms = forms.slice(1);
  while (quotes.has(forms.at(-1)?.form ?? "")) forms.pop();
  const about = question.slice(forms[0]?.start ?? 0, forms.at(-1)?.end ?? 0);
  const words = forms.filter(({ kind }) => kind === "word").length;
  if (words > collectionLimits.wording_words || about.length > collectionLimits.wording_chars)
    return undefined;
  return contentTerms(about).length === 0 ? undefined : { kind: "mentions", about };
}

function since(when: readonly Form[], now: Date): CollectionQuestion | undefined {
  const start = startOf(when, now);
  return start === undefined ? undefined : { kind: "changed", since: start };
}

/** The beginning of a time named in words; undefined for words that name none. */
function startOf(when: readonly Form[], now: Date): Date | undefined {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const daysAgo = (days: number) => new Date(midnight.getTime() - days * dayMs);
  for (const { name, slots } of known().times.match(when)) {
    const { count, date } = slots;
    if (date !== undefined) return dateOf(when.slice(date.from, date.to), now);
    if (count !== undefined) return spanOf(name, when.slice(count.from, count.to), now, daysAgo);
    if (name === "today") return midnight;
    if (name === "yesterday") return daysAgo(1);
    if (name === "this_week") return daysAgo((now.getDay() + daysOf.week - 1) % daysOf.week);
    if (name === "this_month") return new Date(now.getFullYear(), now.getMonth(), 1);
    return daysAgo(name === "month" ? daysOf.month : daysOf.week);
  }
  return undefined;
}

const numerals = "零一二三四五六七八九十";

function spanOf(
  name: string,
  amount: readonly Form[],
  now: Date,
  daysAgo: (days: number) => Date,
): Date | undefined {
  const [one, ...others] = amount.map(({ form }) => form);
  if (one === undefined || others.length > 0) return undefined;
  const count = one === "两" ? 2 : numerals.includes(one) ? numerals.indexOf(one) : Number(one);
  if (!Number.isInteger(count) || count <= 0 || count > collectionLimits.span) return undefined;
  if (name === "span_hour") return new Date(now.getTime() - count * hourMs);
  const days = name === "span_week" ? daysOf.week : name === "span_month" ? daysOf.month : 1;
  return daysAgo(count * days);
}

/** "2026-11-01"; no day to come. */
function dateOf(written: readonly Form[], now: Date): Date | undefined {
  const [year = 0, month = 0, day = 0, ...others] = written.map(({ form }) => Number(form));
  const date = new Date(year, month - 1, day);
  const isDay = others.length === 0 && date.getFullYear() === year && date.getDate() === day;
  return isDay && date <= now ? date : undefined;
}
