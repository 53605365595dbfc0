import { describe, expect, it } from "vitest";
import { type Condition, conditions, type Query } from "../../training/answers/example.ts";
import { planAskings } from "../../training/answers/plan-askings.ts";

const projects = ["bread", "soup", "tea", "wine", "cake"];
const query = (project: string, question: string, change: Partial<Query> = {}): Query => ({
  ...{ id: `${project}-1`, lang: "en", kind: "answerable", source: "heading", answerable: true },
  ...{ question, gold: [{ path: `${project}/a.md`, grade: 2, line_start: 3, line_end: 4 }] },
  ...change,
});
const asked = [
  query("bread", "How long does the dough rest?"),
  query("soup", "How do I thicken a broth?", { exclude_paths: ["soup/faq.md"] }),
];
const absent = query("tea", "Which kettle does the shop sell?", {
  ...{ kind: "absent", answerable: false, source: "written", project: "tea", gold: [] },
});
const plan = (queries: readonly Query[], wanted: readonly Condition[] = conditions) =>
  planAskings("en", [["queries.jsonl", queries]], projects, new Set(wanted));

describe("askings of a set", () => {
  it("are of the folder of one project, of the others one after the other, or of the whole set", () => {
    const [first] = asked;
    const found = plan(first === undefined ? [] : [first], ["all", "own", "cross"]);
    expect(found.map(({ example: { condition } }) => condition)).toEqual(["all", "own", "cross"]);
    const [all, own, cross] = found.map(({ askings }) => askings);
    expect(all).toEqual([{ project: undefined }]);
    expect(own).toEqual([{ project: "bread", roots: ["bread"] }]);
    expect(new Set(cross?.map(({ project }) => project)).size).toBe(3);
    expect(cross?.map(({ project }) => project)).not.toContain("bread");
  });

  it("hold an answer where its pages can be found, and none elsewhere", () => {
    const [, second] = asked;
    const found = plan(second === undefined ? [] : [second]);
    const holding = found.filter(({ example }) => example.answerable);
    expect(holding.map(({ example: { condition } }) => condition)).toEqual(["all", "named", "own"]);
    expect(holding.every(({ askings }) => askings[0]?.without?.has("soup/faq.md"))).toBe(true);
    const near = found.find(({ example: { condition } }) => condition === "near");
    expect(near?.askings[0]).toMatchObject({ project: "soup", without: new Set(["soup/a.md"]) });
    expect(near?.example.gold).toEqual([]);
  });

  it("of a question that its folder does not answer are of that folder alone", () => {
    expect(plan([absent])).toMatchObject([
      {
        example: { condition: "absent", answerable: false, group: "tea", source: "written" },
        askings: [{ project: "tea", roots: ["tea"] }],
      },
    ]);
  });

  it("of what stands in none of the folders are of the whole set", () => {
    const { gold: _, ...cross } = query("", "Which oven?", { kind: "cross", answerable: false });
    expect(plan([{ ...cross, held_out: "ovens" }])).toMatchObject([
      { example: { condition: "all", group: "absent ovens" }, askings: [{ project: undefined }] },
    ]);
  });

  it("swap the thing that is asked for, and are the same each time", () => {
    const found = plan(asked, ["other"]);
    expect(found.map(({ example }) => example.question)).not.toEqual(
      asked.map(({ question }) => question),
    );
    expect(plan(asked, ["other"])).toEqual(found);
  });
});
