import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import nodePath from "node:path";
import fc from "fast-check";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccess } from "#lib/access/access";
import { Config } from "#lib/contracts/config";
import { systemClock } from "#lib/platform/clock";
import { createDocsIndex } from "#lib/search/docs-index";
import { createDocumentReader } from "#lib/search/document-reader";
import { documentsOf, type ModelTree, mayRead, type Node, type Root } from "./path-oracle.ts";

/**
 * Random trees on disk and random paths into them: the gate and the index say what the oracle says, which knows the tree
 * only from its description. Few names, so that files, folders and links meet.
 */
const log = pino({ level: "silent" });
let base: string;
let made = 0;
beforeAll(() => {
  base = realpathSync(mkdtempSync(nodePath.join(os.tmpdir(), "docent-trees-")));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const names = [
  "a.md",
  "b.MD",
  "sub",
  "up",
  "out",
  "c.txt",
  ".git",
  ".env.md",
  ".dot.md",
  "文.md",
  "a b",
];
const name: fc.Arbitrary<string> = fc.constantFrom(...names);
const place = fc.constantFrom("notes", "notes", "notes", "more", "more", "outside", "notes-evil");
const step = fc.oneof(
  { weight: 5, arbitrary: name },
  { weight: 2, arbitrary: fc.constant("..") },
  { weight: 1, arbitrary: fc.constantFrom(".", "", "notes", "more", "outside") },
);
const steps = fc.array(step, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
const entry = fc.record({
  place,
  names: fc.oneof<fc.Arbitrary<string[]>[]>(
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.tuple(fc.constantFrom("sub", "up", "文"), fc.constantFrom("a.md", "b.MD", "文.md")),
    fc.tuple(fc.constantFrom("a.md", "b.MD", "文.md")),
  ),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constant({ kind: "file" as const }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("link" as const),
        absolute: fc.boolean(),
        place,
        steps,
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "folder" as const }) },
  ),
});
type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;
const entries = fc.array(entry, { minLength: 3, maxLength: 14 });

/** The tree on disk and as the oracle knows it. An entry that does not fit what is there already is left out. */
function plant(list: readonly Entry[]): { dir: string; tree: ModelTree; roots: Root[] } {
  const dir = nodePath.join(base, `t${++made}`);
  const tree = new Map<string, Node>();
  const folder = (path: string) => {
    mkdirSync(path, { recursive: true });
    for (let at = path; ; at = nodePath.dirname(at)) {
      tree.set(at, { kind: "folder" });
      if (at === nodePath.dirname(at)) return;
    }
  };
  for (const one of ["notes", "more", "outside", "notes-evil"]) folder(nodePath.join(dir, one));
  for (const item of list) {
    const path = nodePath.join(dir, item.place, ...item.names);
    const parents = item.names.map((_, i) =>
      nodePath.join(dir, item.place, ...item.names.slice(0, i)),
    );
    if (tree.has(path) || parents.some((p) => (tree.get(p)?.kind ?? "folder") !== "folder"))
      continue;
    folder(nodePath.dirname(path));
    if (item.what.kind === "folder") folder(path);
    else if (item.what.kind === "file") {
      const text = `# Document of ${path.slice(dir.length)}\n`;
      writeFileSync(path, text);
      tree.set(path, { kind: "file", text });
    } else {
      const target = item.what.absolute
        ? `${dir}/${item.what.place}/${item.what.steps}`
        : item.what.steps || ".";
      symlinkSync(target, path);
      tree.set(path, { kind: "link", target });
    }
  }
  const roots = ["notes", "more"].map((id) => ({ id, path: nodePath.join(dir, id) }));
  return { dir, tree, roots };
}

const border = (dir: string, roots: readonly Root[]) =>
  createAccess({
    roots: roots.map((root) => ({ ...root, label: root.id })),
    deny: [],
    doc_file_patterns: ["**/*.md"],
    max_file_bytes: 1_000_000,
    allow_outside_project: true,
    project_dir: nodePath.join(dir, "project"),
    home: nodePath.join(dir, "project/.docent"),
  });

describe("random trees and random paths", () => {
  it("are judged as the oracle judges them, and an allowed file is the one that was meant", async () => {
    const paths = fc.array(
      fc.tuple(fc.constantFrom("", "/notes/", "/more/", "/outside/", "/"), steps),
      {
        minLength: 30,
        maxLength: 60,
      },
    );
    let allowed = 0;
    let judged = 0;
    await fc.assert(
      fc.asyncProperty(entries, paths, async (list, asked) => {
        const { dir, tree, roots } = plant(list);
        const access = border(dir, roots);
        try {
          const existing = [...tree.keys()]
            .filter((path) => path.startsWith(`${dir}/`))
            .map((path) => [path, path.slice(nodePath.join(dir, "notes").length + 1)]);
          const given = [
            ...asked.map(([before, path]) => (before === "" ? path : `${dir}${before}${path}`)),
            ...existing.flat(),
          ];
          for (const root of roots) {
            for (const path of given) {
              const expected = mayRead(tree, roots, root, path);
              const verdict = await access.judge(path, root.id);
              judged += 1;
              const found = verdict.kind === "allowed" ? { real: verdict.real_path } : undefined;
              expect([path, root.id, found]).toEqual([path, root.id, expected]);
              if (verdict.kind === "refused") continue;
              allowed += 1;
              const node = tree.get(verdict.real_path);
              const { bytes } = await access.open(verdict);
              expect(bytes.toString()).toBe(node?.kind === "file" ? node.text : undefined);
            }
          }
        } finally {
          rmSync(dir, { recursive: true, force: true });
        }
      }),
      { numRuns: 100 },
    );
    expect(judged).toBeGreaterThan(3000);
    expect(allowed).toBeGreaterThan(200);
  });

  it("are indexed as the oracle lists them: every document once, nothing else", async () => {
    let documents = 0;
    // One for all trees: to start its thread costs more than to read one.
    const reader = createDocumentReader({ log });
    await fc.assert(
      fc.asyncProperty(entries, async (list) => {
        const { dir, tree, roots } = plant(list);
        const access = border(dir, roots);
        const index = createDocsIndex({
          access,
          config: Config.parse({}),
          clock: systemClock,
          log,
          reader: { ...reader, close: () => undefined },
        });
        try {
          await index.refresh();
          for (const root of roots) {
            const expected = documentsOf(tree, roots, root);
            const { files } = index.list({ root: root.id });
            expect(files.map((file) => file.relative_path).sort()).toEqual(expected);
            documents += expected.length;
          }
        } finally {
          index.close();
          rmSync(dir, { recursive: true, force: true });
        }
      }),
      { numRuns: 40 },
    );
    reader.close();
    expect(documents).toBeGreaterThan(40);
  });
});
