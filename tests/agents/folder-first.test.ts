import { expect, test } from "vitest";
import { searchFolderFirst } from "#lib/agents/doc-retrieval/folder-first";
import type { DocsCalls } from "#lib/agents/docs-calls";
import type { DocsHit, DocsSearchOutput } from "#lib/contracts/docs-tools";
import { analyseQuestion } from "#lib/language/analyse-question";
import { hit } from "./task-request.ts";

const folders = ["helm", "uv"].map((id) => ({ id, label: id }));
const inFolder = (root_id: string, name: string): DocsHit => ({ ...hit(name, 1, 1), root_id });
const held = [inFolder("uv", "cache.md"), inFolder("helm", "install.md"), inFolder("uv", "pip.md")];

/** A search over `held`, in its order, and what it was asked. */
async function search(question: string, roots?: string[], hits = held) {
  const asked: (string[] | undefined)[] = [];
  const docs: Pick<DocsCalls, "search"> = {
    search: async ({ roots: within }) => {
      asked.push(within);
      const found = hits.filter(({ root_id }) => within === undefined || within.includes(root_id));
      const output: DocsSearchOutput = {
        status: found.length > 0 ? "ok" : "no_hit",
        hits: found,
        coverage: { files_searchable: 3, files_known: 3, state: "ready" },
        index_generation: 1,
        terms: [],
      };
      return { ok: true, output };
    },
  };
  const input = { query: question, ...(roots === undefined ? {} : { roots }) };
  const outcome = await searchFolderFirst(docs, input, analyseQuestion(question, { folders }));
  const found = outcome.ok ? outcome.output.hits : [];
  return { asked, paths: found.map(({ relative_path }) => relative_path) };
}

test("what the named folder holds stands before what others hold", async () => {
  const { paths } = await search("How do I install a chart in helm?");
  expect(paths).toEqual(["install.md", "cache.md", "pip.md"]);
});

test("a named folder that holds nothing of it leaves the search as if none was named", async () => {
  const elsewhere = held.filter(({ root_id }) => root_id === "uv");
  const { paths } = await search("How do I install a chart in helm?", undefined, elsewhere);
  expect(paths).toEqual(["cache.md", "pip.md"]);
});

test("a folder is not searched because it is named where the search was narrowed to others", async () => {
  const { asked, paths } = await search("How do I install a chart in helm?", ["uv"]);
  expect(asked).toEqual([["uv"]]);
  expect(paths).toEqual(["cache.md", "pip.md"]);
});

test("where no folder is named one search is made", async () => {
  const { asked } = await search("How do I install a chart?");
  expect(asked).toEqual([undefined]);
});
