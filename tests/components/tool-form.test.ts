import { describe, expect, it } from "vitest";
import { writtenInLine, writtenOut } from "#lib/contracts/written-out";
import { asksOf, isForeign } from "../../components/tools/asks.ts";
import { type FormField, formFields } from "../../components/tools/form-fields.ts";
import { readForm, readJson } from "../../components/tools/read-form.ts";
import { toolFields } from "../../components/tools/tool-fields.ts";

const schema = {
  type: "object",
  required: ["title", "limit", "points"],
  properties: {
    note: { type: "string", maxLength: 80, description: "A short note", title: "Note" },
    title: { type: "string" },
    limit: { type: "integer", minimum: 1, maximum: 50, default: 20 },
    points: { type: "number", maximum: 5 },
    draft: { type: "boolean" },
    priority: { enum: ["low", "high", 3] },
    mode: { const: "markdown" },
    labels: { type: "array", items: { type: "string" } },
    kinds: { type: "array", items: { type: "string", enum: ["a"] } },
    meta: { type: "object" },
    either: { anyOf: [{ type: "string" }, { type: "null" }] },
    odd: 7,
  },
};
const fields = formFields(schema) ?? [];
const field = (name: string) => fields.find((one) => one.name === name);
const read = (typed: Record<string, string>, from: readonly FormField[] = fields) =>
  readForm(from, new Map(Object.entries(typed)));

describe("the form of a tool", () => {
  it("asks for each argument by a control of its kind, and as JSON for what is more", () => {
    expect(Object.fromEntries(fields.map(({ name, asks }) => [name, asks]))).toEqual({
      title: { kind: "text", long: true },
      points: { kind: "number", integer: false, max: 5 },
      note: { kind: "text", long: false },
      limit: { kind: "number", integer: true, min: 1, max: 50 },
      draft: { kind: "yes_no" },
      priority: { kind: "choice", options: ["low", "high", 3] },
      mode: { kind: "choice", options: ["markdown"] },
      labels: { kind: "lines" },
      kinds: { kind: "several", options: ["a"] },
      meta: { kind: "json" },
      either: { kind: "json" },
      odd: { kind: "json" },
    });
  });

  it("puts first what is needed; what has a default is not", () => {
    expect(fields.slice(0, 2).map(({ name }) => name)).toEqual(["title", "points"]);
    expect(field("limit")).toMatchObject({ required: false, usual: "20" });
    expect(field("note")).toMatchObject({ title: "Note", description: "A short note" });
  });

  it.each([
    ["a choice of schemas", { type: "object", oneOf: [schema] }],
    ["no object", { type: "string" }],
    ["properties of the wrong form", { type: "object", properties: ["a"] }],
    [
      "more arguments than a form holds",
      {
        type: "object",
        properties: Object.fromEntries(Array.from({ length: 41 }, (_, i) => [i, {}])),
      },
    ],
  ])("is one piece of JSON for %s", (_, odd) => {
    expect(formFields(odd)).toBeUndefined();
  });

  it("reads what was typed as the schema means it, and leaves out what was left empty", () => {
    expect(
      read({
        title: "  Lamp ",
        points: "2.5",
        limit: " ",
        draft: "false",
        priority: "3",
        mode: '"markdown"',
        labels: "bug\n\n lamp \n",
        meta: '{"a": [1]}',
        odd: "null",
      }),
    ).toEqual({
      arguments: {
        title: "  Lamp ",
        points: 2.5,
        draft: false,
        priority: 3,
        mode: "markdown",
        labels: ["bug", "lamp"],
        meta: { a: [1] },
        odd: null,
      },
    });
  });

  it("says of each field what is wrong with it", () => {
    const typed = { points: "6", limit: "0", meta: "{", note: "" };
    expect(read(typed)).toEqual({
      problems: new Map([
        ["title", { kind: "missing" }],
        ["points", { kind: "above", limit: 5 }],
        ["limit", { kind: "below", limit: 1 }],
        ["meta", { kind: "no_json" }],
      ]),
    });
    expect(read({ title: "a", points: "many", limit: "1.5" })).toEqual({
      problems: new Map([
        ["points", { kind: "no_number" }],
        ["limit", { kind: "no_integer" }],
      ]),
    });
  });

  it("shows what is needed, the place first, and folds the rest where it is more than one", () => {
    const text = { type: "string" };
    const asked = (name: string, needed: string[], also: string[]) => {
      const properties = Object.fromEntries([...needed, ...also].map((key) => [key, text]));
      const input_schema = { type: "object", required: needed, properties };
      const { first = [], more = [] } =
        toolFields({ name, provider_id: "builtin", input_schema }) ?? {};
      return [first.map((one) => one.name), more.map((one) => one.name)];
    };
    expect(asked("grep", ["pattern"], ["path", "glob", "limit"])).toEqual([
      ["path", "pattern"],
      ["glob", "limit"],
    ]);
    expect(asked("write", ["path", "content"], ["mode"])).toEqual([
      ["path", "content", "mode"],
      [],
    ]);
  });

  it("takes a text of several lines as it was typed, and nothing as a text where that is one", () => {
    const text = { type: "string" };
    const { first = [] } =
      toolFields({
        name: "edit",
        provider_id: "builtin",
        input_schema: {
          type: "object",
          required: ["path", "find", "replace"],
          properties: { path: text, find: text, replace: text },
        },
      }) ?? {};
    expect(read({ path: "a.txt", find: "\n" }, first)).toEqual({
      arguments: { path: "a.txt", find: "\n", replace: "" },
    });
    expect(read({ path: "a.txt" }, first)).toEqual({
      problems: new Map([["find", { kind: "missing" }]]),
    });
  });

  it("takes all arguments at once as one JSON object", () => {
    expect(readJson("")).toEqual({ arguments: {} });
    expect(readJson('{"a": 1}')).toEqual({ arguments: { a: 1 } });
    expect(readJson("[1]")).toEqual({ kind: "no_object" });
    expect(readJson("{a}")).toEqual({ kind: "no_json" });
  });
});

describe("a text that a person decides about", () => {
  it("hides nothing: what is invisible or turns the direction stands there by its number", () => {
    expect(writtenOut("rm \u202e\u200b-rf\r /\n\ttmp\u0000")).toBe(
      "rm ‹U+202E›‹U+200B›-rf‹U+000D› /\n\ttmp‹U+0000›",
    );
    expect(writtenOut("a\u2800\u3164\ufe0f\ud800")).toBe("a‹U+2800›‹U+3164›‹U+FE0F›‹U+D800›");
    expect(writtenInLine("/srv\n/x\ty")).toBe("/srv‹U+000A›/x‹U+0009›y");
    expect(writtenOut("灯塔 – “é”")).toBe("灯塔 – “é”");
  });
});

describe("what a tool says of asking", () => {
  it("follows its risk, and a tool that has to be confirmed asks first", () => {
    expect(asksOf({ risk: "safe", requires_confirm: false })).toBe("never");
    expect(asksOf({ risk: "safe", requires_confirm: true })).toBe("first");
    expect(asksOf({ risk: "guarded", requires_confirm: false })).toBe("first");
    expect(asksOf({ risk: "unsafe", requires_confirm: false })).toBe("every_time");
    expect(asksOf({ risk: "unknown", requires_confirm: false })).toBe("unknown");
  });

  it("calls every server foreign but our own", () => {
    expect(["mcp.docs", "builtin", "mcp.docs2"].map(isForeign)).toEqual([false, false, true]);
  });
});
