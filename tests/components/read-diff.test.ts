import { expect, it } from "vitest";
import { readDiff } from "../../components/approvals/read-diff.ts";

it("numbers the lines of a change before and after, and marks where lines are left out", () => {
  const diff = [
    "--- a/n.md",
    "+++ b/n.md",
    "@@ -4,2 +4,3 @@ Heading",
    " same",
    "-- gone",
    "+come",
    "++",
    "@@ -20 +21 @@",
    "-end",
    "\\ No newline at end of file",
    "",
  ].join("\n");
  expect(readDiff(diff)).toEqual([
    { kind: "same", old: 4, new: 4, text: "same" },
    { kind: "gone", old: 5, text: "- gone" },
    { kind: "come", new: 5, text: "come" },
    { kind: "come", new: 6, text: "+" },
    { kind: "break" },
    { kind: "gone", old: 20, text: "end" },
  ]);
  expect(readDiff("no diff at all")).toEqual([]);
});
