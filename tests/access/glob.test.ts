import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { compileGlob, compileGlobFolders } from "#lib/access/glob";

const matches = (pattern: string, path: string, dot = false) => compileGlob(pattern, { dot })(path);

describe("a glob pattern", () => {
  it.each([
    ["**/*.md", "a.md"],
    ["**/*.md", "x/y/a.md"],
    ["**/*.md", "X/README.MD"],
    ["*.{md,mdx}", "a.mdx"],
    ["{a,b{c,d}}/*", "bd/x"],
    ["docs/**", "docs/a/b.txt"],
    ["**", "a"],
    ["**/sub/**/a?c.md", "sub/abc.md"],
    ["[a-c][!0-9].md", "bx.md"],
    ["[]].md", "].md"],
    ["\\*.md", "*.md"],
    ["a{b.md", "a{b.md"],
    ["{only}.md", "{only}.md"],
    ["文*.md", "文書.md"],
    ["?.md", "😀.md"],
    [".notes/*.md", ".notes/a.md"],
    ["./a.md", "a.md"],
  ])("%s matches %s", (pattern, path) => {
    expect(matches(pattern, path)).toBe(true);
  });

  it.each([
    ["*.md", "x/a.md"],
    ["docs/**", "docs"],
    ["**/*.md", ".hidden/a.md"],
    ["**/*.md", "x/.a.md"],
    ["?a.md", ".a.md"],
    ["*.md", "a.md.bak"],
    ["**/*.md", "md"],
    ["(a+)+b", "aab"],
    ["@(a|b).md", "a.md"],
    ["docs/*", "docs/a/b"],
    ["[a-c].md", "d.md"],
    ["\\*.md", "a.md"],
  ])("%s does not match %s", (pattern, path) => {
    expect(matches(pattern, path)).toBe(false);
  });

  it("sees names that start with a dot when it is told to", () => {
    expect(matches("**/*.md", ".hidden/.a.md", true)).toBe(true);
  });

  it("takes a pattern with too many alternatives literally", () => {
    const many = "{a,b}".repeat(12);
    expect(matches(many, "a".repeat(12))).toBe(false);
    expect(matches(many, many)).toBe(true);
  });

  it("does not slow down on patterns made for it", () => {
    const name = "a".repeat(255);
    const hostile = ["(a+)+b", "*a".repeat(100), `${"*a*".repeat(60)}b`, "{*a,*b}{*a,*b}{*a,*b}d"];
    for (const pattern of hostile) expect(matches(pattern, `${name}c`)).toBe(false);
    expect(matches(`${"**/a/".repeat(90)}b`, "a/".repeat(1000))).toBe(false);
  });

  it.each([
    ["notes/*.md", "notes", true],
    ["notes/*.md", "notes/deep", false],
    ["notes/*.md", "other", false],
    ["**/*.md", "any/where", true],
    ["*/a/*.md", "x", true],
    ["*.md", "x", false],
    ["notes/**", "notes/deep", true],
  ])("%s leads into %s: %s", (pattern, folder, leads) => {
    expect(compileGlobFolders(pattern)(folder)).toBe(leads);
  });

  it("agrees with picomatch on what both understand", () => {
    const part = fc.constantFrom(
      "a",
      "b",
      ".",
      "*",
      "?",
      "a*",
      "*b",
      "*.md",
      "[ab]",
      "{a,b}",
      ".a",
    );
    const segment = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }).map((p) => p.join("")),
      },
      { weight: 1, arbitrary: fc.constant("**") },
    );
    const pattern = fc
      .array(segment, { minLength: 1, maxLength: 4 })
      .map((segments) => segments.join("/"))
      .filter((p) => !/\*\*[^/]|[^/]\*\*|(^|\/)\.{1,2}(\/|$)|\.\.|^\.\/|\/\*\*$/.test(p));
    const name = fc.constantFrom("a", "b", "ab", "aab", "a.md", ".a", "b.b", "ba", ".md");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    fc.assert(
      fc.property(pattern, path, (glob, file) => {
        const oracle = picomatch(glob, { dot: true, nocase: true, noextglob: true });
        expect(matches(glob, file, true)).toBe(oracle(file));
        // Whoever walks by the folders comes to every file that matches.
        if (!oracle(file)) return;
        const names = file.split("/");
        for (const [i] of names.slice(1).entries()) {
          expect(compileGlobFolders(glob)(names.slice(0, i + 1).join("/"))).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
