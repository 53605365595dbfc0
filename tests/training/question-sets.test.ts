import { describe, expect, it } from "vitest";
import { asks, questionOf } from "../../training/sets/asks.ts";
import { crossDrafts } from "../../training/sets/cross.ts";
import { leadOf, type Page, type Range, readPage } from "../../training/sets/page.ts";
import { makeProjectSet } from "../../training/sets/project-set.ts";
import { askingsOf } from "../../training/sets/questions.ts";
import { toQuery } from "../../training/sets/set-writer.ts";

const page = (name: string, text: string) => readPage(name, name, text);
const said = ({ lines }: Page, { start, end }: Range) =>
  lines.slice(start, end).map((line) => line.text);
const textOf = ({ lines }: Page) => lines.filter((line) => !line.dropped).map((line) => line.text);
const answer = "The keys are kept in the vault and are renewed every ninety days by the job.";

describe("what asks", () => {
  it.each([
    "How do I rotate the signing keys?",
    "How to rotate signing keys",
    "When to use a delayed replica",
    "Can the vault be moved to another disk?",
    "Why is the replica behind the primary",
  ])("takes: %s", (question) => expect(asks(question, "en")).toBe(true));

  it.each([
    "What's new in the vault?",
    "Why?",
    "How does it work?",
    "Need help with the vault?",
    "What this guide covers for vaults",
    "Do not rotate signing keys",
    "How to use {{ product }} keys",
    "Vault keys",
    "Do you like signing keys by hand?",
  ])("leaves: %s", (question) => expect(asks(question, "en")).toBe(false));

  it.each(["如何轮换签名密钥？", "为什么从库落后于主库", "签名密钥可以移动到另一块磁盘吗？"])(
    "takes: %s",
    (question) => expect(asks(question, "zh")).toBe(true),
  );

  it.each([
    "这是什么？",
    "签名密钥轮换失败？",
    "如何使用？",
    "本章讲什么？",
    "了解如何轮换签名密钥",
    "签名密钥",
  ])("leaves: %s", (question) => expect(asks(question, "zh")).toBe(false));

  it("reads a heading without number, mark-up, anchor and sign of a question", () => {
    expect(questionOf("3.2 Q1: How do I **rotate** `keys`? {#rotate}")).toBe(
      "How do I rotate keys?",
    );
    expect(questionOf("问：如何轮换[密钥](keys.md)？")).toBe("如何轮换密钥？");
  });
});

describe("headings", () => {
  it("answer with their section, subsections included", () => {
    const one = page(
      "a.md",
      `# Keys\n\n## How do I rotate signing keys?\n\n${answer}\n\n### By hand\n\nRun it.\n\n## Other\n\nNo.`,
    );
    const [asking] = askingsOf(one, "en");
    expect(asking && said(one, asking.answer)).toEqual([answer, "", "### By hand", "", "Run it."]);
  });

  it("are none in fences, comments and front matter", () => {
    const text =
      "---\n# How do I rotate signing keys?\n---\n```sh\n# How do I rotate signing keys?\n```\n<!--\n# How do I rotate signing keys?\n-->\nText";
    expect(page("a.md", text).headings).toEqual([]);
  });

  it("may be underlined", () => {
    const one = page("a.md", `How do I rotate signing keys?\n-----\n\n${answer}`);
    const set = makeProjectSet([one], "en");
    expect(set.drafts.map(({ question }) => question)).toEqual(["How do I rotate signing keys?"]);
    expect(textOf(one)).toEqual(["## Question 1", "", answer]);
  });
});

describe("entries", () => {
  it.each([
    ["bold", `**How do I rotate signing keys?**\n\n${answer}\n\n**Note on something else**\n\nNo.`],
    [
      "summary",
      `<details>\n<summary>How do I rotate signing keys?</summary>\n\n${answer}\n\n</details>\n\nNo.`,
    ],
    ["admonition", `??? question "How do I rotate signing keys?"\n    ${answer}\n\nNo.`],
    ["container", `::: details How do I rotate signing keys?\n${answer}\n:::\n\nNo.`],
    [
      "accordion",
      `<Accordion title="How do I rotate signing keys?">\n${answer}\n</Accordion>\n\nNo.`,
    ],
    ["letter", `Q: How do I rotate signing keys?\n\n${answer}\n\n## Other\n\nNo.`],
    ["definition", `How do I rotate signing keys?\n:   ${answer}\n\nNo.`],
    ["item", `1. How do I rotate signing keys?\n\n   ${answer}\n\n2. No.`],
  ])("%s", (_name, text) => {
    const one = page("a.md", text);
    const found = askingsOf(one, "en");
    expect(found.map(({ question }) => question)).toEqual(["How do I rotate signing keys?"]);
    expect(
      found[0] && said(one, found[0].answer).map((line) => line.replace(/^:?\s+/, "")),
    ).toEqual([answer]);
  });

  it("keep their form when the question is taken out", () => {
    const one = page(
      "a.md",
      `<summary>How do I rotate signing keys?</summary>\n\n${answer}\n\n</details>`,
    );
    makeProjectSet([one], "en");
    expect(textOf(one)[0]).toBe("<summary>Question 1</summary>");
  });
});

