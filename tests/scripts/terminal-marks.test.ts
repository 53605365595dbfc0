import { afterEach, expect, test, vi } from "vitest";
import { sourceMark, withMarks } from "../../scripts/terminal/marks.ts";

afterEach(() => void vi.unstubAllEnvs());

const text = "It ends after 30 s [1][2]. `a[1]` is no marker, nor is \\[2], nor [7].";

test("a marker has the colour of its source, what only looks like one has none", () => {
  vi.stubEnv("FORCE_COLOR", "1");
  const marked = withMarks(text, new Set([1, 2]));
  expect(marked).toBe(text.replace("[1][2]", `${sourceMark(1)}${sourceMark(2)}`));
  expect(sourceMark(1)).toContain("\u001b[");
  expect(sourceMark(1).replace("[1]", "")).not.toBe(sourceMark(2).replace("[2]", ""));
});

test("where no colour is wanted there is none", () => {
  vi.stubEnv("FORCE_COLOR", undefined);
  vi.stubEnv("NO_COLOR", "1");
  expect(withMarks(text, new Set([1, 2]))).toBe(text);
});
