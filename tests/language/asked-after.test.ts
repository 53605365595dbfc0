import { expect, it } from "vitest";
import { asQuestion } from "#lib/contracts/question";
import { askedAfter, askedBefore } from "#lib/language/asked-after";

const turn = (question: string, ...searched: string[]) => ({
  question: asQuestion(question),
  searched: searched.map(asQuestion),
});

it.each([
  ["How do I add a folder?", "and a file?", "How do I add a folder? and a file?"],
  ["默认端口是多少？", "在哪里改？", "默认端口是多少，在哪里改？"],
  ["默认端口是多少？", "and on Windows?", "默认端口是多少？ and on Windows?"],
])("%j and then %j are asked together as %j", (before, then, both) => {
  expect(askedAfter(before, then)).toBe(both);
});

it("texts that are no short questions are asked by themselves", () => {
  const long = "word ".repeat(60);
  expect(askedAfter(long, "why?")).toBeUndefined();
  expect(askedAfter("Where is the lamp?", long)).toBeUndefined();
  expect(askedAfter(" ", "why?")).toBeUndefined();
});

it("a question that points back is leaned on with the one before it, any other by itself", () => {
  const both = "Where is the lamp? and how do I clean it?";
  expect(askedBefore(turn("and how do I clean it?", "and how do I clean it?", both))).toBe(both);
  const other = "How do I create a backup?";
  expect(askedBefore(turn(other, other, `Where is the lamp? ${other}`))).toBe(other);
  // As a model completed it.
  expect(askedBefore(turn("and on Windows?", "How do I install it on Windows?"))).toBe(
    "How do I install it on Windows?",
  );
  expect(askedBefore(turn("what port?", "What port does the server use?"))).toBe(
    "What port does the server use?",
  );
  // Its parts are none of them what it asked.
  expect(askedBefore(turn("Where are A and B?", "Where is A?", "Where is B?"))).toBe(
    "Where are A and B?",
  );
  const long = `${"word ".repeat(60)}and why?`;
  expect(askedBefore(turn("and why?", "and why?", long))).toBe("and why?");
});
