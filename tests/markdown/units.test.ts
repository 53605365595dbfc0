import { describe, expect, it } from "vitest";
import { quotableUnits, type Unit } from "#lib/markdown/units";

const units = (text: string, firstLine = 1): Unit[] => quotableUnits(text, firstLine);
const texts = (text: string): string[] => units(text).map((u) => u.text);
const shown = (source: string, unit: Unit, firstLine = 1): string[] =>
  unit.spans.map((s) => (source.split("\n")[s.line - firstLine] ?? "").slice(s.start, s.end));

describe("the title of a note", () => {
  const announced = (text: string) => units(text).map((unit) => [unit.text, unit.announces]);

  it("stands before what it says something about, for it may say when that holds", () => {
    expect(
      announced(
        '::: tip Behind a proxy\nSet it.\n:::\n\n!!! warning "On Windows only"\n    It stops.',
      ),
    ).toEqual([
      ["Behind a proxy", true],
      ["Set it.", false],
      ["On Windows only", true],
      ["It stops.", false],
    ]);
    expect(announced(":::note[仅限生产环境]\n\n要重启。\n\n:::")).toEqual([
      ["仅限生产环境", true],
      ["要重启。", false],
    ]);
  });

  it("is none where it only names the kind of note", () => {
    const text =
      ':::info IMPORTANT\nSet it.\n:::\n\n::: details\nMore.\n:::\n\n!!! note "Note"\n    It stops.\n\n:::注意\n小心。\n:::';
    expect(texts(text)).toEqual(["Set it.", "More.", "It stops.", "小心。"]);
  });
});

describe("the line that opens a note", () => {
  it.each(["!!! note", "!!! note 注意", "!!! 注意", "!!! note inline end", '??? note "Note"'])(
    "names its kind and is no text: %s",
    (line) => {
      expect(texts(`${line}\n    Mind it.`)).toEqual(["Mind it."]);
    },
  );

  it("is text where it says a sentence, as pages show it", () => {
    expect(texts("!!! While it starts, you may get errors.\nNext line.")).toEqual([
      "While it starts, you may get errors.",
      "Next line.",
    ]);
    const menu = '<span class="menu">Use values</span>';
    expect(texts(`:::info Before you ${menu}, ensure that they exist.\n:::`)).toEqual([
      `Before you ${menu}, ensure that they exist.`,
    ]);
  });
});

