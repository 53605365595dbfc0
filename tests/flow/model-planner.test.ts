import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asQuestion } from "#lib/contracts/question";
import type { ModelQuestion } from "#lib/models/conversation";
import { ModelFailure } from "#lib/models/failure";
import type { Model } from "#lib/models/model";
import { numberOf, type Speech, speakingModel } from "../agents/model/speaking-model.ts";
import { startFlow } from "./flow-setup.ts";

/** A model that completes, splits and translates questions before anything is searched for: it plans, and it writes. */
const files = {
  "harbour.md": "# Harbour\n\nThe Tidewater daemon listens on port 4180.\n",
  "kitchen.md": "# Kitchen\n\nThe kitchen budget is 9,500 euros. Ada Marsh signs every bill.\n",
};
type Kind = "plan" | "translate" | "write";
type Script = (told: { task: string }) => Speech;
let scripts: Partial<Record<Kind, Script>>;
let heard: { kind: Kind; asked: ModelQuestion }[];
const kindOf = (instructions: string): Kind =>
  instructions.startsWith("You prepare the search")
    ? "plan"
    : instructions.startsWith("Each line is a question")
      ? "translate"
      : "write";
const model: Model = {
  reply: (asked) => {
    const kind = kindOf(asked.instructions);
    heard.push({ kind, asked });
    return speakingModel((told) => (scripts[kind] ?? silent)(told)).model.reply(asked);
  },
};
const silent: Script = () => ({ text: "NO_ANSWER" });
/** Says what the evidence says of each. */
const both: Script = ({ task }) => ({
  text: [
    ["listens on port 4180", "The Tidewater daemon listens on port 4180"],
    ["9,500 euros", "The kitchen budget is 9,500 euros"],
  ]
    .filter(([words = ""]) => task.includes(words))
    .map(([words = "", sentence]) => `${sentence} [${numberOf(task, words)}].`)
    .join(" "),
});
const kinds = () => heard.map(({ kind }) => kind);
let flow: Awaited<ReturnType<typeof startFlow>>;
beforeAll(async () => {
  flow = await startFlow({
    files,
    model,
    config: { answer: { planner: "model" }, retrieval: { meaning: false } },
  });
  await flow.ready();
});
afterAll(() => flow.close());
beforeEach(() => {
  flow.forget();
  heard = [];
  scripts = { write: both };
});
const ask = (question: string, more: Parameters<typeof flow.ask>[1] = {}) =>
  flow.ask(question, { mode: "model", ...more });
const portAndBudget = "The daemon of Tidewater, on which port, and the kitchen, which budget?";

