import { describe, expect, it } from "vitest";
import { keptWithin } from "#lib/tools/kept-within";

const of = (tool: string, args: unknown, roots: string[]) => {
  const kept = keptWithin(`mcp.docs.${tool}`, args, roots);
  return kept.kind === "within" ? kept.args : "outside";
};

describe("a model's call of a docs tool, for a question that is put to some folders alone", () => {
  it.each([
    ["docs_search", { query: "q" }, { query: "q", roots: ["a", "b"] }],
    ["docs_search", { query: "q", roots: ["b", "c"] }, { query: "q", roots: ["b"] }],
    ["docs_search", { query: "q", roots: ["c"] }, "outside"],
    ["docs_search", { query: "q", roots: "c" }, { query: "q", roots: ["a", "b"] }],
    ["docs_search", { query: "q", root: "c" }, "outside"],
    ["docs_list", { root: "a" }, { roots: ["a"] }],
    ["docs_list", { root: "c" }, "outside"],
    ["docs_read", { path: "x.md", root: "a" }, { path: "x.md", root: "a" }],
    ["docs_read", { path: "x.md" }, "outside"],
    ["docs_read", { path: "/c/x.md", root: "c" }, "outside"],
    ["docs_outline", { path: "x.md", root: ["a"] }, "outside"],
    ["docs_status", {}, "outside"],
    ["docs_verify", { citations: [{ root_id: "c" }] }, "outside"],
    ["docs_suggest", { text: "" }, "outside"],
    ["docs_search", null, { roots: ["a", "b"] }],
  ])("%s %j becomes %j", (tool, args, kept) => {
    expect(of(tool, args, ["a", "b"])).toEqual(kept);
  });

  it("has the only folder put in where it names none, and is left as it is where all are searched", () => {
    expect(of("docs_read", { path: "x.md" }, ["a"])).toEqual({ path: "x.md", root: "a" });
    expect(of("docs_status", {}, [])).toEqual({});
  });
});
