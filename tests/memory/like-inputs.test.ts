import { expect, it } from "vitest";
import { wordTable } from "#lib/meaning/word-table";
import { type Input, likeInput, saidOf } from "#lib/memory/like-inputs";
import { likenessModel } from "#lib/memory/likeness-model";

const { table } = wordTable();
if (table === undefined) throw new Error("The table of word meanings is not there.");
const by = { table, model: likenessModel() };
const alike = (a: Input, b: Input) => likeInput(a, b, by)?.alike;

it("the very same input is the same, in whatever order its fields come", () => {
  expect(alike({}, {})).toBe("same");
  const input = { query: "How are keys rotated?", folders: ["notes"], max_sources: 5 };
  expect(alike(input, { max_sources: 5, folders: ["notes"], query: input.query })).toBe("same");
});

it("a question in other words is like it, and one about another thing is not", () => {
  const asked = { query: "How do I reset the administrator's password?" };
  expect(alike(asked, { query: "how do I reset the admin password", folders: ["b"] })).toBe("like");
  expect(alike(asked, { query: "怎么重置管理员密码" })).toBe("like");
  expect(alike(asked, { query: "Where are the log files?" })).toBeUndefined();
  expect(alike({ query: "What is new in 2.1?" }, { query: "What is new in 3.0?" })).toBeUndefined();
  expect(alike(asked, {})).toBeUndefined();
});

it("code is like code that has most of its lines", () => {
  const code = [
    "const rows = read();",
    "for (const row of rows)",
    "  console.log(row);",
    "done();",
  ];
  const edited = [...code.slice(0, 3), "end();"].join("\n");
  const input = { language: "javascript", code: code.join("\n") };
  expect(alike(input, { language: "javascript", code: edited })).toBe("like");
  expect(alike(input, { language: "javascript", code: "print(1)\nprint(2)" })).toBeUndefined();
});

it("where nothing is said in words the settings decide", () => {
  expect(alike({ folders: ["a", "b"] }, { folders: ["a", "b"], kinds: ["links"] })).toBe("like");
  expect(alike({ folders: ["a"] }, { folders: ["b"] })).toBeUndefined();
  expect(alike({}, { folders: ["a"] })).toBeUndefined();
});

it("what a person reads of it is its words, or else its settings, cut", () => {
  expect(saidOf({ query: "How are keys rotated?", max_sources: 5 })).toBe("How are keys rotated?");
  expect(saidOf({ folders: ["a", "b"] })).toBe("folders=a, folders=b");
  expect(saidOf({})).toBe("");
  expect(saidOf({ query: "long words ".repeat(60) })).toHaveLength(160);
});

it("any input is compared, whatever it is made of", () => {
  for (const odd of [{ a: null }, { a: [[[""]]] }, { a: { b: "\ud800 x" } }, { a: "？？ ？" }])
    expect(["same", "like", undefined]).toContain(alike(odd, { a: "a few words" }));
});
