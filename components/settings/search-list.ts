import type { Catalogue } from "../locale/catalogue.ts";
import { holdsWords } from "../parts/holds-words.ts";
import { type SettingId, type SettingsPageId, settingsIndex } from "./settings-index.ts";

/** A setting as a search finds it: `names` and `words` are those of every language of the page. */
export type FoundSetting = {
  id: SettingId;
  page: SettingsPageId;
  name: string;
  names: string;
  words: string;
};

/** Every setting with its name in the language shown, to be found by its names and words in all of them. */
export function searchList(shown: Catalogue, all: readonly Catalogue[]): FoundSetting[] {
  return settingsIndex.map(({ id, page, name }) => ({
    id,
    page,
    name: textAt(shown, name),
    names: all.map((one) => textAt(one, name)).join(" "),
    words: all
      .flatMap((one) => [
        textAt(one, name),
        one.settings.words[id],
        one.settings.page[page],
        one.settings.pageSaid[page],
      ])
      .join(" "),
  }));
}

function textAt(catalogue: Catalogue, key: string): string {
  const text = key
    .split(".")
    .reduce<unknown>((at, part) => (isGroup(at) ? at[part] : undefined), catalogue);
  return typeof text === "string" ? text : key;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Settings that hold every word of what is typed: first those whose name does. */
export function findSettings<T extends Pick<FoundSetting, "names" | "words">>(
  found: readonly T[],
  typed: string,
): T[] {
  const named = found.filter(({ names }) => holdsWords(names, typed));
  const told = found.filter((one) => !named.includes(one) && holdsWords(one.words, typed));
  return [...named, ...told];
}
