import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePatterns } from "#lib/access/document-patterns";
import { citedFirst, searchCited } from "#lib/agents/doc-retrieval/cited-first";
import type { DocsCalls } from "#lib/agents/docs-calls";
import type { DocsHit, DocsSearchOutput } from "#lib/contracts/docs-tools";
import { hit } from "./task-request.ts";

const output = (hits: DocsHit[]): DocsSearchOutput => ({
  status: hits.length > 0 ? "ok" : "no_hit",
  hits,
  coverage: { files_searchable: 3, files_known: 3, state: "ready" },
  index_generation: 1,
  terms: [],
});
const pageOf = (root_id: string, relative_path: string) => ({ root_id, relative_path });

/** A search over these hits that narrows as the docs server does. */
const over = (held: readonly DocsHit[]): Pick<DocsCalls, "search"> => ({
  search: async ({ roots, doc_file_patterns, limit = 20 }) => {
    const fits = compilePatterns(doc_file_patterns ?? ["**"], { hidden: true });
    const found = held.filter(
      (one) => (roots?.includes(one.root_id) ?? true) && fits(one.relative_path),
    );
    return { ok: true, output: output(found.slice(0, limit)) };
  },
});

test("what cited pages hold comes first, page by page, and nothing twice", async () => {
  const held = [
    hit("other.md", 1, 1),
    hit("b.md", 4, 4),
    hit("a.md", 1, 1),
    hit("a.md", 9, 9),
    hit("c.md", 1, 1),
  ];
  const pages = [pageOf("notes", "a.md"), pageOf("notes", "b.md")];
  const cited = await searchCited(over(held), { query: "and on Windows?" }, pages);
  const merged = citedFirst(cited, { ok: true, output: output(held) });
  const places = merged.ok ? merged.output.hits : [];
  expect(places.map((one) => `${one.relative_path}:${one.locator.line_start}`)).toEqual([
    "a.md:1",
    "a.md:9",
    "b.md:4",
    "other.md:1",
    "c.md:1",
  ]);
});

test("a page outside the folders that are searched is left alone, and a page that is gone holds nothing", async () => {
  const held = [hit("a.md", 1, 1)];
  const input = { query: "and on Windows?", roots: ["tea"] };
  expect(await searchCited(over(held), input, [pageOf("notes", "a.md")])).toEqual([]);
  expect(await searchCited(over(held), { query: "x" }, [pageOf("notes", "gone.md")])).toEqual([]);
});

test("a page whose name is too long for a pattern is left to the search of all", async () => {
  const long = `${"a".repeat(600)}.md`;
  expect(
    await searchCited(over([hit(long, 1, 1)]), { query: "x" }, [pageOf("notes", long)]),
  ).toEqual([]);
});

test("where the search finds nothing, cited pages do not make it a find", () => {
  const nothing = { ok: true as const, output: output([]) };
  expect(citedFirst([hit("a.md", 1, 1)], nothing)).toBe(nothing);
});

test("whatever signs a page's name holds, it alone is searched", async () => {
  const name = fc
    .array(fc.constantFrom(..."ab[]{}!*?,\\()-. 中"), { minLength: 1, maxLength: 8 })
    .map((signs) => `${signs.join("").trim() || "x"}.md`)
    .filter((one) => one !== "..md" && !one.startsWith("."));
  await fc.assert(
    fc.asyncProperty(name, name, async (own, other) => {
      fc.pre(own !== other);
      const found = await searchCited(over([hit(own, 1, 1), hit(other, 1, 1)]), { query: "x" }, [
        pageOf("notes", own),
      ]);
      expect(found.map(({ relative_path }) => relative_path)).toEqual([own]);
    }),
  );
});
