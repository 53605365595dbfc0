import { describe, expect, test } from "vitest";
import type { DocsLinkedOutput } from "#lib/contracts/docs-tools";
import { DocsCheck } from "#lib/contracts/findings";
import { createLinkReader } from "#lib/markdown/link-reader";
import { projectDir } from "#lib/platform/project";
import { readLinks } from "../../lib/markdown/links/read-links.ts";
import { editDistance, githubSlug } from "../../lib/tasks/checking/anchors.ts";
import { type AskLinked, checkPages } from "../../lib/tasks/checking/check-pages.ts";
import { relativePath, resolvePath } from "../../lib/tasks/checking/site.ts";

/** Pages by their paths, and other files that lie beside them. */
async function check(
  texts: Record<string, string>,
  others: readonly string[] = [],
  checks: readonly DocsCheck[] = DocsCheck.options,
  {
    refused = [],
    signal = new AbortController().signal,
    onAsk = () => {},
  }: { refused?: readonly string[]; signal?: AbortSignal; onAsk?: () => void } = {},
) {
  const pages = Object.entries(texts).map(([path, text]) => ({
    path,
    page: readLinks(text.split("\n"), path.endsWith(".mdx") ? "mdx" : "markdown"),
  }));
  const files = new Set([...Object.keys(texts), ...others]);
  const folders = new Set(
    [...files].flatMap((file) => file.split("/").map((_, i, names) => names.slice(0, i).join("/"))),
  );
  const asked: string[] = [];
  const ask: AskLinked = async (path, targets) => {
    onAsk();
    if (refused.includes(path)) return undefined;
    return targets.map(({ target }): DocsLinkedOutput["results"][number] => {
      asked.push(target);
      const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
      const to = resolvePath(folder, decodeURIComponent(target.replace(/[?#].*/, "")));
      if (to === undefined) return { state: "outside" };
      if (files.has(to)) return { state: "file" };
      return { state: folders.has(to) ? "folder" : "missing" };
    });
  };
  const checked = await checkPages("docs", { paths: Object.keys(texts), pages }, new Set(checks), {
    ask,
    signal,
  });
  return {
    found: checked.findings.map(({ rule, path, line, target, fix }) => [
      rule,
      `${path}:${line}`,
      target,
      ...(fix === undefined ? [] : [fix.to]),
    ]),
    doubts: Object.fromEntries(checked.not_checked),
    asked,
    findings: checked.findings,
  };
}

const broken = async (texts: Record<string, string>, others: readonly string[] = []) =>
  (await check(texts, others, ["links", "pictures", "anchors"])).found;

describe("a link", () => {
  test("to a page that is there is none, however it is written", async () => {
    const page = [
      "[a](b.md) [b](./b.md) [c](sub/c.md#top-of-it) [d](<with space.md>) [e](with%20space.md)",
      "[f](b.md?x=1) [g](sub/) [h](sub) [i](b) [j](b.html) [k](/sub/c.md) [l](/docs/sub/c)",
      '[m][ref] [n](b.md "title") <a href="b.md">o</a> [p](sub/c) [q](#explicit) [r](#start)',
      "[s](b.md#Überschrift-äöü) [t](b.md#安装-步骤) [u](sub/c.md#two) [v](sub/c.md#two-1)",
      "[mail](mailto:a@b.c) [web](https://example.org/x.md) [proto](//example.org/x)",
      "",
      "[ref]: sub/c.md#top-of-it",
      "# Start",
      '<a id="explicit"></a>',
    ].join("\n");
    const texts = {
      "a.md": page,
      "b.md": "# B\n\n## Überschrift äöü\n\n## 安装 步骤\n",
      "with space.md": "# S\n",
      "sub/index.md": "# Index\n",
      "sub/c.md": "# C {#top-of-it}\n\n## Two\n\n## Two\n",
    };
    expect(await broken(texts)).toEqual([]);
  });

  test("that leads nowhere is one, with its line and where it most likely leads", async () => {
    const texts = {
      "guide/a.md": [
        "# A",
        "",
        "[one](gone.md) and [two](Setup-Guide.MD#x).",
        "[three][r]",
        "",
        "[r]: ../old-name.md#part 'title'",
      ].join("\n"),
      "guide/setup-guide.md": "# X\n",
      "guide/deep/old-name.md": "# Old name\n\n## Part\n",
    };
    expect(await broken(texts)).toEqual([
      ["link_missing", "guide/a.md:3", "gone.md"],
      ["link_missing", "guide/a.md:3", "Setup-Guide.MD#x", "setup-guide.md#x"],
      ["link_missing", "guide/a.md:6", "../old-name.md#part", "deep/old-name.md#part"],
    ]);
  });

  test("is not said to lead to another project that lies beside, nor to a page without what it names", async () => {
    const texts = {
      "one/a.md": "[x](getting-started.md) [y](b.md)",
      "one/b.md": "[z](setup-guide.md#another-thing) [z](setup-guide.md#part)",
      "one/deep/setup-guide.md": "# X\n\n## Part\n",
      "two/getting-started.md": "# Y\n",
    };
    expect(await broken(texts)).toEqual([
      ["link_missing", "one/a.md:1", "getting-started.md"],
      ["link_missing", "one/b.md:1", "setup-guide.md#another-thing"],
      ["link_missing", "one/b.md:1", "setup-guide.md#part", "deep/setup-guide.md#part"],
    ]);
    const one = { ...texts, "one/c.md": "[two](../two/index.md)", "two/index.md": "# Two\n" };
    expect((await broken(one))[0]?.[3]).toBe("../two/getting-started.md");
  });

  test("that leads out of a book is not checked: where it is served, other books lie beside it", async () => {
    const texts = {
      "book/src/SUMMARY.md": "- [A](part/a.md)\n- [Gone](gone.md)",
      "book/src/part/a.md": "[x](../../other/index.md) [y](../../notes.md) [z](../lost-page.md)",
      "book/notes.md": "# Notes\n",
      "man/lost-page.md": "# No page of the book\n",
    };
    const { found, doubts } = await check(texts, [], ["links"]);
    expect(found).toEqual([
      ["link_missing", "book/src/SUMMARY.md:2", "gone.md"],
      ["link_missing", "book/src/part/a.md:1", "../lost-page.md"],
    ]);
    expect(doubts).toEqual({ outside: 1 });
  });

  test("in code, in a comment or in front matter is no link", async () => {
    const text = [
      "---",
      "see: '[x](gone.md)'",
      "---",
      "`[x](gone.md)` ``[x](gone.md)``",
      "",
      "```md",
      "[x](gone.md)",
      "```",
      "",
      "    [x](gone.md)",
      "",
      "<!-- [x](gone.md) <a href='gone.md'> -->",
      "\\[x](gone.md)",
    ].join("\n");
    expect(await broken({ "a.md": text })).toEqual([]);
  });

  test("in a cell of a table is one like any other", async () => {
    const text = [
      "| Page | Picture |",
      "| --- | --- |",
      "| [a](gone.md) and [b](b.md) | ![c](gone.png) |",
      '| `[d](code.md)` \\| [e](lost.md) | <a href="html.md">f</a> |',
      "",
      "- | In a list |",
      "  | --- |",
      "  | [g](#nowhere-at-all) |",
    ].join("\n");
    expect(await broken({ "a.md": text, "b.md": "# B\n" })).toEqual([
      ["link_missing", "a.md:3", "gone.md"],
      ["link_missing", "a.md:4", "lost.md"],
      ["link_missing", "a.md:4", "html.md"],
      ["picture_missing", "a.md:3", "gone.png"],
      ["anchor_missing", "a.md:8", "#nowhere-at-all"],
    ]);
  });

  test("in a cell of a table keeps the page that it leads to from being called unlinked", async () => {
    const linked = Array.from({ length: 20 }, (_, i) => `p${i}.md`);
    const texts = {
      "index.md": ["| Page |", "| --- |", ...linked.map((path) => `| [x](${path}) |`)].join("\n"),
      ...Object.fromEntries(linked.map((path) => [path, "# P\n"])),
      "lonely.md": "# Lonely\n",
    };
    const { found } = await check(texts, [], ["orphans"]);
    expect(found).toEqual([["page_unlinked", "lonely.md:1", "lonely.md"]]);
  });

  test("in a note, a tab or a definition of MkDocs is one like any other", async () => {
    const text = [
      "!!! note",
      "    [a](gone.md) and ![b](gone.png)",
      "",
      "    ```md",
      "    [c](code.md)",
      "    ```",
      "",
      '=== "Linux"',
      "",
      "    - [d](#nowhere-at-all)",
      "",
      "Term",
      "",
      ":   What it [is](lost.md)",
      "",
      "Text",
      "",
      "    [e](code.md)",
    ].join("\n");
    expect(await broken({ "a.md": text })).toEqual([
      ["link_missing", "a.md:2", "gone.md"],
      ["link_missing", "a.md:14", "lost.md"],
      ["picture_missing", "a.md:2", "gone.png"],
      ["anchor_missing", "a.md:10", "#nowhere-at-all"],
    ]);
  });

  test("that is defined once and used often is told once, where it is defined", async () => {
    const text = [
      "[a][one], [b][one] and [one]; [c][two], [d](gone.md#there)",
      "",
      "[two again][two]",
      "",
      "[one]: gone.md#there",
      "[two]: gone.md",
    ].join("\n");
    expect(await broken({ "a.md": text })).toEqual([
      ["link_missing", "a.md:1", "gone.md#there"],
      ["link_missing", "a.md:5", "gone.md#there"],
      ["link_missing", "a.md:6", "gone.md"],
    ]);
  });

  test("that nobody can judge by the documents alone is not checked, and counted", async () => {
    const text = [
      "[a]({{ site.url }}/x.md) [b]({% link x.md %}) [c]($(base)/x.md) [d](@site/x.md) [e](~/x.md)",
      "[f](/somewhere/else) [g](../../out.md) [h](x%E0%A4%A.md) [i](gone-route) [j](www.example.org/x)",
    ].join("\n");
    const { found, doubts } = await check({ "a.md": text }, [], ["links"]);
    expect(found).toEqual([]);
    expect(doubts).toMatchObject({ alias: 2, absolute: 1, outside: 1, encoding: 1 });
    expect(doubts.template).toBeGreaterThanOrEqual(1);
    expect(doubts.route).toBeGreaterThanOrEqual(2);
  });

  test("without .md is one only where links are written so and nearly all of them lead to a page", async () => {
    const names = Array.from({ length: 12 }, (_, i) => `rule-${i}`);
    const pages = Object.fromEntries(names.map((name) => [`rules/${name}.md`, `# ${name}\n`]));
    const all = names.map((name) => `[x](rules/${name})`).join(" ");
    expect(await broken({ ...pages, "index.md": `${all}\n\n[gone](rules/never-was)\n` })).toEqual(
      [],
    );
    const within = names.map((name) => `[x](${name})`).join(" ");
    const texts = { ...pages, "rules/list.md": `${within}\n\n[gone](never-was)\n` };
    expect(await broken(texts)).toEqual([["link_missing", "rules/list.md:3", "never-was"]]);
    const slug = { ...texts, "rules/rule-0.md": "---\nslug: /rules/never-was\n---\n# Zero\n" };
    expect(await broken(slug)).toEqual([]);
  });

  test("of a page that is served as a folder may be written from there", async () => {
    expect(
      await broken({ "a/b.md": "[c](../c) [d](../d.md)", "a/c.md": "", "a/d.md": "" }),
    ).toEqual([]);
  });
});

describe("a picture", () => {
  test("that is missing is found, in Markdown and in HTML", async () => {
    const text = '# A\n\n![x](img/gone.png) ![y](img/here.png)\n<img src="img/none.svg" alt="">\n';
    expect(await broken({ "a.md": text }, ["img/here.png"])).toEqual([
      ["picture_missing", "a.md:3", "img/gone.png"],
      ["picture_missing", "a.md:4", "img/none.svg"],
    ]);
  });

  test("is not checked where the folder is a copy without pictures", async () => {
    const text = Array.from({ length: 6 }, (_, i) => `![x](img/${i}.png)`).join("\n");
    const { found, doubts } = await check({ "a.md": text }, [], ["pictures"]);
    expect([found, doubts]).toEqual([[], { copy: 6 }]);
  });
});

describe("a link to a heading", () => {
  const target = [
    "# Install & run",
    "## 1. What's new?",
    "## `code` and *emphasis*",
    "## 中文标题：概述",
    "## Custom {#my-id}",
    "### Same",
    "### Same",
    "> ## In a quote",
    "- ## In a list",
    '<h2 id="given">Html</h2>',
    '<a name="named"></a>',
    "",
    "Setext",
    "------",
    "(label)=",
  ].join("\n");
  test.each([
    "install--run",
    "1-whats-new",
    "code-and-emphasis",
    "中文标题概述",
    "%E4%B8%AD%E6%96%87%E6%A0%87%E9%A2%98%E6%A6%82%E8%BF%B0",
    "my-id",
    "same",
    "same-1",
    "in-a-quote",
    "in-a-list",
    "given",
    "html",
    "named",
    "setext",
    "label",
    "", // the page itself
  ])("is right as #%s", async (name) => {
    expect(await broken({ "a.md": `[x](b.md#${name})`, "b.md": target })).toEqual([]);
  });

  test.each([
    "whats-new",
    "install-and-run",
    "Install-Run",
    "install-run",
    "custom",
    "top",
    "L12",
    "_3",
    "fn:1",
  ])("may be right on some site as #%s", async (name) => {
    expect(await broken({ "a.md": `[x](b.md#${name})`, "b.md": target })).toEqual([]);
  });

  test("that is not there is found, with the name that it most likely means", async () => {
    const text = "[x](b.md#instal--run) [y](#nowhere-at-all) [z](b.md#another-thing)";
    expect(await broken({ "a.md": text, "b.md": target })).toEqual([
      ["anchor_missing", "a.md:1", "b.md#instal--run", "b.md#install--run"],
      ["anchor_missing", "a.md:1", "#nowhere-at-all"],
      ["anchor_missing", "a.md:1", "b.md#another-thing"],
    ]);
  });

  test.each([
    "{{#include other.md}}",
    "[!INCLUDE [x](inc.md)]",
    '--8<-- "x.md"',
    "::: mkdocs.module",
    "{% include x %}",
  ])("is not checked where the page brings text from elsewhere: %s", async (line) => {
    const texts = { "a.md": "[x](b.md#nowhere-at-all)", "b.md": `# B\n\n${line}\n`, "inc.md": "" };
    expect(await broken(texts)).toEqual([]);
  });
});

describe("a page that a stranger wrote to cost much", () => {
  const slips = (count: number) =>
    Array.from({ length: count }, (_, i) => `[x](#some-headin-${1000 + i})`).join("\n");
  const headings = (count: number) =>
    Array.from({ length: count }, (_, i) => `# Some heading ${1000 + i}`).join("\n");
  const page = (names: number, links: number) => ({
    "a.md": `${headings(names)}\n\n${slips(links)}\n`,
  });

  test("has what is meant looked for of so many of its links, and the rest told without", async () => {
    const { findings } = await check(page(250, 250), [], ["anchors"]);
    expect(findings).toHaveLength(250);
    expect(findings.filter(({ fix }) => fix !== undefined)).toHaveLength(200);
  });

  test("has what is meant not looked for among a thousand names or in a very long one", async () => {
    const many = await check(page(1100, 1), [], ["anchors"]);
    const long = "long-".repeat(60);
    const one = await check({ "a.md": `# ${long}er\n\n[x](#${long}es)\n` }, [], ["anchors"]);
    for (const { findings } of [many, one]) {
      expect(findings.map(({ rule, fix }) => [rule, fix])).toEqual([["anchor_missing", undefined]]);
    }
  });

  test("has a link that is too long or too deep counted and not asked about", async () => {
    const deep = Array.from({ length: 101 }, () => "d").join("/");
    const long = "l".repeat(2001);
    const text = `[x](${deep}/x.md) [y](${long}.md) [z](${"e/".repeat(20)}z.md)`;
    const { found, doubts, asked } = await check({ "a.md": text }, [], ["links"]);
    expect(doubts).toEqual({ long: 2 });
    expect(asked).toEqual([`${"e/".repeat(20)}z.md`]);
    expect(found).toHaveLength(1);
  });

  test("has folders counted near to the top alone", async () => {
    const deep = "f/".repeat(20);
    const there = Array.from({ length: 6 }, (_, i) => `${"f/".repeat(14)}there-${i}.png`);
    const gone = Array.from({ length: 6 }, (_, i) => `${deep}gone-${i}.png`);
    const text = [...there, ...gone].map((path) => `![x](${path})`).join("\n");
    expect((await check({ "a.md": text }, there, ["pictures"])).found).toHaveLength(6);
  });

  test("does not keep the task from hearing that it is cancelled", async () => {
    const stop = new AbortController();
    const texts = Object.fromEntries(
      Array.from({ length: 5 }, (_, i) => [`p${i}.md`, "[x](gone.md)"]),
    );
    let calls = 0;
    const onAsk = () => {
      calls += 1;
      stop.abort(new Error("cancelled"));
    };
    const checked = check(texts, [], ["links"], { signal: stop.signal, onAsk });
    await expect(checked).rejects.toThrow("cancelled");
    expect(calls).toBe(1);
  });
});

test("a page that is refused when its links are looked up costs those links alone", async () => {
  const texts = {
    "a.md": "[x](gone.md) [y](sub/) [z](b.md)",
    "b.md": "[x](gone.md)",
    "sub/c.md": "# C\n",
  };
  const { found, doubts } = await check(texts, [], ["links", "orphans"], { refused: ["a.md"] });
  expect(found).toEqual([["link_missing", "b.md:1", "gone.md"]]);
  expect(doubts).toEqual({ unasked: 2 });
});

describe("pages and notes", () => {
  test("a page that nothing links to is found; starts, posts, parts and menus are not", async () => {
    const linked = Array.from({ length: 20 }, (_, i) => `p${i}.md`);
    const texts = {
      "index.md": linked.map((path) => `[x](${path})`).join("\n"),
      ...Object.fromEntries(linked.map((path) => [path, "# P\n"])),
      "lonely.md": "# Lonely\n",
      "README.md": "",
      "CHANGELOG.md": "",
      "_part.md": "",
      "2024-05-01-post.md": "",
    };
    const { found } = await check(texts, [], ["orphans"]);
    expect(found).toEqual([["page_unlinked", "lonely.md:1", "lonely.md"]]);
    const menu = { ...texts, ...Object.fromEntries(linked.map((path) => [`x${path}`, ""])) };
    expect((await check(menu, [], ["orphans"])).found).toEqual([]);
  });

  test("a page that is led to by a template, or by another address of its own, is linked to", async () => {
    const texts = {
      "index.md":
        "[a]({{ '/one-page/' | relative_url }}) [b]({% link _docs/two.md %}) [c](/three/)",
      "one-page.md": "# 1\n",
      "two.md": "# 2\n",
      "other.md": "---\npermalink: /three/\n---\n# 3\n",
      "lonely.md": "# 4\n",
    };
    const { found } = await check(texts, [], ["orphans"]);
    expect(found).toEqual([["page_unlinked", "lonely.md:1", "lonely.md"]]);
  });

  test("the page that leads to most of the others is where a reader begins", async () => {
    const texts = {
      "overview.md": "[b](b.md) [c](c.md)",
      "b.md": "# B\n",
      "c.md": "[d](d.md)",
      "d.md": "# D\n",
      "lonely.md": "[b](b.md)",
    };
    const { found } = await check(texts, [], ["orphans"]);
    expect(found).toEqual([["page_unlinked", "lonely.md:1", "lonely.md"]]);
    expect((await check({ "alone.md": "# Alone\n" }, [], ["orphans"])).found).toEqual([]);
  });

  test("where pages of a site are found by a menu, none of a part of it is called unlinked", async () => {
    const pages = (part: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${part}/p${part}${i}.md`);
    const linked = pages("one", 30).map((path) => `[x](../${path})`);
    const texts = {
      ...Object.fromEntries([...pages("one", 40), "two/lonely.md"].map((path) => [path, "# P\n"])),
      "two/index.md": linked.join("\n"),
    };
    const { found, doubts } = await check(texts, [], ["orphans"]);
    expect([found, doubts]).toEqual([[], { menu: 11 }]);
    const apart = { ...texts, "one/index.md": linked.join("\n"), "two/index.md": "# Two\n" };
    expect((await check(apart, [], ["orphans"])).found).toEqual([
      ["page_unlinked", "two/lonely.md:1", "two/lonely.md"],
    ]);
  });

  test("a note that was left is found, a word that reads the same is not", async () => {
    const text = [
      "TODO: write this",
      "- [ ] TODO(anna) later",
      "> **FIXME:** wrong",
      "<!-- TODO -->",
      "text (TODO: more) text",
      "待补充",
      "（待补充）",
      "待办：写完",
      "A TODO list is a list of what to do.",
      "The todo app, TODOs and FIXMEs, `TODO: x`",
      "打开待办事项列表，待办任务在这里。",
      "```",
      "// TODO: in code",
      "```",
    ].join("\n");
    const { found } = await check({ "a.md": text }, [], ["todos"]);
    expect(found.map(([, place]) => place)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `a.md:${n}`),
    );
  });

  test("only what was asked for is looked for, and a finding has the same id in the next check", async () => {
    const texts = {
      "a.md": "TODO: x [a](gone.md) ![b](gone.png) [c](#gone-heading)",
      "index.md": "[b](b.md)",
      "b.md": "# B\n",
    };
    expect((await check(texts, [], ["todos"])).found).toHaveLength(1);
    expect((await check(texts, [], ["links"])).found).toEqual([
      ["link_missing", "a.md:1", "gone.md"],
    ]);
    const ids = async () => (await check(texts)).findings.map(({ id }) => id);
    expect(await ids()).toEqual(await ids());
    expect(new Set(await ids()).size).toBe(5);
  });
});

test("names of headings are made as GitHub makes them", () => {
  expect(
    [
      "Hello World",
      "a_b  c",
      "C++ & C#",
      "What’s new?",
      "한국어 제목",
      "emoji 🎉 here",
      "a.b/c",
    ].map(githubSlug),
  ).toEqual(["hello-world", "a_b--c", "c--c", "whats-new", "한국어-제목", "emoji--here", "abc"]);
});

test("how far two names are apart is counted up to a bound", () => {
  expect(editDistance("kitten", "sitting", 5)).toBe(3);
  expect(editDistance("kitten", "sitting", 2)).toBe(3);
  expect(editDistance("a", "abcdef", 2)).toBe(3);
});

test.each([
  ["a/b.md", "a/c.md", "c.md"],
  ["a/b.md", "c.md", "../c.md"],
  ["a/b/c.md", "a/d/e.md", "../d/e.md"],
  ["c.md", "a/b.md", "a/b.md"],
])("the way from %s to %s is %s", (from, to, path) => {
  expect(relativePath(from, to)).toBe(path);
  expect(resolvePath(from.slice(0, Math.max(0, from.lastIndexOf("/"))), path)).toBe(to);
});

test("a page that takes too long is given up, and the next one is read", {
  timeout: 60_000,
}, async () => {
  const reader = createLinkReader({ project_dir: projectDir(), cpu_ms: 300 });
  const hostile = Array.from({ length: 60_000 }, () => `${"[".repeat(400)}a](${"(".repeat(400)}`);
  expect(await reader.read(hostile, "a.md")).toBeUndefined();
  expect((await reader.read(["[x](y.md)"], "b.md"))?.links).toHaveLength(1);
  await reader.close();
});
