import { expect, test } from "vitest";
import { terminalJson } from "../../scripts/terminal/terminal-text.ts";

test("JSON for a terminal holds no sign that it obeys, and reads back as it was", () => {
  const forged = { name: "a\u009b31m\u202e\u2066\u0007\u007f\u2069 钥匙 é" };
  const text = terminalJson(forged);
  expect(text.match(/[[\p{Cc}\u202a-\u202e\u2066-\u2069]--\n]/gv) ?? []).toEqual([]);
  expect(text).toContain("\\u009b31m\\u202e");
  expect(text).toContain("钥匙 é");
  expect(JSON.parse(text)).toEqual(forged);
});
