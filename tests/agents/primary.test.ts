import { describe, expect, test } from "vitest";
import type { Compose } from "#lib/agents/compose";
import { createPrimary } from "#lib/agents/primary";
import { Answer } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import { Config } from "#lib/contracts/config";
import type { DocsSearchOutput, Verification } from "#lib/contracts/docs-tools";
import type { DraftAnswer } from "#lib/contracts/draft";
import type { AskRequest, ToolRuntime } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import type { AskEvent } from "#lib/contracts/stream";
import type { ToolResult } from "#lib/contracts/tools";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import { recordingLog } from "../tools/recording-log.ts";
import { toolResult } from "../tools/tool-result.ts";
import { hit } from "./task-request.ts";

type Replies = {
  search?: Partial<DocsSearchOutput> | ToolResult["error"] | (() => Promise<ToolResult>);
  verify?: (text: string) => Partial<Verification>;
};

const sentence = "The key hangs behind the door.";
const found = hit("house.md", 3, 3, { text: sentence, snippet: sentence });
const ready = { files_searchable: 4, files_known: 4, state: "ready" as const };

/** The docs tools as a script: what they answer is the case, what becomes of it is tested. */
function setup(
  replies: Replies = {},
  more: { config?: object; roots?: { id: string; label: string }[]; compose?: Compose } = {},
) {
  const calls: string[] = [];
  const reply = async (toolId: string, structured: unknown): Promise<ToolResult> =>
    toolResult(toolId, { structured });
  const tools: ToolRuntime = {
    invoke: async (toolId, args) => {
      calls.push(toolId);
      if (toolId.endsWith("docs_search")) {
        const { search } = replies;
        if (typeof search === "function") return search();
        if (search && "code" in search) {
          return toolResult(toolId, { error: search });
        }
        const output: DocsSearchOutput = {
          status: "ok",
          hits: [found],
          coverage: ready,
          index_generation: 1,
          terms: [{ term: "key", passages: 1, weight: 1 }],
          ...(search as Partial<DocsSearchOutput>), // the other two forms are handled above
        };
        return reply(toolId, output);
      }
      if (toolId.endsWith("docs_verify")) {
        const { citations } = args as { citations: unknown[] }; // what the gate sends
        const state = replies.verify?.(sentence) ?? { state: "verified", text: sentence };
        return reply(toolId, { results: citations.map(() => state) });
      }
      const root = {
        id: "notes",
        label: "My notes",
        path: "/r",
        state: "ready",
        files: 4,
        files_known: 4,
      };
      return reply(toolId, {
        roots: [{ ...root, bytes: 1, sections: 1, skipped: [] }],
        generation: 1,
        coverage: ready,
        calls_under_way: [],
        config: "ok",
      });
    },
  };
  const primary = createPrimary({
    tools,
    idempotency: { get: async () => undefined, put: async () => {} },
    trace: { span: () => {}, read: () => {}, call: () => {}, task: () => {} },
    config: () => Config.parse(more.config ?? {}),
    roots: () => more.roots ?? [{ id: "notes", label: "My notes" }],
    clock: systemClock,
    ids: newId,
    log: recordingLog().log,
    ...(more.compose === undefined ? {} : { compose: more.compose }),
  });
  async function ask(question: string, request: Partial<AskRequest> = {}, signal?: AbortSignal) {
    const events: AskEvent[] = [];
    const answer = await primary.ask(
      {
        question: asQuestion(question),
        thread_id: "th",
        trace_id: "t",
        run_id: "r",
        roots: [],
        deadline_ms: 5000,
        ...request,
      },
      (event) => events.push(event),
      signal ?? new AbortController().signal,
    );
    return { answer: Answer.parse(answer), events, calls };
  }
  return { ask, calls };
}

/** An engine that quotes the sentence as the given outcome. */
const composed =
  (outcome: DraftAnswer["outcome"], missing: string[] = []): Compose =>
  ({ citations }) => {
    const [citation] = citations as [Citation, ...Citation[]]; // the search brought one
    const span = { citation: citation.id, line: 3, start: 0, end: sentence.length };
    const words = [
      {
        ...{ id: "w1", kind: "sentence" as const, text: sentence },
        ...{ citations: [citation.id], spans: [span] },
      },
    ];
    const blocks: DraftAnswer["blocks"] =
      outcome === "not_found"
        ? [{ kind: "nearest", lines: words }]
        : [{ kind: "answer", claims: words }];
    return { outcome, confidence: 0.5, blocks, missing };
  };

const actions = (answer: Answer) => answer.gaps.flatMap((g) => g.next_steps.map((s) => s.action));

