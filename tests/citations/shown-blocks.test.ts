import { expect, test } from "vitest";
import { numberCitations } from "#lib/citations/number";
import { sentencesOf } from "#lib/citations/read-export";
import { renderAnswer, renderMarkdown, renderNearest } from "#lib/citations/render";
import type { Claim, Lang } from "#lib/contracts/answer";
import { citedByClaims, type LaidOut } from "#lib/contracts/blocks";
import { asQuestion } from "#lib/contracts/question";
import { cite, claimsOf, shownOf } from "./sample.ts";

const source = [
  "Feed it at noon:",
  "",
  "- hay",
  "- apples, see [7]",
  "",
  "| Hour | Food |",
  "| --- | --- |",
  "| one | bread |",
  "",
  "```sh",
  "feed --now",
  "```",
  "",
  "> Never at night.",
].join("\n");
const all = (citation: number): Claim[] =>
  claimsOf(citation, source).map((claim) => ({ ...claim, support: "verbatim" }));
const shown = shownOf(
  [
    { kind: "answer", words: all(1) },
    { kind: "related", words: all(2) },
    { kind: "nearest", words: all(3) },
  ],
  [1, 2, 3].map((id) => cite(id, source)),
);
const said = (some: readonly Pick<Claim, "text" | "citations">[]) =>
  some.map(({ text, citations }) => `${text.replace(/\\/g, "")} ${citations}`);

test.each([
  ["en", "> Also on this:", "> Closest passages, not an answer:"],
  ["zh-CN", "> 相关内容：", "> 最接近的内容，不是答案："],
] as const)(
  "what is shown besides an answer in %s says so, and every word of it is read back",
  (lang: Lang, related: string, nearest: string) => {
    const lines = renderAnswer(shown, lang).split("\n");
    expect(lines).toContain(related);
    expect(lines).not.toContain(nearest);
    expect(said(sentencesOf(lines).claims)).toEqual(said([...all(1), ...all(2)]));
    // A line under such a heading without a source is a claim without one.
    const forged = sentencesOf([...lines, "> Feed it at midnight."]).claims;
    expect(forged.at(-1)).toMatchObject({ text: "Feed it at midnight.", citations: [] });
    const near = renderNearest(shown.blocks.slice(2), shown, lang).split("\n");
    expect(near[0]).toBe(nearest);
    expect(said(sentencesOf(near).claims)).toEqual(said(all(3)));
  },
);

test.each(["en", "zh-CN"] as const)(
  "places that may answer stand under a line that says so in %s, which is no claim of theirs",
  (lang) => {
    const two = shownOf(
      [
        { kind: "answer", words: all(1) },
        { kind: "answer", words: all(2) },
      ],
      [cite(1, source), cite(2, source)],
    );
    const parts = [
      {
        question: asQuestion("How? And *why* [9]?"),
        status: "answered",
        outcome: "may_be",
        claims: two.claims.map(({ id }) => id),
      } as const,
    ];
    for (const answer of [
      { ...two, outcome: "may_be" as const },
      { ...two, outcome: "may_be" as const, parts: [...parts] },
    ]) {
      const read = sentencesOf(renderAnswer(answer, lang).split("\n"));
      expect(said(read.claims)).toEqual(said([...all(1), ...all(2)]));
      expect(read.headings.every(({ citations }) => citations.length === 1)).toBe(true);
    }
    expect(renderAnswer(two, lang)).not.toContain("Docent");
  },
);

test("a long item keeps its later sentences, what it is read in keeps its paragraphs, and all is read back", () => {
  const long = `Feed it ${"at noon and ".repeat(40)}at night.`;
  const text = `Of the goat. It eats:\n\n- ${long} Then let it sleep.\n  It snores.\n\nBe kind. Go.`;
  const around = ["Of the goat.", "Then let it sleep.", "Go."];
  const some = claimsOf(1, text).map(
    (one): LaidOut => ({
      ...{ ...one, support: "verbatim" },
      ...(around.includes(one.text) ? { line: true, around: true } : {}),
    }),
  );
  const written = renderMarkdown(some, "en");
  expect(written).toBe(
    [
      "Of the goat [1]. It eats: [1]",
      `- ${long.slice(0, -1)} [1].`,
      "   Then let it sleep [1]. It snores [1].",
      "Be kind [1]. Go [1].",
    ].join("\n\n"),
  );
  const read = sentencesOf(written.split("\n")).claims;
  expect(read.map(({ text }) => text)).toEqual(some.map(({ text }) => text));
});

test("lines have their numbers behind those of what answers, and are not cited by it", () => {
  const [around, chosen, other] = [all(2), all(1), all(3)].map(([one]) => one as Claim);
  const citations = [1, 2, 3].map((id) => cite(id, source));
  const numbered = numberCitations(
    [
      { kind: "around", place: null, words: [around as Claim] },
      { kind: "answer", place: null, words: [chosen as Claim] },
      { kind: "related", place: null, words: [other as Claim] },
    ],
    citations,
  );
  const [before, answer, related] = numbered.blocks.map(({ words }) => words[0]?.citations);
  expect([before, answer, related]).toEqual([[2], [1], [3]]);
  const claims = numbered.blocks[1]?.words ?? [];
  expect(citedByClaims({ claims, citations: numbered.citations }).map(({ id }) => id)).toEqual([1]);
});

test.each([
  ["en", "*… 3 more, not shown here*"],
  ["zh-CN", "*……另有 3 项未在此显示*"],
] as const)(
  "a list that is cut says in %s how many items it has more, which is no claim and no heading of it",
  (lang: Lang, sign: string) => {
    const [lead, first, second] = all(1);
    const cut = [{ ...lead, left_out: 3 }, first, { ...second, left_out: 3 }] as Claim[];
    const written = renderMarkdown([...cut, ...all(2)], lang);
    expect(written.split("\n").filter((line) => line === sign)).toHaveLength(2);
    const read = sentencesOf(written.split("\n"));
    expect(read.claims.map(({ text }) => text)).toEqual(
      [...cut, ...all(2)].map(({ text }) => text.replace("[7]", "\\[7\\]")),
    );
    expect(read.headings).toEqual([]);
    // A sentence that says so without being the sign is one that has no source.
    expect(sentencesOf([`Really ${sign.slice(1, -1)}`]).claims).toHaveLength(1);
    // Nothing but a number stands in it.
    const forged = sentencesOf([sign.replace("3", "ropes that hold forty tonnes, and 3")]);
    expect([...forged.claims, ...forged.headings]).toHaveLength(1);
  },
);
