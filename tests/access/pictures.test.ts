import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { picturePlaces } from "#lib/access/picture-places";
import { AppError } from "#lib/contracts/errors";
import { pictureLimits } from "#lib/contracts/pictures";
import {
  gifHead,
  hostileDrawings,
  hugePng,
  jpegHead,
  png,
  svg,
  webpHead,
} from "../../fixtures/pictures/make.ts";
import { canary, createScratch, type Scratch } from "./scratch.ts";

let scratch: Scratch;
beforeAll(() => {
  scratch = createScratch();
});
afterAll(() => scratch.remove());

/** What becomes of a picture: its type and size, or the rule that refuses it. */
function outcome(path: string, options?: Parameters<Scratch["access"]>[0]): string {
  const access = scratch.access(options);
  const verdict = access.judgePicture(path, "notes");
  if (verdict.kind === "refused") return verdict.rule;
  try {
    const { media_type, width, height } = access.openPicture(verdict);
    return `${media_type} ${width}x${height}`;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
function written(path: string, bytes: Buffer | string): string {
  scratch.write(`notes/${path}`, bytes);
  return outcome(path);
}

describe("a picture", () => {
  it("is what its first bytes say, whatever its name", () => {
    expect(written("a.png", png(30, 20))).toBe("image/png 30x20");
    expect(written("b.png", jpegHead(640, 480))).toBe("image/jpeg 640x480");
    expect(written("c.webp", gifHead(11, 12))).toBe("image/gif 11x12");
    expect(written("d.gif", webpHead(300, 150))).toBe("image/webp 300x150");
    expect(written("e.svg", svg("<text>Hall</text>"))).toBe("image/svg+xml 300x200");
    expect(written("f.svg", svg("", 'viewBox="0 0 40 30"'))).toBe("image/svg+xml 40x30");
  });

  it("is none where its bytes are of something else, end at once, or are not there", () => {
    expect(written("text.png", "A page that calls itself a picture.")).toBe("not_a_picture");
    expect(written("page.svg", "<html><svg></svg></html>")).toBe("not_a_picture");
    expect(written("half.png", png(9, 9).subarray(0, 20))).toBe("not_a_picture");
    expect(written("half.jpg", jpegHead(9, 9).subarray(0, 12))).toBe("not_a_picture");
    expect(written("empty.png", "")).toBe("not_a_picture");
    expect(written("empty.svg", "")).toBe("not_a_picture");
    expect(written("binary.svg", Buffer.alloc(2_000_000))).toBe("not_a_picture");
    expect(written("notes.md", "# Notes")).toBe("not_a_picture");
    expect(outcome("none.png")).toBe("unreadable");
  });

  it("is too large in bytes, in pixels or on one side", () => {
    expect(written("huge.png", hugePng(20_000, 10_000))).toBe("too_large");
    expect(written("long.png", hugePng(pictureLimits.side + 1, 1))).toBe("too_large");
    expect(written("none.gif", gifHead(0, 9))).toBe("not_a_picture");
    expect(written("heavy.png", Buffer.alloc(pictureLimits.bytes + 1))).toBe("too_large");
    const words = `<desc>${"word ".repeat(300_000)}</desc>`;
    expect(written("heavy.svg", svg(words))).toBe("too_large");
    scratch.write("notes/small.png", png(9, 9));
    expect(outcome("small.png", { max_file_bytes: 20 })).toBe("too_large");
  });

  it.each(Object.keys(hostileDrawings))("is refused as a drawing with %s", (what) => {
    expect(written("bad.svg", hostileDrawings[what] ?? "")).toBe("not_a_picture");
  });

  it("as a drawing tells its texts, and may point into itself, link, and hold pictures", () => {
    const drawing = svg(
      `<title>Rooms</title><defs><linearGradient id="g"/><g id="d"><rect/></g></defs>
       <rect fill="url(#g)"/><use href="#d"/><a xlink:href="https://example.org"><text>Ferry <tspan>gate</tspan></text></a>
       <image href="data:image/png;base64,${png(2, 2).toString("base64")}" width="2" height="2"/>
       <style>text { fill: url(#g) }</style>`,
    );
    scratch.write("notes/own.svg", drawing);
    const access = scratch.access();
    const verdict = access.judgePicture("own.svg", "notes");
    if (verdict.kind === "refused") throw new Error(verdict.rule);
    expect(access.openPicture(verdict).words).toBe("Rooms\nFerry\ngate");
  });

  it("is looked for nowhere but in the root, past no link that leaves, and is a regular file", () => {
    scratch.write("outside/x.png", canary);
    scratch.link("notes/away.png", scratch.at("outside/x.png"));
    scratch.link("notes/away", scratch.at("outside"));
    scratch.write("notes/.ssh/x.png", png(9, 9));
    scratch.write("notes/.hidden/x.png", png(9, 9));
    mkdirSync(scratch.at("notes/folder.png"));
    execFileSync("mkfifo", [scratch.at("notes/pipe.png")]);
    scratch.link("notes/inside.png", scratch.at("notes/a.png"));
    expect(outcome("../outside/x.png")).toBe("traversal");
    expect(outcome("/etc/passwd.png")).toBe("not_allowlisted");
    expect(outcome("away.png")).toBe("symlink_escape");
    expect(outcome("away/x.png")).toBe("symlink_escape");
    expect(outcome(".ssh/x.png")).toBe("denylisted");
    expect(outcome(".hidden/x.png")).toBe("not_a_document");
    expect(outcome("folder.png")).toBe("not_regular_file");
    expect(outcome("pipe.png")).toBe("not_regular_file");
    expect(outcome("inside.png")).toBe("image/png 30x20");
    expect(outcome("a\0.png")).toBe("invalid_path");
  });
});

describe("the places of a picture", () => {
  it("are beside the document, or for the top of a site in a folder that is served as its top", () => {
    expect(picturePlaces("../img/x.png", "guide/a.md")[0]).toBe("img/x.png");
    expect(picturePlaces("img/my%20x.png?raw=true#a", "a.md")[0]).toBe("img/my x.png");
    expect(picturePlaces("/img/x.png", "guide/a.md")).toEqual(
      expect.arrayContaining(["img/x.png", "static/img/x.png", "guide/static/img/x.png"]),
    );
    expect(picturePlaces("x.png", "guide/a.md")).toContain("guide/attachments/x.png");
  });

  it("are none where the way leads out, into the web or nowhere", () => {
    for (const target of [
      ...["https://example.org/x.png", "//example.org/x.png", "data:image/png;base64,x"],
      ...["%E0%A4%A.png", "a\\b.png", "%00.png", "", "../".repeat(30)],
    ]) {
      expect([target, picturePlaces(target, "guide/a.md")]).toEqual([target, []]);
    }
  });
});
