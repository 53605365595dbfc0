import { expect, it } from "vitest";
import type { EngineResult, SearchEngine } from "#lib/search/engines/engine";
import { searchWordings } from "#lib/search/search-wordings";
import type { Shelves } from "#lib/search/shelves";

it("is not asked in its other wordings when nobody waits for the answer any more", async () => {
  const asking = new AbortController();
  const asked: string[] = [];
  const engine = {
    async search({ text }, signal): Promise<EngineResult> {
      signal.throwIfAborted();
      if (asked.push(text) === 1) setImmediate(() => asking.abort());
      // As long as a large folder takes.
      for (const begun = performance.now(); performance.now() - begun < 20; );
      return { hits: [], terms: [], unknown: [] };
    },
  } as Partial<SearchEngine>;
  const shelves = { engine } as Shelves; // nothing else of them is asked
  const group = ["crane", "hoist", "lift", "gantry", "derrick"];
  await expect(
    searchWordings(
      { text: "crane", limit: 5, lang: "en" },
      { shelves, synonyms: [{ groups: [group], keys: () => undefined }], everyday: false },
      asking.signal,
    ),
  ).rejects.toThrow("aborted");
  expect(asked).toEqual(["crane"]);
});
