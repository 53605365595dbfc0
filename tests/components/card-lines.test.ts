import { describe, expect, it } from "vitest";
import type { Claim } from "#lib/contracts/answer";
import { cardLines } from "../../components/answer/card-lines.ts";
import { saidIn } from "../../components/answer/excerpt-lines.ts";
import { cite } from "../citations/sample.ts";

const text = "# Title\n\none **two**\nthree\n\n- four\n- five\n\nsix\nseven\neight";

describe("the lines on the card of a source", () => {
  it("carry the numbers they have in the file, and are no more than five", () => {
    const card = cardLines(at(10, text), []);
    expect(shown(card)).toEqual(["10 Title", "12 one two", "13 three", "15 – four", "16 – five"]);
    expect([card.above, card.below]).toEqual([false, true]);
  });

  it("begin with the claim, and go back as far as there is room", () => {
    const early = cardLines(at(10, text), [on(13, "three")]);
    expect(shown(early)[0]).toBe("13 three");
    expect(early.above).toBe(true);
    const late = cardLines(at(10, text), [on(20, "eight")]);
    expect(shown(late)).toEqual(["15 – four", "16 – five", "18 six", "19 seven", "20 eight"]);
    expect(late.below).toBe(false);
  });

  it("of several claims are those of each, with a mark between lines that are apart", () => {
    const both = cardLines(at(10, text), [on(12, "one **two**"), on(20, "eight")]);
    expect(shown(both)).toEqual(["12 one two", "20 eight"]);
    expect(both.lines.map(({ apart }) => apart)).toEqual([undefined, true]);
    expect([both.above, both.below]).toEqual([true, false]);
    expect(shown(cardLines(at(10, text), [on(12, "one **two**"), on(13, "three")]))).toHaveLength(
      5,
    );
  });

  it("are those that answer before those that they are read in, unless there are no others", () => {
    const around = [on(12, "one **two**"), on(13, "three")].map((c) => ({
      ...c,
      ...{ line: true as const, around: true as const },
    }));
    expect(shown(cardLines(at(10, text), [...around, on(19, "seven")])).at(-1)).toBe("20 eight");
    expect(shown(cardLines(at(10, text), around))[0]).toBe("12 one two");
  });

  it("of a snippet that was cut are numbered by a claim that stands in it, or are those of the claim", () => {
    const cut = { ...at(100, "b two\nc three"), truncated: true };
    expect(shown(cardLines(cut, [on(131, "c three")]))).toEqual(["130 b two", "131 c three"]);
    expect(shown(cardLines(cut, [on(131, "elsewhere")]))).toEqual(["131 elsewhere"]);
  });

  it("are the row itself where the snippet was cut before it, and never a model's words", () => {
    const cut = { ...at(70, "| a | b |\n| - | - |\n| c | d |"), truncated: true };
    const row: Claim = {
      ...on(70, "| a | b |\n| - | - |\n| x | y |"),
      kind: "table",
      spans: [70, 71, 99].map((line) => ({ citation: 1, line, start: 0, end: 9 })),
    };
    expect(shown(cardLines(cut, [row]))).toEqual(["70 a · b", "99 x · y"]);
    const told = { ...on(99, "the model's words"), support: "doubt" as const };
    expect(shown(cardLines(cut, [told]))).toEqual(["? a · b", "? c · d"]);
  });

  it("number rows and code by their own lines", () => {
    const rows = cardLines(at(3, "| a | b |\n| - | - |\n| c | d |"), []);
    expect(shown(rows)).toEqual(["3 a · b", "5 c · d"]);
    const cutOff = cardLines(at(7, "| c | d |\n| e | f |"), []);
    expect(shown(cutOff)).toEqual(["7 c · d", "8 e · f"]);
    const code = cardLines(at(20, "Run:\n\n```sh\nnpm **start**\n\nend\n```"), []);
    expect(shown(code)).toEqual(["20 Run:", "23 npm **start**", "25 end"]);
    const inside = cardLines({ ...at(30, "# c\n```\nafter"), inside_fence: "```" }, []);
    expect(shown(inside)).toEqual(["30 # c", "32 after"]);
    expect(shown(cardLines(at(40, "  - inner\n    - deeper"), []))).toEqual([
      "40 – inner",
      "41 – deeper",
    ]);
  });
});

const at = (line: number, snippet: string) => cite(1, snippet, line);

function on(line: number, text: string): Claim {
  const spans = [{ citation: 1, line, start: 0, end: text.length }];
  return { id: "c1", kind: "sentence", text, citations: [1], support: "verbatim", spans };
}

const shown = (card: ReturnType<typeof cardLines>) =>
  card.lines.map(({ line, said }) => `${line ?? "?"} ${saidIn(said)}`);
