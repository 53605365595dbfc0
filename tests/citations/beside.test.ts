import { expect, test } from "vitest";
import { numberCitations } from "#lib/citations/number";
import { sentencesOf } from "#lib/citations/read-export";
import { renderMarkdown } from "#lib/citations/render";
import type { Claim, Lang } from "#lib/contracts/answer";
import { answerAlone, withoutBeside } from "#lib/contracts/answer-alone";
import { cite, claimsOf } from "./sample.ts";

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
const all = (citation: number, beside?: Claim["beside"]): Claim[] =>
  claimsOf(citation, source).map((claim) => ({
    ...claim,
    support: "verbatim",
    ...(beside === undefined ? {} : { beside }),
  }));
const claims = [...all(1), ...all(1, "section"), ...all(2, "elsewhere")];

test.each([
  ["en", "> Also in this section:", "> Close to it, elsewhere:"],
  ["zh-CN", "> 同一节里还写着：", "> 别处相近的内容："],
] as const)(
  "what stands beside an answer in %s says so, and every word of it is read back",
  (lang: Lang, ...labels: string[]) => {
    const written = renderMarkdown(claims, lang);
    const lines = written.split("\n");
    expect(lines.filter((line) => labels.includes(line))).toEqual(labels);
    const read = sentencesOf(lines).claims;
    const said = (some: readonly Pick<Claim, "text" | "citations">[]) =>
      some.map(({ text, citations }) => `${text.replace(/\\/g, "")} ${citations}`);
    expect(said(read)).toEqual(said(claims));
    // A line under such a heading without a source is a claim without one.
    const forged = sentencesOf([...lines, "> Feed it at midnight."]).claims;
    expect(forged.at(-1)).toMatchObject({ text: "Feed it at midnight.", citations: [] });
  },
);

test("a long item keeps its later sentences, what it is read in keeps its paragraphs, and all is read back", () => {
  const long = `Feed it ${"at noon and ".repeat(40)}at night.`;
  const text = `Of the goat. It eats:\n\n- ${long} Then let it sleep.\n  It snores.\n\nBe kind. Go.`;
  const around = ["Of the goat.", "Then let it sleep.", "Go."];
  const some = claimsOf(1, text).map(
    (one): Claim => ({
      ...{ ...one, support: "verbatim" },
      ...(around.includes(one.text) ? { context: true } : {}),
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
  expect(answerAlone({ claims: some, citations: [cite(1, text)] }).claims).toHaveLength(4);
});

test("what an answer is read in has its numbers behind those of what was chosen, and cites its passage also without what stands beside", () => {
  const [around, chosen, other] = [all(2), all(1), all(3, "elsewhere")].map(
    ([one]) => one as Claim,
  );
  const citations = [1, 2, 3].map((id) => cite(id, source));
  const read = [{ ...around, context: true }, chosen, other] as Claim[];
  const numbered = numberCitations(read, citations);
  expect(numbered.claims.map((claim) => claim.citations)).toEqual([[3], [1], [2]]);
  expect(withoutBeside(numbered).citations.map(({ id }) => id)).toEqual([1, 3]);
});

test("the answer alone is its own claims and what they cite", () => {
  const shown = { claims, citations: [cite(1, source), cite(2, source)] };
  const { claims: own, citations } = answerAlone(shown);
  expect(own).toEqual(all(1));
  expect(citations.map(({ id }) => id)).toEqual([1]);
});

test.each([
  ["en", "*… 3 more, not shown here*"],
  ["zh-CN", "*……另有 3 项未在此显示*"],
] as const)(
  "a list that is cut says in %s how many items it has more, which is no claim and no heading of it",
  (lang: Lang, sign: string) => {
    const [lead, first, second] = all(1);
    const cut = [{ ...lead, left_out: 3 }, first, { ...second, left_out: 3 }] as Claim[];
    const written = renderMarkdown([...cut, ...all(2, "section")], lang);
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
