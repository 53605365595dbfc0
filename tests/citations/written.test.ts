import { describe, expect, it } from "vitest";
import { claimsOf, readWritten } from "#lib/citations/written";

const read = (text: string) => claimsOf(text).map((c) => [c.kind, c.text, c.citations]);

describe("a written answer as claims", () => {
  it.each([
    ["before the full stop", "It ends after 30 s [2]. It is slow [1].", [2], [1]],
    ["after the full stop", "It ends after 30 s. [2] It is slow. [1]", [2], [1]],
    ["glued to it", "It ends after 30 s.[2] It is slow.[1]", [2], [1]],
    ["several at once", "It ends after 30 s [2][3]. It is slow [1, 4].", [2, 3], [1, 4]],
    ["none", "It ends after 30 s. It is slow.", [], []],
  ])("takes markers %s", (_where, text, first, second) => {
    expect(read(text)).toEqual([
      ["sentence", "It ends after 30 s.", first],
      ["sentence", "It is slow.", second],
    ]);
  });

  it("ends a sentence where its marker has the full stop, whatever the next one begins with", () => {
    expect(read("Set by `Certificate` [3]. cert-manager reads `a[3]. b` [2].")).toEqual([
      ["sentence", "Set by `Certificate`.", [3]],
      ["sentence", "cert-manager reads `a[3]. b`.", [2]],
    ]);
  });

  it("takes what stands below a table for all of its rows", () => {
    expect(read("|a|b|\n|-|-|\n|1|2|\n|3|4|\n\n[1]").map(([, , ids]) => ids)).toEqual([[1], [1]]);
  });

  it("takes Chinese markers", () => {
    expect(read("请求在30秒后结束[1]。它很慢。[2]")).toEqual([
      ["sentence", "请求在30秒后结束。", [1]],
      ["sentence", "它很慢。", [2]],
    ]);
  });

  it("leaves code, links and what is escaped alone", () => {
    expect(read("Take `a[0]` or [1](a.md) or \\[7] [3].")).toEqual([
      ["sentence", "Take `a[0]` or [1](a.md) or \\[7].", [3]],
    ]);
  });

  it("gives items, steps, rows and code their own, also from the line below", () => {
    const text =
      "- One [1]\n- Two [2]\n\n1. Run [3]:\n\n```sh\nx[9]\n```\n\n[4]\n\n|a|b|\n|-|-|\n|1|2 [5]|";
    expect(read(text)).toEqual([
      ["list_item", "One", [1]],
      ["list_item", "Two", [2]],
      ["step", "Run:", [3]],
      ["code", "x[9]", [4]],
      ["table", "|a|b|\n|-|-|\n|1|2|", [5]],
    ]);
  });
});

describe("markers that quote what a sentence rests on", () => {
  const rests = (text: string) => claimsOf(text).map((c) => [c.text, c.citations, c.quotes]);

  it("takes the words apart from the sentence, whatever stands in them", () => {
    expect(
      rests(
        'It ends after 30 s [2 "Requests end after 30 s. Set `timeout` [1] to change it."]. It is slow [1 "is "very" slow", 4 “uses one core”][3].',
      ),
    ).toEqual([
      [
        "It ends after 30 s.",
        [2],
        [{ citation: 2, text: "Requests end after 30 s. Set `timeout` [1] to change it." }],
      ],
      [
        "It is slow.",
        [1, 4, 3],
        [
          { citation: 1, text: 'is "very" slow' },
          { citation: 4, text: "uses one core" },
        ],
      ],
    ]);
  });

  it("takes Chinese quotation marks, and several quotes of one number", () => {
    expect(rests("请求在30秒后结束[1 「请求会在 30 秒后结束」“默认值为 30”]。")).toEqual([
      [
        "请求在30秒后结束。",
        [1],
        [
          { citation: 1, text: "请求会在 30 秒后结束" },
          { citation: 1, text: "默认值为 30" },
        ],
      ],
    ]);
  });

  it("takes words that hold quotation marks, at their end too", () => {
    expect(
      rests(
        'Open the tab [14 "Go to the "Files" tab and press "Open folder""]. Then save [2 ""Save" is the last", 3 "press "Save"", 4 "wait"].\n\n打开它[2 “点击“关于”标签页”]。',
      ).map(([text, , quotes]) => [text, (quotes as { text: string }[]).map((one) => one.text)]),
    ).toEqual([
      ["Open the tab.", ['Go to the "Files" tab and press "Open folder"']],
      ["Then save.", ['"Save" is the last', 'press "Save"', "wait"]],
      ["打开它。", ["点击“关于”标签页"]],
    ]);
  });

  it("leaves code as it is", () => {
    expect(rests('Run it [1 "run it"]:\n\n```js\nrow[3 "x"]\n```\n\n[2]')).toEqual([
      ["Run it:", [1], [{ citation: 1, text: "run it" }]],
      ['row[3 "x"]', [2], undefined],
    ]);
  });

  it("never shows half a marker of a text that is still being written", () => {
    const whole =
      'It ends after 30 s [2 "Requests end after 30 s."]. It is slow, very slow [1 "slow"]. Next.';
    for (let end = 0; end <= whole.length; end++) {
      const { complete, rest } = readWritten(whole.slice(0, end));
      for (const { text } of complete)
        expect(["It ends after 30 s.", "It is slow, very slow."]).toContain(text);
      expect(rest).toBeLessThanOrEqual(end);
    }
    const { complete, rest } = readWritten(whole);
    expect(complete.map(({ citations }) => citations)).toEqual([[2]]);
    expect(whole.slice(rest)).toMatch(/^It is slow/);
  });
});

describe("a marker that is none", () => {
  it("takes no sentence with it", () => {
    const claims = claimsOf(
      'It listens on port 3000 [2 "listens on port 3000. It never restarts [3 "never restarts"].',
    );
    expect(claims.some(({ quotes }) => quotes?.[0]?.text === "never restarts")).toBe(true);
    expect(claims.map(({ text }) => text).join(" ")).toContain("It never restarts");
  });

  it.each([
    ['[1 "Set ports to ["80", "443"] to open them"]', ['Set ports to ["80", "443"] to open them']],
    ['[1""]', undefined],
    ['[9001] and [1 "a b"]', ["a b"]],
  ])("and one that quotes code: %s", (marker, quotes) => {
    const [claim] = claimsOf(`Ports are set there ${marker}.`);
    expect(claim?.quotes?.map(({ text }) => text)).toEqual(quotes);
  });

  it("costs no more than its length, whatever a model repeats", () => {
    for (const piece of ["[1", "[1 ", '[1 "a" ', " ", "[", '"]', "[1 1 "]) {
      const text = piece.repeat(40_000 / piece.length);
      expect(readWritten(text).rest).toBeGreaterThanOrEqual(0);
    }
  });
});
