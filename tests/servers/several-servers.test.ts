import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { ApprovalList } from "#lib/contracts/approvals";
import { Thread } from "#lib/contracts/http";
import { CreatedTask, TaskInfo } from "#lib/contracts/tasks";
import { lookAtDatabase } from "#lib/store/look-at-database";
import { lackingOwnPostgres } from "../store/postgres/server.ts";
import {
  eventsOf,
  openServers,
  type SentEvent,
  type Server,
  type Servers,
} from "./many-servers.ts";

/** Real server processes on one real database: whatever is begun on one goes on at another. */
const question = "When is the signing key rotated?";
const patient = { timeout: 60_000, interval: 50 };
let servers: Servers;
let [one, two]: Server[] = [];
beforeAll(async () => {
  if (lackingOwnPostgres !== undefined) return;
  servers = await openServers();
  [one, two] = await Promise.all([servers.start(), servers.start()]);
}, 120_000);
afterAll(() => servers?.close());
const extra: Server[] = [];
afterEach(async () => {
  for (const server of extra.splice(0)) await server.kill();
});

function here(): { one: Server; two: Server } {
  if (one === undefined || two === undefined) throw new Error("no server is running");
  return { one, two };
}
/** One whose searches never end. */
async function holding(): Promise<{ held: Server; searching: () => string }> {
  const journal = servers.at(`journal-${extra.length}-${Math.random()}`);
  writeFileSync(journal, "");
  const held = await servers.start({ HOLD: journal });
  extra.push(held);
  return { held, searching: () => readFileSync(journal, "utf8") };
}
const json = async (response: Response | Promise<Response>): Promise<unknown> =>
  (await response).json();
const dataOf = (event: SentEvent | undefined) => JSON.parse(event?.data ?? "{}") as ChatData;
type ChatData = {
  type?: string;
  messageMetadata?: { thread_id: string; run_id: string };
  data?: unknown;
};
const has = (type: string) => (events: SentEvent[]) =>
  events.some(({ data }) => data.includes(`"type":"${type}"`));
const count = async (table: string) =>
  Number((await servers.asked(`SELECT count(*) AS n FROM ${table}`))[0]?.n);
const auditStands = async () => (await lookAtDatabase(servers.url)).audit?.broken;

/** A question under way on a server that holds it, and how far its first reader has come. */
async function underWay(held: Server) {
  const response = await held.post("/api/chat", { question });
  const events = await eventsOf(response, has("data-step"));
  const { thread_id, run_id } = dataOf(events[0]).messageMetadata ?? { thread_id: "", run_id: "" };
  return { thread_id, run_id, last: events.at(-1)?.id ?? "" };
}
const readOn = (server: Server, thread_id: string, last: string) =>
  server.get(`/api/chat/${thread_id}/stream`, { "last-event-id": last });

