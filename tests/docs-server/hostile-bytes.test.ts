import { afterAll, beforeAll, expect, it } from "vitest";
import { SkipRule } from "#lib/contracts/errors";
import { hostileFamilies, writeHostileTree } from "../../fixtures/hostile/markdown-families.mjs";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";

/** Every family, a quarter of its full size; what takes too long at that size depends on the machine. */
const scale = 0.25;
const seed = 7;
const families = hostileFamilies(seed, scale);
const goodNames = Array.from({ length: 60 }, (_, i) => `good-${i}.md`);

let place: Workplace;
let docs: DocsClient;

beforeAll(async () => {
  place = createWorkplace();
  writeHostileTree(place.at("notes"), seed, scale);
  // Between the hostile ones, in the order of their names, and in a folder of their own.
  for (const [i, name] of goodNames.entries()) {
    const family = families[i % families.length]?.name ?? "";
    const path = i % 2 === 0 ? `notes/${family.replace(".md", "")}-${name}` : `notes/sub/${name}`;
    place.write(path, `# Good ${i}\n\nThe pelican number ${i} eats fish.\n`);
  }
  place.configure({
    roots: [{ id: "notes", label: "Notes", path: place.at("notes") }],
    search_timeout_ms: 1000,
  });
  docs = await connectDocs(place);
});
afterAll(async () => {
  await docs.close();
  place.remove();
});

it("hostile files are listed with their rule, and every good neighbour is found", async () => {
  await expect
    .poll(async () => (await docs.call("docs_status")).structured.coverage.state, {
      timeout: 240_000,
      interval: 100,
    })
    .toBe("ready");

  const good = await docs.call("docs_list", { prefix: "" });
  const listed = new Set(good.structured.files.map((f: { title: string }) => f.title));
  expect(goodNames.filter((_, i) => !listed.has(`Good ${i}`))).toEqual([]);
  const { structured } = await docs.call("docs_search", { query: "pelican eats fish", limit: 50 });
  expect(structured.hits).toHaveLength(50);
  for (const hit of structured.hits) expect(hit.relative_path).toMatch(/good/);

  const { skipped } = (await docs.call("docs_list", { skipped: true })).structured as {
    skipped: { relative_path: string; rule: string; message: string }[];
  };
  const ruleOf = (path: string) =>
    skipped.filter((s) => s.relative_path === path).map((s) => s.rule);
  // What does not depend on how fast the machine is.
  expect({
    "nul.md": ruleOf("nul.md"),
    "png.md": ruleOf("png.md"),
    "sparse-2g.md": ruleOf("sparse-2g.md"),
    "sparse-32m.md": ruleOf("sparse-32m.md"),
    "big-9m.md": ruleOf("big-9m.md"),
    "long-line-4m.md": ruleOf("long-line-4m.md"),
    "nested-quote-lines.md": ruleOf("nested-quote-lines.md"),
    "utf16le.md": ruleOf("utf16le.md"),
    "gbk.md": ruleOf("gbk.md"),
    "empty.md": ruleOf("empty.md"),
  }).toEqual({
    "nul.md": ["not_text"],
    "png.md": ["not_text"],
    "sparse-2g.md": ["too_large"],
    "sparse-32m.md": ["too_large"],
    "big-9m.md": ["too_large"],
    "long-line-4m.md": ["line_limit"],
    "nested-quote-lines.md": ["depth_limit"],
    "utf16le.md": [],
    "gbk.md": [],
    "empty.md": [],
  });
  for (const { rule, message } of skipped) {
    expect(SkipRule.safeParse(rule).success).toBe(true);
    expect(message).not.toContain(place.dir);
  }
  // A file is searched, listed with its rule, or both; none is lost without a word.
  const known = new Set([
    ...good.structured.files.map((f: { relative_path: string }) => f.relative_path),
    ...skipped.map((s) => s.relative_path),
  ]);
  expect(families.filter(({ name }) => !known.has(name))).toEqual([]);
});

it("front matter made to explode costs the front matter, and the text below it is found", async () => {
  const { skipped } = (await docs.call("docs_list", { skipped: true })).structured as {
    skipped: { relative_path: string; rule: string }[];
  };
  const lost = new Set(skipped.filter((s) => s.rule === "parse_limit").map((s) => s.relative_path));
  for (const { name, word } of families.filter((family) => family.name.startsWith("yaml-"))) {
    if (lost.has(name)) continue; // a body of megabytes below it
    const { structured } = await docs.call("docs_search", { query: word });
    expect([name, structured.hits[0]?.relative_path]).toEqual([name, name]);
    expect(structured.hits[0].title).not.toMatch(/polluted|ran/);
  }
  expect(
    [...lost].filter((name) => name.startsWith("yaml-") && name !== "yaml-unclosed.md"),
  ).toEqual([]);
});

it("every hostile file is outlined, read and verified, or refused with a rule, and the server goes on", async () => {
  for (const { name } of families) {
    for (const tool of ["docs_outline", "docs_read"]) {
      const reply = await docs.call(tool, { path: name, root: "notes" });
      if (reply.isError) expect(SkipRule.safeParse(reply.structured.rule).success).toBe(true);
    }
  }
  const { structured } = await docs.call("docs_search", { query: "which pelican is number 3" });
  expect(structured.status).toBe("ok");
  expect(docs.stderr()).not.toMatch(/a tool failed/);
});