describe("a plan of the model", () => {
  it("splits what the rules do not, and its parts are shown", async () => {
    const parts = [
      "On which port does the Tidewater daemon listen?",
      "What is the kitchen budget?",
    ];
    scripts.plan = () => ({ text: parts.map((part, i) => `Q${i + 1}: ${part}`).join("\n") });
    const { answer } = await ask(portAndBudget);
    expect(answer.claims.map(({ text }) => text)).toEqual([
      "The Tidewater daemon listens on port 4180.",
      "The kitchen budget is 9,500 euros.",
    ]);
    expect(answer.parts?.map(({ question }) => question)).toEqual(parts);
    expect(answer.steps?.find(({ kind }) => kind === "plan")?.queries).toEqual(parts);
    expect(kinds()).toEqual(["plan", "write"]);
    expect(answer.metrics.model?.sub_agent_tokens).toBe(30);
    const [planned] = flow.spans.filter(({ kind }) => kind === "model");
    expect(planned).toMatchObject({ agent_id: "primary", status: "ok" });
  });

  it("completes a follow-up from the questions before it, which is shown", async () => {
    scripts.plan = () => ({ text: "Q1: Who signs the bills of the kitchen?" });
    const earlier = [
      {
        question: asQuestion("What is the kitchen budget?"),
        searched: [asQuestion("What is the kitchen budget?")],
      },
    ];
    scripts.write = ({ task }) => ({
      text: `Ada Marsh signs every bill [${numberOf(task, "Ada")}].`,
    });
    const { answer } = await ask("Right – signed by whom?", { earlier });
    expect(answer.searched).toEqual(["Who signs the bills of the kitchen?"]);
    expect(answer.claims.map(({ text }) => text)).toEqual(["Ada Marsh signs every bill."]);
    expect(heard[0]?.asked.turns[0]).toMatchObject({
      text: expect.stringContaining('"What is the kitchen budget?"'),
    });
    expect(JSON.stringify(heard[0]?.asked)).not.toContain("9,500");
  });

  it("is not asked for where one plain question stands alone, nor for quotations, nor where it is switched off", async () => {
    await ask("On which port does Tidewater listen?");
    expect(kinds()).toEqual(["write"]);
    heard = [];
    await ask(portAndBudget, { mode: "quote" });
    await ask("厨房的预算是多少？", { mode: "quote" });
    expect(kinds()).toEqual([]);
    const off = await startFlow({ files, model, config: { retrieval: { meaning: false } } });
    await off.ready();
    heard = [];
    await off.ask(portAndBudget, { mode: "model" });
    await off.close();
    expect(kinds()).not.toContain("plan");
  });

  it("gives way to the rules where it is none, is too long, invents a number, loses one, or fails", async () => {
    const question = "What is port 4180? What is the kitchen budget?";
    const plain = ["What is port 4180?", "What is the kitchen budget?"];
    const lines = (...texts: string[]) => ({
      text: texts.map((text, i) => `Q${i + 1}: ${text}`).join("\n"),
    });
    for (const speech of [
      { text: "I would search for the port first." },
      lines("a port?", "b port?", "c port?", "d port?", "e port?"),
      lines("What is port 4180?", "Is 9999 the kitchen budget?"),
      lines("What is the port?", "What is the kitchen budget?"),
      { fails: new ModelFailure("cut", { host: "x" }) },
    ] satisfies Speech[]) {
      heard = [];
      scripts.plan = () => speech;
      const { answer } = await ask(question);
      expect(kinds()[0]).toBe("plan");
      expect(answer.steps?.find(({ kind }) => kind === "plan")?.queries).toEqual(plain);
    }
  });

  it.each([
    ["Who is the mayor, and of which town?", ["What is the kitchen budget?"]],
    ["What is the budget of the garden and of the kitchen?", ["What is the kitchen budget?"]],
    [
      "On which port does Redis listen, and on which host?",
      ["On which port does the Tidewater daemon listen?"],
    ],
    [
      "On which port does it listen, and on which host?",
      ["On which port does Tidewater listen?", "On which host does it listen?"],
    ],
    ["Does Ada Marsh not sign bills, or sign them late?", ["Does Ada Marsh sign bills late?"]],
    ["花园和厨房的预算是多少？", ["厨房的预算是多少？"]],
    ["端口是多少，主机是哪个？", ["Tidewater 的端口是多少？", "主机是哪个？"]],
  ])("gives way to the rules where it drops or changes what is asked: %s", async (asked, parts) => {
    scripts.plan = () => ({ text: parts.map((part, i) => `Q${i + 1}: ${part}`).join("\n") });
    const { answer } = await ask(asked);
    expect(kinds()[0]).toBe("plan");
    for (const part of parts) expect(answer.searched).not.toContain(part);
  });

  it("is followed where it keeps all that is asked, in either language", async () => {
    for (const [asked, parts] of [
      ["花园和厨房的预算是多少？", ["花园的预算是多少？", "厨房的预算是多少？"]],
      [
        "Who signs for the garden and for Ada?",
        ["Who signs for the garden?", "Who signs for Ada?"],
      ],
    ] as const) {
      scripts.plan = () => ({ text: parts.map((part, i) => `Q${i + 1}: ${part}`).join("\n") });
      const { answer } = await ask(asked);
      expect(answer.searched).toEqual(expect.arrayContaining([...parts]));
    }
  });
});

describe("a model that fails in planning", () => {
  it("is asked no second time for the same question: it is answered with quotations, with one notice", async () => {
    const fails = () => ({ fails: new ModelFailure("cut", { host: "x" }) });
    scripts = { plan: fails, translate: fails };
    for (const question of [portAndBudget, "谁签厨房的账单？"]) {
      heard = [];
      const { answer } = await ask(question);
      expect(heard).toHaveLength(1);
      expect(answer).toMatchObject({ mode: "quote" });
      expect(answer.notices.filter(({ code }) => code === "model_fallback")).toHaveLength(1);
    }
  });
});

