import { describe, expect, it } from "vitest";
import { asQuestion } from "#lib/contracts/question";
import type { ChatMessage } from "../../components/api/chat.ts";
import { liveTurns } from "../../components/ask/turn.ts";
import { sampleAnswer } from "../store/sample-answer.ts";

const state = { busy: true, problem: undefined, stopped: new Set<string>() };
const question = (id: string): ChatMessage => ({
  ...{ id, role: "user" as const },
  parts: [{ type: "text", text: `What is ${id}?` }],
});
const reply = (id: string, text: string): ChatMessage => ({
  ...{ id, role: "assistant" as const },
  parts: [{ type: "data-answer", data: sampleAnswer({ question: asQuestion(text) }) }],
});

describe("the turns of a live conversation", () => {
  it("leave an answered turn the object it is while a later answer comes in", () => {
    const told = [question("one"), reply("first", "What is one?")];
    const before = liveTurns([...told, question("two")], state);
    const after = liveTurns([...told, question("two"), { ...reply("x", ""), parts: [] }], state);
    expect(after[0]).toBe(before[0]);
    expect(after.map(({ phase }) => phase)).toEqual(["done", "running"]);
  });

  it("read the last answer anew, and one whose message is another by now", () => {
    const asked = question("one");
    const first = liveTurns([asked, reply("first", "What is one?")], state);
    const last = liveTurns([asked, reply("first", "What is 1?"), question("two")], state);
    expect(first[0]?.question).toBe("What is one?");
    expect(last[0]?.question).toBe("What is 1?");
  });
});
