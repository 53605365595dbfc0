import { describe, expect, it } from "vitest";
import { mayHoldPictures, readPictures } from "#lib/markdown/pictures";

const read = (...lines: string[]) => readPictures(lines);

describe("the pictures of a page", () => {
  it("are told with what is said of them, in every way of writing them", () => {
    const pictures = read(
      "---",
      "cover: ![no](front.png)",
      "---",
      "# Ferry",
      '![Gate **open**](img/gate.png "In the morning") and ![two](<with space.png>)',
      "![[pier.jpg|The pier]] ![[chart.svg|300]]",
      "![by name][gate] ![gate]",
      '<img width="3"',
      '  src="img/tag.png"',
      '  alt="A > B">',
      '{{< figure src="short.png" caption="Short code" >}}',
      '<img src={require("./code.webp").default} alt="code" />',
      "```{figure} directive.png",
      ":alt: By directive",
      "",
      "What it shows.",
      "```",
      "",
      '[gate]: named.png "Named"',
    );
    expect(pictures.map(({ line, target, alt }) => [line, target, alt])).toEqual([
      [5, "img/gate.png", "Gate open"],
      [5, "with space.png", "two"],
      [6, "pier.jpg", "The pier"],
      [6, "chart.svg", ""],
      [7, "named.png", "by name"],
      [7, "named.png", "gate"],
      [9, "img/tag.png", "A > B"],
      [11, "short.png", ""],
      [12, "./code.webp", "code"],
      [13, "directive.png", "By directive"],
    ]);
    expect(pictures[0]).toMatchObject({ title: "In the morning", breadcrumb: ["Ferry"] });
    expect(pictures[4]?.title).toBe("Named");
    expect(pictures[7]?.caption).toBe("Short code");
    expect(pictures[9]?.caption).toBe("What it shows.");
  });

  it("are none in code, on the web, or in the text itself", () => {
    expect(
      read(
        "```",
        "![a](a.png)",
        "```",
        "`![b](b.png)` ![c](https://example.org/c.png) ![d](//example.org/d.png)",
        "![e](data:image/png;base64,AAAA) [f](f.png) ![g]",
      ),
    ).toEqual([]);
  });

  it("have the paragraphs around them, their headings and their captions with them", () => {
    const [picture] = read(
      "# Ferry",
      "## Boarding",
      "Walk past the **red** [hut](hut.md).",
      "",
      "![](gate.png)",
      "",
      "*Figure 2: the gate at dawn*",
      "",
      "Wait for the bell.",
      "## Leaving",
      "Not this.",
    );
    expect(picture).toMatchObject({
      breadcrumb: ["Ferry", "Boarding"],
      caption: "Figure 2: the gate at dawn",
    });
    expect(picture?.near).toContain("Walk past the red hut.");
    expect(picture?.near).not.toContain("Not this");
  });

  it("are read in no time from a hostile page", () => {
    const bad = [
      "![".repeat(10_000),
      `![${"[".repeat(10_000)}](${"(".repeat(9_000)}`,
      `<img ${"a".repeat(15_000)}`,
      `${"![a](b.png)".repeat(1_500)}`,
      `{{< figure ${"src=".repeat(4_000)}`,
    ];
    expect(read(...bad).length).toBeLessThanOrEqual(2_000);
  });

  const blanks = " ".repeat(19_000);
  const few = " ".repeat(9_000);
  const last = "![Gate](gate.png)";

  it.each([
    ["headings of blanks", Array(3).fill(`#${few}b${few}b`)],
    ["fences that are none", Array(200).fill(`${"~".repeat(19_000)}\``)],
    ["tags on many lines", Array(60_000).fill('<img src="https://example.org/a.png">')],
    ["tags without end before long lines", Array(30).fill("<img ".repeat(3_900))],
  ])("are found below %s", (_what, above: string[]) => {
    expect(read(...above, "", last).map(({ target }) => target)).toEqual(["gate.png"]);
  });

  it("have headings and captions whatever stands around their words", () => {
    const page = [
      `#${blanks}The ferry  ##  `,
      "## Gate #1#",
      `:::{figure} a.png`,
      ...Array.from({ length: 20 }, () => `${blanks}Noon`),
      ":::",
      "### ###",
      `## ${"long ".repeat(200)}`,
      last,
    ];
    const [figure, gate] = read(...page);
    expect(figure?.breadcrumb).toEqual(["The ferry", "Gate #1#"]);
    expect(figure?.caption).toMatch(/^Noon/);
    expect(gate?.breadcrumb).toEqual(["The ferry", "Gate #1#"]);
  });

  it("of one line are those that the whole page tells of it", () => {
    const page = [
      "# Ferry",
      last,
      "```",
      last,
      "```",
      "<img",
      "",
      'src="tag.png">',
      "![x]",
      "",
      last,
    ];
    page.push("![x][x]", "", "[x]: named.png");
    const all = readPictures(page);
    expect(all.map(({ line }) => line)).toEqual([2, 8, 9, 11, 12]);
    for (const line of page.keys())
      expect(readPictures(page, line)).toEqual(all.filter((one) => one.line === line));
  });

  it("are not looked for where there can be none", () => {
    expect(mayHoldPictures("A page of words, [links](a.md) and <b>tags</b>.")).toBe(false);
    for (const page of ["![a](b.png)", "<IMG src=a>", "{{% figure %}}", ":::{figure} a.png"])
      expect(mayHoldPictures(page)).toBe(true);
  });
});