describe("folders in another language than the question", () => {
  const question = "厨房的预算是多少？";

  it("are searched in theirs, which is shown, and quoted in theirs", async () => {
    scripts.translate = () => ({ text: "Q1: What is the kitchen budget?" });
    scripts.write = silent;
    const { answer } = await ask(question);
    expect(kinds()[0]).toBe("translate");
    expect(heard[0]?.asked.instructions).toContain("in English");
    expect(answer.searched).toEqual([question, "What is the kitchen budget?"]);
    expect(answer.steps?.find(({ kind }) => kind === "plan")).toMatchObject({
      queries: ["What is the kitchen budget?"],
      label: expect.stringContaining("英文"),
    });
    scripts.write = () => ({ fails: new ModelFailure("cut", { host: "x" }) });
    const quoted = await ask(question);
    expect(quoted.answer).toMatchObject({ status: "answered", mode: "quote", lang: "zh-CN" });
    expect(quoted.answer.claims[0]?.text).toBe("The kitchen budget is 9,500 euros.");
  });

  it("are told to hold nothing where no words, or words in no language of theirs, come back", async () => {
    for (const text of ["", "Q1: 厨房预算", "NO_ANSWER"]) {
      scripts.translate = () => ({ text });
      const { answer } = await ask(question);
      expect(answer).toMatchObject({ status: "no_evidence", searched: [question] });
      expect(answer.notices.map(({ code }) => code)).toContain("language_mismatch");
    }
  });
});

describe("a Chinese question over English lines", () => {
  const budget = "厨房预算是多少？";
  const askOver = async (says: (n: number) => string) => {
    scripts.translate = () => ({ text: "Q1: What is the kitchen budget?" });
    scripts.write = ({ task }) => ({ text: says(numberOf(task, "9,500")) });
    return ask(budget);
  };

  it("is answered in Chinese as far as figures and names stand in a line, never as supported, and says what was compared", async () => {
    const { answer } = await askOver(
      (n) =>
        `厨房预算为 9,500 欧元 [${n}]。每张账单都由 Ada Marsh 签字 [${n}]。预算为 9,600 欧元 [${n}]。大家都很喜欢 [${n}]。`,
    );
    expect(JSON.stringify(heard)).toContain("Where only one in another language says it");
    expect(answer).toMatchObject({ status: "partial", lang: "zh-CN", mode: "model" });
    expect(
      answer.claims.map(({ text, support, other_language }) => [text, support, other_language]),
    ).toEqual([
      ["厨房预算为 9,500 欧元。", "doubt", true],
      ["每张账单都由 Ada Marsh 签字。", "doubt", true],
    ]);
    expect(kinds()).toEqual(["translate", "write"]); // in other words it could be compared no better
    expect(answer.notices.map(({ code }) => code)).toEqual(["language_mismatch"]);
    expect(answer.notices[0]?.message).toContain("只核对过数字、名称和标识符");
    expect(answer.gaps).toMatchObject([
      { cause: "unsupported", message: expect.stringContaining("另一种语言") },
    ]);
  });

  it("is answered with the lines themselves where nothing can be compared, and says why", async () => {
    const { answer } = await askOver((n) => `预算由大家一起决定 [${n}]。`);
    expect(answer).toMatchObject({ status: "answered", mode: "quote" });
    expect(answer.claims[0]?.text).toContain("9,500 euros");
    expect(answer.notices.map(({ message }) => message)).toEqual([
      expect.stringContaining("按原文引用"),
      expect.stringContaining("无法逐字比对"),
    ]);
  });

  it("rests on the lines of its own language where they say it, too", async () => {
    const here = { ...files, "账目.md": "# 账目\n\n厨房每年最多花 9,500 欧元。\n" };
    const own = await startFlow({
      files: here,
      model,
      config: { answer: { planner: "model" }, retrieval: { meaning: false } },
    });
    await own.ready();
    scripts.translate = () => ({ text: "Q1: What is the kitchen budget?" });
    let evidence = "";
    scripts.write = ({ task }) => {
      evidence = task;
      return { text: `厨房每年最多花 9,500 欧元 [${numberOf(task, "最多花")}]。` };
    };
    const { answer } = await own.ask(budget, { mode: "model" });
    await own.close();
    expect(evidence).toMatch(/最多花[\s\S]+9,500 euros/);
    expect(answer).toMatchObject({ status: "answered", mode: "model", notices: [] });
    expect(answer.claims).toMatchObject([{ support: "supported" }]);
  });
});

