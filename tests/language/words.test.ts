import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentTerms, detectLang, tokenize } from "#lib/language/words";
import { readWord } from "#lib/language/words/word";

const terms = (text: string) => tokenize(text).map((token) => token.term);
const shown = (text: string) =>
  tokenize(text).map((token) => `${token.term}=${text.slice(token.start, token.end)}`);

describe("words", () => {
  it("takes no piece of several PCs for a word", () => {
    expect(tokenize("PCs and IDs").map(({ term }) => term)).toEqual(["pc", "and", "id"]);
  });
  it("reads several PDFs as what one PDF is", () => {
    expect(terms("PDFs and `URLs`")).toEqual(terms("PDF and `URL`"));
  });

  it("reads identifiers as a whole and in parts", () => {
    expect(terms("useAnswerStream")).toEqual(["useanswerstream", "use", "answer", "stream"]);
    expect(terms("limits.max_turns")).toEqual([
      "limits.max_turns",
      "limit",
      "max_turns",
      "max",
      "turn",
    ]);
    expect(terms("max_turns")).toEqual(["max_turns", "max", "turn"]);
    expect(terms("lib/search")).toEqual(["lib/search", "lib", "search"]);
    expect(terms("--no-sandbox")).toEqual(["no-sandbox", "no", "sandbox"]);
    expect(terms("v24.21.0")).toEqual(["v24.21.0", "24.21.0", "24"]);
    expect(terms("node.js")).toEqual(["node.js", "node", "js"]);
    expect(terms("HTTPServer")).toEqual(["httpserver", "http", "server"]);
    expect(terms("std::vector")).toEqual(["std::vector", "std", "vector"]);
  });

  it("keeps letters and digits together", () => {
    expect(terms("x509")).toEqual(["x509"]);
    expect(terms("64DD")).toEqual(["64dd"]);
  });

  it("keeps the signs that are part of a name", () => {
    expect(terms("C++ and C#, not C.")).toEqual(["c++", "and", "c#", "not", "c"]);
  });

  it("ends a word at the end of its sentence", () => {
    expect(terms("See max_turns. Then stop...")).toEqual([
      "see",
      "max_turns",
      "max",
      "turn",
      "then",
      "stop",
    ]);
    expect(terms("one--two - three")).toEqual(["one", "two", "three"]);
  });

  it("brings the forms of an English word together", () => {
    expect(new Set(terms("index indexes indexed indexing"))).toEqual(new Set(["index"]));
    expect(terms("The settings of your folders")).toEqual(["the", "set", "of", "your", "folder"]);
  });

  it("takes accents, ligatures, full width and case as one", () => {
    expect(terms("Beyoncé")).toEqual(terms("beyonce"));
    expect(terms("ﬁle")).toEqual(["file"]);
    expect(terms("ＡＢＣ１２")).toEqual(["abc12"]);
    expect(terms("STRASSE")).toEqual(terms("Straße"));
    expect(terms("cafe\u0301")).toEqual(terms("café"));
  });

  it("keeps the letters that only look like accents in other scripts", () => {
    expect(terms("й")).not.toEqual(terms("и"));
    expect(terms("が")).not.toEqual(terms("か"));
    expect(terms("ｶﾞ")).toEqual(["ガ"]);
  });

  it("drops possessives, keeps names with apostrophes, and knows contractions as function words", () => {
    expect(shown("Beyoncé's")).toEqual(["beyonc=Beyoncé"]);
    expect(terms("O’Brien")).toContain("obrien");
    expect(tokenize("can’t").every((token) => token.stop)).toBe(true);
  });

  it("reads numbers as they are meant", () => {
    expect(terms("1,000,000 and 3.14 or 1,2")).toEqual(["1000000", "and", "3.14", "or", "1", "2"]);
    expect(tokenize("1,000").map((token) => token.kind)).toEqual(["number"]);
  });

  it("reads Han by pairs and single characters, split from other scripts", () => {
    expect(terms("数据库")).toEqual(["数据", "数", "据库", "据", "库"]);
    expect(terms("JAXR是什么")[0]).toBe("jaxr");
    expect(terms("用Git管理")).toContain("git");
  });

  it("lets traditional and simplified characters meet", () => {
    expect(terms("資料庫")).toEqual(terms("资料库"));
    expect(shown("臺灣")).toContain("台湾=臺灣");
  });

  it("reads kana and Hangul by pairs", () => {
    expect(terms("カタカナ")).toEqual(["カタ", "タカ", "カナ"]);
    expect(terms("한국어")).toEqual(["한국", "국어"]);
    expect(terms("ก็ไทย")).toEqual(["ก็ไ", "ไท", "ทย"]);
  });

  it("takes question words and particles for function words, and capitals for names", () => {
    expect(contentTerms("What is the US population?")).toEqual(["us", "popul"]);
    expect(contentTerms("what do they tell us")).toEqual(["tell"]);
    expect(contentTerms("WHAT IS THIS")).toEqual([]);
    expect(contentTerms("怎么添加文件夹？")).toEqual(
      expect.arrayContaining(["添加", "加文", "文件", "件夹"]),
    );
    expect(contentTerms("怎么添加文件夹？")).not.toContain("怎么");
    expect(contentTerms("什么是什么")).not.toContain("什么");
  });

  it("gives offsets in the text as it was written", () => {
    const text = "Ⅷ ﬁles — Beyoncé’s １２ cafe\u0301 𠮷野家 資料";
    expect(shown(text)).toEqual(
      expect.arrayContaining([
        "file=ﬁles",
        "beyonc=Beyoncé",
        "12=１２",
        "cafe=cafe\u0301",
        "资料=資料",
      ]),
    );
  });

  it("tells English from Chinese, names and quotations in the other language included", () => {
    expect(detectLang("How do I add a folder?")).toBe("en");
    expect(detectLang("怎么添加文件夹？")).toBe("zh-CN");
    expect(detectLang("JAXR是什么")).toBe("zh-CN");
    expect(detectLang("什么是 React Server Components")).toBe("zh-CN");
    expect(detectLang("What does 什么 mean")).toBe("en");
    expect(detectLang("これは何ですか")).toBe("en");
    expect(detectLang("")).toBe("en");
  });

  it("reads an identifier of any length in bounded terms", () => {
    const long = `${"a".repeat(100_000)}_${"b/".repeat(5_000)}`;
    for (const token of tokenize(long)) expect(token.term.length).toBeLessThanOrEqual(128);
  });

  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          "a",
          "B",
          "é",
          "ﬁ",
          "'",
          "’",
          "s",
          ".",
          "_",
          "-",
          " ",
          "1",
          ",",
          "000",
          "資",
          "料",
          "か",
          "ﾞ",
          "\u0301",
          "𠮷",
          "C++",
          "#",
          "İ",
          "ß",
          "v2.0",
          "::",
          "\ud800",
        ),
        { maxLength: 40 },
      )
      .map((pieces) => pieces.join("")),
  );

  it("stems a part with a capital inside, which alone is a name and stays as it is", () => {
    expect(terms("aBaé::a")).toContain("aba");
    expect(terms("aBaé")).toEqual(["abae", "bae"]);
  });

  it("keeps offsets outside of surrogate pairs", () => {
    expect(tokenize("🄀")).toMatchObject([{ term: "0", start: 0, end: 2 }]);
  });

  it("property: offsets lie in the text, ascend, and a piece read alone gives its term again", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0;
        for (const token of tokenize(text)) {
          expect(token.start).toBeGreaterThanOrEqual(0);
          expect(token.end).toBeLessThanOrEqual(text.length);
          expect(token.end).toBeGreaterThan(token.start);
          expect(token.term).not.toBe("");
          if (token.kind !== "part" && token.kind !== "number") {
            expect(token.start).toBeGreaterThanOrEqual(last);
            last = token.start;
          }
          // A part with a capital inside is a name of its own when it stands alone, and names are not stemmed.
          const alone = terms(text.slice(token.start, token.end));
          expect(
            token.kind === "part" ? [...alone, ...alone.map((term) => readWord(term).term)] : alone,
          ).toContain(token.term);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("property: case and composition do not matter to what a word is", () => {
    const word = fc.stringMatching(/^[a-z\u00e0-\u00f6]{3,12}$/);
    fc.assert(
      fc.property(word, (text) => {
        expect(terms(text.normalize("NFD"))).toEqual(terms(text));
        expect(terms(`The ${text.toUpperCase()}`).at(-1)).toEqual(terms(text).at(-1));
      }),
    );
  });
});
