import { expect, it } from "vitest";
import { sentenceOf } from "#lib/platform/logger";

const line = (fields: Record<string, unknown>) =>
  JSON.stringify({ level: 40, time: 1, pid: 7, hostname: "here", name: "docent", ...fields });

it.each([
  [{ msg: "a run was interrupted", trace_id: "trace_1" }, "A run was interrupted."],
  [
    { missing: ["fd", "bwrap"], msg: "commands are missing" },
    "Commands are missing (missing: fd, bwrap).",
  ],
  [
    { server: "files", fault: "Error ENOENT", at: ["at x"], msg: "it did not start" },
    "It did not start (server: files; fault: Error ENOENT).",
  ],
  [{ msg: "The folder is closed." }, "The folder is closed."],
  [{ fault: "TypeError" }, "Something happened (fault: TypeError)."],
])("says %j as a sentence", (fields, sentence) => {
  expect(sentenceOf(line(fields))).toBe(sentence);
});

it("hands a terminal nothing to obey", () => {
  const said = sentenceOf(line({ line: "\u001b[2J\n\u202egone", msg: "mcp stderr" }));
  expect(said).toBe("Mcp stderr (line: ‹U+001B›[2J‹U+000A›‹U+202E›gone).");
});
