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

  it("is that of any other tool as it stands", () => {
    expect(offeredSchema("mcp.other.search", schema)).toBe(schema);
    expect(offeredSchema("mcp.docs.docs_search", { type: "object" })).toEqual({ type: "object" });
  });
});
