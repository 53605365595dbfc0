import type { LexiconRow } from "./lexicon.ts";
import { questionLimits } from "./limits.ts";
import { createPhraseBook, type Form, readForms } from "./phrases.ts";

/**
 * Whole sentences of a known form. A row whose part begins with "=" is a template of that name: words, `{class}` for any
 * phrase of that class, `<slot>` for one form or more, and `[word]` or `{class}?` for what may be left out. Any other row is
 * a phrase of the class that its part names, and may be made of classes itself.
 *
 *   how many {files} mention <about>        "How many pages mention the access token" -> about: "the access token"
 */
export type Run = { from: number; to: number };
export type Matched = { name: string; slots: Readonly<Record<string, Run>> };

export type Templates = {
  /** Each template that the run is a sentence of, in the order of the list; a slot is as short as it can be. */
  match(forms: readonly Form[], run?: Run): Matched[];
};

type Element =
  | { kind: "form"; form: string; optional: boolean }
  | { kind: "class"; name: string; optional: boolean }
  | { kind: "slot"; name: string };
type Row = LexiconRow<"lang" | "part" | "phrase">;

export function createTemplates(rows: readonly Row[]): Templates {
  const isTemplate = ({ part }: Row) => part.startsWith("=");
  const isMade = ({ phrase }: Row) => phrase.includes("{") || phrase.includes("[");
  const book = createPhraseBook(rows.filter((row) => !isTemplate(row) && !isMade(row)));
  const made = new Map<string, Element[][]>();
  for (const row of rows.filter((row) => !isTemplate(row) && isMade(row)))
    made.set(row.part, [...(made.get(row.part) ?? []), elementsOf(row.phrase)]);
  const templates = rows
    .filter(isTemplate)
    .map(({ part, phrase }) => ({ name: part.slice("=".length), elements: elementsOf(phrase) }));

  return {
    match(forms, run = { from: 0, to: forms.length }) {
      if (run.to - run.from > questionLimits.template_forms) return [];
      const ends = new Map<string, number[]>();
      for (const { entry, from, to } of book.find(forms)) {
        const key = `${entry.part} ${from}`;
        ends.set(key, [...(ends.get(key) ?? []), to]);
      }
      const known = new Map<string, readonly number[]>();
      /** Where a phrase of the class may end that begins here, the longest first. */
      const classEnds = (name: string, at: number): readonly number[] => {
        const key = `${name} ${at}`;
        const before = known.get(key);
        if (before !== undefined) return before;
        const found = new Set(ends.get(key));
        for (const elements of made.get(name) ?? []) {
          let places = new Set([at]);
          for (const element of elements)
            places = new Set([...places].flatMap((place) => next(element, place)));
          for (const place of places) found.add(place);
        }
        const all = [...found].sort((a, b) => b - a);
        known.set(key, all);
        return all;
      };
      const next = (element: Element, at: number): readonly number[] => {
        if (element.kind === "slot")
          return Array.from({ length: Math.max(0, run.to - at) }, (_, i) => at + i + 1);
        const there =
          element.kind === "class"
            ? classEnds(element.name, at)
            : forms[at]?.form === element.form
              ? [at + 1]
              : [];
        return element.optional ? [...there, at] : there;
      };
      return templates.flatMap(({ name, elements }) => {
        const slots = slotsOf(elements, run, next);
        return slots === undefined ? [] : [{ name, slots }];
      });
    },
  };
}

function slotsOf(
  elements: readonly Element[],
  { from, to }: Run,
  next: (element: Element, at: number) => readonly number[],
): Matched["slots"] | undefined {
  const slots: Record<string, Run> = {};
  /** Places from which the rest is known not to match. */
  const failed = new Set<string>();
  const walk = (i: number, at: number): boolean => {
    const element = elements[i];
    if (element === undefined) return at === to;
    const key = `${i} ${at}`;
    if (failed.has(key)) return false;
    for (const place of next(element, at)) {
      if (!walk(i + 1, place)) continue;
      if (element.kind === "slot") slots[element.name] = { from: at, to: place };
      return true;
    }
    failed.add(key);
    return false;
  };
  return walk(0, from) ? slots : undefined;
}

const closing: Readonly<Record<string, string>> = { "{": "}", "<": ">", "[": "]" };

function elementsOf(phrase: string): Element[] {
  const elements: Element[] = [];
  const words = (text: string, optional: boolean) => {
    for (const { form } of readForms(text)) elements.push({ kind: "form", form, optional });
  };
  let at = 0;
  while (at < phrase.length) {
    const sign = phrase[at] ?? "";
    const end = phrase.indexOf(closing[sign] ?? "\n", at);
    if (end < 0) {
      let until = at + 1;
      while (until < phrase.length && closing[phrase[until] ?? ""] === undefined) until += 1;
      words(phrase.slice(at, until), false);
      at = until;
      continue;
    }
    const inside = phrase.slice(at + 1, end);
    const optional = phrase[end + 1] === "?";
    if (sign === "<") elements.push({ kind: "slot", name: inside });
    else if (sign === "{") elements.push({ kind: "class", name: inside, optional });
    else words(inside, true);
    at = end + (optional ? 2 : 1);
  }
  return elements;
}
