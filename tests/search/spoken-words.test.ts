import { describe, expect, it } from "vitest";
import { tokenize } from "#lib/language/words";
import { readSpoken, spokenFound } from "../../lib/search/spoken-words.ts";

/** The terms of the question whose written forms these are, as a passage holds them. */
function found(question: string, ...written: string[]) {
  const terms = tokenize(question).filter((token) =>
    written.includes(question.slice(token.start, token.end)),
  );
  return spokenFound(
    readSpoken(question),
    terms,
    /\p{Script=Han}/u.test(question) ? "zh-CN" : "en",
  );
}

describe("the words of a question as they are told to people", () => {
  it("are those that stand there and those that do not, without function words, each once", () => {
    expect(found("How do I add a printer to a printer room?", "add", "room")).toEqual({
      words: "add, room",
      missing: "printer",
      found: 2,
      all: 3,
    });
  });

  it("count an identifier as one word, and name the pieces where only those stand there", () => {
    const question = "What does server.maxPort do with import.meta.env?";
    const pieces = ["import.meta.env", "import", "meta", "env", "server", "Port"];
    expect(found(question, ...pieces)).toEqual({
      words: "server, Port, import.meta.env",
      missing: "server.maxPort",
      found: 1,
      all: 2,
    });
  });

  it("are whole Chinese words: pairs of characters across two words say nothing", () => {
    const question = "山东女子学院现有几个校区？";
    expect(found(question, "山东", "东女", "女子", "子学", "学院", "个校", "校区")).toMatchObject({
      words: "山东女子学院、校区",
      missing: "现有",
    });
    expect(found("1970年4月他做什么？", "1970", "年", "4", "月")).toMatchObject({
      words: "1970年4月",
    });
  });
});
