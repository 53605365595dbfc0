import { describe, expect, it } from "vitest";
import { checkNames, runCheck } from "../../scripts/check/checks.mjs";

describe("the whole tree", () => {
  it.each(checkNames)("is clean in %s (npm run check)", async (name) => {
    expect((await runCheck(name)).output).toBe("");
  });
});
