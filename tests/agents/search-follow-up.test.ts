import { expect, test } from "vitest";
import { searchFollowUp } from "#lib/agents/doc-retrieval/search-follow-up";
import type { DocsCalls } from "#lib/agents/docs-calls";
import type { DocsHit, DocsSearchOutput } from "#lib/contracts/docs-tools";
import { asQuestion } from "#lib/contracts/question";
import { hit } from "./task-request.ts";

const follows = asQuestion("How do I move a folder?");
const input = { query: asQuestion("and rename it?"), include_text: true };
const both = "How do I move a folder? and rename it?";

const output = (hits: DocsHit[], term: string): DocsSearchOutput => ({
  status: hits.length > 0 ? "ok" : "no_hit",
  hits,
  coverage: { files_searchable: 3, files_known: 3, state: "ready" },
  index_generation: 1,
  terms: [{ term, passages: 1, weight: 1 }],
});

/** What each query finds; a failure where it is told so. */
const over = (lists: Record<string, DocsHit[] | "fails">) => {
  const asked: string[] = [];
  const docs: Pick<DocsCalls, "search"> = {
    search: async ({ query }) => {
      asked.push(query);
      const hits = lists[query] ?? [];
      if (hits === "fails")
        return { ok: false, error: { code: "tool_exec", message: "It broke.", retryable: false } };
      return { ok: true, output: output(hits, query) };
    },
  };
  return { asked, docs };
};
const placesOf = (found: Awaited<ReturnType<typeof searchFollowUp>>["found"]) =>
  found.ok ? found.output.hits.map((one) => one.relative_path) : [];

test("a question that follows none is searched for once, and has one reading", async () => {
  const { asked, docs } = over({ [input.query]: [hit("a.md", 1, 1)] });
  const searched = await searchFollowUp(docs, input, undefined, {});
  expect(asked).toEqual([input.query]);
  expect(placesOf(searched.found)).toEqual(["a.md"]);
  expect(searched.readings([])).toBeUndefined();
});

test("one that follows another is searched for both ways; both lists come in turn, and each says what it found", async () => {
  const { docs } = over({
    [input.query]: [hit("own.md", 1, 1), hit("shared.md", 1, 1)],
    [both]: [hit("shared.md", 1, 1), hit("before.md", 1, 1)],
  });
  const { found, readings } = await searchFollowUp(docs, input, undefined, { follows });
  expect(placesOf(found)).toEqual(["shared.md", "own.md", "before.md"]);
  const citations = (found.ok ? found.output.hits : []).map(
    ({ text: _, kind: _kind, ...one }, i) => ({
      ...one,
      id: i + 1,
    }),
  );
  const read = readings([{ citations, passages: [] }]);
  expect(read?.alone.query).toBe(input.query);
  expect(read?.alone.found.map(({ citation_id }) => citation_id)).toEqual([2, 1]);
  expect(read?.together.query).toBe(both);
  expect(read?.together.found.map(({ citation_id }) => citation_id)).toEqual([1, 3]);
  expect(read?.together.terms.map(({ term }) => term)).toEqual([both]);
});

test("where both together find nothing, or cannot be searched for, it is answered by itself", async () => {
  for (const together of [[], "fails" as const]) {
    const { docs } = over({ [input.query]: [hit("own.md", 1, 1)], [both]: together });
    const { found, readings } = await searchFollowUp(docs, input, undefined, { follows });
    expect(placesOf(found)).toEqual(["own.md"]);
    expect(readings([])).toBeUndefined();
  }
});

test("what it finds only together with the question before is found", async () => {
  const { docs } = over({ [both]: [hit("before.md", 1, 1)] });
  const { found } = await searchFollowUp(docs, input, undefined, { follows });
  expect(found.ok && found.output.status).toBe("ok");
  expect(placesOf(found)).toEqual(["before.md"]);
});

test("a text too long to lean on another is searched for as it is, and no page cited before stands in front", async () => {
  const long = asQuestion("word ".repeat(60).trim());
  const { asked, docs } = over({ [long]: [hit("a.md", 1, 1), hit("cited.md", 1, 1)] });
  const cited_before = [{ root_id: "notes", relative_path: "cited.md" }];
  const how = { follows, cited_before };
  const { found } = await searchFollowUp(docs, { ...input, query: long }, undefined, how);
  expect(asked).toEqual([long]);
  expect(placesOf(found)).toEqual(["a.md", "cited.md"]);
});
