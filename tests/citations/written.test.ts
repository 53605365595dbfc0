import { describe, expect, it } from "vitest";
import { claimsOf } from "#lib/citations/written";

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
