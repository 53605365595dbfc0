import { expect, test } from "vitest";
import { sentencesOf } from "#lib/citations/read-export";
import { renderMarkdown } from "#lib/citations/render";
import type { Claim, Lang } from "#lib/contracts/answer";
import { answerAlone } from "#lib/contracts/answer-alone";
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

test("the answer alone is its own claims and what they cite", () => {
  const shown = { claims, citations: [cite(1, source), cite(2, source)] };
  const { claims: own, citations } = answerAlone(shown);
  expect(own).toEqual(all(1));
  expect(citations.map(({ id }) => id)).toEqual([1]);
});
