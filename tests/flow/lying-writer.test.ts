import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Compose } from "#lib/agents/compose";
import { claimsOf } from "#lib/citations/written";
import { createRandom, type Random } from "../../fixtures/hostile/random.ts";
import { factPassages } from "../../fixtures/mutations/passages.ts";
import { startFlow } from "./flow-setup.ts";
import { type Written, writeLies } from "./lies.ts";

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
const written: Written[] = [];

const liar =
  (random: Random): Compose =>
  (input) => {
    const made = writeLies(
      input.passages.map(({ citation_id: id, text }) => ({ id, text })),
      random,
    );
    written.push(made);
    const blocks = [{ kind: "answer" as const, claims: claimsOf(made.text) }];
    return { outcome: "sure", confidence: 1, blocks, missing: [] };
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
    });
    afterAll(() => flow.close());

    const released = () =>
      answers.flatMap((answer, i) => {
        const lies = new Set(
          claimsOf((written[i]?.lies ?? []).map(({ text }) => text).join("\n\n")).map(
            (c) => c.text,
          ),
        );
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
      it("has none of the untrue ones released but some stitched from two sources, and the others told as gaps", () => {
        const stitched = new Set(
          written.flatMap(({ lies }) =>
            lies.filter(({ kind }) => kind === "two sources stitched").map(({ text }) => text),
          ),
        );
        const out = released().map((claim) => claim.text);
        expect(out.filter((text) => !stitched.has(text))).toEqual([]);
        expect(out.length).toBeLessThan(stitched.size);
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
        const without = released().filter(({ support }) => support === "none");
        expect(without.length).toBeGreaterThanOrEqual(180);
        for (const { citations, spans } of without) expect([citations, spans]).toEqual([[], []]);
        for (const answer of answers) {
          expect(answer.claims.some((c) => c.support === "supported")).toBe(true);
        }
      });
    }
  },
);
