import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { Approval, ApprovalList } from "#lib/contracts/approvals";
import { ErrorBody } from "#lib/contracts/errors";
import { CreatedTask, TaskEventRow, TaskInfo, TaskKinds, TaskList } from "#lib/contracts/tasks";
import { ToolList } from "#lib/contracts/tools";
import { defineTaskType } from "#lib/tasks/task-type";
import { skillShelf } from "../../tasks/open-engine.ts";
import { lookTool, tenSteps } from "../../tasks/ten-steps.ts";
import { type Http, openHttp } from "./open-http.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** One file of each kind, told to be what they are not. */
const files = defineTaskType({
  type: "files",
  input: z.strictObject({}),
  steps: () => [
    {
      name: "write_files",
      effect: false,
      tools: [],
      async run(context) {
        const html = "<!doctype html><script>fetch('/api/threads')</script>";
        await context.artifact("report.md", "text/markdown", "# Report\n\n<b>bold</b>\n");
        await context.artifact("page.html", "text/html", html);
        await context.artifact("page.txt", "text/plain", ` \n${html}`);
        await context.artifact("drawing.md", "text/markdown", "<svg onload='x()'/>");
        await context.artifact("picture.txt", "text/plain", png);
        await context.artifact("odd.png", "image/png", Buffer.from([1, 2, 0, 4]));
        await context.artifact("图 '1'.csv", "text/csv", "a,b\n1,2\n");
        return null;
      },
    },
  ],
});
/** Asks a person before it writes. */
const writes = defineTaskType({
  type: "writes",
  input: z.strictObject({ text: z.string().max(100), password: z.string().optional() }),
  steps: ({ text }) => [
    {
      name: "write_it",
      effect: true,
      tools: ["write"],
      level: "L1",
      async run(context) {
        const result = await context.call("write", { path: "out.txt", content: text });
        if (!result.ok) context.notice("not_written", result.error?.message ?? "");
        return result.ok;
      },
    },
  ],
});
let held: PromiseWithResolvers<void>;
const holds = defineTaskType({
  type: "holds",
  input: z.strictObject({}),
  steps: () => [{ name: "hold", effect: false, tools: [], run: () => held.promise }],
});

const shelf = skillShelf([]);
let http: Http;
beforeAll(async () => {
  http = await openHttp({
    task_types: [tenSteps, files, writes, holds],
    skills: shelf.catalogue,
    providers: [lookTool],
  });
});
beforeEach(() => {
  held = Promise.withResolvers();
  shelf.put([{ name: "workshop", task_types: ["ten_steps", "files", "writes", "holds"] }]);
});
afterAll(() => http.close());

const send = (body: unknown, headers: Record<string, string> = {}) =>
  http.send("POST", "/api/tasks", body, headers);
async function start(type: string, input: Record<string, unknown> = {}): Promise<string> {
  const response = await send({ type, input });
  expect(response.status).toBe(202);
  return CreatedTask.parse(await response.json()).task_id;
}
const read = async (id: string) =>
  TaskInfo.parse(await (await http.get(`/api/tasks/${id}`)).json());
const ended = async (id: string) => {
  await http.assembly.tasks.ended(id);
  return read(id);
};
async function error(response: Response) {
  return { status: response.status, ...ErrorBody.parse(await response.json()).error };
}

