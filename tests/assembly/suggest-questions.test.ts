import { afterEach, beforeEach, expect, it } from "vitest";
import { createSuggestQuestions } from "#lib/assembly/suggest-questions";
import { DocsSearchInput } from "#lib/contracts/docs-tools";
import { createScratchIndex, type ScratchIndex } from "../search/scratch-index.ts";

let scratch: ScratchIndex;
beforeEach(() => {
  scratch = createScratchIndex();
});
afterEach(() => scratch.remove());

const kiln = "# Kiln\n\n## How do I light the kiln?\n\nOpen the valve.\n";
const { signal } = new AbortController();
const asked = { q: "", limit: 3, lang: "en" as const };
const person = { trace_id: "t", agent_id: "person" as const, signal };

it("what did not lead to its own page is looked up again once the folder has changed", async () => {
  scratch.write("docs/a.md", "# Kiln\n\nHow do I light the kiln? How do I light the kiln?\n");
  scratch.write("docs/b.md", kiln.replace("valve", "door"));
  const index = scratch.open({ docs: "docs" });
  await index.refresh();
  let leads = false;
  const suggest = createSuggestQuestions({
    docs: {
      suggest: async (input) => ({ ok: true, value: await index.suggest(input) }),
      // The list of a moment in which the page was not there yet.
      search: async (input) => {
        const value = await index.search(DocsSearchInput.parse(input), signal);
        return { ok: true, value: leads ? value : { ...value, hits: [] } };
      },
    },
    roots: () => [{ id: "docs", label: "docs" }],
  });
  const offered = async () => (await suggest(asked, person)).suggestions.map(({ text }) => text);
  expect(await offered()).not.toContain("How do I light the kiln?");
  leads = true;
  scratch.write("docs/a.md", "# Clay\n\nRaw clay is stored in the cellar.\n");
  await index.refresh();
  expect(await offered()).toContain("How do I light the kiln?");
});
