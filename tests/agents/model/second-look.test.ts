import { describe, expect, it } from "vitest";
import { secondLookTask, unsupportedIn } from "../../../lib/agents/model/second-look.ts";

const claims = ["c1", "c2", "c3"].map((id) => ({
  id,
  text: `Sentence of ${id}.`,
  rests_on: [
    { citation: 1, line_start: 3, line_end: 3, kind: "sentence" as const, text: `Line of ${id}.` },
  ],
}));

describe("a second look", () => {
  it("shows each sentence with its lines alone, as data", () => {
    const task = secondLookTask(claims, "q1w2e3");
    expect(task).toContain("S2: Sentence of c2.");
    expect(task).toMatch(/<<q1w2e3 \[1\] "its lines"\nLine of c2\.\nq1w2e3>>/);
  });

  it.each([
    ["S1: yes\nS2: no\nS3: unclear", ["c2", "c3"]],
    ["S1: Yes.\n- S2: **no**\n* S3: not supported", ["c2", "c3"]],
    ["S1：是\nS2：否\nS3: “yes”", ["c2"]],
    ["S9: no\nwhatever", []],
    ["", []],
  ])("doubts what %j does not say yes to, and nothing it does not name", (reply, ids) => {
    expect([...unsupportedIn(reply, claims)]).toEqual(ids);
  });

  it("reads any reply in time that grows with its length", () => {
    const reply = "S1:".padEnd(200_000, " \n");
    expect([...unsupportedIn(reply, claims)]).toEqual([]);
  });
});
