import { describe, expect, it } from "vitest";
import { linesNear } from "#lib/agents/model/lines-near";
import { createOwnSearches } from "#lib/agents/model/own-searches";
import { bearsOn, speaksOfMost } from "#lib/agents/stands-in";
import { asQuestion } from "#lib/contracts/question";
import { cite } from "../citations/sample.ts";

const shown = (text: string) => ({ claims: [{ text, kind: "sentence" as const }], citations: [] });
const borne = (ask: string, other: string, text: string) =>
  bearsOn(asQuestion(ask), [asQuestion(other)], shown(text));

describe("a part of a question that a model writes on", () => {
  it.each([
    [
      "Can the lamp and the relay connect?",
      "Where is the version shown?",
      "They will not pair: the lamp cannot connect.",
    ],
    ["默认权限在哪里改？", "新用户能做什么？", "权限在设置文件里修改。"],
  ])("is borne upon where it speaks of what this part alone asks: %s", (ask, other, text) => {
    expect(borne(ask, other, text)).toBe(true);
  });

  it.each([
    ["What is the admin password?", "Which port does it use?", "It listens on port 8080."],
    ["管理员密码是什么？", "用哪个端口？", "它监听 8080 端口。"],
  ])("is not, where it speaks of the other part: %s", (ask, other, text) => {
    expect(borne(ask, other, text)).toBe(false);
  });

  it("is spoken of by what was searched for where most of it is", () => {
    const ask = asQuestion("How far can I walk before the island ends?");
    expect(
      speaksOfMost(
        ask,
        shown("The island is a square; at its end stands a wall, and you walk no farther."),
      ),
    ).toBe(true);
    expect(speaksOfMost(ask, shown("The island has a harbour and two mills."))).toBe(false);
  });
});

describe("what a model searched for otherwise", () => {
  const page = "Gate 1 opens at 5 o'clock.";
  const fresh = { ...cite(1, page), relative_path: "gates.md" };
  const claim = { citations: [1] } as never;
  const notice = (query: string, found: (typeof fresh)[]) => {
    const own = createOwnSearches(
      { question: asQuestion("When does gate 1 open?"), lang: "en" },
      found,
    );
    const gathered = { result: { output: { citations: [fresh], passages: [], terms: [] } } };
    own.found(query, gathered as never, { blocks: [] } as never, [fresh]);
    return own.notice([claim], [fresh])?.code;
  };
  it("is told where the question finds no page of it, or its words are about something else", () => {
    expect(notice("Who watches the Marsh budget?", [])).toBe("searched_otherwise");
    expect(notice("Who watches the Marsh budget?", [fresh])).toBe("searched_otherwise");
  });
  it("is not told where the question itself finds its page", () => {
    expect(notice("opening hours of gate 1, Marsh", [fresh])).toBeUndefined();
  });
});

it("a sentence is written anew from the lines that its writer named, and from near ones behind them", () => {
  const text =
    "Pick all of it and throw it out, for the crew will write over it.\n\nEmpty the new folder of the ship.\n\nThe mast is red.";
  const lines = linesNear(
    {
      claim: {
        id: "c1",
        text: "Empty the new folder, because it will be overwritten.",
        citations: [1],
        spans: [],
        kind: "sentence",
      },
      quotes: [{ citation: 1, text: "Pick all of it and throw it out" }],
    },
    { citations: [cite(1, text)], passages: [{ citation_id: 1, text, kind: "prose" }] },
  );
  expect(lines.map((one) => one.text)).toEqual([
    "Pick all of it and throw it out, for the crew will write over it.",
    "Empty the new folder of the ship.",
  ]);
});
