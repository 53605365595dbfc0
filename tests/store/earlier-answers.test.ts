import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { allWords } from "#lib/contracts/blocks";
import type { Store } from "#lib/contracts/store-ports";
import { StoredAnswer, upgradeAnswer } from "#lib/contracts/upgrade-answer";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { expectWhole } from "../contract/whole-answer.ts";
import { earlierRows, writeEarlierState } from "./earlier-state.ts";
import { sampleAnswer } from "./sample-answer.ts";

const stored = (earlierRows.messages ?? []).map(({ answer }) => answer);

describe("answers that an earlier version stored", () => {
  it.each(stored.map((answer) => [(answer as Answer).question, answer] as const))(
    "open in the present shape, with every claim that answered: %s",
    (_question, answer) => {
      const read = StoredAnswer.parse(answer);
      expectWhole(read);
      expect(Answer.parse(read)).toEqual(read);
      const earlier = answer as { claims: { text: string; beside?: string; context?: boolean }[] };
      const answering = earlier.claims.filter(({ beside, context }) => !beside && !context);
      const texts = read.claims.map(({ text }) => text);
      expect(texts).toEqual(expect.arrayContaining(answering.map(({ text }) => text)));
      if (read.outcome !== "may_be") expect(texts).toHaveLength(answering.length);
      expect(upgradeAnswer(read)).toBe(read);
    },
  );

  it("are sure, may be, or were not found, as they said", () => {
    const outcomes = stored.map((answer) => {
      const { status, outcome, blocks, notices } = StoredAnswer.parse(answer);
      expect(notices.map(({ code }) => code)).not.toContain("unsure");
      return [status, outcome, [...new Set(blocks.map(({ kind }) => kind))].sort().join(" ")];
    });
    expect(outcomes).toEqual([
      ["answered", "sure", "answer around related"],
      ["partial", "sure", "answer around"],
      ["no_evidence", "not_found", "nearest"],
      ["answered", "sure", "answer"],
      ["answered", "may_be", "answer around"],
      ["answered", "sure", "answer around related"],
      ["answered", "sure", "answer around"],
    ]);
  });

  it("keep nearest lines with their words and numbers", () => {
    const read = stored
      .map((one) => StoredAnswer.parse(one))
      .find((a) => a.status === "no_evidence");
    const lines = read?.blocks.flatMap((block) => (block.kind === "nearest" ? block.lines : []));
    expect(lines?.[0]).toMatchObject({
      text: "The roof of the boat house was painted in spring.",
      ...{ line_start: 3, line_end: 3, column: 0 },
    });
    expect(lines?.some(({ marks }) => marks.length > 0)).toBe(true);
    expect(read?.gaps[0]?.nearest[0]?.id).toBe(lines?.[0]?.citation);
  });

  it("read a sentence that was weak as one in doubt, and leave what is no answer alone", () => {
    const { blocks: _, outcome: __, folders: ___, ...answer } = sampleAnswer({ mode: "model" });
    const [claim] = answer.claims;
    const read = StoredAnswer.parse({ ...answer, claims: [{ ...claim, support: "weak" }] });
    expect(read.claims).toMatchObject([{ support: "doubt" }]);
    expect(read.claims[0]).not.toHaveProperty("point");
    expect(read.blocks).toEqual([{ kind: "answer", place: null, claims: ["c1"] }]);
    for (const other of [null, 7, "x", [], {}, { claims: [] }])
      expect(upgradeAnswer(other)).toBe(other);
  });
});

describe("a state folder of an earlier version", () => {
  const clock = { now: () => new Date("2026-11-24T10:00:00.000Z"), monotonic: () => 0 };
  const log = createLogger("test", "silent");
  let state: string;
  let store: Store;
  beforeEach(async () => {
    state = mkdtempSync(path.join(os.tmpdir(), "docent-store-"));
    const file = path.join(state, "docent.db");
    await writeEarlierState(file);
    store = openStore({ file, clock, log });
  });
  afterEach(async () => {
    await store.close();
    rmSync(state, { recursive: true, force: true });
  });

  it("opens with its conversations, and remembers what they answered", async () => {
    const [thread] = (await store.listThreads({ limit: 5 })).threads;
    const id = thread?.id ?? "";
    const read = await store.readThread(id);
    expect(read?.messages).toHaveLength(stored.length);
    for (const answer of read?.messages ?? []) {
      expectWhole(answer);
      expect(allWords(answer).length).toBeGreaterThan(0);
    }
    const memory = await store.conversationMemory({ thread_id: id, trace_id: "trace_new" });
    expect(memory.turns).toHaveLength(stored.length);
    expect(memory.cited.length).toBeGreaterThan(0);
  });
});
