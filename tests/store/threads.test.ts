import { expect, it } from "vitest";
import { asQuestion } from "#lib/contracts/question";
import { describeStores } from "./implementations.ts";
import { refusal } from "./refusal.ts";
import { sampleAnswer, sampleCitation } from "./sample-answer.ts";

describeStores("threads", ({ open, close, rows, change }) => {
  it("gives an answer back as it was stored, after it was closed and opened again", async () => {
    const answer = sampleAnswer();
    const store = await open();
    await store.saveAnswer(answer);
    await close();
    const thread = await (await open()).readThread("thread_1");
    expect(thread?.messages).toEqual([answer]);
    expect(thread).toMatchObject({ title: answer.question, turns: 1, last_status: "partial" });
  });

  it("keeps the turns of a thread in the order they were stored and its first question as title", async () => {
    const store = await open();
    for (const n of [1, 2, 3]) {
      await store.saveAnswer(
        sampleAnswer({ run_id: `run_${n}`, question: asQuestion(`Question\n number ${n}`) }),
      );
    }
    const thread = await store.readThread("thread_1");
    expect(thread?.messages.map((m) => m.run_id)).toEqual(["run_1", "run_2", "run_3"]);
    expect(thread?.title).toBe("Question number 1");
    expect(thread?.turns).toBe(3);
  });

  it("tells a question what was shown before it, and not its own interrupted attempt", async () => {
    const store = await open();
    const trace = { trace_id: "trace_2", thread_id: "thread_1" };
    await store.saveAnswer(sampleAnswer());
    await store.saveAnswer(sampleAnswer({ ...trace, run_id: "run_2", interrupted: true }));
    const shown = {
      ...{ run_id: "run_1", question: "How often is the key rotated?", done: [] },
      claims: [
        {
          text: "Rotate the key every ninety days.",
          places: [
            {
              ...{ root_id: "notes", relative_path: "api/keys.md" },
              ...{ line_start: 12, line_end: 14, sha256: sampleCitation().sha256, number: 1 },
            },
          ],
        },
      ],
    };
    expect((await store.conversationMemory(trace)).turns).toEqual([shown]);
    expect((await store.conversationMemory(trace)).cited).toEqual([sampleCitation()]);
    expect((await store.recentTurns(trace, 3)).length).toBe(1);
    const next = { ...trace, trace_id: "trace_3" };
    expect((await store.conversationMemory(next)).turns.map(({ run_id }) => run_id)).toEqual([
      "run_1",
      "run_2",
    ]);
    expect((await store.recentTurns(next, 3)).length).toBe(2);
  });

  it("cuts a long title between characters", async () => {
    const store = await open();
    await store.saveAnswer(sampleAnswer({ question: asQuestion("𠮷".repeat(300)) }));
    const title = (await store.readThread("thread_1"))?.title ?? "";
    expect(Array.from(title)).toHaveLength(200);
    expect(title.isWellFormed()).toBe(true);
  });

  it("stores claims, their citations and gaps in tables of their own", async () => {
    await (await open()).saveAnswer(sampleAnswer());
    expect(await rows("SELECT claim_id, support, text FROM claims")).toEqual([
      { claim_id: "c1", support: "verbatim", text: "Rotate the key every ninety days." },
    ]);
    expect(
      await rows(
        `SELECT c.relative_path, c.line_start, c.line_end FROM claim_citations l
         JOIN citations c ON c.message_id = l.message_id AND c.number = l.number`,
      ),
    ).toEqual([{ relative_path: "api/keys.md", line_start: 12, line_end: 14 }]);
    expect(await rows("SELECT about, cause FROM gaps")).toEqual([
      { about: "the person who does it", cause: "no_hit" },
    ]);
  });

  it("stores nothing of an answer when one part of it cannot be stored", async () => {
    const store = await open();
    const [claim] = sampleAnswer().claims;
    if (!claim) throw new Error("the sample has a claim");
    await refusal(() => store.saveAnswer(sampleAnswer({ claims: [claim, claim] })));
    expect((await store.listThreads({ limit: 10 })).total).toBe(0);
    expect(await rows("SELECT * FROM messages")).toEqual([]);
  });

  it("lists ten thousand threads page by page, newest activity first, each once", async () => {
    const store = await open();
    const numbers = Array.from({ length: 10_000 }, (_, i) => i + 1);
    const values = numbers.map(
      (n) => `('t${n}', 'person', 'Q ${n}', '2026', '2026', 1, 'answered', ${n})`,
    );
    const columns = "id, owner, title, created_at, updated_at, turns, last_status, last_message_id";
    await change(`INSERT INTO threads (${columns}) VALUES ${values.join(", ")}`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.listThreads({ limit: 100, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(10_000);
      seen.push(...page.threads.map((thread) => thread.id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 10_000 }, (_, i) => `t${10_000 - i}`));
  });

  it("finds threads by the words of their name and their questions, whatever stands between them", async () => {
    const store = await open();
    const ask = (thread_id: string, question: string) =>
      store.saveAnswer(
        sampleAnswer({ run_id: question, thread_id, question: asQuestion(question) }),
      );
    await ask("paper", "How much paper do we have at 50%?");
    await ask("paper", "Who orders it?");
    await ask("keys", "Who keeps the keys?");
    await ask("chinese", "谁保管钥匙?");
    await store.renameThread("keys", "Front_door");
    const found = async (q: string) =>
      (await store.listThreads({ limit: 10, q })).threads.map(({ id }) => id);
    expect(await found("orders WHO")).toEqual(["paper"]);
    expect(await found("who")).toEqual(["keys", "paper"]);
    expect(await found("front_door")).toEqual(["keys"]);
    expect(await found("钥匙")).toEqual(["chinese"]);
    expect(await found("50%")).toEqual(["paper"]);
    expect(await found("f%d")).toEqual([]);
    expect(await found("paper\\")).toEqual([]);
    expect(await store.listThreads({ limit: 1, q: "who" })).toMatchObject({
      total: 2,
      next_cursor: expect.any(String),
    });
  });

  it("moves a thread to the front when it gets another turn", async () => {
    const store = await open();
    await store.saveAnswer(sampleAnswer({ run_id: "a", thread_id: "first" }));
    await store.saveAnswer(sampleAnswer({ run_id: "b", thread_id: "second" }));
    await store.saveAnswer(sampleAnswer({ run_id: "c", thread_id: "first" }));
    expect((await store.listThreads({ limit: 10 })).threads.map((t) => t.id)).toEqual([
      "first",
      "second",
    ]);
  });

  it("refuses a cursor it did not make", async () => {
    const store = await open();
    for (const cursor of ["", "x", "-1", "1 OR 1", "9".repeat(40)]) {
      expect((await refusal(() => store.listThreads({ limit: 1, cursor }))).code).toBe(
        "validation",
      );
    }
  });
});
