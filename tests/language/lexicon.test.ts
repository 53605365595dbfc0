import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { AppError } from "#lib/contracts/errors";
import { askKinds } from "#lib/contracts/question";
import { parseLexicon, readLexicon } from "#lib/language/lexicon";
import { createPhraseBook, readForms } from "#lib/language/phrases";
import { projectDir } from "#lib/platform/project";

const columns = ["lang", "word"] as const;
const parse = (text: string) => () => parseLexicon("units", text, columns);

describe("a word list", () => {
  it("says what it is for, names its columns, and is rows", () => {
    expect(parse("# Units.\tlang\tword\nen\tmetre\n\nzh\t米\n")()).toEqual([
      { lang: "en", word: "metre" },
      { lang: "zh", word: "米" },
    ]);
  });

  it.each([
    ["no purpose", "Units.\tlang\tword\nen\tmetre\n", "line 1"],
    ["other columns", "# Units.\tword\nmetre\n", "line 1"],
    ["a row of fewer cells", "# Units.\tlang\tword\nen\tmetre\nen\n", "line 3"],
    ["bytes that are no text", "# Units.\tlang\tword\nen\tm\ufffd\n", "line 2"],
    ["no rows", "# Units.\tlang\tword\n", "line 1"],
  ])("with %s is one error that names the file", (_what, text, line) => {
    expect(parse(text)).toThrow(AppError);
    expect(parse(text)).toThrow(`lib/language/lexicon/units.tsv is damaged at ${line}`);
  });

  it("that is missing is one error that names the file", () => {
    expect(() => readLexicon("absent", columns)).toThrow("lib/language/lexicon/absent.tsv");
  });

  it("is a .tsv file with a header, each of them in the folder", () => {
    const folder = path.join(projectDir(), "lib/language/lexicon");
    expect(readdirSync(folder).filter((name) => !name.endsWith(".tsv"))).toEqual([]);
  });

  it("of cues names kinds that exist, places that exist and whole weights", () => {
    const cues = readLexicon("ask-cues", ["lang", "kind", "where", "phrase", "weight"]);
    for (const { lang, kind, where, phrase, weight } of cues) {
      expect(askKinds).toContain(kind);
      expect(["en", "zh"]).toContain(lang);
      expect(["start", "any", "end"]).toContain(where);
      expect(phrase).not.toBe("");
      expect(Number.isInteger(Number(weight))).toBe(true);
    }
    const keys = cues.map(({ lang, kind, where, phrase }) =>
      [lang, kind, where, phrase].join("\t"),
    );
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });
});

describe("a phrase", () => {
  const find = (phrase: string, text: string) =>
    createPhraseBook([{ phrase }]).find(readForms(text)).length > 0;

  it("meets contractions, curly apostrophes, spellings, characters of both kinds and full-width marks", () => {
    expect(find("what is", "What’s up")).toBe(true);
    expect(find("does not work", "it doesnt work")).toBe(true);
    expect(find("color", "the COLOUR")).toBe(true);
    expect(find("数据库", "數據庫")).toBe(true);
    expect(find("吗？", "可以吗?")).toBe(true);
  });

  it("holds a gap of a few words that no punctuation parts", () => {
    expect(find("what does * mean", "what does a lag of 3 mean")).toBe(false);
    expect(find("what does * mean", "what does the lag mean")).toBe(true);
    expect(find("what does * mean", "what does, it mean")).toBe(false);
    expect(find("默认*多少", "默认端口是多少")).toBe(true);
  });

  it("knows a word by its end, and none inside an identifier", () => {
    expect(find("~error", "a TypeError here")).toBe(true);
    expect(find("error", "the error_log file")).toBe(false);
  });

  it("is found where it stands in the text", () => {
    const text = "“ﬁle” isn’t there";
    const [found] = createPhraseBook([{ phrase: "is not" }]).find(readForms(text));
    const forms = readForms(text);
    expect(text.slice(forms[found?.from ?? 0]?.start, forms[(found?.to ?? 1) - 1]?.end)).toBe(
      "isn’t",
    );
  });
});
