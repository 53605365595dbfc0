import { beforeEach, describe, expect, it, vi } from "vitest";
import { createEvidenceBook } from "#lib/agents/model/evidence-book";
import { createRelease } from "#lib/agents/model/release";
import type { Verified } from "#lib/agents/verify-citations";
import { renderMarkdown } from "#lib/citations/render";
import type { Citation } from "#lib/contracts/citation";
import { cite, verified } from "../../citations/sample.ts";

/** What a model's reply costs before it is shown: how often its letters are read, and how often the lines are. */
const page = Array.from({ length: 40 }, (_, i) => `Gate ${i + 1} opens at ${i + 5} o'clock.`).join(
  " ",
);
const sentence = (i: number) => `Gate ${i + 1} opens at ${i + 5} o'clock [1].`;
let checks: string[][];
let hold: Promise<void> | undefined;

function open({
  question = "",
  gate = "standard",
}: {
  question?: string;
  gate?: "standard" | "strict";
} = {}) {
  const book = createEvidenceBook({ max_tokens: 30_000 });
  book.addPassages([
    { citation: cite(1, page), passage: { citation_id: 1, text: page, kind: "prose" } },
  ]);
  const told: string[] = [];
  const release = createRelease({
    book,
    policy: "require_citations",
    gate,
    question,
    verify: async (citations: readonly Citation[]): Promise<Verified> => {
      checks.push(citations.map(({ relative_path }) => relative_path));
      await hold;
      return { ok: true, verifications: new Map(citations.map(({ id }) => [id, verified(page)])) };
    },
    actionOf: () => undefined,
    onClaim: ({ text }) => told.push(text),
    onReport: () => {},
    now: () => 0,
  });
  return { release, told };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  checks = [];
  hold = undefined;
});