describe("starting a task", () => {
  it("answers 202 at once, and the same task again under the same key", async () => {
    const key = { "idempotency-key": "k-1" };
    const first = CreatedTask.parse(await (await send({ type: "holds" }, key)).json());
    const again = CreatedTask.parse(await (await send({ type: "holds" }, key)).json());
    expect(again.task_id).toBe(first.task_id);
    expect(await error(await send({ type: "files" }, key))).toMatchObject({
      status: 422,
      code: "idempotency_mismatch",
    });
    held.resolve();
    expect((await ended(first.task_id)).state).toBe("completed");
  });

  it("refuses a type that no skill brings, or whose skill is off, and what does not fit", async () => {
    expect(await error(await send({ type: "no_such" }))).toMatchObject({
      status: 404,
      code: "task_type_unknown",
    });
    shelf.put([{ name: "workshop", state: "disabled", task_types: ["files"] }]);
    const off = await error(await send({ type: "files" }));
    expect(off).toMatchObject({ status: 403, code: "skill_disabled" });
    expect(off.message).toContain("workshop");
    shelf.put([{ name: "workshop", task_types: ["writes"] }]);
    for (const body of [
      { type: "writes", input: { text: 5 } },
      { type: "writes", input: { text: "x".repeat(101) } },
      { type: "writes", input: { text: "x", more: 1 } },
      { type: "writes", input: [] },
      { type: "Writes", input: { text: "x" } },
      { type: "writes", input: { text: "x" }, budget: { tokens: -1 } },
      { input: {} },
    ]) {
      expect(await error(await send(body))).toMatchObject({ status: 400, code: "validation" });
    }
    const thread_id = "thread_000000000000000000000000";
    expect(
      await error(await send({ type: "writes", input: { text: "x" }, thread_id })),
    ).toMatchObject({
      status: 404,
    });
    expect(
      await error(await send({ type: "writes", input: { text: "x" }, again: "task_x" })),
    ).toMatchObject({
      status: 404,
    });
  });

  it("holds the input to the form of its skill as well", async () => {
    const inputs = {
      type: "object",
      properties: { text: { type: "string", maxLength: 3, default: "abc" } },
    };
    shelf.put([{ name: "workshop", task_types: ["writes"], inputs }]);
    expect(await error(await send({ type: "writes", input: { text: "abcd" } }))).toMatchObject({
      code: "validation",
    });
    const kinds = TaskKinds.parse(await (await http.get("/api/task-types")).json());
    expect(kinds.types.map(({ type, state }) => [type, state])).toEqual([
      ["ten_steps", "no_skill"],
      ["files", "no_skill"],
      ["writes", "ready"],
      ["holds", "no_skill"],
    ]);
    expect(kinds.types[2]?.inputs).toEqual(inputs);
  });

  it("masks a secret of its input wherever it is kept", async () => {
    const id = await start("writes", { text: "x", password: "hunter2-Zq81kk" });
    await vi.waitFor(async () => expect((await read(id)).state).toBe("waiting_approval"));
    expect(JSON.stringify(await read(id))).not.toContain("hunter2");
    await http.send("POST", `/api/tasks/${id}/cancel`, {});
  });
});

describe("a task that waits for a person", () => {
  it("goes on once allowed, and its call is made once", async () => {
    const id = await start("writes", { text: "hello" });
    await vi.waitFor(async () => expect((await read(id)).state).toBe("waiting_approval"));
    const [approval] = ApprovalList.parse(
      await (await http.get("/api/approvals")).json(),
    ).approvals;
    expect(approval).toMatchObject({ tool_id: "write", agent_id: "task.writes" });
    expect((await read(id)).steps[0]?.approval_ids).toEqual([approval?.id]);
    await http.send("POST", `/api/approvals/${approval?.id}`, { decision: "allow_once" });
    const task = await ended(id);
    expect(task.state).toBe("completed");
    expect(task.steps[0]?.tool_calls.map(({ tool_id, status }) => [tool_id, status])).toEqual([
      ["write", "ok"],
    ]);
  });

  it("waits over a restart, and the answer given before its turn comes is used", async () => {
    const id = await start("writes", { text: "after the restart" });
    await vi.waitFor(async () => expect((await read(id)).state).toBe("waiting_approval"));
    await http.restart();
    const [approval] = ApprovalList.parse(
      await (await http.get("/api/approvals")).json(),
    ).approvals;
    await http.send("POST", `/api/approvals/${approval?.id}`, { decision: "allow_once" });
    http.assembly.work();
    const task = await ended(id);
    expect(task).toMatchObject({ state: "completed", notices: [{ code: "task_resumed" }] });
    expect(task.steps[0]).toMatchObject({ attempts: 2, approval_ids: [approval?.id] });
  });

  it("withdraws its question when it is cancelled", async () => {
    const id = await start("writes", { text: "never" });
    await vi.waitFor(async () => expect((await read(id)).state).toBe("waiting_approval"));
    const cancelled = await http.send("POST", `/api/tasks/${id}/cancel`, {});
    expect(cancelled.status).toBe(202);
    expect(CreatedTask.parse(await cancelled.json())).toEqual({ task_id: id, status: "cancelled" });
    expect(ApprovalList.parse(await (await http.get("/api/approvals")).json()).approvals).toEqual(
      [],
    );
    expect(await error(await http.send("POST", `/api/tasks/${id}/cancel`, {}))).toMatchObject({
      status: 400,
    });
  });
});

