import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { canary, makeHostileTree, removeHostileTree, secret } from "../../fixtures/hostile/make.ts";
import { pathFamilies } from "../../fixtures/hostile/paths.ts";
import { type Swapping, startSwapping } from "../../fixtures/hostile/swap.ts";
import { noCommands, openRoom, ownCommands } from "../tools/open-room.ts";

/**
 * The tools of the workspace over the tree that the documents are tried with: whatever a path, a pattern or a glob looks
 * like, nothing from outside the tool roots and nothing on the denylist is in what comes of it.
 */
const ways = [
  { way: "by the commands of the machine", commands: ownCommands },
  { way: "by itself", commands: noCommands },
];
const seed = 1;
const byPath = (given: string): Call[] => [
  ["ls", { path: given }],
  ["find", { path: given, max_depth: 1 }],
  ["grep", { path: given, pattern: "vault|lantern", glob: "secret*" }],
  ["read", { path: given }],
];
/** No command is ever given a pattern for names. */
const byName = (given: string): Call[] => [
  ["find", { path: "sub", name_pattern: given.slice(0, 500) }],
  ["grep", { path: "sub", pattern: canary, glob: given.slice(0, 500) }],
];
type Call = [tool: string, args: Record<string, unknown>];
/** Where tools say something else than the docs server: they may read files of any kind and any size. */
const refusals = new Set([
  "traversal",
  "not_allowlisted",
  "symlink_escape",
  "denylisted",
  "invalid_path",
  "not_regular_file",
  "unreadable",
]);

describe.each(ways)("hostile paths at the tools of the workspace, $way", ({ commands }) => {
  let dir: string;
  let room: ReturnType<typeof openRoom>;
  beforeAll(() => {
    dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-hostile-")));
    makeHostileTree(dir, { seed });
    // What the docs server leaves alone for its size or kind may be read here; and so many zeros are slow to search.
    for (const name of ["sparse-2g.md", "big.md", "secret.txt", "encodings/nul.md"]) {
      rmSync(path.join(dir, "notes", name));
    }
    const allowed = [path.join(dir, "notes"), path.join(dir, "more")];
    room = openRoom({ commands, allowed, deny });
  });
  afterAll(() => {
    room.close();
    removeHostileTree(dir);
  });
  const deny = ["private"];

  it.each(pathFamilies("DIR", seed).map(({ id, name }) => [`${id} ${name}`, id] as const))(
    "%s",
    async (_, id) => {
      const wrong: unknown[] = [];
      const family = pathFamilies(dir, seed).find((one) => one.id === id);
      for (const { path: given, expected } of family?.paths ?? []) {
        const calls =
          commands === noCommands ? [...byPath(given), ...byName(given)] : byPath(given);
        for (const [tool, args] of calls) {
          const result = await room.call(tool, args);
          if (JSON.stringify(result).includes(canary)) wrong.push({ tool, args, leak: result });
          if (result.error?.message.includes(dir)) wrong.push({ tool, args, said: result.error });
          const refused = result.error?.rule ?? result.error?.code;
          if (tool === "read" && refusals.has(expected) && refused !== expected) {
            wrong.push({ given, expected, refused });
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it("lists and searches the whole tree without a word of what it may not show", async () => {
    for (const [tool, args] of [
      ["ls", { recursive: true, limit: 5000 }],
      ["find", { limit: 5000 }],
      ["grep", { pattern: canary, limit: 5000 }],
    ] as const) {
      for (const place of ["notes", "more"]) {
        const result = await room.call(tool, { ...args, path: path.join(dir, place) });
        expect(result.ok).toBe(true);
        expect(JSON.stringify(result).replaceAll(canary, "").length).toBe(
          JSON.stringify(result).length,
        );
      }
    }
  });

  it("holds for paths, patterns and globs put together at random", async () => {
    const part = fc.constantFrom(
      "..",
      ".",
      "out",
      "self",
      "parent",
      "sub",
      "cycle",
      "outside",
      "secret.md",
      "good.md",
      "pipe.md",
      "private",
      ".git",
      "*",
      "**",
      "-x",
      "--pre=cat",
      "%2e%2e",
      "{..,out}",
      "[.][.]",
      "notes-evil",
      dir,
    );
    const given = fc
      .tuple(fc.constantFrom("", "", "/", "./"), fc.array(part, { minLength: 1, maxLength: 6 }))
      .map(([first, parts]) => `${first}${parts.join("/")}`);
    await fc.assert(
      fc.asyncProperty(given, fc.integer({ min: 0, max: 5 }), async (text, which) => {
        const [tool, args] = [...byPath(text), ...byName(text)][which] ?? ["read", { path: text }];
        const result = await room.call(tool, args);
        expect(JSON.stringify(result)).not.toContain(canary);
      }),
      { seed: 23, numRuns: 80 },
    );
  });
});

describe.each(ways)("what is swapped with a link while it is looked at, $way", ({ commands }) => {
  const swapping: Swapping[] = [];
  let room: ReturnType<typeof openRoom> | undefined;
  afterEach(async () => {
    await Promise.all(swapping.splice(0).map((one) => one.stop()));
    room?.close();
  });

  it.each(["file", "folder"] as const)(
    "a %s: no name and no word of the other end",
    async (kind) => {
      const opened = openRoom({ commands });
      room = opened;
      const { write, writeOutside, at, outside, dir } = opened;
      write("tree/plain.txt", "The lantern is lit.\n");
      write("tree/swapped.txt", "The lantern is lit.\n");
      write("tree/folder/inside.txt", "The lantern is lit.\n");
      writeOutside("secret.txt", secret);
      writeOutside(`folder/${canary}.txt`, secret);
      writeOutside("folder/inside.txt", secret);
      swapping.push(
        startSwapping(
          kind === "file"
            ? {
                path: at("tree/swapped.txt"),
                target: outside("secret.txt"),
                inside: { text: "The lantern is lit.\n" },
              }
            : {
                path: at("tree/folder"),
                target: outside("folder"),
                inside: { folder: path.join(dir, "away") },
              },
        ),
      );
      await expect.poll(() => swapping[0]?.swaps() ?? 0).toBeGreaterThan(0);
      const file = kind === "file" ? "tree/swapped.txt" : "tree/folder/inside.txt";
      for (let round = 0; round < 12; round += 1) {
        for (const [tool, args] of [
          ["ls", { path: kind === "file" ? "tree" : "tree/folder" }],
          ["ls", { path: "tree", recursive: true }],
          ["find", { path: "tree" }],
          ["grep", { path: "tree", pattern: "vault|lantern" }],
          ["grep", { path: file, pattern: "vault|lantern" }],
          ["read", { path: file }],
        ] as const) {
          const result = await opened.call(tool, args);
          expect(JSON.stringify([tool, result])).not.toContain(canary);
        }
      }
    },
  );
});