describe("sentences of a model on their way to the reader", () => {
  it("share one reading of the lines with those that wait beside them", async () => {
    const { release, told } = open();
    const first = Promise.withResolvers<void>();
    hold = first.promise;
    const reply = [0, 1, 2, 3, 4, 5].map(sentence).join(" ");
    release.hear(`${sentence(0)} Gate 2 opens at`);
    await turn();
    release.hear(reply.slice(`${sentence(0)} Gate 2 opens at`.length));
    await turn();
    expect(checks.length).toBe(1);
    hold = undefined;
    first.resolve();
    await release.settle({ text: reply, aside: false, cut: false });
    expect(told).toEqual([0, 1, 2, 3, 4, 5].map((i) => sentence(i).replace(" [1]", "")));
    expect(checks.length).toBeLessThanOrEqual(3);
    expect(release.withheld).toEqual([]);
  });

  it("are shown where the reply breaks off few letters behind them", async () => {
    const { release, told } = open();
    for (const letter of `${sentence(0)} Gate 2 opens`) release.hear(letter);
    await release.abandon();
    expect(told).toEqual([sentence(0).replace(" [1]", "")]);
  });

  it("come to a bounded number of readings however many they are", async () => {
    const { release, told } = open();
    const reply = Array.from({ length: 400 }, (_, i) => `${i} ${sentence(i % 40)}`).join(" ");
    for (const piece of reply.match(/[\s\S]{1,20}/g) ?? []) {
      release.hear(piece);
      await turn();
    }
    await release.settle({ text: reply, aside: false, cut: false });
    expect(checks.length).toBeLessThan(100);
    expect(told.length + release.withheld.length).toBe(400);
  });

  it("are read a bounded number of times while none of them ends", async () => {
    const read = vi.spyOn(letters, "in");
    const { release } = open();
    const reply = "and so it goes on without an end ".repeat(1200);
    for (const piece of reply.match(/[\s\S]{1,4}/g) ?? []) release.hear(piece);
    const looked = read.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    expect(looked).toBeGreaterThan(reply.length);
    expect(looked).toBeLessThan(reply.length * 20);
    await release.abandon();
  });

  it("stay in their item, and begin it where the first one is not shown", async () => {
    const { release } = open();
    // Only a long item is cut into its sentences.
    const item = (from: number) =>
      `- ${Array.from({ length: 14 }, (_, i) => sentence(from + i)).join(" ")}`;
    const reply = [item(0), item(14).replace("at 19 o'clock", "at 99 o'clock")].join("\n");
    for (const piece of reply.match(/[\s\S]{1,9}/g) ?? []) {
      release.hear(piece);
      await turn();
    }
    await release.settle({ text: reply, aside: false, cut: false });
    const shown = release.claims.map(({ kind, goes_on }) => [kind, goes_on === true]);
    const cut = (count: number) => [
      ["list_item", false],
      ...Array(count - 1).fill(["sentence", true]),
    ];
    expect(shown).toEqual([...cut(14), ...cut(13)]);
    expect(renderMarkdown(release.claims, "en")).toMatch(
      /^- Gate 1 opens .* Gate 14 opens .*\n+- Gate 16 opens .* Gate 28 opens .*$/,
    );
  });

  it.each([
    ["that begins with a sentence said before", `${sentence(30)} ${sentence(21)} ${sentence(22)}`],
    ["behind what is missing", `MISSING: the price of the gates.\n${sentence(21)} ${sentence(22)}`],
  ])("of a paragraph %s go on in no item above it", async (_, last) => {
    const { release } = open();
    const reply = `${sentence(30)}\n\n1. ${sentence(0)}\n2. ${sentence(1)}\n\n${last}`;
    release.hear(reply);
    await release.settle({ text: reply, aside: false, cut: false });
    const marks = (text: string) => text.replaceAll(" [1].", ".");
    expect(release.claims.map(({ kind, text, goes_on }) => [kind, text, goes_on === true])).toEqual(
      [
        ["sentence", marks(sentence(30)), false],
        ["step", marks(sentence(0)), false],
        ["step", marks(sentence(1)), false],
        ["sentence", marks(sentence(21)), false],
        ["sentence", marks(sentence(22)), true],
      ],
    );
  });

  it("keep their place in the reply when they are written anew", async () => {
    const { release } = open();
    const list = ["1. Gate 1 opens at 99 o'clock [1].", `2. ${sentence(1)}`, `3. ${sentence(2)}`];
    const reply = list.join("\n");
    release.hear(reply);
    await release.settle({ text: reply, aside: false, cut: false });
    const asked = [...release.withheld];
    // A step that is not shown leaves its number free.
    expect(release.claims.map(({ info }) => info)).toEqual(["2", "3"]);
    await release.rewrite(new Map([[1, sentence(0)]]), asked);
    expect(release.claims.map(({ info, text }) => [info, text])).toEqual([
      ["1", "Gate 1 opens at 5 o'clock."],
      ["2", "Gate 2 opens at 6 o'clock."],
      ["3", "Gate 3 opens at 7 o'clock."],
    ]);
    expect(release.withheld).toEqual([]);
  });

  it("leave a line of what is missing to the program, wherever it stands", async () => {
    const { release, told } = open();
    const reply = `${sentence(0)} ${sentence(1)}\n\nMISSING: who keeps the key.`;
    for (const letter of reply) release.hear(letter);
    await release.settle({ text: reply, aside: false, cut: false });
    expect(told).toHaveLength(2);
    expect(release.missing).toEqual(["who keeps the key"]);
    expect(release.withheld).toEqual([]);
  });

  it("are not shown where they say of “it” what a withheld one was about, until that is written anew", async () => {
    const { release } = open();
    const reply = `${sentence(0)} Gate 2 opens at 99 o'clock [1]. It opens at 6 o'clock [1]. ${sentence(2)}`;
    await release.settle({ text: reply, aside: false, cut: false });
    expect(release.claims.map(({ text }) => text)).toEqual([
      "Gate 1 opens at 5 o'clock.",
      "Gate 3 opens at 7 o'clock.",
    ]);
    const [other, it] = release.withheld;
    if (other === undefined || it === undefined) throw new Error("two are withheld");
    expect([release.leans(other), release.leans(it)]).toEqual([false, true]);
    await release.rewrite(new Map([[1, sentence(1)]]), [other]);
    expect(release.claims.map(({ text }) => text).slice(1, 3)).toEqual([
      "Gate 2 opens at 6 o'clock.",
      "It opens at 6 o'clock.",
    ]);
    expect(release.withheld).toEqual([]);
  });

  it("keep the line that announces their list, where it states nothing", async () => {
    const { release } = open();
    const list = (lead: string) => `${lead}\n\n1. ${sentence(1)}\n2. ${sentence(2)}`;
    await release.settle({ text: list("The gates open:"), aside: false, cut: false });
    expect(release.claims.map(({ text }) => text)[0]).toBe("The gates open:");
    const other = open().release;
    await other.settle({ text: list("Before the flood at 9:"), aside: false, cut: false });
    expect(other.claims.map(({ info }) => info)).toEqual(["1", "2"]);
    expect(other.withheld).toEqual([]);
  });

  it.each([
    ["Deleted gates that open:", "Are the deleted gates open?"],
    ["已删除的闸门：", "已删除的闸门会开吗？"],
  ])("announce no list in words of the question: %s", async (lead, question) => {
    const { release } = open({ question });
    const reply = `${lead}\n\n1. ${sentence(1)}\n2. ${sentence(2)}`;
    await release.settle({ text: reply, aside: false, cut: false });
    expect(release.claims.map(({ info }) => info)).toEqual(["1", "2"]);
    expect(release.withheld).toEqual([]);
  });

  it.each(["The gates open:", "They are:"])(
    "announce no list where only near copies are shown, and one elsewhere: %s",
    async (lead) => {
      const reply = `${lead}\n\n1. ${sentence(1)}\n2. ${sentence(2)}`;
      const shown = async (gate: "standard" | "strict") => {
        const { release } = open({ gate });
        await release.settle({ text: reply, aside: false, cut: false });
        return release.claims.map(({ text }) => text);
      };
      expect((await shown("standard"))[0]).toBe(lead);
      expect(await shown("strict")).not.toContain(lead);
    },
  );

  it("keep the numbers of their steps where one of them speaks of a number", async () => {
    const { release } = open();
    const reply = `1. Gate 1 opens at 99 o'clock [1].\n2. ${sentence(1)}\n3. After step 3, gate 3 opens at 7 o'clock [1].`;
    await release.settle({ text: reply, aside: false, cut: false });
    expect(release.claims.map(({ info }) => info)).toEqual(["2", "3"]);
  });
});

/** What stands between the release and the reader of half-written text. */
const letters = vi.hoisted(() => ({ in: (_text: string): void => {} }));
vi.mock(import("#lib/citations/written"), async (load) => {
  const real = await load();
  return {
    ...real,
    readWritten: (text: string, inside?: boolean) => {
      letters.in(text);
      return real.readWritten(text, inside);
    },
  };
});