describe("a question in other words than the documents'", () => {
  const question = "How do I stop Larder from waking me at night?";
  const calm = {
    "larder.md":
      "# Larder\n\nLarder sends a message when food expires.\n\n## Quiet hours\n\nMute notifications between two times with `quiet_hours`.\n",
    "lamps.md": "# Lamps\n\nA lamp that wakes you at night is switched off at its back.\n",
  };
  let own: Awaited<ReturnType<typeof startFlow>>;
  beforeAll(async () => {
    own = await startFlow({
      files: calm,
      model,
      config: { answer: { planner: "model" }, retrieval: { meaning: false } },
    });
    await own.ready();
  });
  afterAll(() => own.close());
  const mutes: Script = ({ task }) =>
    task.includes("Mute notifications")
      ? { text: `Mute it between two times [${numberOf(task, "Mute")} "Mute notifications"].` }
      : { text: "NO_ANSWER" };

  it("is searched for in words of the model, which are shown, told to the writer and found with the question's own", async () => {
    scripts = {
      translate: () => ({ text: "Q1: Larder quiet hours\nQ1: Larder mute notifications" }),
      write: mutes,
    };
    const { answer } = await own.ask(question, { mode: "model" });
    expect(kinds()).toEqual(["translate", "write"]);
    expect(heard[0]?.asked.turns).toEqual([{ from: "agent", text: `Q1: ${question}` }]);
    expect(answer.claims.map(({ text }) => text)).toEqual(["Mute it between two times."]);
    expect(answer.searched).toEqual([question, "Larder quiet hours", "Larder mute notifications"]);
    expect(answer.steps?.find(({ kind }) => kind === "plan")).toMatchObject({
      label: "Searched in other words too",
      queries: ["Larder quiet hours", "Larder mute notifications"],
    });
    expect(answer.steps?.filter(({ kind }) => kind === "search")).toHaveLength(1);
    const task = JSON.stringify(heard[1]?.asked.turns);
    expect(task).toContain('Searched for, too: \\"Larder quiet hours\\"');
    expect(answer.notices.map(({ code }) => code)).not.toContain("searched_otherwise");
  });

  it("is searched for by its own words alone where the rules plan", async () => {
    const rules = await startFlow({
      files: calm,
      model,
      config: { answer: { planner: "rules" }, retrieval: { meaning: false } },
    });
    await rules.ready();
    await rules.ask(question, { mode: "model" });
    await rules.close();
    expect(kinds()).not.toContain("translate");
  });

  it.each([
    ["no labelled line", "Larder quiet hours"],
    ["the question's own words", `Q1: ${question}`],
    ["words for a question that was not asked", "Q2: Larder quiet hours"],
    ["something of another name", "Q1: Redis quiet hours"],
    ["a page of text", `Q1: ${"quiet hours ".repeat(100)}`],
  ])("is answered from what its own words find where the model gives %s", async (_, text) => {
    scripts = { translate: () => ({ text }), write: silent };
    const { answer } = await own.ask(question, { mode: "model" });
    expect(JSON.stringify(heard.at(-1)?.asked.turns)).not.toContain("Mute notifications");
    expect(answer.claims.map((claim) => claim.text).join()).not.toContain("quiet_hours");
  });

  it("is asked of the model once, and at most four searches of its words are made", async () => {
    const text = Array.from({ length: 20 }, (_, i) => `Q1: Larder quiet hours ${i}`).join("\n");
    scripts = { translate: () => ({ text }), write: mutes };
    const { answer } = await own.ask(question, { mode: "model" });
    expect(answer.searched).toHaveLength(5);
    expect(kinds()).toEqual(["translate", "write"]);
  });
});
