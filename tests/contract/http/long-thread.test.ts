import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { Thread } from "#lib/contracts/http";
import { onePerson } from "#lib/contracts/people";
import { asQuestion } from "#lib/contracts/question";
import { projectDir } from "#lib/platform/project";
import { boundTo } from "#lib/store/rows/owner";
import { insertAnswer } from "#lib/store/rows/thread-rows";
import { openDatabase } from "#lib/store/sqlite/open-database";
import { runStatements } from "#lib/store/sqlite/run-statements";
import { type Http, openHttp } from "./open-http.ts";

const turns = 2000;
let http: Http;
let thread_id: string;
beforeAll(async () => {
  http = await openHttp();
  http.write(
    "notes/crane.md",
    "# Crane\n\nThe Brandskär crane lifts nine tonnes.\n\nThe Brandskär crane is oiled by Ottilie Sund.\n",
  );
  const first = await ask("How much does the Brandskär crane lift?");
  expect(first.status).toBe("answered");
  thread_id = first.thread_id;
  await http.restart(() => {
    const opened = openDatabase(
      http.at("home/docent.db"),
      `${projectDir()}/lib/store/migrations`,
      1000,
    );
    const { db, client } = opened;
    client.transaction(() => {
      for (let n = 2; n <= turns; n += 1) {
        const ids = { run_id: `run_${n}`, trace_id: `trace_${n}` };
        const question = asQuestion(`Question ${n}?`);
        const asked = { question, searched: [question] };
        const answer = { ...first, ...ids, ...asked };
        runStatements(opened, () => insertAnswer(boundTo(db, onePerson), answer, first.asked_at));
      }
    })();
    client.close();
  });
});
afterAll(() => http.close());

async function ask(question: string): Promise<Answer> {
  const body = { question, ...(thread_id === undefined ? {} : { thread_id }) };
  return Answer.parse(await (await http.send("POST", "/api/ask", body)).json());
}
const read = async (search = "") =>
  Thread.parse(await (await http.get(`/api/threads/${thread_id}${search}`)).json());

describe("a conversation of two thousand turns", () => {
  it("is read page by page, newest first, every turn once", async () => {
    const newest = await read();
    expect(newest.turns).toBe(turns);
    expect(newest.messages.length).toBe(100);
    expect(newest.messages.at(-1)?.question).toBe(`Question ${turns}?`);
    const questions: string[] = [];
    let page: Thread | undefined;
    do {
      const before = page?.earlier_cursor === undefined ? "" : `&before=${page.earlier_cursor}`;
      page = await read(`?turns=200${before}`);
      expect(page.messages.length).toBeLessThanOrEqual(200);
      questions.unshift(...page.messages.map(({ question }) => question));
    } while (page.earlier_cursor !== undefined);
    expect(questions.length).toBe(turns);
    expect(new Set(questions).size).toBe(turns);
    expect(questions[0]).toContain("Brandskär");
    expect((await http.get(`/api/threads/${thread_id}?before=x`)).status).toBe(400);
    expect((await http.get(`/api/threads/${thread_id}?turns=5000`)).status).toBe(400);
  });

  it("goes on: a question, a follow-up that leaves its subject out, and each finds its source", async () => {
    const question = await ask("How much does the Brandskär crane lift?");
    const followUp = await ask("And who oils it?");
    expect(followUp.searched.join()).toContain("Brandskär");
    expect(followUp.claims.map(({ text }) => text).join(" ")).toContain("Ottilie Sund");
    for (const answer of [question, followUp]) {
      expect(answer.citations[0]?.relative_path).toBe("crane.md");
    }
    expect((await read("?turns=2")).messages.map(({ run_id }) => run_id)).toEqual([
      question.run_id,
      followUp.run_id,
    ]);
  });

  it("looks at no more of it to answer, to store or to show a turn than of a short one", async () => {
    const db = new Database(http.at("home/docent.db"), { readonly: true });
    const plan = (sql: string) =>
      db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map((row) => (row as { detail: string }).detail) // what SQLite calls the column
        .join();
    expect(
      plan("SELECT answer FROM messages WHERE thread_id = 'a' AND id < 9 ORDER BY id DESC LIMIT 3"),
    ).toBe("SEARCH messages USING INDEX messages_thread (thread_id=? AND id<?)");
    expect(
      plan("DELETE FROM messages WHERE thread_id = 'a' AND trace_id = 'b' AND answer = ''"),
    ).toContain("INDEX messages_trace");
    db.close();
  });
});
