import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { type Feedback, Thread } from "#lib/contracts/http";
import { type Http, openHttp } from "./open-http.ts";

let http: Http;
let right: Answer;
let absent: Answer;
beforeAll(async () => {
  http = await openHttp();
  http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
  right = await ask("When is the signing key rotated?");
  absent = await ask("Who feeds the walrus?");
  expect([right.status, absent.status]).toEqual(["answered", "no_evidence"]);
});
afterAll(() => http.close());

async function ask(question: string): Promise<Answer> {
  return Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
}
type Said = { verdict: Feedback["verdict"] | null; why?: string };
const judge = ({ thread_id, run_id }: Answer, said: Said) =>
  http.send("POST", `/api/threads/${thread_id}/feedback`, { run_id, ...said });
const file = async (format?: string) => {
  const response = await http.get(
    `/api/feedback${format === undefined ? "" : `?format=${format}`}`,
  );
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="docent-/);
  return response.text();
};
const queries = async () =>
  (await file())
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

describe("what a person says of an answer", () => {
  it("stands in its conversation, the newest word, until it is taken back", async () => {
    await judge(right, { verdict: "wrong", why: " It is every eighty. " });
    const thread = Thread.parse(await (await judge(right, { verdict: "right" })).json());
    expect(thread.feedback).toMatchObject([{ run_id: right.run_id, verdict: "right" }]);
    expect(thread.feedback?.[0]?.why).toBeUndefined();
    const gone = Thread.parse(await (await judge(right, { verdict: null })).json());
    expect(gone.feedback).toBeUndefined();
  });

  it("is refused for an answer that is not in the conversation, and in another form", async () => {
    expect((await judge({ ...right, run_id: absent.run_id }, { verdict: "right" })).status).toBe(
      404,
    );
    expect((await judge({ ...right, run_id: "run_0" }, { verdict: null })).status).toBe(404);
    const at = `/api/threads/${right.thread_id}/feedback`;
    for (const body of [
      {},
      { run_id: right.run_id, verdict: "good" },
      { run_id: 1, verdict: null },
    ]) {
      expect((await http.send("POST", at, body)).status).toBe(400);
    }
  });

  it("is a set of questions where it settles the right outcome, with the cited lines as gold", async () => {
    await judge(right, { verdict: "right" });
    await judge(absent, { verdict: "right" });
    const [cited] = right.citations;
    const { line_start, line_end } = cited?.locator ?? {};
    const gold = { path: "keys.md", grade: 2, line_start, line_end, root: "notes" };
    expect(await queries()).toEqual([
      {
        id: `feedback-${right.run_id}`,
        ...{ lang: "en", kind: "answerable", question: right.question, answerable: true },
        ...{ gold: [gold], gold_path: "keys.md" },
      },
      {
        id: `feedback-${absent.run_id}`,
        ...{ lang: "en", kind: "absent", question: absent.question, answerable: false },
      },
    ]);
    await judge(right, { verdict: "wrong", why: "It is every eighty." });
    await judge(absent, { verdict: "wrong", why: "It is in zoo.md." });
    expect(await queries()).toMatchObject([
      { id: `feedback-${absent.run_id}`, answerable: true, gold: [], why: "It is in zoo.md." },
    ]);
    expect(JSON.parse(await file("json"))).toMatchObject([
      { run_id: right.run_id, verdict: "wrong", why: "It is every eighty.", cited: [gold] },
      { run_id: absent.run_id, verdict: "wrong", status: "no_evidence" },
    ]);
  });

  it("is there after a restart and gone with the conversation", async () => {
    await http.restart();
    expect(await file("json")).toContain("It is every eighty.");
    await http.call("DELETE", `/api/threads/${right.thread_id}`);
    expect(await file("json")).not.toContain("eighty");
    await http.call("DELETE", "/api/threads");
    expect(await file()).toBe("");
  });
});
