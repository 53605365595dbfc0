import { expect, test } from "vitest";
import { createPrimary } from "#lib/agents/primary";
import { Answer } from "#lib/contracts/answer";
import { Config } from "#lib/contracts/config";
import type { DocsHit } from "#lib/contracts/docs-tools";
import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type { AskRequest, ToolRuntime } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import type { AskEvent } from "#lib/contracts/stream";
import type { ToolResult } from "#lib/contracts/tools";
import { contentTerms } from "#lib/language/words";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import { hashLines } from "#lib/platform/lines";
import { recordingLog } from "../tools/recording-log.ts";
import { toolResult } from "../tools/tool-result.ts";
import { hit } from "./task-request.ts";

const lamp = "The lamp stands in the hall.";
const door = "You open the door with the brass key.";
type Found = { text: string; hit: DocsHit; terms: string[] };
const passage = (file: string, text: string, terms: string[]): Found => ({
  text,
  terms,
  hit: hit(file, 3, 3, { text, snippet: text, sha256: hashLines([text]) }),
});

/** A folder of two sentences: a search for one of them finds it, any other search finds nothing. */
function setup(more: { stalled?: RegExp; lamp?: string } = {}) {
  const said = more.lamp ?? lamp;
  const house = {
    lamp: passage("lamp.md", said, ["lamp", "stands"]),
    door: passage("door.md", door, ["open", "door"]),
  };
  const tasks: { request: TaskRequest; result: TaskResult }[] = [];
  const searches: string[] = [];
  const tools: ToolRuntime = {
    async invoke(toolId, args, context): Promise<ToolResult> {
      if (toolId.endsWith("docs_search")) {
        const { query } = args as { query: string }; // what the sub-agent sends
        searches.push(query);
        if (more.stalled?.test(query)) {
          await new Promise((resolve) => context.signal.addEventListener("abort", resolve));
          return toolResult(toolId, {
            error: { code: "cancelled", message: "", retryable: true },
          });
        }
        const found = Object.entries(house).find(([word]) => query.includes(word))?.[1];
        const structured = {
          status: found ? "ok" : "no_hit",
          hits: found ? [found.hit] : [],
          coverage: { files_searchable: 2, files_known: 2, state: "ready" },
          index_generation: 1,
          terms: contentTerms(query).map((term, _, all) => ({
            term,
            passages: contentTerms(`${found?.hit.text} ${found?.hit.title}`).includes(term) ? 1 : 0,
            weight: 1 / all.length,
          })),
        };
        return toolResult(toolId, { structured });
      }
      if (toolId.endsWith("docs_verify")) {
        const { citations } = args as { citations: { relative_path: string }[] }; // what the gate sends
        const results = citations.map((c) => ({
          state: "verified",
          text: c.relative_path === "lamp.md" ? said : door,
        }));
        return toolResult(toolId, { structured: { results } });
      }
      const structured = {
        roots: [],
        generation: 1,
        coverage: { files_searchable: 2, files_known: 2, state: "ready" },
        calls_under_way: [],
        config: "ok",
      };
      return toolResult(toolId, { structured });
    },
  };
  const primary = createPrimary({
    tools,
    idempotency: { get: async () => undefined, put: async () => {} },
    trace: {
      span: () => {},
      read: () => {},
      call: () => {},
      task: (request, result) => tasks.push({ request, result }),
    },
    config: () => Config.parse({}),
    roots: () => [{ id: "notes", label: "My notes" }],
    clock: systemClock,
    ids: newId,
    log: recordingLog().log,
  });
  async function ask(question: string, request: Partial<AskRequest> = {}) {
    const events: AskEvent[] = [];
    const ids = { thread_id: "th", trace_id: "t", run_id: "r" };
    const answer = await primary.ask(
      { question: asQuestion(question), ...ids, roots: [], deadline_ms: 60_000, ...request },
      (event) => events.push(event),
      new AbortController().signal,
    );
    return { answer: Answer.parse(answer), events };
  }
  return { ask, tasks, searches };
}

test("every part is an envelope of its own, below the answer's task, and one answer holds them all", async () => {
  const { ask, tasks } = setup();
  const { answer, events } = await ask("Where is the lamp, and how do I open the door?");
  expect(answer).toMatchObject({
    status: "answered",
    searched: ["Where is the lamp?", "How do I open the door?"],
    claims: [
      { id: "c1", text: lamp, citations: [1] },
      { id: "c2", text: door, citations: [2] },
    ],
    citations: [
      { id: 1, relative_path: "lamp.md" },
      { id: 2, relative_path: "door.md" },
    ],
    parts: [
      { question: "Where is the lamp?", status: "answered", claims: ["c1"] },
      { question: "How do I open the door?", status: "answered", claims: ["c2"] },
    ],
  });
  const parents = new Set(tasks.map((task) => task.request.parent_task_id));
  expect(parents.size).toBe(1);
  expect(parents).not.toContain(undefined);
  // The question itself is looked for beside its parts.
  expect(tasks.map((task) => task.request.idempotency_key).sort()).toEqual(["t:0", "t:1", "t:2"]);
  expect(events.flatMap((e) => (e.kind === "claim" ? [e.data.text] : []))).toEqual([lamp, door]);
});

