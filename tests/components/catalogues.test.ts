import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import format, { type CompiledMessage } from "icu-minify/format";
import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import { readMessages } from "../../components/locale/read-messages.ts";

const root = path.resolve(import.meta.dirname, "../..");
const locales = ["en", "zh-CN"] as const;
const flat = Object.fromEntries(locales.map((locale) => [locale, new Map(leaves(read(locale)))]));
const sources = ["app", "components"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("api/_server"))
    .map((file) => ({ file: path.join(folder, file), text: code(path.join(root, folder, file)) })),
);

describe("the page's catalogues", () => {
  it("have the same keys with the same parameters", () => {
    const shape = (locale: string) =>
      [...(flat[locale] ?? [])].map(([key, text]) => `${key} ${parameters(text).join()}`).sort();
    expect(shape("zh-CN")).toEqual(shape("en"));
  });

  it.each(locales)("can be read as messages: %s", (locale) => {
    for (const [key, text] of flat[locale] ?? []) {
      const translate = createTranslator({
        locale,
        messages: { text },
        onError: (error) => {
          throw error;
        },
      });
      const values = Object.fromEntries(parameters(text).map((name) => [name, 2]));
      expect(translate("text", values), key).not.toBe("");
    }
  });

  it.each(locales)("say the same once they are read on the server: %s", (locale) => {
    const formatters = {
      getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
        new Intl.DateTimeFormat(...args),
      getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
        new Intl.NumberFormat(...args),
      getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) =>
        new Intl.PluralRules(...args),
    };
    for (const [key, text] of flat[locale] ?? []) {
      const whole = createTranslator({ locale, messages: { text } });
      for (const value of [0, 1, 2, 1234]) {
        const values = Object.fromEntries(parameters(text).map((name) => [name, value]));
        const read = at(readMessages(locale), key) as CompiledMessage;
        expect(format(read, locale, values, { formatters }), key).toBe(whole("text", values));
      }
    }
  });

  it.each(locales)("call nothing by a name that lacks what it shows: %s", (locale) => {
    const texts = flat[locale] ?? new Map<string, string>();
    const said = (key: string) => {
      const text = texts.get(key) ?? "";
      const values = Object.fromEntries(
        parameters(text).map((name) => [name, name === "count" ? 1234 : "Notes"]),
      );
      return createTranslator({ locale, messages: { text } })("text", values).toLowerCase();
    };
    const pairs = [...texts.keys()]
      .filter((key) => key.endsWith("Named") && texts.has(key.slice(0, -"Named".length)))
      .map((key) => [key.slice(0, -"Named".length), key] as const);
    expect(pairs.length).toBeGreaterThan(8);
    const lacking = pairs.filter(([shown, named]) => !said(named).includes(said(shown)));
    expect(lacking).toEqual([]);
  });

  it("hold nothing that no part of the page says", () => {
    const used = new Set(sources.flatMap(({ text }) => usedKeys(text)));
    const unused = [...(flat.en?.keys() ?? [])].filter(
      (key) =>
        !used.has(key) &&
        ![...used].some((prefix) => prefix.endsWith(".") && key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });
});

describe("the page", () => {
  it("says nothing outside the catalogues", () => {
    const stray = sources
      .filter(({ file }) => !file.startsWith("app/api"))
      .flatMap(({ file, text }) => strayTexts(text).map((found) => `${file}: ${found}`));
    expect(stray).toEqual([]);
  });

  it("reaches the server through one client alone, and no other host at all", () => {
    const calls = sources.filter(({ text }) =>
      /\bfetch\(|XMLHttpRequest|EventSource|sendBeacon/.test(text),
    );
    expect(calls.map(({ file }) => file)).toEqual(["components/api/send.ts"]);
    const routes = sources.filter(
      ({ file, text }) => !file.startsWith("app/") && /["'`]\/api\//.test(text),
    );
    expect(routes.map(({ file }) => file)).toEqual([
      "components/api/account.ts",
      "components/api/activity.ts",
      "components/api/chat-sdk.ts",
      "components/api/client.ts",
      "components/api/memory.ts",
      "components/api/model-trials.ts",
      "components/api/patches.ts",
      "components/api/sandbox.ts",
      "components/api/send.ts",
      "components/api/skills.ts",
      "components/api/tasks.ts",
      "components/api/tools.ts",
      "components/api/web.ts",
    ]);
    const foreign = sources.filter(
      ({ file, text }) => file.startsWith("components") && /["'`](?:https?:)?\/\/[a-z]/i.test(text),
    );
    expect(foreign.map(({ file }) => file)).toEqual([]);
  });

  it("finds a stray text when there is one", () => {
    expect(strayTexts("<p>Hello there</p>")).toEqual(["Hello there"]);
    expect(strayTexts('<p title="Hello">{t("x")}</p>')).toEqual(["Hello"]);
    expect(strayTexts('const said = "Not your fault";')).toEqual(["Not your fault"]);
    expect(strayTexts("const a = `已复制`;")).toEqual(["已复制"]);
  });
});

function read(locale: string): unknown {
  return JSON.parse(readFileSync(path.join(root, "components/messages", `${locale}.json`), "utf8"));
}

function leaves(value: unknown, prefix = ""): [string, string][] {
  if (typeof value === "string") return [[prefix, value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([key, child]) =>
    leaves(child, prefix === "" ? key : `${prefix}.${key}`),
  );
}

/** What stands under a key with dots. */
function at(messages: unknown, key: string): unknown {
  return key.split(".").reduce((group, part) => (group as Record<string, unknown>)[part], messages);
}

/** Names in braces that are no plural branch: `{count, plural, one {# file}}` has `count`. */
function parameters(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map((match) => match[1] ?? ""))].sort();
}

/** A file without its comments. */
function code(file: string): string {
  return readFileSync(file, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** Keys by namespace and literal; a computed key counts as its beginning, with the dot. */
function usedKeys(text: string): string[] {
  const spaces = [
    ...text.matchAll(/useTranslations(?:<[^>]*>)?\("([\w.]+)"\)|useTranslations<"([\w.]+)">/g),
  ].map((match) => match[1] ?? match[2] ?? "");
  const literal = [...text.matchAll(/"([\w.-]+)"/g)].map((match) => match[1] ?? "");
  const computed = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? "");
  const whole = /const \{ meta \} = catalogues/.test(text) ? ["meta."] : [];
  // A status, a state or a support level is a key by itself: t(status).
  const all = [...literal, ...computed];
  return [
    ...whole,
    ...spaces.flatMap((space) => all.map((key) => `${space}.${key}`)),
    ...dynamic(text),
  ];
}

/** Namespaces whose keys are values of a closed set, handed to the translator as they are. */
function dynamic(text: string): string[] {
  const calls = [...text.matchAll(/const (\w+) = useTranslations\("([\w.]+)"\)/g)];
  return calls.flatMap(([, name, space]) =>
    new RegExp(`\\b${name}\\((?!["\`])`).test(text) ? [`${space}.`] : [],
  );
}

function strayTexts(text: string): string[] {
  const patterns = [
    /(?<!=)>\s*([^<>{}()=;:&|]*\p{L}{2,}[^<>{}()=;:&|]*?)\s*<\/?[a-zA-Z]/gu,
    /\b(?:aria-label|title|placeholder|alt)="([^"]*\p{L}[^"]*)"/gu,
    /"(\p{Lu}\p{L}* \p{L}+[^"]*)"/gu,
    /([\p{Script=Han}]{2,})/gu,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""));
}