describe("sentences", () => {
  it("end at English and Chinese full stops, wherever the lines are broken", () => {
    const source =
      "Docent reads folders. It never\nwrites to them.\n\n它只读取文件夹。它从不\n写入。";
    expect(texts(source)).toEqual([
      "Docent reads folders.",
      "It never writes to them.",
      "它只读取文件夹。",
      "它从不写入。",
    ]);
  });

  it("stand exactly where their spans say", () => {
    const source = "One. Two goes\n  over lines. Three.";
    const two = units(source, 40)[1] as Unit;
    expect(two.text).toBe("Two goes over lines.");
    expect(two.spans).toEqual([
      { line: 40, start: 5, end: 13 },
      { line: 41, start: 2, end: 13 },
    ]);
    expect(shown(source, two, 40)).toEqual(["Two goes", "over lines."]);
  });

  it.each([
    ["abbreviations", "Ask Dr. Lee, e.g. about Fig. 3. She knows."],
    ["initials", "It was written by J. R. R. Tolkien in 1937. He was a professor."],
    ["initials after Han", "死者是73岁的J. Frank Scrase。他来自维多利亚。"],
    ["decimals and versions", "Node v24.21.0 needs 3.5 GB. Older ones need less."],
    ["URLs", "See https://example.org/a.b.html?x=1. It is short."],
    ["inline code", "Run `npm start. Then wait.` in a shell. It answers soon."],
    ["links", "Read [Start here. Really.](a.md) first. Then ask."],
    ["brackets", "It stops (see above. And below.) at once. It says so."],
    [
      "court cases",
      "It won in Massachusetts v. Environmental Protection Agency. That was in 2007.",
    ],
    ["company suffixes", "Apple Inc. released it in 2001. Sales were slow."],
    ["quotation marks", 'He said "Go. Now." to them. They went.'],
    ["Chinese quotation marks", "他说：“好。走吧。”她没动。"],
  ])("are not cut inside %s", (_what, source) => {
    expect(texts(source)).toHaveLength(2);
    expect(texts(source).join(source.includes("。") ? "" : " ")).toBe(source);
  });

  it("end after question and exclamation marks and closing brackets", () => {
    expect(texts("真的吗？是的！(It was late.) Then it rained… He left.")).toEqual([
      "真的吗？",
      "是的！",
      "(It was late.)",
      "Then it rained… He left.",
    ]);
  });

  it("end before a name written small, but not after a short word that may be an abbreviation", () => {
    expect(texts("It uses etcd for its configuration. etcd tells of changes.")).toHaveLength(2);
    expect(texts("It takes approx. five minutes.")).toHaveLength(1);
  });

  it("keep emphasis together, closing and opening", () => {
    expect(texts("选择**深色**。**浅色**是浅色外观。")).toEqual([
      "选择**深色**。",
      "**浅色**是浅色外观。",
    ]);
    expect(texts("**注意。**它会停止。")).toEqual(["**注意。**", "它会停止。"]);
    expect(texts("It is *done.* Then it ends.")).toEqual(["It is *done.*", "Then it ends."]);
  });

  it("keep the note marks that follow them", () => {
    expect(texts("It was built in 1911.[3][citation needed] It burnt down.[p]")).toEqual([
      "It was built in 1911.[3][citation needed]",
      "It burnt down.[p]",
    ]);
  });

  it("announce what follows only when they end with a colon or a comma", () => {
    const announcing = (text: string) => units(text).map((u) => u.announces);
    expect(announcing("Run:")).toEqual([true]);
    expect(announcing("运行以下命令：")).toEqual([true]);
    expect(announcing("先打开设置，再点添加。")).toEqual([false]);
    expect(announcing("Note: it is read only.")).toEqual([false]);
  });

  it("keep a line end that the writer forced", () => {
    expect(texts("First line  \nsecond line")).toEqual(["First line", "second line"]);
  });
});