test("a part that is not in the documents is a gap that names it, beside the parts that are", async () => {
  const { answer } = await setup().ask(
    "Where is the lamp, how do I open the door, and how much does a roof cost?",
  );
  expect(answer.status).toBe("partial");
  expect(answer.claims.map((claim) => claim.text)).toEqual([lamp, door]);
  expect(answer.gaps).toHaveLength(1);
  expect(answer.gaps[0]).toMatchObject({ about: "How much does a roof cost?", cause: "no_hit" });
  expect(answer.gaps[0]?.message).toContain("How much does a roof cost?");
  expect(answer.parts?.map((part) => part.status)).toEqual(["answered", "answered", "no_evidence"]);
});

test("one place that says what every ask wants to know is the answer, and no part is told apart", async () => {
  const both = "The lamp takes up to 2 litres of oil and 3 wicks.";
  const { ask, searches } = setup({ lamp: both });
  const { answer } = await ask("How much oil may the lamp take, and how many wicks?");
  expect(searches).toContain("How many wicks may the lamp take?");
  expect(answer).toMatchObject({ status: "answered", gaps: [] });
  expect(answer.claims.map((claim) => claim.text)).toEqual([both]);
  expect(answer.parts).toBeUndefined();
});

test("a part whose answer stands in what another part quotes is no gap", async () => {
  const { answer } = await setup().ask(
    "Where is the lamp, how do I open the door, and is there a brass key?",
  );
  expect(answer).toMatchObject({ status: "answered", gaps: [] });
  expect(answer.parts?.map(({ claims }) => claims)).toEqual([["c1"], ["c2"], ["c2"]]);
  const without = await setup().ask(
    "Where is the lamp, how do I open the door, and is there an iron bell?",
  );
  expect(without.answer.gaps.map((gap) => gap.about)).toEqual(["Is there an iron bell?"]);
});

test("what another part quotes stands in for no value of another kind", async () => {
  const version = await setup().ask("Where is the lamp, and which version brought it?");
  expect(version.answer.gaps.map(({ about }) => about)).toEqual([
    "Which version brought the lamp?",
  ]);
});

test("where no part is answered there is one gap for each", async () => {
  const { answer } = await setup().ask("Where is the roof, and how do I climb the tower?");
  expect(answer.status).toBe("no_evidence");
  expect(answer.gaps.map((gap) => gap.about)).toEqual([
    "Where is the roof?",
    "How do I climb the tower?",
  ]);
});

test("parts run side by side under one deadline: what is not done by then is a gap with its cause", async () => {
  const { answer } = await setup({ stalled: /tower/ }).ask(
    "Where is the lamp, and how do I climb the tower?",
    { deadline_ms: 1500 },
  );
  expect(answer.status).toBe("partial");
  expect(answer.gaps).toMatchObject([{ about: "How do I climb the tower?", cause: "timeout" }]);
});

test("what was found is told before it is read, and a part's sentences before the next part is done", async () => {
  const { events } = await setup().ask("Where is the lamp, and how do I open the door?");
  const reading = events.flatMap((event) =>
    event.kind === "step" && event.data.kind === "read" && event.data.state === "running"
      ? [event.data.files]
      : [],
  );
  expect(reading).toMatchObject([
    [{ display_path: "notes/lamp.md", line_start: 3, line_end: 3 }],
    [{ display_path: "notes/door.md", line_start: 3, line_end: 3 }],
    [{ display_path: "notes/lamp.md", line_start: 3, line_end: 3 }],
  ]);
});

test("a follow-up is searched for by itself and after the question before it, and the answer says so", async () => {
  const { ask, searches } = setup();
  const earlier = [
    { question: asQuestion("Where is the lamp?"), searched: [asQuestion("Where is the lamp?")] },
  ];
  const { answer, events } = await ask("and the door?", { earlier });
  const both = "Where is the lamp? and the door?";
  expect(searches).toEqual(["and the door?", both]);
  expect(answer).toMatchObject({ question: "and the door?", searched: ["and the door?", both] });
  expect(events).toContainEqual(
    expect.objectContaining({ kind: "step", data: expect.objectContaining({ kind: "plan" }) }),
  );
});

test("a comparison is answered by what speaks of both, else by what each of the two is", async () => {
  const both = "The lamp is lit and the door is locked.";
  const compared = await setup({ lamp: both }).ask("How do the lamp and the door differ?");
  expect(compared.answer.parts).toBeUndefined();
  expect(compared.answer.claims.map((claim) => claim.text)).toEqual([both]);

  // Or by what each has of its own in one list.
  const items = "- **The lamp**: it stands in the hall.\n- **The door**: a brass key opens it.";
  const listed = await setup({ lamp: items }).ask("How do the lamp and the door differ?");
  expect(listed.answer.parts).toBeUndefined();
  expect(listed.answer.claims.map((claim) => claim.kind)).toEqual(["list_item", "list_item"]);

  // That the one took the other's place does not say how they differ.
  const instead = "The lamp is deprecated, use the door instead.";
  const replaced = await setup({ lamp: instead }).ask("How do the lamp and the door differ?");
  expect(replaced.answer.searched).toEqual(["What is the lamp?", "What is the door?"]);

  const apart = await setup().ask("How do the lamp and the door differ?");
  expect(apart.answer.searched).toEqual(["What is the lamp?", "What is the door?"]);
  expect(apart.answer.claims.map((claim) => claim.text)).toEqual([lamp, door]);

  const nothing = await setup().ask("How do the roof and the tower differ?");
  expect(nothing.answer.parts).toBeUndefined();
  expect(nothing.answer.gaps.map((gap) => gap.about)).toEqual([
    "How do the roof and the tower differ?",
  ]);
});
