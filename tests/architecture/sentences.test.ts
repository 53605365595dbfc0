import { describe, expect, it } from "vitest";
import en from "#lib/contracts/messages/en";
import zhCN from "#lib/contracts/messages/zh-CN";
import { say } from "#lib/platform/say";
import { catalogues } from "../../scripts/bootstrap/sentences.mjs";

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`),
  );
}

/**
 * Names of the parameters of a sentence in ICU syntax: `plain` ones are printed, `choosing` ones pick a form.
 *
 *   "{a} of {n, plural, one {# file} other {{b} files}}"  ->  plain a b, choosing n
 */
function parameters(text: string): { plain: Set<string>; choosing: Set<string> } {
  const plain = new Set<string>();
  const choosing = new Set<string>();
  const inForm = [true]; // by depth of braces: text of a form, or the argument around it
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "}") inForm.pop();
    if (text[at] !== "{") continue;
    const argument = inForm[inForm.length - 1] === true;
    inForm.push(!argument);
    const [, name = "", end] = /^\{\s*(\w+)\s*([,}])/.exec(text.slice(at)) ?? [];
    if (argument) (end === "}" ? plain : choosing).add(name);
  }
  return { plain, choosing };
}

describe("the sentences of the program", () => {
  const english = new Map(leaves(en));
  const chinese = new Map(leaves(zhCN));
  const all = (names: ReturnType<typeof parameters>) =>
    new Set([...names.plain, ...names.choosing]);

  it("are the same set in both languages", () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("take the same parameters in both languages, and can be said", () => {
    for (const [key, text] of english) {
      const [first, second] = [parameters(text), parameters(chinese.get(key) ?? "")];
      // Chinese has no plural: a number that only chooses a form may be missing there.
      expect([key, [...first.plain].filter((name) => !all(second).has(name))]).toEqual([key, []]);
      expect([key, [...all(second)].filter((name) => !all(first).has(name))]).toEqual([key, []]);
      const params = Object.fromEntries([...all(first)].map((name) => [name, 2]));
      // Every key of the catalogue is a key of `say`; a sentence that cannot be formatted would be its own key.
      for (const lang of ["en", "zh-CN"] as const) {
        expect(say(lang, key as Parameters<typeof say>[1], params)).not.toContain(key);
      }
    }
  });

  it("are Chinese in the Chinese catalogue", () => {
    const words = (text: string) => text.replace(/\{[^{}]*\}/g, "");
    const foreign = [...chinese].filter(
      ([key, text]) =>
        /[a-z]{2}/i.test(words(text)) && !/\p{Script=Han}/u.test(text) && text !== english.get(key),
    );
    expect(foreign).toEqual([]);
  });
});

describe("the sentences of the scripts", () => {
  it("are the same set in both languages, and take as much", () => {
    const shape = (tree: object) =>
      Object.entries(tree).map(([key, value]) => [
        key,
        typeof value === "function" ? value.length : Object.keys(value),
      ]);
    expect(shape(catalogues["zh-CN"])).toEqual(shape(catalogues.en));
  });
});
