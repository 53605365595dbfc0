import { describe, expect, it } from "vitest";
import { offeredSchema } from "../../lib/agents/loop/offered-schema.ts";

const schema = { type: "object", properties: { query: {}, analysis: {} }, required: ["query"] };

describe("the schema that a model is shown", () => {
  it("leaves out the analysis of a search, which the program makes", () => {
    expect(offeredSchema("mcp.docs.docs_search", schema)).toEqual({
      type: "object",
      properties: { query: {} },
      required: ["query"],
    });
  });

  it("is that of any other tool, with every field", () => {
    expect(offeredSchema("mcp.other.search", schema)).toEqual(schema);
    expect(offeredSchema("mcp.docs.docs_search", { type: "object" })).toEqual({ type: "object" });
  });

  it("leaves out bounds that only a check needs, and no field that bears such a name", () => {
    const bounded = {
      $schema: "https://example.org",
      type: "object",
      properties: {
        maxLength: { type: "integer", minimum: 1, default: 5, description: "How long." },
        names: { type: "array", maxItems: 9, items: { type: "string", minLength: 1, enum: ["a"] } },
        inner: { type: "object", properties: { minimum: { type: "string", pattern: "^a" } } },
      },
      additionalProperties: false,
    };
    expect(offeredSchema("x", bounded)).toEqual({
      type: "object",
      properties: {
        maxLength: { type: "integer", default: 5, description: "How long." },
        names: { type: "array", items: { type: "string", enum: ["a"] } },
        inner: { type: "object", properties: { minimum: { type: "string", pattern: "^a" } } },
      },
      additionalProperties: false,
    });
  });
});
