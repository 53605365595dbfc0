import { atFirstUse, readLexicon } from "../lexicon.ts";
import { createPhraseBook, type Form, readForms } from "../phrases.ts";
import type { Reading, Span } from "./read-question.ts";

/**
 * The folder that a question names, by its whole label or id: "in helm", "ant design" for ant-design, apisix 里. A label
 * that is an ordinary word (notes, docs) counts only where the words around it say so: "in my notes folder". Of several
 * folders the one that stands in such a place is meant, and none where two do.
 */
export type Folder = { id: string; label: string };
export type NamedFolder = { id: string; span: Span };

const words = atFirstUse(() => {
  const rows = readLexicon("folder-words", ["lang", "part", "phrase"]);
  const of = (part: string) => rows.filter((row) => row.part === part);
  const set = (part: string) => new Set(of(part).map(({ phrase }) => phrase));
  return {
    before: createPhraseBook(of("before")),
    after: createPhraseBook(of("after")),
    common: set("common"),
    word: set("word"),
    aside: set("aside"),
  };
});

type Name = { phrase: string; id: string; common: boolean; word: boolean };

export function folderNamed(
  reading: Reading,
  folders: readonly Folder[],
  steps?: () => void,
): NamedFolder | undefined {
  if (folders.length === 0) return undefined;
  const forms = parted(reading.forms);
  const found = createPhraseBook(namesOf(folders)).find(forms, steps);
  if (found.length === 0) return undefined;
  const before = new Set(
    words()
      .before.find(forms, steps)
      .map(({ to }) => to),
  );
  const after = new Set(
    words()
      .after.find(forms, steps)
      .map(({ from }) => from),
  );
  const judged = found
    .map(({ entry, from, to }) => ({
      ...entry,
      ...{ from, to },
      meant: before.has(from) || after.has(to),
      surely: before.has(from) && after.has(to),
    }))
    .filter(({ common, word, meant, surely }) => (common ? surely : meant || !word))
    .filter(
      (one, _i, all) =>
        !all.some(
          (other) =>
            other.from <= one.from &&
            other.to >= one.to &&
            other.to - other.from > one.to - one.from,
        ),
    );
  const meant = judged.some((one) => one.meant) ? judged.filter((one) => one.meant) : judged;
  const [first] = meant;
  if (first === undefined || meant.some(({ id }) => id !== first.id)) return undefined;
  const start = forms[first.from]?.start ?? 0;
  return { id: first.id, span: { start, end: forms[first.to - 1]?.end ?? start } };
}

/** A label, an id, and each of them without the words that people leave out; what means two folders means none. */
function namesOf(folders: readonly Folder[]): Name[] {
  const names = new Map<string, Name | undefined>();
  const add = (given: readonly string[], id: string) => {
    const phrase = given.join(" ");
    if (phrase === "") return;
    const known = names.get(phrase);
    const common = given.every((word) => words().common.has(word));
    const word = given.every((one) => words().word.has(one));
    if (!names.has(phrase) || known?.id === id) names.set(phrase, { phrase, id, common, word });
    else names.set(phrase, undefined);
  };
  const read = folders.flatMap(({ id, label }) =>
    [label, id].map((name) => ({ id, forms: parted(readForms(name)).map(({ form }) => form) })),
  );
  for (const { id, forms } of read) add(forms, id);
  const whole = new Set(names.keys());
  for (const { id, forms } of read) {
    const short = forms.filter((word) => !words().aside.has(word));
    if (!whole.has(short.join(" "))) add(short, id);
  }
  return [...names.values()].filter((name) => name !== undefined);
}

const joints = new Set("_./\\");

/** Hyphens, underscores and blanks alike. */
function parted(forms: readonly Form[]): Form[] {
  return forms.flatMap((form) => {
    if (form.kind !== "word" || ![...form.form].some((char) => joints.has(char))) return [form];
    const parts: Form[] = [];
    let part = "";
    for (const char of `${form.form}_`) {
      if (!joints.has(char)) part += char;
      else if (part !== "") {
        parts.push({ ...form, form: part });
        part = "";
      }
    }
    return parts;
  });
}
