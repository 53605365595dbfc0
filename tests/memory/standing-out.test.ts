import { describe, expect, it } from "vitest";
import { offeredFor } from "#lib/memory/likeness";
import { likenessModel } from "#lib/memory/likeness-model";
import { recallLimits } from "#lib/memory/limits";
import { standingOut } from "#lib/memory/standing-out";

const { least } = recallLimits.background;
/** Cosines between 0 and .5, one a question, in this language. */
const some = (count: number, lang = "en") =>
  Array.from({ length: count }, (_, i) => ({ lang, cosine: ((i * 7919) % 101) / 202 }));

describe("how far a cosine stands out", () => {
  it("is the same number whatever scale the model has", () => {
    const plain = standingOut(some(200));
    for (const [factor, shift] of [
      [0.3, 0.7],
      [0.01, 0.985],
      [2, -0.4],
    ] as const) {
      const scaled = (cosine: number) => factor * cosine + shift;
      const other = standingOut(some(200).map((one) => ({ ...one, cosine: scaled(one.cosine) })));
      for (const cosine of [-0.2, 0, 0.25, 0.5, 0.9, 1])
        expect(other(scaled(cosine), "en")).toBeCloseTo(plain(cosine, "en") ?? Number.NaN, 6);
    }
  });

  it("is held against questions in its own language", () => {
    const far = some(100, "zh-CN").map((one) => ({ ...one, cosine: one.cosine - 0.3 }));
    const standsOut = standingOut([...some(100), ...far]);
    expect(standsOut(0.5 - 0.3, "zh-CN")).toBeCloseTo(standsOut(0.5, "en") ?? Number.NaN, 6);
  });

  it("is not known where too few are, or where the model tells none from another", () => {
    expect(standingOut([])(1, "en")).toBeUndefined();
    expect(standingOut(some(least - 1))(1, "en")).toBeUndefined();
    expect(standingOut(some(least))(1, "en")).toBeGreaterThan(0);
    expect(standingOut(some(least))(1, "zh-CN")).toBeUndefined();
    const same = some(200).map((one) => ({ ...one, cosine: 0.9 }));
    expect(standingOut(same)(1, "en")).toBeUndefined();
  });

  it("hardly moves with a few that ask the same", () => {
    const again = Array.from({ length: 5 }, () => ({ lang: "en", cosine: 0.99 }));
    const before = standingOut(some(100))(0.95, "en") ?? 0;
    const after = standingOut([...some(100), ...again])(0.95, "en") ?? 0;
    expect(Math.abs(after - before)).toBeLessThan(before / 10);
  });
});

describe("an offer", () => {
  const { offered } = likenessModel();

  it("is never made by the embedding model, which only says no", () => {
    const strict = { undefined: 0, same_lines: 1, same_file: 2, alone: 3 };
    for (let likeness = 0; likeness <= 1; likeness += 0.05) {
      const without = offeredFor({ likeness }, offered);
      for (const stands_out of [-3, 0, 1, offered.stands_out, 6, 40, Number.NaN]) {
        const with_ = offeredFor({ likeness, stands_out }, offered);
        expect(strict[`${with_}`]).toBeLessThanOrEqual(strict[`${without}`]);
        if (stands_out >= offered.stands_out) expect(with_).toBe(without);
      }
    }
  });

  it("in nearly the same words stands whatever the embedding model says", () => {
    expect(offeredFor({ likeness: offered.alone, stands_out: -3 }, offered)).toBe("alone");
  });
});
