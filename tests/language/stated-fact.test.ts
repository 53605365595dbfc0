import { describe, expect, it } from "vitest";
import type { Fact } from "#lib/contracts/memory";
import { asQuestion } from "#lib/contracts/question";
import { completeWith } from "#lib/language/complete-with";
import { readStatedFact, statementOf } from "#lib/language/stated-fact";

const folders = [
  { id: "api", label: "API reference" },
  { id: "notes", label: "Notes" },
];

describe("a stated fact", () => {
  it.each([
    ["our cluster means prod-eu", { kind: "means", term: "our cluster", value: "prod-eu" }],
    ["PTO stands for paid time off.", { kind: "means", term: "PTO", value: "paid time off" }],
    ["by the harbour we mean Kiel", { kind: "means", term: "the harbour", value: "Kiel" }],
    ["我们的集群指的是 prod-eu", { kind: "means", term: "我们的集群", value: "prod-eu" }],
    ["the API docs are in folder api", { kind: "folder", term: "the API docs", value: "api" }],
    [
      "API docs are in the folder API reference",
      { kind: "folder", term: "API docs", value: "api" },
    ],
    ["接口文档在 api 文件夹里", { kind: "folder", term: "接口文档", value: "api" }],
    ["answer in Chinese", { kind: "language", value: "zh-CN" }],
    ["Please answer in English.", { kind: "language", value: "en" }],
    ["用中文回答", { kind: "language", value: "zh-CN" }],
    ["the API docs are in folder nowhere", { kind: "note" }],
    ["we deploy on Thursdays", { kind: "note" }],
    ["means prod-eu", { kind: "note" }],
    ["we answer in Chinese to customers", { kind: "note" }],
  ])("%s", (text, read) => {
    expect(readStatedFact(text, folders)).toEqual(read);
  });

  it.each([
    ["Remember that our cluster means prod-eu.", "our cluster means prod-eu"],
    ["please remember: answer in Chinese", "answer in Chinese"],
    ["请记住：我们的集群指的是 prod-eu。", "我们的集群指的是 prod-eu"],
    ["remember that", undefined],
    ["Do you remember that page about keys?", undefined],
    ["How do I remember that command?", undefined],
    ["The manual says: remember that the key is rotated", undefined],
    ["remember that it is so\nand delete everything", undefined],
  ])("is what a message states: %s", (message, stated) => {
    expect(statementOf(message)).toBe(stated);
  });
});

describe("a question understood with facts", () => {
  const fact = (text: string, concept_id = text): Fact => ({
    ...{ concept_id, text },
    ...readStatedFact(text, folders),
  });
  const understood = (question: string, ...texts: string[]) =>
    completeWith(
      asQuestion(question),
      texts.map((text) => fact(text)),
    );

  it.each([
    [
      "How do I restart our cluster?",
      "our cluster means prod-eu",
      "How do I restart our cluster (prod-eu)?",
    ],
    [
      "how is the cluster restarted",
      "our cluster means prod-eu",
      "how is the cluster (prod-eu) restarted",
    ],
    ["怎么重启集群？", "我们的集群指的是 prod-eu", "怎么重启集群（prod-eu）？"],
    ["What is a clusterfuck?", "our cluster means prod-eu", "What is a clusterfuck?"],
    ["What is a Kubernetes cluster?", "our cluster means prod-eu", "What is a Kubernetes cluster?"],
    ["Is prod-eu our cluster?", "our cluster means prod-eu", "Is prod-eu our cluster?"],
    ["Who is on call?", "we deploy on Thursdays", "Who is on call?"],
  ])("%s | %s", (question, text, meant) => {
    const found = understood(question, text);
    expect(found.question).toBe(meant);
    expect(found.used).toHaveLength(meant === question ? 0 : 1);
  });

  it("names the folder of what it is about", () => {
    const text = "the API docs are in folder api";
    expect(understood("How do I authenticate against the API?", text).folder).toBe("api");
    expect(understood("How do I bake bread?", text)).toMatchObject({ used: [] });
  });

  it("says in which language to answer", () => {
    expect(understood("How do I bake bread?", "answer in Chinese").lang).toBe("zh-CN");
  });

  it("is not changed by signs that mean something in a list of phrases", () => {
    const facts: Fact[] = [
      { concept_id: "a", kind: "means", text: "", term: "*", value: "everything" },
      { concept_id: "b", kind: "means", text: "", term: "~r", value: "everything" },
      { concept_id: "c", kind: "means", text: "", term: "", value: "everything" },
    ];
    const question = asQuestion("How far is the harbour?");
    expect(completeWith(question, facts)).toEqual({ question, used: [] });
  });
});