describe("what is no question", () => {
  it.each([
    [
      "a quiz",
      "<Question\n  choices={[\n    { text: 'The vault holds the signing keys of every host' },\n  ]}\n/>",
    ],
    [
      "an exercise",
      "Think of two more.\n\n- Which job renews the keys of a host?\n- Who may read the keys of a host?",
    ],
  ])("%s", (_name, text) => {
    expect(askingsOf(page("a.md", `## How do I rotate signing keys?\n\n${text}`), "en")).toEqual(
      [],
    );
  });
});

describe("a project", () => {
  const keys = `# Keys\n\n- [How do I rotate signing keys?](#how-do-i-rotate-signing-keys)\n- [Other](#other)\n\n## How do I rotate signing keys?\n\n${answer}\n\n## Renewal of certificates\n\n${answer} Certificates too.`;
  const more = `# More\n\nSee [How do I rotate signing keys?](keys.md#how-do-i-rotate-signing-keys) or [replace an expired host certificate](keys.md#renewal-of-certificates).`;

  it("does not repeat what was asked, and gives the lines of the written page", () => {
    const pages = [page("keys.md", keys), page("more.md", more)] as const;
    const { drafts } = makeProjectSet(pages, "en");
    const heading = drafts.find(({ source }) => source === "heading");
    const query = heading && toQuery(heading, { id: "1", set: "s", lang: "en", project: "p" });
    const lines = textOf(pages[0]);
    expect([...lines, ...textOf(pages[1])].join("\n")).not.toMatch(/rotate.signing/i);
    expect(lines.slice((query?.gold_line_start ?? 0) - 1, query?.gold_line_end ?? 0)).toEqual([
      answer,
    ]);
    expect(query?.gold_path).toBe("p/keys.md");
    expect(query?.first_lines).toEqual({
      line_start: query?.gold_line_start,
      line_end: query?.gold_line_end,
    });
  });

  it("takes the question out of anchors, too", () => {
    const one = page(
      "a.md",
      `<FaqItem id="how-do-i-rotate-signing-keys" question="How do I rotate signing keys?">\n\n${answer}\n\n</FaqItem>`,
    );
    makeProjectSet([one], "en");
    expect(textOf(one)[0]).toBe('<FaqItem id="question-1" question="Question 1">');
  });

  it("asks with the words of a link what the heading does not say", () => {
    const { drafts } = makeProjectSet([page("keys.md", keys), page("more.md", more)], "en");
    const about = drafts.filter(({ source }) => source === "about");
    expect(about.map(({ question }) => question)).toEqual(["replace an expired host certificate"]);
    expect(about[0]?.without.map(({ path }) => path)).toEqual(["more.md"]);
  });

  it("takes an answer of links alone as linked, with the pages as gold", () => {
    const faq = page(
      "faq.md",
      "## How do I rotate signing keys?\n\nSee [this](keys.md#renewal-of-certificates).",
    );
    const { drafts } = makeProjectSet(
      [faq, page("keys.md", `# Keys\n\n## Renewal of certificates\n\n${answer}`)],
      "en",
    );
    expect(drafts.map(({ source }) => source)).toEqual(["linked"]);
    expect(drafts[0]?.golds.map(({ page: { path }, range }) => [path, range?.start])).toEqual([
      ["keys.md", 4],
    ]);
    expect(drafts[0]?.without.map(({ path }) => path)).toEqual(["faq.md"]);
  });

  it("joins what asks the same, and leaves what asks the same on many pages", () => {
    const pages = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        page(`${at}.md`, `# P${at}\n\n## How do I rotate signing keys?\n\n${answer}`),
      );
    expect(makeProjectSet(pages(2), "en").drafts.map(({ golds }) => golds.length)).toEqual([2]);
    expect(makeProjectSet(pages(4), "en").drafts).toEqual([]);
  });

  it("is the same in any order of its pages", () => {
    const both = () => [page("keys.md", keys), page("more.md", more)];
    const questions = (pages: Page[]) =>
      makeProjectSet(pages, "en").drafts.map(({ question }) => question);
    expect(questions(both().reverse())).toEqual(questions(both()));
  });
});

describe("two languages", () => {
  it("ask over the section at the same place", () => {
    const zh = makeProjectSet(
      [
        page(
          "a.md",
          `# 密钥\n\n## 如何轮换签名密钥？\n\n密钥保存在保险库中，由任务每九十天更新一次，不需要人工操作。`,
        ),
      ],
      "zh",
    );
    const en = makeProjectSet(
      [page("a.md", `# Keys\n\n## How do I rotate signing keys?\n\n${answer}`)],
      "en",
    );
    const [draft] = crossDrafts(zh, en);
    expect(draft?.question).toBe("如何轮换签名密钥？");
    expect(draft?.replaced).toBe(true);
    expect(draft?.golds[0]?.range).toEqual({ start: 4, end: 5 });
  });
});

describe("the first lines of an answer", () => {
  it("are its first block, and the next one after a colon", () => {
    const one = page("a.md", "<Tabs>\n\nFirst of all\nthis.\n\nThen that.");
    expect(leadOf(one, { start: 0, end: 6 })).toEqual({ start: 2, end: 4 });
    const two = page("a.md", "Run this:\n\n```sh\nkeys rotate\n```\n\nDone.");
    expect(leadOf(two, { start: 0, end: 7 })).toEqual({ start: 0, end: 5 });
  });
});