describe("task.start", () => {
  const invoke = (args: Record<string, unknown>) =>
    http.send("POST", "/api/tools/task.start/invoke", { arguments: args });

  it("asks a person, starts the task under the right of whoever calls, and gives its id at once", async () => {
    const tools = ToolList.parse(await (await http.get("/api/tools")).json()).tools;
    expect(tools.find(({ id }) => id === "task.start")).toMatchObject({
      requires_confirm: true,
      description: expect.stringContaining("holds"),
    });
    const asked = await invoke({ type: "holds", input: {} });
    expect(asked.status).toBe(202);
    const { approval_id } = (await asked.json()) as { approval_id: string };
    expect((await http.get("/api/tasks?type=holds&state=running")).status).toBe(200);
    await http.send("POST", `/api/approvals/${approval_id}`, { decision: "allow_once" });
    const done = await vi.waitFor(async () => {
      const approval = Approval.parse(
        await (await http.get(`/api/approvals/${approval_id}`)).json(),
      );
      expect(approval.state).toBe("done");
      return approval;
    });
    const { task_id } = CreatedTask.parse(done.result?.structured);
    expect((await read(task_id)).state).toBe("running");
    held.resolve();
    expect((await ended(task_id)).state).toBe("completed");
  });

  it("is not there while no type can be started", async () => {
    shelf.put([{ name: "workshop", state: "disabled", task_types: ["holds"] }]);
    const tools = ToolList.parse(await (await http.get("/api/tools")).json()).tools;
    expect(tools.some(({ id }) => id === "task.start")).toBe(false);
    const refused = await invoke({ type: "holds", input: {} });
    expect(await refused.json()).toMatchObject({ result: { error: { code: "tool_not_found" } } });
  });
});

describe("a conversation that is deleted", () => {
  it("takes its tasks with it", async () => {
    http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
    const asked = await http.send("POST", "/api/ask", {
      question: "How often is the key rotated?",
    });
    const { thread_id } = (await asked.json()) as { thread_id: string };
    const body = { type: "holds", input: {}, thread_id };
    const { task_id } = CreatedTask.parse(await (await send(body)).json());
    const listed = TaskList.parse(await (await http.get(`/api/tasks?thread=${thread_id}`)).json());
    expect(listed.tasks.map((task) => task.task_id)).toEqual([task_id]);
    expect((await http.call("DELETE", `/api/threads/${thread_id}`)).status).toBe(200);
    expect((await http.get(`/api/tasks/${task_id}`)).status).toBe(404);
  });
});