describe("blocks", () => {
  it("give list items without their marks, nested ones after the item that holds them", () => {
    const source = "- one\n  goes on\n  - inner\n- two\n\n1. first\n2) second\n10. tenth";
    expect(units(source).map((u) => [u.kind, u.text, u.depth, u.info])).toEqual([
      ["list_item", "one goes on", 1, undefined],
      ["list_item", "inner", 2, undefined],
      ["list_item", "two", 1, undefined],
      ["step", "first", 1, "1"],
      ["step", "second", 1, "2"],
      ["step", "tenth", 1, "10"],
    ]);
  });

  it("know Chinese numbering and task boxes", () => {
    expect(
      units("1、打开设置。\n2、点击添加。\n\n- [x] done").map((u) => [u.kind, u.info, u.text]),
    ).toEqual([
      ["step", "1", "打开设置。"],
      ["step", "2", "点击添加。"],
      ["list_item", undefined, "done"],
    ]);
  });

  it("give each table row with its header", () => {
    const source = "| rule | meaning |\n|---|---|\n| `a` | one |\n| `b` | two |";
    const [first, second] = units(source);
    expect(first?.text).toBe("| rule | meaning |\n|---|---|\n| `a` | one |");
    expect(second?.spans.map((s) => s.line)).toEqual([1, 2, 4]);
  });

  it("keep code whole, with its language, without the fence, also inside an item", () => {
    const source = "1. Run:\n\n   ```sh\n   npm start\n\n     --port 1\n   ```\n2. Wait.";
    const [run, code, wait] = units(source);
    expect(run?.announces).toBe(true);
    expect(code).toMatchObject({ kind: "code", info: "sh", text: "npm start\n\n  --port 1" });
    expect(shown(source, code as Unit)).toEqual(["npm start", "", "  --port 1"]);
    expect(wait).toMatchObject({ kind: "step", info: "2" });
  });

  it("quote block quotes without their marks and headings not as claims", () => {
    const source = "# Title #\n\n> [!NOTE]\n> Kept\n> together.\n\nSetext\n---\nBody.";
    expect(units(source).map((u) => [u.kind, u.text])).toEqual([
      ["heading", "Title"],
      ["quote", "Kept together."],
      ["heading", "Setext"],
      ["sentence", "Body."],
    ]);
  });

  it("read what stands behind the label of a callout, and leave out a title over its text", () => {
    const texts = (source: string) => units(source).map((u) => u.text);
    expect(texts("> [!NOTE] Slots are deprecated.\n> Use snippets.")).toEqual([
      "Slots are deprecated.",
      "Use snippets.",
    ]);
    expect(texts("> [!NOTE] 插槽已弃用。请使用代码片段")).toEqual([
      "插槽已弃用。",
      "请使用代码片段",
    ]);
    expect(texts("> [!tip]- Pages that are prerendered\n> ignore it.")).toEqual([
      "Pages that are prerendered ignore it.",
    ]);
    expect(texts("> [!warning] Data loss\n> Keep a copy.")).toEqual(["Keep a copy."]);
    expect(texts("> [!NOTE]\n> Keep a copy.")).toEqual(["Keep a copy."]);
  });

  it("leave out front matter, comments, imports, tags, directives, definitions and badges", () => {
    const source = [
      "---",
      "title: x",
      "---",
      "import Tabs from '@theme/Tabs';",
      "",
      "<!-- a",
      "secret. -->",
      "<Tabs>",
      "",
      ":::note",
      "Inside.",
      ":::",
      "",
      "[ref]: https://example.org",
      "{{< include >}}",
      "![badge](b.png)",
      "",
      "</Tabs>",
      "<ReadMore>See the guide.</ReadMore>",
      "",
      "Open. <!-- It is shut. Say so. --> `<!-- more -->` ends it.",
    ].join("\n");
    expect(texts(source)).toEqual([
      "Inside.",
      "See the guide.",
      "Open.",
      "`<!-- more -->` ends it.",
    ]);
  });

  it("read text that only looks like front matter when it is not at the top of the file", () => {
    expect(quotableUnits("---\nText.\n---", 7).some((u) => u.text === "Text.")).toBe(true);
  });

  it("are read to any depth", () => {
    for (const mark of [">", "- ", "> - "]) {
      const deep = units(`${mark.repeat(20_000)}end`);
      expect(deep.map((u) => u.text).join("")).toContain("end");
    }
  });

  it("never fail and never lose the way back, whatever the lines", () => {
    const hostile = "- \n>\n> - x\n```\nopen\n| a |\n<a <b\n***\n1.\n\t\tq\n{/*\n".repeat(30);
    for (const unit of units(hostile)) {
      const separator = unit.kind === "code" || unit.kind === "table" ? "\n" : " ";
      expect(shown(hostile, unit).join(separator)).toBe(unit.text);
    }
  });
});

describe("lines that begin inside a code block", () => {
  const piece = "set a = 1\nset b = 2\n~~~\n```\n\nThe harbour takes seven.\n\n```sh\nmoor\n```";

  it("are code up to the fence that closes it, and text after it", () => {
    const found = quotableUnits(piece, 70, "```");
    expect(found.map((u) => [u.kind, u.text])).toEqual([
      ["code", "set a = 1\nset b = 2\n~~~"],
      ["sentence", "The harbour takes seven."],
      ["code", "moor"],
    ]);
    expect(found[0]?.spans[0]).toEqual({ line: 70, start: 0, end: 9 });
  });

  it("are all code when nothing closes it, and none when it closes at once", () => {
    expect(quotableUnits("# not a heading\n\n- nor an item", 9, "~~~").map((u) => u.kind)).toEqual([
      "code",
    ]);
    expect(quotableUnits("```\n\nText.", 9, "```").map((u) => u.kind)).toEqual(["sentence"]);
  });

  it("close with the quotation they stand in", () => {
    const kinds = quotableUnits("> a = 1\n> ```\n> Text.", 9, "```").map((u) => u.kind);
    expect(kinds).toEqual(["code", "quote"]);
  });
});
