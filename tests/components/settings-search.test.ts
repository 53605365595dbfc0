import { describe, expect, it } from "vitest";
import { catalogues } from "../../components/locale/catalogue.ts";
import { findSettings, searchList } from "../../components/settings/search-list.ts";
import { pageOf, settingHref, settingsIndex } from "../../components/settings/settings-index.ts";

const list = (locale: "en" | "zh-CN") => searchList(catalogues[locale], Object.values(catalogues));
const found = (typed: string, locale: "en" | "zh-CN" = "en") =>
  findSettings(list(locale), typed).map(({ id }) => id);

describe("the search over all settings", () => {
  it("finds a setting by its name in either language, whichever the page has", () => {
    for (const locale of ["en", "zh-CN"] as const) {
      expect(found("Embedding model", locale)[0]).toBe("embedding");
      expect(found("嵌入模型", locale)[0]).toBe("embedding");
      expect(found("网页搜索", locale)[0]).toBe("web-search");
    }
  });

  it("finds it by what people call it, in any order of the words", () => {
    expect(found("mode dark")).toEqual(["theme"]);
    expect(found("ollama")).toContain("model");
    expect(found("黑名单")).toEqual(["never", "deny-hosts"]);
    expect(found("xylophone")).toEqual([]);
    expect(found("export settings")).toEqual(["settings-file"]);
  });

  it("names every setting in both languages, and none twice", () => {
    for (const locale of ["en", "zh-CN"] as const) {
      expect(list(locale).filter(({ name }) => /^[\w-]+\.[\w.]+$/.test(name))).toEqual([]);
    }
    const ids = settingsIndex.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("where a setting stands", () => {
  it("is its page and its id; of an id that none has there is no page", () => {
    expect(settingHref("theme")).toBe("/settings/general#theme");
    expect(pageOf("nothing")).toBeUndefined();
  });
});
