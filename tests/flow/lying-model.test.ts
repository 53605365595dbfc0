import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "#lib/contracts/answer";
import { createRandom } from "../../fixtures/hostile/random.ts";
import { factPassages } from "../../fixtures/mutations/passages.ts";
import { evidenceIn, speakingModel } from "../agents/model/speaking-model.ts";
import { startFlow } from "./flow-setup.ts";
import { type Written, writeLies } from "./lies.ts";

/**
 * A model that invents, over the real way of an answer: what it makes up must not reach the person, neither while it streams
 * nor after it was asked once more; what it says truly must.
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
  "What does the crane in the harbour of Skerry lift?",
  "礁石港的吊车能吊起什么？",
];

/** What a reader in a hurry takes for what may be done. */
const craneRules = [
  `# The crane of Skerry

The crane in the harbour of Skerry lifts 40 tons. The foreman guides the driver. The crane was tested by the inspector. The driver obeys the foreman. Never:

- Lift people with the crane.
- Leave a load on the hook overnight.
- Turn the jib against the wind.
`,
  `# 礁石港的吊车

礁石港的吊车能吊起40吨。领班引导司机。司机听从领班。以下情况不支持：

- 用吊车吊起人员
- 整夜把货物留在吊钩上
- 逆风转动吊臂
`,
];

const written: Written[] = [];
const answers: Answer[] = [];
const told: string[][] = [];
let flow: Awaited<ReturnType<typeof startFlow>>;
beforeAll(async () => {
  const random = createRandom(7);
  let made: Written | undefined;
  const { model } = speakingModel(({ task, said }) => {
    if (said.includes("S1: ")) {
      // Asked again, it insists.
      const insists = (made?.lies ?? []).map(
        ({ text, marker }, i) => `S${i + 1}: ${text} ${marker}`,
      );
      return { text: insists.join("\n") };
    }
    const evidence = evidenceIn(task);
    const [one, other] = [evidence, evidence.toReversed()].map((some) => writeLies(some, random));
    if (one === undefined || other === undefined) throw new Error("There are two orders.");
    const truths = [...new Set([...one.truths, ...other.truths])];
    // What is true of the one is no lie about the other.
    const lies = [...one.lies, ...other.lies].filter(({ text }) => !truths.includes(text));
    made = { text: `${one.text}\n\n${other.text}`, lies, truths };
    written.push(made);
    return { text: made.text };
  });
  flow = await startFlow({
    files: Object.fromEntries(
      [...factPassages.map(({ text }) => text), ...craneRules].map((text, i) => [
        `page-${i}.md`,
        text,
      ]),
    ),
    model,
  });
  await flow.ready();
  for (const question of questions) {
    const { answer, events } = await flow.ask(question, { mode: "model" });
    answers.push(answer);
    told.push(events.flatMap((event) => (event.kind === "claim" ? [event.data.text] : [])));
  }
});
afterAll(() => flow.close());

describe("a lying model", () => {
  it("says at least three hundred untrue things, of every kind", () => {
    expect(written.length).toBe(questions.length);
    const kinds = new Set(written.flatMap(({ lies }) => lies.map(({ kind }) => kind)));
    for (const kind of ["turned round", "denying lead-in dropped", "two sources stitched"])
      expect(kinds).toContain(kind);
    expect(written.flatMap(({ lies }) => lies).length).toBeGreaterThanOrEqual(300);
  });

  // The title of a page stands over each of its lines: what it names may be told of any, true or not.
  it("has none of them shown, but for some stitched from two sources", () => {
    const shown = written.flatMap(({ lies }, i) =>
      lies.filter(({ text }) => told[i]?.includes(text)),
    );
    const stitched = "two sources stitched";
    expect(shown.filter(({ kind }) => kind !== stitched)).toEqual([]);
    const all = written.flatMap(({ lies }) => lies).filter(({ kind }) => kind === stitched);
    expect(shown.length).toBeLessThan(all.length / 2);
    for (const [i, answer] of answers.entries()) {
      const shown = answer.claims.map(({ text }) => text);
      expect(shown.toSorted()).toEqual(told[i]?.toSorted());
      expect(answer.gaps.some(({ cause }) => cause === "unsupported")).toBe(true);
    }
  });

  it("has shown what it says truly, each with the source that bears it", () => {
    const truths = written.flatMap(({ truths }, i) =>
      truths.filter((truth) => answers[i]?.claims.some(({ text }) => text === truth)),
    );
    expect(truths.length).toBe(written.flatMap(({ truths }) => truths).length);
    for (const answer of answers) {
      const ids = new Set(answer.citations.map(({ id }) => id));
      expect(answer.claims.every(({ citations }) => citations.length > 0)).toBe(true);
      expect(answer.claims.flatMap(({ citations }) => citations).every((id) => ids.has(id))).toBe(
        true,
      );
    }
  });
});
