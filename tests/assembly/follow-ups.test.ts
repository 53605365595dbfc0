import { describe, expect, it } from "vitest";
import { asQuestion } from "#lib/contracts/question";
import type { DocsCalls } from "../../lib/assembly/docs-calls.ts";
import { createFollowUps } from "../../lib/assembly/follow-ups.ts";
import { sampleAnswer, sampleCitation } from "../store/sample-answer.ts";

const heading = (text: string, line_start: number, line_end: number, level = 2) => ({
  ...{ level, text, line_start, line_end },
});
const headings = [
  heading("Keys of the house", 1, 60, 1),
  heading("Who may hold a key?", 3, 9),
  heading("Rotation", 10, 20),
  heading("How is a key revoked?", 21, 29),
  heading("An empty heading", 30, 30),
  heading("Where are old keys kept? \\{#old}", 31, 40),
  heading("丢失的钥匙怎么办？", 41, 50),
  heading("Found nowhere else today", 51, 60),
  heading("Description", 61, 70),
];

describe("what the documents can answer as well", () => {
  it("is headings near the cited lines that a search finds in their own section", async () => {
    const { asked, ask } = scripted({ "Found nowhere else today": undefined });
    expect(await ask([])).toEqual([
      "How is a key revoked?",
      "Who may hold a key?",
      "Where are old keys kept?",
    ]);
    expect(asked).toEqual([
      "How is a key revoked?",
      "Who may hold a key?",
      "Where are old keys kept?",
    ]);
  });

  it("leaves out what was asked before, and what a search finds elsewhere or not at all", async () => {
    const { ask } = scripted({
      "Who may hold a key?": 22,
      "Found nowhere else today": undefined,
    });
    expect(await ask(["how is a key REVOKED"])).toEqual(["Where are old keys kept?"]);
  });

  it("is nothing where a file cannot be outlined any more", async () => {
    const { ask } = scripted({}, false);
    expect(await ask([])).toEqual([]);
  });
});

/** Docs calls over one file; a heading is found on its own line unless told otherwise. */
function scripted(elsewhere: Record<string, number | undefined>, readable = true) {
  const asked: string[] = [];
  const docs: Pick<DocsCalls, "outline" | "search"> = {
    outline: async ({ path }) =>
      readable
        ? {
            ok: true,
            value: { path, root_id: "notes", relative_path: path, title: "Keys", headings },
          }
        : { ok: false, failure: { code: "not_found", message: "It is gone.", retryable: false } },
    search: async ({ query }) => {
      asked.push(query);
      const own = headings.find(({ text }) => text.startsWith(query))?.line_start;
      const line = query in elsewhere ? elsewhere[query] : own;
      const locator = line === undefined ? undefined : { line_start: line, line_end: line };
      return {
        ok: true,
        value: {
          status: "ok",
          hits: locator === undefined ? [] : [sampleCitation({ locator })],
          coverage: { files_searchable: 1, files_known: 1, state: "ready" },
          index_generation: 1,
          terms: [],
        },
      };
    },
  };
  const caller = {
    agent_id: "person",
    trace_id: "t",
    signal: new AbortController().signal,
  } as const;
  const answer = sampleAnswer();
  const ask = async (before: string[]) => {
    const messages = [
      ...before.map((question) => sampleAnswer({ question: asQuestion(question) })),
      answer,
    ];
    const { follow_ups } = await createFollowUps({ docs })(answer, { messages }, caller);
    return follow_ups.map(({ text }) => text);
  };
  return { asked, ask };
}
