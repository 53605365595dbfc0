import { createTranslator } from "use-intl/core";
import { describe, expect, it, vi } from "vitest";
import en from "#lib/contracts/messages/en";
import zhCN from "#lib/contracts/messages/zh-CN";
import { type MessageKey, say } from "#lib/platform/say";

type Tree = { [name: string]: string | Tree };

function keysOf(tree: Tree, above = ""): { key: string; message: string }[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string"
      ? [{ key: `${above}${name}`, message: value }]
      : keysOf(value, `${above}${name}.`),
  );
}

describe.each([
  ["en", en],
  ["zh-CN", zhCN],
] as const)("every sentence of %s", (lang, messages) => {
  it("is what the translator makes of it, with numbers, signs and empty words in its places", () => {
    const translate = createTranslator({ locale: lang, messages: messages as unknown as Tree });
    for (const { key, message } of keysOf(messages as unknown as Tree)) {
      const names = [...message.matchAll(/\{(\w+)/g)].map(([, name = ""]) => name);
      const amount = (name: string) =>
        new RegExp(`\\{${name}, (?:number|plural|select)`).test(message);
      for (const count of [0, 1, 2, 999, 1000, 12_345_678]) {
        for (const word of ["{x} <b>'it''s'</b> #", "", count + 0.5]) {
          const params = Object.fromEntries(
            names.map((name) => [name, amount(name) ? count : word]),
          );
          // The keys come from the catalogue itself.
          const said = say(lang, key as MessageKey, params);
          expect(said, key).toBe((translate as (k: string, p: object) => string)(key, params));
        }
      }
    }
  });
});

it("needs no translator: in a built program that is the half which fills in nothing", async () => {
  vi.resetModules();
  vi.doMock("use-intl/core", () => ({ createTranslator: () => (key: string) => key }));
  const built = await import("#lib/platform/say");
  vi.doUnmock("use-intl/core");
  expect(built.say("en", "skill.field_long", { field: "description", most: 1024 })).toBe(
    "The value of “description” is longer than 1,024 characters.",
  );
  expect(built.say("en", "error.approval_choice", { decision: "x", open: "y" })).toBe(
    "“x” can't be chosen here. Choose one of: y.",
  );
});
