import { describe, expect, it } from "vitest";
import { drawingLimits, readDrawing } from "#lib/platform/drawing";
import { svg } from "../../fixtures/pictures/make.ts";

const read = (text: string) => readDrawing(Buffer.from(text));
const blanks = " ".repeat(100_000);

describe("a drawing", () => {
  it.each([
    ["a target of blanks", svg(`<use href="#a${blanks}b"/>`), 300],
    ["a width of blanks", svg("", `width="1${blanks}x" viewBox="0 0 40 30"`), 40],
    ["a width between blanks", svg("", `width="${blanks}40 px${blanks}" height=" 30 "`), 40],
    ["document types in a comment", svg(`<!-- ${"<!doctype ".repeat(30_000)} -->`), 300],
  ])("is read with %s", (_what, text, width) => {
    expect(read(text)).toMatchObject({ kind: "drawing", width });
  });

  it("is refused for a document type that declares, also behind another", () => {
    const second = '<!DOCTYPE svg [<!ATTLIST image href CDATA "x.png">]>';
    expect(read(`<!-- <!doctype svg> -->${second}${svg("")}`)).toEqual({
      kind: "refused",
      reason: "it declares entities",
    });
  });

  it("is refused when it uses its own parts too often, wherever they are named", () => {
    const deep = 150;
    const uses = (count: number) =>
      svg(
        `${Array.from({ length: deep }, (_, i) => `<g id="g${i}">`).join("")}
        <rect style="${"fill:url(#a);".repeat(count)}"/>${"</g>".repeat(deep)}`,
      );
    expect(read(uses(50)).kind).toBe("drawing");
    expect(read(uses(drawingLimits.uses + 1))).toEqual({
      kind: "refused",
      reason: "it uses its own parts too often",
    });
  });
});
