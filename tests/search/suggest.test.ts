import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

describe("suggestions", () => {
  let scratch: ScratchIndex;
  beforeEach(() => {
    scratch = createScratchIndex();
    scratch.write(
      "docs/install.md",
      "# Installation\n\n## How do I install the server?\n\nRun it.\n\n## Removing it\n\nStop it.\n",
    );
    scratch.write(
      "docs/tls.md",
      "---\naliases: [HTTPS]\n---\n\n# Certificates\n\n## Renewing max_days\n\nx\n",
    );
    scratch.write("docs/添加.md", "# 文件夹\n\n## 怎么添加文件夹？\n\n点击添加。\n");
    scratch.write("more/install.md", "# Installing the client\n\ntext\n");
  });
  afterEach(() => scratch.remove());
  const open = async (roots: Record<string, string> = { docs: "docs" }) => {
    const index = scratch.open(roots);
    await index.refresh();
    return (text: string, more: object = {}) => index.suggest({ text, ...more });
  };
  const texts = ({ suggestions }: { suggestions: { text: string }[] }) =>
    suggestions.map(({ text }) => text);

  it("completes titles and headings from the beginning of any of their words", async () => {
    const suggest = await open();
    expect(texts(await suggest("inst"))).toEqual(["Installation", "How do I install the server?"]);
    expect(texts(await suggest("install ser"))).toEqual(["How do I install the server?"]);
    expect(texts(await suggest("ren MAX"))).toEqual(["Renewing max_days"]);
    expect(texts(await suggest("renewing max"))).toEqual(["Renewing max_days"]);
    expect((await suggest("removing")).suggestions[0]).toEqual({
      kind: "heading",
      text: "Removing it",
      root_id: "docs",
      relative_path: "install.md",
      line: 7,
    });
    expect(texts(await suggest("添加文"))).toEqual(["怎么添加文件夹？"]);
    expect(texts(await suggest("添"))).toEqual(["怎么添加文件夹？"]);
    expect(texts(await suggest("zebra"))).toEqual([]);
  });

  it("offers headings over what says it in other words where none completes what is typed", async () => {
    const suggest = await open({ more: "more" });
    scratch.write("more/limits.md", "# Limits\n\n## Greatest size\n\nLarger files are refused.\n");
    const index = scratch.open({ more: "more" });
    await index.refresh();
    expect(texts(await index.suggest({ text: "file too big" }))[0]).toBe("Greatest size");
    expect(texts(await suggest("zebra"))).toEqual([]);
  });

  it("reads a slip of the hand as the word that a title or heading holds, and says so", async () => {
    const suggest = await open();
    const meant = await suggest("certifcates");
    expect(meant.did_you_mean).toBe("certificates");
    expect(texts(meant)).toEqual(["Certificates"]);
  });

  it("offers questions that headings answer before anything is typed, in the language asked for", async () => {
    const suggest = await open();
    expect(texts(await suggest("", { lang: "en" }))).toEqual([
      "How do I install the server?",
      "How do I renew max_days?",
    ]);
    expect(texts(await suggest(" ", { lang: "zh-CN" }))).toEqual(["怎么添加文件夹？"]);
    expect(texts(await suggest("", { limit: 1, lang: "en" }))).toHaveLength(1);
  });

  it("names only files of the folders that were asked for, and begins with each of them in turn", async () => {
    const suggest = await open({ docs: "docs", more: "more" });
    expect(texts(await suggest("", { limit: 2, lang: "en" }))).toEqual([
      "Installing the client",
      "How do I install the server?",
    ]);
    expect(texts(await suggest("install"))).toContain("Installing the client");
    expect(texts(await suggest("install", { roots: ["docs"] }))).not.toContain(
      "Installing the client",
    );
  });

  it.each(["...", "[a-z", "a".repeat(400), "‮", "* OR 1=1", "\u0000"])(
    "takes %j for nothing but words",
    async (text) => {
      const suggest = await open();
      expect(texts(await suggest(text))).toEqual([]);
    },
  );

  it("are as many as are wanted, whatever a further folder has to offer", async () => {
    for (const name of ["a", "b", "c"])
      scratch.write(`asks/${name}.md`, `# ${name}\n\n## What is ${name}?\n`);
    scratch.write("says/one.md", "# 一个标题\n");
    const suggest = await open({ asks: "asks", says: "says" });
    const asked = ["What is a?", "What is b?", "What is c?"];
    expect(texts(await suggest("", { lang: "en", limit: 3 }))).toEqual(asked);
    expect(texts(await suggest("", { limit: 4 })).toSorted()).toEqual([...asked, "一个标题"]);
  });
});