describe("the primary agent", () => {
  test("answers a question with what passed the gate", async () => {
    const { answer } = await setup().ask("Where is the key?");
    expect(answer).toMatchObject({
      status: "answered",
      claims: [{ text: sentence, citations: [1] }],
    });
  });

  test("answers small talk from the catalogue without a tool, in the asker's language", async () => {
    const { answer, events, calls } = await setup().ask("你好！");
    expect(answer).toMatchObject({
      status: "chat",
      lang: "zh-CN",
      claims: [],
      gaps: [],
      citations: [],
    });
    expect(answer.markdown).toContain("你好");
    expect(calls).toEqual([]);
    expect(events).toEqual([]);
  });

  test("speaks the language that was asked for, else the question's", async () => {
    const nothing = { search: { status: "no_hit" as const, hits: [] } };
    const chinese = await setup(nothing).ask("钥匙在哪里？");
    expect(chinese.answer.lang).toBe("zh-CN");
    expect(chinese.answer.gaps[0]?.message).toMatch(/\p{Script=Han}/u);
    expect(chinese.answer.gaps[0]?.next_steps.every((s) => /\p{Script=Han}/u.test(s.label))).toBe(
      true,
    );
    const english = await setup(nothing).ask("钥匙在哪里？", { lang: "en" });
    expect(english.answer.gaps[0]?.message).not.toMatch(/\p{Script=Han}/u);
  });

  test("without any folder says so and searches nothing", async () => {
    const { answer, calls } = await setup({}, { roots: [] }).ask("Where is the key?");
    expect(answer.status).toBe("no_evidence");
    expect(actions(answer)).toEqual(["add_folder"]);
    expect(calls).toEqual([]);
  });

  test("no hit is final only over a complete index", async () => {
    const nothing = { status: "no_hit" as const, hits: [] };
    const final = await setup({ search: nothing }).ask("Where is the key?");
    expect(final.answer.gaps[0]?.cause).toBe("no_hit");
    for (const state of ["building", "degraded"] as const) {
      const coverage = { files_searchable: 1, files_known: 4, state };
      const { answer } = await setup({ search: { ...nothing, coverage } }).ask("Where is the key?");
      expect(answer.status).toBe("no_evidence");
      expect(answer.gaps[0]).toMatchObject({ cause: "not_indexed_yet" });
      expect(actions(answer)[0]).toBe("retry");
    }
  });

  test("an answer over an incomplete index says so", async () => {
    const coverage = { files_searchable: 1, files_known: 4, state: "building" as const };
    const { answer } = await setup({ search: { coverage } }).ask("Where is the key?");
    expect(answer.status).toBe("answered");
    expect(answer.notices).toMatchObject([{ code: "index_building" }]);
    expect(answer.notices[0]?.message).toContain("1 of 4");
  });

  test.each(["sure", "may_be"] as const)("says whether an answer is %s", async (outcome) => {
    const { answer } = await setup({}, { compose: composed(outcome) }).ask("Where is the key?");
    expect(answer).toMatchObject({ status: "answered", outcome, claims: [{ text: sentence }] });
  });

  test("a gap names the folders searched, what was tried, another spelling and the words that exist", async () => {
    const { answer } = await setup({
      search: {
        status: "no_hit",
        hits: [],
        did_you_mean: "Where is the drawer key?",
        terms: [
          { term: "key", passages: 3, weight: 0.5 },
          { term: "drawr", passages: 0, weight: 0.5 },
        ],
      },
    }).ask("Where is the drawr key?", { roots: ["notes"] });
    const gap = answer.gaps[0];
    expect(gap?.searched).toEqual([{ root_id: "notes", label: "My notes", files: 4 }]);
    expect(gap?.tried).toEqual(["drawr", "key"]);
    expect(gap?.message).toContain("drawr");
    expect(gap?.next_steps).toMatchObject([
      { action: "rephrase", value: "Where is the drawer key?" },
      { action: "broaden", value: "key" },
      { action: "search_all_folders" },
      { action: "add_folder" },
    ]);
  });

  test("offers no remainder that would be about nothing", async () => {
    const { answer } = await setup({
      search: {
        status: "no_hit",
        hits: [],
        terms: [
          { term: "say", passages: 3, weight: 0.1 },
          { term: "zeppelin", passages: 0, weight: 0.9 },
        ],
      },
    }).ask("What does the zeppelin say?");
    expect(actions(answer)).toEqual(["rephrase", "add_folder"]);
  });

  test("a question without a word to search for is told so", async () => {
    const nothing = { search: { status: "no_hit" as const, hits: [], terms: [] } };
    const { answer } = await setup(nothing).ask("???");
    expect(answer.status).toBe("no_evidence");
    expect(answer.gaps[0]?.message).toContain("no word to search for");
  });

  test("passages that do not answer are shown as nearest, not as an answer", async () => {
    const { answer } = await setup({
      search: {
        hits: [{ ...found, score: 0.05 }],
        terms: [
          { term: "key", passages: 1, weight: 0.1 },
          { term: "zeppelin", passages: 0, weight: 0.5 },
          { term: "antarctica", passages: 0, weight: 0.4 },
        ],
      },
    }).ask("Which zeppelin key crossed Antarctica?");
    expect(answer).toMatchObject({ status: "no_evidence", outcome: "not_found", claims: [] });
    const gap = answer.gaps[0];
    expect(gap?.nearest.map((c) => c.display_path)).toEqual(["notes/house.md"]);
    expect(gap?.next_steps).toContainEqual(
      expect.objectContaining({ action: "open", value: gap?.nearest[0]?.id }),
    );
    expect([...answer.citations, ...answer.also_read].map((c) => c.id)).toEqual([1]);
  });

  test.each([
    ["that stand there now", { state: "verified" as const, text: sentence }, [sentence]],
    ["not those that have changed", { state: "changed" as const, text: "Gone." }, []],
    ["not those that a rule denies", { state: "denied" as const, rule: "denylisted" as const }, []],
  ])("a passage that comes close is shown with its lines, %s", async (_, now, shown) => {
    const { answer } = await setup({ verify: () => now }, { compose: composed("not_found") }).ask(
      "Does the key hang behind the door for Antarctica?",
    );
    expect(answer).toMatchObject({ status: "no_evidence", outcome: "not_found", claims: [] });
    expect(answer.gaps[0]?.nearest[0]?.display_path).toBe("notes/house.md");
    const lines = answer.blocks.flatMap((block) => (block.kind === "nearest" ? block.lines : []));
    expect(lines.map(({ text }) => text)).toEqual(shown);
    expect(answer.citations.map(({ id }) => id)).toEqual(shown.map(() => 1));
  });

  test.each([
    ["Where is maxZeppelins set for the key?", "maxzeppelins", "don’t mention “maxZeppelins”"],
    ["Does the key open Antarctica?", "antarctica", "don’t mention “Antarctica”"],
    ["金库的 Zeppelin 在哪里？", "zeppelin", "没有提到“Zeppelin”"],
    ["Is the key refrigerated?", "refriger", "“refrigerated” doesn’t appear"],
  ])(
    "%s names what nothing is called, and only words that are no names as words",
    async (question, term, said) => {
      const terms = [{ term, passages: 0, weight: 0.9 }];
      const { answer } = await setup({ search: { status: "no_hit", hits: [], terms } }).ask(
        question,
      );
      expect(answer.gaps[0]?.message).toContain(said);
    },
  );

  test("what shows close lines does not say that the documents are silent", async () => {
    const { answer } = await setup(
      { verify: () => ({ state: "verified", text: sentence }) },
      { compose: composed("not_found", ["refrigeration"]) },
    ).ask("Does the key hang behind the door for refrigeration?");
    expect(answer.blocks).toMatchObject([{ kind: "nearest", lines: [{ citation: 1 }] }]);
    expect(answer.gaps[0]?.message).toBe(
      "None of the passages clearly answers this. “refrigeration” doesn’t appear in your documents.",
    );
  });

  test("an English question that finds only Chinese text is told so", async () => {
    const text = "金库的门在每天六点打开。";
    const hits = ["a.md", "b.md"].map((name) =>
      hit(name, 1, 1, { text, snippet: text, score: 0.01 }),
    );
    const { answer } = await setup({
      search: { hits, terms: [{ term: "vault", passages: 0, weight: 0.9 }] },
    }).ask("When does the vault open?");
    expect(answer.status).toBe("no_evidence");
    expect(answer.notices.map((n) => n.code)).toEqual(["language_mismatch"]);
    expect(answer.notices[0]?.message).toContain("not in English");
  });

  test("a Chinese question over folders without Chinese is told so and offered its foreign words", async () => {
    const { answer } = await setup({
      search: {
        status: "no_hit",
        hits: [],
        terms: [
          { term: "端口", passages: 0, weight: 0.8 },
          { term: "docker", passages: 0, weight: 0.2 },
        ],
      },
    }).ask("Docker 的端口是多少？");
    expect(answer.notices.map((n) => n.code)).toEqual(["language_mismatch"]);
    expect(answer.gaps[0]?.next_steps).toContainEqual(
      expect.objectContaining({ action: "rephrase", value: "Docker" }),
    );
  });

  test.each([
    [
      "denied",
      { code: "denylisted", rule: "denylisted", message: "No.", retryable: false },
      "denylisted",
    ],
    ["timeout", { code: "timeout", message: "Late.", retryable: true }, null],
    [
      "error",
      { code: "provider_unavailable", message: "Gone.", retryable: true },
      "provider_unavailable",
    ],
    ["error", { code: "tool_exec", message: "Odd.", retryable: false }, "tool_exec"],
  ] as const)("tells %s apart: %o", async (status, error, rule) => {
    const { answer, events } = await setup({ search: error }).ask("Where is the key?");
    expect(answer).toMatchObject({ status, claims: [], gaps: [{ cause: status, rule }] });
    expect(answer.gaps[0]?.next_steps.length).toBeGreaterThan(0);
    const last = events.flatMap((e) => (e.kind === "step" ? [e.data] : [])).at(-1);
    expect(last?.state).toBe("failed");
  });

  test.each(["denied", "timeout", "error"] as const)(
    "also where the search itself reports it: %s",
    async (status) => {
      const search = {
        status,
        hits: [],
        ...(status === "denied" ? { rule: "outside_scope" as const } : {}),
      };
      const { answer } = await setup({ search }).ask("Where is the key?");
      expect(answer.status).toBe(status);
    },
  );

  test("withholds a claim whose lines have moved or changed, and names the file", async () => {
    for (const state of ["changed", "missing", "denied", "moved"] as const) {
      const { answer } = await setup({ verify: () => ({ state }) }).ask("Where is the key?");
      expect(answer.status).toBe("no_evidence");
      expect(answer.gaps).toMatchObject([{ cause: "unsupported" }]);
      expect(answer.gaps[0]?.message).toContain("notes/house.md");
      expect(JSON.stringify(answer.gaps[0]?.message)).not.toContain("hangs");
    }
  });

  test("says of lines too long to be read back that they are unchanged, and offers to open them", async () => {
    const { answer } = await setup({ verify: () => ({ state: "verified", text: undefined }) }).ask(
      "Where is the key?",
    );
    expect(answer.claims).toEqual([]);
    expect(answer.gaps).toMatchObject([{ cause: "unsupported", rule: null }]);
    expect(answer.gaps[0]?.message).toContain("unchanged but too long");
    expect(answer.gaps[0]?.next_steps.map((s) => s.action)).toEqual(["open", "retry"]);
  });

  test("does not quote the best passage when it is longer than can be checked, and names it", async () => {
    const text = `${sentence} ${"More of it. ".repeat(5000)}`;
    const { ask, calls } = setup({ search: { hits: [{ ...found, text }] } });
    const { answer } = await ask("Where is the key?");
    expect(calls.some((c) => c.endsWith("docs_verify"))).toBe(false);
    expect(answer.status).toBe("no_evidence");
    expect(answer.gaps).toMatchObject([
      { cause: "unsupported", rule: null, nearest: [{ relative_path: "house.md" }] },
    ]);
    expect(answer.gaps[0]?.message).toContain("notes/house.md lines 3–3, is too long");
    expect([...answer.citations, ...answer.also_read].map((c) => c.id)).toEqual([1]);
  });

  test("does not believe a verification of other lines", async () => {
    const verify = () => ({ state: "verified" as const, text: "Other words." });
    const { answer } = await setup({ verify }).ask("Where is the key?");
    expect(answer.claims).toEqual([]);
  });

  test("shows a withheld claim unsourced where the policy only suggests citations", async () => {
    const { answer } = await setup(
      { verify: () => ({ state: "changed" }) },
      { config: { answer: { policy: "suggest_citations" } } },
    ).ask("Where is the key?");
    expect(answer.claims).toMatchObject([{ support: "none", citations: [] }]);
  });

  test("rejects with cancelled, before and during the work", async () => {
    const before = setup();
    await expect(before.ask("Where is the key?", {}, AbortSignal.abort())).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(before.calls).toEqual([]);
    const stop = new AbortController();
    const during = setup({
      search: () => {
        stop.abort();
        return new Promise(() => {});
      },
    });
    await expect(during.ask("Where is the key?", {}, stop.signal)).rejects.toMatchObject({
      code: "cancelled",
    });
  });

  test("answers a docs server that breaks its contract with an error, never with a guess", async () => {
    const broken = () =>
      Promise.resolve(
        toolResult("mcp.docs.docs_search", {
          structured: { status: "ok", hits: [{ text: sentence }] },
        }),
      );
    const { answer } = await setup({ search: broken }).ask("Where is the key?");
    expect(answer).toMatchObject({ status: "error", claims: [], gaps: [{ rule: "tool_exec" }] });
  });
});
