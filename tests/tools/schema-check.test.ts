import { describe, expect, test } from "vitest";
import { inTime } from "#lib/tools/in-time";
import { createSchemaCheck } from "#lib/tools/schema-check";

/** Each definition asks the one before it twice. */
function multiplied(times: number): Record<string, unknown> {
  const definitions: Record<string, unknown> = { d0: { type: "string" } };
  for (let i = 1; i <= times; i++) {
    const before = { $ref: `#/$defs/d${i - 1}` };
    definitions[`d${i}`] = { allOf: [before, before] };
  }
  const properties = { text: { $ref: `#/$defs/d${times}` } };
  return { type: "object", $defs: definitions, properties };
}

describe("a schema of a stranger", () => {
  test.each([
    ["an expression", { type: "object", properties: { text: { pattern: "^(a+)+$" } } }],
    ["references that multiply", multiplied(64)],
  ])("that would keep the program busy for ever with %s is broken off", (_what, schema) => {
    const schemas = createSchemaCheck();
    const value = { text: `${"a".repeat(64)}!` };
    expect(schemas.fit(schema, value)).toEqual({
      ok: false,
      problem: "holding it against the schema takes longer than 1000 ms",
    });
    expect(schemas.fit({ type: "object" }, value)).toEqual({ ok: true, value });
    // A value that takes long says nothing of the next one.
    expect(schemas.fit(schema, {})).toEqual({ ok: true, value: {} });
  });
});

describe("work within a time", () => {
  test("gives its result, and what it throws goes through", () => {
    expect(inTime(10_000, () => ["done"])).toEqual({ value: ["done"] });
    const fault = new TypeError("wrong");
    expect(() =>
      inTime(10_000, () => {
        throw fault;
      }),
    ).toThrow(fault);
  });
});
