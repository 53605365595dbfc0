import { expect, it } from "vitest";
import { whenText } from "../../components/activity/use-when.ts";

const now = new Date("2026-11-29T10:00:00");

it.each(["short", "hour", "day"] as const)(
  "names the year of a time that is not of this one: %s",
  (exactness) => {
    for (const locale of ["en", "zh-CN"]) {
      expect(whenText(locale, "2026-03-04T10:00:00", exactness, now)).not.toContain("2026");
      expect(whenText(locale, "2025-03-04T10:00:00", exactness, now)).toContain("2025");
    }
  },
);

it("shows what is no time as it stands", () => {
  expect(whenText("en", "soon", "short", now)).toBe("soon");
});
