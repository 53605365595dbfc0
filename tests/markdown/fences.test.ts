import { describe, expect, it } from "vitest";
import { bareFence, closesFence, fenceOn, languageOf, MOST_BLANKS } from "#lib/markdown/fences";

describe("a fence", () => {
  it.each([
    ["```", "", "```", ""],
    ["~~~~ js {1}", "", "~~~~", "js"],
    ["   ```sh", "   ", "```", "sh"],
    ["> 1. ```ts title", "> 1. ", "```", "ts"],
    ["- - ```{figure} a.png", "- - ", "```", ""],
  ])("is read of %j", (line, before, mark, language) => {
    const fence = fenceOn(line);
    expect(fence).toMatchObject({ before, mark });
    expect(fence && languageOf(fence)).toBe(language);
  });

  it.each(["``", "text ```", "```a` b", "~~~ `x`", "", "````` a`"])("is none of %j", (line) => {
    expect(fenceOn(line)).toBeUndefined();
  });

  it("stands bare behind blanks alone, at most so many", () => {
    expect(bareFence("    ```")?.mark).toBe("```");
    expect(bareFence("    ```", MOST_BLANKS)).toBeUndefined();
    expect(bareFence("> ```")).toBeUndefined();
  });

  it("is closed by one as long, with nothing behind it", () => {
    expect(closesFence(fenceOn("````"), "```")).toBe(true);
    expect(closesFence(fenceOn("> ```  "), "```")).toBe(true);
    for (const line of ["```js", "~~~", "``", "text"])
      expect(closesFence(fenceOn(line), "```")).toBe(false);
    expect(closesFence(fenceOn("```"), "````")).toBe(false);
  });

  it("is looked for in linear time", () => {
    const began = performance.now();
    for (const line of [
      `${"- ".repeat(200_000)}\`\`\``,
      `${"1. ".repeat(100_000)}~~~\``,
      `${" ".repeat(400_000)}\`\`\`\``,
    ])
      fenceOn(line);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
