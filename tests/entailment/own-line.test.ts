import { expect, test } from "vitest";
import { findSupport } from "#lib/entailment/support";
import { quotableUnits } from "#lib/markdown/units";

const support = (sentence: string, page: string) =>
  findSupport(sentence, [{ citation: 1, units: quotableUnits(page, 1), above: "" }]).support;

test("code that stands side by side is told piece by piece", () => {
  const page = "**Do not call a pump inside `try`/`catch`/`finally` blocks**. Call it before them.";
  expect(support("Do not call a pump inside `try`/`catch`/`finally` blocks.", page)).not.toBe(
    "none",
  );
  expect(support("Do not call a pump inside `catch` blocks.", page)).not.toBe("none");
  expect(support("Do not call a pump inside `try`/`throw`/`finally` blocks.", page)).toBe("none");
});

test("a default that its item tells in a sentence of its own is no less there among other items", () => {
  const page = [
    "The following settings adjust how the pump works on most quays:",
    "",
    "- `PUMP_MAX_LOADED` - The maximum number of valves at once. The default is 3 \\* the number of pumps.",
    "- `PUMP_MAX_QUEUE` - The maximum number of requests that wait when it is busy. The default is 512",
  ].join("\n");
  expect(support("The default of `PUMP_MAX_QUEUE` is 512.", page)).toBe("supported");
  expect(support("The default of `PUMP_MAX_LOADED` is 512.", page)).toBe("none");
});
