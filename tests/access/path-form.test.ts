import { describe, expect, it } from "vitest";
import { namesBelow, readPath } from "#lib/access/path-form";

describe("names below a folder", () => {
  it("are compared name by name", () => {
    expect(namesBelow("/a/notes", "/a/notes/x/y.md")).toEqual(["x", "y.md"]);
    expect(namesBelow("/a/notes/", "/a//notes")).toEqual([]);
    expect(namesBelow("/a/notes", "/a/notes-evil/x.md")).toBeUndefined();
    expect(namesBelow("/a/notes", "/a")).toBeUndefined();
    expect(namesBelow("/", "/a")).toEqual(["a"]);
  });

  it("tell upper and lower case apart unless they are told not to", () => {
    expect(namesBelow("/a/Notes", "/a/notes/X.md")).toBeUndefined();
    expect(namesBelow("/a/Notes", "/A/notes/X.md", { ignore_case: true })).toEqual(["X.md"]);
  });
});

describe("a path read as text", () => {
  it.runIf(process.platform !== "win32")("is normalised without a look at the disk", () => {
    expect(readPath("a//./b/../c.md")).toEqual({
      kind: "relative",
      names: ["a", "c.md"],
      climbs: true,
    });
    expect(readPath("/x/../y/./z.md")).toEqual({
      kind: "absolute",
      path: "/y/z.md",
      climbs: true,
    });
    expect(readPath(".")).toEqual({ kind: "relative", names: [], climbs: false });
    expect(readPath("a/../..")).toEqual({ kind: "leaves" });
  });
});