describe.skipIf(lackingOwnPostgres !== undefined)(
  `several servers on one database${lackingOwnPostgres === undefined ? "" : ` (${lackingOwnPostgres})`}`,
  () => {
    it("answers on each, with one set of conversations", async () => {
      const { one, two } = here();
      const answer = Answer.parse(await json(one.post("/api/ask", { question })));
      const thread = Thread.parse(await json(two.get(`/api/threads/${answer.thread_id}`)));
      expect(thread.messages[0]?.run_id).toBe(answer.run_id);
    });

    it("reads on with a stream that another server began, and stops it from there", async () => {
      const { two } = here();
      const { held, searching } = await holding();
      const { thread_id, run_id, last } = await underWay(held);
      await expect.poll(searching, patient).toContain("search");
      const shown = Thread.parse(await json(two.get(`/api/threads/${thread_id}`)));
      expect(shown.running?.run_id).toBe(run_id);
      const rest = readOn(two, thread_id, last).then((response) => eventsOf(response));
      expect(await json(two.post(`/api/chat/${thread_id}/stop`))).toEqual({ stopped: true });
      expect((await rest).at(-2)?.data).toContain('"type":"abort"');
      await expect.poll(searching, patient).toContain("cancelled");
      expect((await two.get(`/api/threads/${thread_id}`)).status).toBe(404);
    });

    it("tells the turn of a server that was killed as broken off, to who read along and in its conversation", async () => {
      const { two } = here();
      const { held, searching } = await holding();
      const { thread_id, run_id, last } = await underWay(held);
      await expect.poll(searching, patient).toContain("search");
      const rest = readOn(two, thread_id, last).then((response) => eventsOf(response));
      await held.kill();
      const answer = Answer.parse(dataOf((await rest).at(-3)).data);
      expect(answer).toMatchObject({ run_id, interrupted: true, status: "error" });
      const thread = Thread.parse(await json(two.get(`/api/threads/${thread_id}`)));
      expect(thread.messages).toHaveLength(1);
      expect(thread.running).toBeUndefined();
    });

    it("ends the streams of a server that is stopped so that they go on elsewhere, and is not ready meanwhile", async () => {
      const { two } = here();
      const { held } = await holding();
      const response = await held.post("/api/chat", { question });
      const reading = eventsOf(response);
      await expect.poll(() => count("runs WHERE state = 'running'"), patient).toBe(1);
      expect((await held.get("/api/ready")).status).toBe(200);
      const stopped = held.stop();
      await expect.poll(async () => (await held.get("/api/ready")).status, patient).toBe(503);
      const events = await reading;
      await stopped;
      expect(events.at(-1)?.data).not.toBe("[DONE]");
      expect(events.some(({ data }) => data.includes('"type":"error"'))).toBe(false);
      const { thread_id } = dataOf(events[0]).messageMetadata ?? { thread_id: "" };
      const rest = await eventsOf(await readOn(two, thread_id, events.at(-1)?.id ?? ""));
      // Broken off, or by then at the end of its own time.
      expect(dataOf(rest.at(-3)).data).toMatchObject({
        status: expect.stringMatching(/error|timeout/),
      });
      expect((await two.get("/api/ready")).status).toBe(200);
    });

    it("works once for one key, whichever servers it comes to at one moment", async () => {
      const { one, two } = here();
      const before = await count("messages");
      for (let n = 0; n < 10; n++) {
        const key = { "idempotency-key": `same-${n}` };
        const both = await Promise.all(
          [one, two, one, two].map((server) => json(server.post("/api/ask", { question }, key))),
        );
        expect(new Set(both.map((answer) => Answer.parse(answer).run_id)).size).toBe(1);
      }
      expect(await count("messages")).toBe(before + 10);
      const other = await one.post(
        "/api/ask",
        { question: "Another?" },
        { "idempotency-key": "same-0" },
      );
      expect(other.status).toBe(422);
    });

    it("decides once about an approval that was asked for elsewhere, and makes its call once", async () => {
      const { one, two } = here();
      for (let n = 0; n < 5; n++) {
        const args = { arguments: { path: `decided-${n}` } };
        const invoked = await json(one.post("/api/tools/jot/invoke", args));
        const { approval_id } = invoked as { approval_id: string };
        const listed = ApprovalList.parse(await json(two.get("/api/approvals"))).approvals;
        expect(listed.map(({ id }) => id)).toContain(approval_id);
        const decide = (server: Server) =>
          server.post(`/api/approvals/${approval_id}`, { decision: "allow_once" });
        const said = await Promise.all([decide(two), decide(one), decide(two), decide(one)]);
        expect(said.filter(({ status }) => status === 200)).toHaveLength(1);
        const done = async () => json(one.get(`/api/approvals/${approval_id}`));
        await expect.poll(done, patient).toMatchObject({ state: "done" });
        expect(servers.marks().filter((mark) => mark === `jot decided-${n}`)).toHaveLength(1);
      }
    });

    it("makes a call once that comes under one key to two servers at one moment", async () => {
      const { one, two } = here();
      const key = { "idempotency-key": "call-1" };
      const args = { arguments: { path: "keyed" } };
      const both = await Promise.all(
        [one, two].map((server) => json(server.post("/api/tools/jot/invoke", args, key))),
      );
      const asked = new Set(both.map((reply) => (reply as { approval_id?: string }).approval_id));
      expect(asked.size).toBe(1);
      const [id] = asked;
      await two.post(`/api/approvals/${id}`, { decision: "deny" });
    });

    it("shows a task of another server as it goes on, and ends it from there", async () => {
      const { one, two } = here();
      const input = { effects: true, letters: 10 };
      const created = CreatedTask.parse(
        await json(one.post("/api/tasks", { type: "ten_steps", input })),
      );
      const route = `/api/tasks/${created.task_id}`;
      const live = eventsOf(await two.get(`${route}/events`));
      const state = async () => TaskInfo.parse(await json(two.get(route))).state;
      await expect.poll(state, patient).toBe("waiting_approval");
      await two.post(`${route}/cancel`);
      expect(await state()).toBe("cancelled");
      const last = (await live).at(-1)?.data ?? "";
      expect(JSON.parse(last)).toMatchObject({
        event: { kind: "task_changed", state: "cancelled" },
      });
    });

    it("goes on elsewhere with the tasks of servers that are killed one after the other, and does nothing twice", async () => {
      const { two } = here();
      const allow = async () => {
        const { approvals } = ApprovalList.parse(await json(two.get("/api/approvals")));
        for (const { id } of approvals) {
          await two.post(`/api/approvals/${id}`, { decision: "allow_always" });
        }
      };
      const ids: string[] = [];
      for (let round = 0; round < 2; round++) {
        const server = await servers.start();
        extra.push(server);
        for (let n = 0; n < 3; n++) {
          const body = { type: "ten_steps", input: { effects: n > 0, letters: 100 } };
          const { task_id } = CreatedTask.parse(await json(server.post("/api/tasks", body)));
          ids.push(task_id);
        }
        const begun = async () => {
          await allow();
          const [first = ""] = ids.slice(-3);
          return TaskInfo.parse(await json(two.get(`/api/tasks/${first}`))).steps.filter(
            ({ state }) => state === "completed",
          ).length;
        };
        await expect.poll(begun, patient).toBeGreaterThan(round);
        await server.kill();
      }
      const states = async () => {
        await allow();
        const tasks = await Promise.all(ids.map((id) => json(two.get(`/api/tasks/${id}`))));
        return tasks.map((task) => TaskInfo.parse(task).state);
      };
      const over = ["completed", "interrupted"];
      await expect
        .poll(async () => (await states()).every((state) => over.includes(state)), patient)
        .toBe(true);
      const marks = servers.marks().filter((mark) => mark.startsWith("mark "));
      expect(new Set(marks).size).toBe(marks.length);
      for (const [i, id] of ids.entries()) {
        const { state, artifacts } = TaskInfo.parse(await json(two.get(`/api/tasks/${id}`)));
        // Nothing of those without effects is in doubt.
        if (i % 3 === 0) expect([state, artifacts.length]).toEqual(["completed", 10]);
        for (const { name } of state === "completed" ? artifacts : []) {
          const file = await two.get(`/api/tasks/${id}/artifacts/${name}`);
          expect((await file.text()).length).toBe(100);
        }
      }
      expect(await count("docent_claims WHERE kind = 'task'")).toBe(0);
    });

    it("puts settings into force on every server", async () => {
      const { one, two } = here();
      type Saved = { config: { limits: { max_wall_time_ms: number } }; etag: string };
      const read = async (server: Server) => (await json(server.get("/api/config"))) as Saved;
      const { config, etag } = await read(one);
      const next = { ...config, limits: { ...config.limits, max_wall_time_ms: 54_321 } };
      const saved = await one.call("PUT", "/api/config", next, { "if-match": etag });
      expect(saved.status).toBe(200);
      const there = async () => (await read(two)).config.limits.max_wall_time_ms;
      await expect.poll(there, patient).toBe(54_321);
    });

    it("leaves one chain of the audit behind all of this, and no run that nobody has", async () => {
      expect(await auditStands()).toEqual([]);
      expect(await count("runs WHERE state = 'running'")).toBe(0);
      expect(existsSync(servers.at("home-0", "docent.db"))).toBe(false);
    });
  },
);