describe("reading tasks", () => {
  it("lists them newest first, by pages and filters", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.push(await start("files"));
    for (const id of ids) await ended(id);
    const seen: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const at: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page = TaskList.parse(
        await (await http.get(`/api/tasks?type=files&state=completed&limit=3${at}`)).json(),
      );
      seen.push(...page.tasks.map(({ task_id }) => task_id));
      cursor = page.next_cursor;
    }
    expect(seen.slice(0, 7)).toEqual(ids.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
    for (const bad of ["state=odd", "limit=0", "cursor=x", "sort=name"]) {
      expect((await http.get(`/api/tasks?${bad}`)).status).toBe(400);
    }
  });

  it("tells its events as a stream that goes on behind the last one that was read", async () => {
    const id = await start("ten_steps", { letters: 10 });
    const first = await http.get(`/api/tasks/${id}/events`);
    expect(first.headers.get("content-type")).toContain("text/event-stream");
    const live = rowsIn(await first.text());
    // Of the progress of a step the newest alone is kept.
    const all = rowsIn(await (await http.get(`/api/tasks/${id}/events`)).text());
    expect(live).toEqual(expect.arrayContaining(all));
    expect(live.map((row) => row.id)).toEqual(live.map((row) => row.id).toSorted((a, b) => a - b));
    expect(all.at(-1)?.event).toMatchObject({ kind: "task_changed", state: "completed" });
    const middle = all[Math.floor(all.length / 2)]?.id ?? 0;
    const rest = await http.get(`/api/tasks/${id}/events`, { "last-event-id": String(middle) });
    expect(rowsIn(await rest.text())).toEqual(all.filter((row) => row.id > middle));
    const none = await http.get(`/api/tasks/${id}/events?after=${all.at(-1)?.id}`);
    expect(none.status).toBe(204);
    expect((await http.get(`/api/tasks/${id}/events`, { "last-event-id": "x" })).status).toBe(400);
    expect((await http.get("/api/tasks/task_no/events")).status).toBe(404);
  });

  it("shows pictures and text, and hands everything else over as a file that can do nothing", async () => {
    const id = await start("files");
    await ended(id);
    const look = async (name: string) => {
      const response = await http.get(`/api/tasks/${id}/artifacts/${encodeURIComponent(name)}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toMatch(/sandbox/);
      const how = response.headers.get("content-disposition")?.split(";")[0];
      return [how, response.headers.get("content-type")];
    };
    const file = ["attachment", "application/octet-stream"];
    expect(await look("report.md")).toEqual(["inline", "text/markdown; charset=utf-8"]);
    expect(await look("page.html")).toEqual(file);
    expect(await look("page.txt")).toEqual(file);
    expect(await look("drawing.md")).toEqual(file);
    expect(await look("picture.txt")).toEqual(["inline", "image/png"]);
    expect(await look("odd.png")).toEqual(file);
    expect(await look("图 '1'.csv")).toEqual(["inline", "text/csv; charset=utf-8"]);
    for (const name of ["../docent.db", "no.txt", "..", "%2e%2e%2fdocent.db"]) {
      const response = await http.get(`/api/tasks/${id}/artifacts/${encodeURIComponent(name)}`);
      expect((await error(response)).status).toBe(404);
    }
    writeFileSync(http.at("home/artifacts", id, "report.md"), "# Reporter\n\n<b>bold</b>\n");
    const changed = await http.get(`/api/tasks/${id}/artifacts/report.md`);
    expect(await error(changed)).toMatchObject({ status: 403, code: "path_changed" });
  });

  it("deletes one with everything that belongs to it", async () => {
    const id = await start("holds");
    const deleted = await http.call("DELETE", `/api/tasks/${id}`);
    expect(await deleted.json()).toEqual({ deleted: 1 });
    expect((await http.get(`/api/tasks/${id}`)).status).toBe(404);
    expect((await http.call("DELETE", `/api/tasks/${id}`)).status).toBe(404);
    expect((await http.get(`/api/tasks/${id}/events`)).status).toBe(404);
  });
});

function rowsIn(text: string): TaskEventRow[] {
  return text
    .split("\n\n")
    .filter((piece) => piece !== "")
    .map((piece) => {
      const [, id, data = ""] = /^id: (\d+)\ndata: (.*)$/.exec(piece) ?? [];
      const row = TaskEventRow.parse(JSON.parse(data));
      expect(row.id).toBe(Number(id));
      return row;
    });
}
