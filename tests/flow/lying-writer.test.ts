import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Compose, QuoteInput } from "#lib/agents/composer/quote";
import { quotableUnits } from "#lib/citations/units";
import { claimsOf } from "#lib/citations/written";
import { createRandom, type Random } from "../../fixtures/hostile/random.ts";
import { type MutationKind, mutations } from "../../fixtures/mutations/mutate.ts";
import { factPassages } from "../../fixtures/mutations/passages.ts";
import { startFlow } from "./flow-setup.ts";

/**
 * A writer that invents, in the place of the one that quotes: everything else is the real way of an answer, the docs
 * server included. What it makes up must not reach the person; what it says truly must.
 */
const questions = [
  "Who built the lighthouse at Harlow Point?",
  "When does a request end on the Tidewater server?",
  "How long is the Oren?",
  "How many daily copies does Larder keep?",
  "Who founded the Meridian Quartet?",
  "海湾灯塔是谁设计的？",
  "潮汐服务器的请求什么时候结束？",
  "Larder 保留多少份每日副本？",
  "奥伦河全长多少公里？",
  "四重奏是谁创立的？",
];
const kinds: MutationKind[] = [
  "digit",
  "unit",
  "identifier",
  "version or date",
  "flag",
  "path",
  "quoted word",
  "name",
  "number of another sentence",
];

type Written = { text: string; lies: string[]; truths: string[] };
const written: Written[] = [];

/** Writes an answer of some truths and many lies, each with a marker that looks right. */
function lies(input: QuoteInput, random: Random): Written {
  const passages = input.passages.map(({ citation_id: id, text }) => ({
    id,
    sentences: quotableUnits(text, 1)
      .filter((unit) => unit.kind === "sentence")
      .map((unit) => unit.text),
  }));
  const [main, other] = passages;
  if (main === undefined) throw new Error("There is evidence for every question.");
  const truths = main.sentences.slice(0, 2);
  const made: [string, string][] = [];
  const known = new Set(passages.flatMap((p) => p.sentences));
  for (const kind of kinds) {
    for (const sentence of main.sentences) {
      const lie = mutations[kind](sentence, random, random.pick(main.sentences));
      if (lie !== undefined && !known.has(lie)) made.push([lie, `[${main.id}]`]);
    }
  }
  const [truth = ""] = truths;
  const stop = /\p{Script=Han}/u.test(truth) ? "。" : ".";
  const bare = truth.replace(/[.。]$/, "");
  for (const invented of [
    `${bare} as \`tide.retry_max\` says${stop}`,
    `${bare}, “never before seen”${stop}`,
    `${bare} and 77 others${stop}`,
  ]) {
    made.push([invented, `[${main.id}]`]);
  }
  made.push(["The moderators meet on Fridays to feed nine cats.", `[${main.id}]`]);
  made.push([`In fact, ${bare} twice${stop}`, "[41]"], [`Indeed ${bare} again${stop}`, ""]);
  if (other !== undefined) {
    for (const sentence of other.sentences) {
      const merged = mutations["subject of another sentence"](sentence, random, truth);
      if (merged !== undefined) made.push([merged, `[${main.id}][${other.id}]`]);
      const number = mutations["number of another sentence"](truth, random, sentence);
      if (number !== undefined) made.push([number, `[${main.id}, ${other.id}]`]);
    }
  }
  const cited = truths.map((sentence) => [sentence, `[${main.id}][58]`]);
  const lines = [...cited, ...made].map(([sentence = "", marker = ""]) =>
    marker === "" ? sentence : `${sentence} ${marker}`,
  );
  return { text: lines.join("\n\n"), lies: made.map(([lie]) => lie), truths };
}

const liar =
  (random: Random): Compose =>
  (input) => {
    const made = lies(input, random);
    written.push(made);
    return { confidence: 1, answered: true, claims: claimsOf(made.text), missing: [] };
  };

describe.each(["require_citations", "suggest_citations"] as const)(
  "a lying writer, %s",
  (policy) => {
    let flow: Awaited<ReturnType<typeof startFlow>>;
    const answers: Awaited<ReturnType<typeof flow.ask>>["answer"][] = [];
    beforeAll(async () => {
      written.length = 0;
      flow = await startFlow({
        files: Object.fromEntries(factPassages.map(({ text }, i) => [`page-${i}.md`, text])),
        config: { answer: { policy } },
        compose: liar(createRandom(5)),
      });
      for (const question of questions) answers.push((await flow.ask(question)).answer);
    }, 60_000);
    afterAll(() => flow.close());

    const released = () =>
      answers.flatMap((answer, i) => {
        const lies = new Set(claimsOf((written[i]?.lies ?? []).join("\n\n")).map((c) => c.text));
        return answer.claims.filter((claim) => lies.has(claim.text));
      });

    it("says at least two hundred untrue things and some true ones", () => {
      expect(written.length).toBe(questions.length);
      expect(written.flatMap((w) => w.lies).length).toBeGreaterThanOrEqual(200);
      const truths = answers.flatMap((answer, i) =>
        (written[i]?.truths ?? []).filter((t) => answer.claims.some((c) => c.text === t)),
      );
      expect(truths.length).toBe(written.flatMap((w) => w.truths).length);
    });

    if (policy === "require_citations") {
      it("has none of the untrue ones released, and told as gaps", () => {
        expect(released().map((claim) => claim.text)).toEqual([]);
        for (const answer of answers) {
          expect(answer.status).toBe("partial");
          expect(answer.gaps.every((gap) => gap.cause === "unsupported")).toBe(true);
        }
      });

      it("keeps no marker that names no source, in claims and in Markdown", () => {
        for (const answer of answers) {
          const ids = new Set(answer.citations.map((c) => c.id));
          expect(answer.claims.every((c) => c.citations.length > 0)).toBe(true);
          expect(answer.claims.flatMap((c) => c.citations).every((id) => ids.has(id))).toBe(true);
          const markers = [...answer.markdown.matchAll(/(?<!\\)\[(\d+)\]/g)].map((m) =>
            Number(m[1]),
          );
          expect(markers.every((id) => ids.has(id))).toBe(true);
        }
      });
    } else {
      it("shows the untrue ones without a source and marked so, and gives the true ones theirs", () => {
        expect(released().length).toBeGreaterThanOrEqual(190);
        for (const claim of released()) {
          expect([claim.support, claim.citations, claim.spans]).toEqual(["none", [], []]);
        }
        for (const answer of answers) {
          expect(answer.claims.some((c) => c.support === "supported")).toBe(true);
        }
      });
    }
  },
);
