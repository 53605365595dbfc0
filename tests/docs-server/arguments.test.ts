import { describe, expect, it } from "vitest";
import { AppError } from "#lib/contracts/errors";
import { readArguments } from "../../mcp-servers/docs/arguments.ts";

const ids = (args: string[]) => readArguments(args, "/home/ann").roots.map((root) => root.id);

describe("the docs server's command line", () => {
  it("takes no roots when none are given", () => {
    expect(readArguments([], "/home/ann").roots).toEqual([]);
  });

  it("names a root by its folder, relative to where the person stands", () => {
    expect(readArguments(["--root", "notes", "--root=../shared/wiki/"], "/home/ann").roots).toEqual(
      [
        { id: "notes", label: "notes", path: "/home/ann/notes" },
        { id: "wiki", label: "wiki", path: "/home/shared/wiki" },
      ],
    );
  });

  it("tells folders of the same name apart", () => {
    expect(ids(["--root", "a/docs", "--root", "b/docs", "--root", "c/docs"])).toEqual([
      "docs",
      "docs-2",
      "docs-3",
    ]);
    expect(ids(["--root", "docs-2", "--root", "a/docs", "--root", "b/docs"])).toEqual([
      "docs-2",
      "docs",
      "docs-3",
    ]);
  });

  it("takes --client-roots among the folders", () => {
    const read = (args: string[]) => readArguments(args, "/home/ann").client_roots;
    expect(read(["--root", "a"])).toBe(false);
    expect(read(["--client-roots"])).toBe(true);
    expect(read(["--root", "a", "--client-roots", "--root", "b"])).toBe(true);
  });

  it("takes an option's look-alike as a folder only when it is written with =", () => {
    expect(ids(["--root=--root"])).toEqual(["--root"]);
  });

  it.each([
    [["--roots", "x"], "“--roots”"],
    [["notes"], "“notes”"],
    [["--root"], "--root needs a folder"],
    [["--root", "--root", "x"], "--root needs a folder"],
    [["--root="], "--root needs a folder"],
  ])("refuses %j in one sentence", (args, sentence) => {
    const read = () => readArguments(args, "/home/ann");
    expect(read).toThrow(AppError);
    expect(read).toThrow(sentence);
  });
});
