import { spawnSync } from "node:child_process";
import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  AuditTrailPage,
  NetworkPage,
  ReplayComparison,
  Series,
  SpanDetail,
  SpansPage,
  TraceDetail,
  TraceList,
} from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { ApprovalList } from "#lib/contracts/approvals";
import { CreatedTask, TaskInfo } from "#lib/contracts/tasks";
import { projectDir } from "#lib/platform/project";
import type { ToolProvider } from "#lib/tools/provider";
import { openaiChat } from "../../models/wire/openai-chat.ts";
import { scriptedServer } from "../../models/wire/wire-format.ts";
import { skillShelf } from "../../tasks/open-engine.ts";
import { tenSteps } from "../../tasks/ten-steps.ts";
import { toolSpec } from "../../tools/open-desk.ts";
import { type Http, openHttp } from "./open-http.ts";

/** Things done again whose first time a model wrote, or something was changed. */
const sentence = "The signing key is rotated every ninety days";
const key = "sk-test-0123456789abcdefghijklmnop";
type Script = Parameters<typeof scriptedServer>[1];
let script: Script;
let server: Awaited<ReturnType<typeof scriptedServer>>;
let http: Http;
const acted: unknown[] = [];
const acting = (id: string, name: string): ToolProvider => ({
  id,
  ours: true,
  listTools: async () => [
    toolSpec(name, { provider_id: id, risk: "safe", requires_confirm: false }),
  ],
  invoke: async (_tool, args) => {
    acted.push(args);
    return { is_error: false, text: "It is done." };
  },
  close: async () => {},
});
/** What its steps look at is a tool of ours that only reads: of others a recorded result would have to stand in. */
const looking: typeof tenSteps = {
  ...tenSteps,
  steps: (input) =>
    tenSteps.steps(input).map((step) => ({
      ...step,
      tools: step.effect ? step.tools : [status],
      run: (context) =>
        step.run({
          ...context,
          call: (tool, args) =>
            tool === "look" ? context.call(status, {}) : context.call(tool, args),
        }),
    })),
};
const status = "mcp.docs.docs_status";
/** Taken away by a test. */
let providers: ToolProvider[];

beforeAll(async () => {
  server = await scriptedServer(openaiChat, (told) => script(told));
  const { catalogue: skills } = skillShelf([{ task_types: ["ten_steps"] }]);
  providers = [acting("notebook", "keep_note"), acting("marker", "mark")];
  http = await openHttp({
    env: { DOCENT_MODEL_API_KEY: key },
    ...{ providers, skills, task_types: [looking] },
  });
  http.write("notes/keys.md", `# Keys\n\n${sentence}.\n`);
  const config = {
    doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
    answer: { mode: "model" },
    model: {
      ...{ provider: "compatible", name: "test-model", base_url: server.base_url },
      prices: { input: 1, output: 1 },
    },
    agents: [{ id: "primary", kind: "primary", permission: "L1", tools: ["keep_note"] }],
  };
  await http.restart(() => http.write("config.json", JSON.stringify(config)));
  await http.ready();
  http.assembly.work();
});
beforeEach(() => {
  server.requests.length = 0;
  acted.length = 0;
});
afterAll(async () => {
  await http.close();
  await server.close();
});

const ask = async (more: object = {}) =>
  Answer.parse(
    await (
      await http.send("POST", "/api/ask", { question: "When is the signing key rotated?", ...more })
    ).json(),
  );
async function replay(trace_id: string, model = "recorded"): Promise<ReplayComparison> {
  const response = await http.send("POST", `/api/traces/${trace_id}/replay`, { model });
  expect(response.status, await response.clone().text()).toBe(200);
  return ReplayComparison.parse(await response.json());
}
async function read<T>(schema: { parse(value: unknown): T }, url: string): Promise<T> {
  return schema.parse(await (await http.get(url)).json());
}

describe("an answer in a model's words, done again", () => {
  it("is given the recorded replies, and the model is asked nothing", async () => {
    script = () => ({ text: `${sentence} [1].` });
    const answer = await ask();
    expect(answer.mode).toBe("model");
    const asked = server.requests.length;
    expect(asked).toBeGreaterThan(0);
    const again = await replay(answer.trace_id);
    expect(server.requests.length).toBe(asked);
    expect(again).toMatchObject({ verdict: "same", model: "recorded", notices: [] });
    expect(again.claims.map(({ change }) => change)).toEqual(["same"]);
  });

  it("is asked of the model as it is now where that is chosen, and differs as that does", async () => {
    script = () => ({ text: `${sentence} [1].` });
    const answer = await ask();
    script = () => ({ text: "The key, which signs, is rotated every ninety days [1]." });
    const again = await replay(answer.trace_id, "live");
    expect(server.requests.length).toBeGreaterThan(1);
    expect(again).toMatchObject({ verdict: "different", model: "live" });
    expect(again.claims[0]?.change).toBe("changed");
    expect(again.first_difference?.step).toBe("compose");
    expect((await replay(answer.trace_id)).verdict).toBe("same");
  });

  it("makes no call again that changes something: what it gave back then stands in", async () => {
    script = ({ turn }) =>
      turn % 2 === 1
        ? { calls: [{ name: "keep_note", arguments: { note: "rotation" } }] }
        : { text: `${sentence} [1].` };
    server.requests.length = 0;
    script = ({ body }) =>
      JSON.stringify(body).includes('"tool"')
        ? { text: `${sentence} [1]. It is done.` }
        : { calls: [{ name: "keep_note", arguments: { text: "rotation" } }] };
    const answer = await ask();
    expect(answer.actions?.map(({ tool_id, outcome }) => [tool_id, outcome])).toEqual([
      ["keep_note", expect.stringMatching(/done|refused/)],
    ]);
    const before = acted.length;
    const again = await replay(answer.trace_id);
    expect(acted.length).toBe(before);
    expect(again).toMatchObject({ effects: 0, stood_in: 1, verdict: "same" });
    expect(again.notices[0]).toContain("not repeated");
  });

  it("keeps replies masked, and none of an asking that is not to be stored", async () => {
    script = () => ({ text: `${sentence} [1]. The password: hunter2hunter2` });
    const answer = await ask();
    const { spans } = await read(SpansPage, `/api/traces/${answer.trace_id}/spans`);
    const turn = spans.find(({ kind }) => kind === "model");
    const detail = await read(SpanDetail, `/api/traces/${answer.trace_id}/spans/${turn?.span_id}`);
    expect(detail.reply?.text).toContain(sentence);
    expect(detail.reply?.text).not.toContain("hunter2hunter2");
    const unstored = await ask({ store: false });
    const trace = await read(TraceDetail, `/api/traces/${unstored.trace_id}`);
    expect(trace.replay.recorded).toBe(false);
    const pages = await read(SpansPage, `/api/traces/${unstored.trace_id}/spans`);
    for (const { span_id } of pages.spans) {
      const one = await read(SpanDetail, `/api/traces/${unstored.trace_id}/spans/${span_id}`);
      expect([one.reply, one.arguments, one.result]).toEqual([undefined, undefined, undefined]);
    }
  });

  it("leaves its connections in the network log, with the asking they were for", async () => {
    script = () => ({ text: `${sentence} [1].` });
    const answer = await ask();
    const { rows } = await read(NetworkPage, `/api/network?trace=${answer.trace_id}`);
    expect(rows[0]).toMatchObject({
      ...{ purpose: "model", host: "127.0.0.1", method: "POST", status: 200 },
      trace_id: answer.trace_id,
    });
    expect(rows[0]?.bytes_sent).toBeGreaterThan(500);
    expect(rows[0]?.bytes_received).toBeGreaterThan(20);
    expect(JSON.stringify(rows)).not.toMatch(/chat\/completions|sk-test|ninety/);
    const { rows: traced } = await read(TraceList, "/api/traces?text=signing");
    expect(traced[0]).toMatchObject({ tokens: expect.any(Number), model: "test-model" });
    expect(traced[0]?.cost).toBeGreaterThan(0);
    const series = await read(Series, "/api/activity/series?kind=tokens");
    expect(series.total["test-model"]).toBeGreaterThan(1000);
  });
});

describe("a task done again", () => {
  async function run(input: object): Promise<TaskInfo> {
    const response = await http.send("POST", "/api/tasks", { type: "ten_steps", input });
    expect(response.status, await response.clone().text()).toBe(202);
    const { task_id } = CreatedTask.parse(await response.json());
    const ended = http.assembly.tasks.ended(task_id);
    let over = false;
    void ended.then(() => {
      over = true;
    });
    await expect
      .poll(
        async () => {
          const asked = ApprovalList.parse(await (await http.get("/api/approvals")).json());
          for (const { id, state } of asked.approvals) {
            if (state !== "pending") continue;
            await http.send("POST", `/api/approvals/${id}`, { decision: "allow_once" });
          }
          return over;
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBe(true);
    return TaskInfo.parse(await (await http.get(`/api/tasks/${task_id}`)).json());
  }

  it("comes out the same, and is in the list of traces with its steps", async () => {
    const task = await run({ letters: 50 });
    expect(task.state).toBe("completed");
    const again = await replay(task.trace_id);
    expect(again).toMatchObject({ kind: "task", verdict: "same", status: { after: "completed" } });
    expect(again.artifacts).toHaveLength(10);
    const { rows } = await read(TraceList, `/api/traces?kind=task&status=completed&tool=${status}`);
    expect(rows[0]).toMatchObject({ task_id: task.task_id, title: "ten_steps" });
    const trace = await read(TraceDetail, `/api/traces/${task.trace_id}`);
    expect(trace.roots[0]?.children.filter(({ kind }) => kind === "task")).toHaveLength(10);
    const { tasks } = (await (await http.get("/api/tasks")).json()) as { tasks: unknown[] };
    expect(tasks).toHaveLength(1);
  });

  it("runs nothing that has an effect: what its steps left then stands in", async () => {
    const task = await run({ effects: true, letters: 50 });
    const marks = acted.length;
    const again = await replay(task.trace_id);
    expect(acted.length).toBe(marks);
    expect(again.effects).toBe(0);
    expect(marks).toBe(3);
    expect(again).toMatchObject({ verdict: "same", stood_in: 3 });
  });
});

describe("npm run replay", () => {
  it("says how it is called, and what SINCE may be", () => {
    const call = (...args: string[]) =>
      spawnSync(process.execPath, ["scripts/replay.ts", ...args], {
        cwd: projectDir(),
        encoding: "utf8",
        env: { ...process.env, DOCENT_HOME: http.at("none") },
      });
    for (const args of [
      ["--all", "yesterday"],
      ["x", "--all", "7d"],
    ]) {
      const { status, stderr } = call(...args);
      expect([args, status]).toEqual([args, 2]);
      expect(stderr).toContain("usage: npm run replay");
    }
  });
});

describe("what was done and is not kept whole", () => {
  const change = (statement: string) => {
    const db = new Database(http.at("home/docent.db"));
    db.prepare(statement).run();
    db.close();
  };
  const restart = async (...statements: string[]) => {
    await http.restart(() => statements.forEach(change));
    await http.ready();
  };

  it("is not done again with a part of the replies, nor over folders that nobody knows any more", async () => {
    script = ({ body }) =>
      JSON.stringify(body).includes('"tool"')
        ? { text: `${sentence} [1]. It is done.` }
        : { calls: [{ name: "keep_note", arguments: { text: "rotation" } }] };
    const answer = await ask({ roots: ["notes"] });
    expect(answer.put_to).toEqual({ roots: ["notes"] });
    await restart("DELETE FROM tasks");
    expect((await replay(answer.trace_id)).verdict).toBe("same");
    await restart(
      "DELETE FROM previews WHERE number = (SELECT max(number) FROM previews WHERE kind = 'reply')",
    );
    expect(await replay(answer.trace_id)).toMatchObject({
      verdict: "impossible",
      message: expect.stringContaining("not kept"),
    });
    await restart("UPDATE messages SET answer = json_remove(answer, '$.put_to')");
    for (const model of ["recorded", "live"]) {
      expect(await replay(answer.trace_id, model)).toMatchObject({
        verdict: "impossible",
        message: expect.stringContaining("It is no longer known which folders"),
      });
    }
  });

  it("is different, and says so, where the model would have to be asked more often than then", async () => {
    script = () => ({ text: `${sentence} [1].` });
    const answer = await ask();
    await restart(
      `DELETE FROM spans WHERE trace_id = '${answer.trace_id}' AND kind = 'model'`,
      `UPDATE previews SET text = json_set(text, '$.calls', json('[{"id":"c","name":"docs_search","arguments":{"query":"key"}}]'), '$.text', '')
       WHERE trace_id = '${answer.trace_id}' AND kind = 'reply'`,
    );
    const again = await replay(answer.trace_id);
    expect(again.verdict).toBe("different");
    expect(again.message).toContain("asked more often than then");
  });
});

describe("a call that a person makes in a conversation", () => {
  it("is shown until the conversation is deleted", async () => {
    script = () => ({ text: `${sentence} [1].` });
    const { thread_id } = await ask();
    const args = { text: "by hand" };
    const made = await http.send("POST", "/api/tools/keep_note/invoke", {
      ...{ arguments: args, thread_id },
    });
    const { approval_id } = (await made.json()) as { approval_id: string };
    await http.send("POST", `/api/approvals/${approval_id}`, { decision: "allow_once" });
    const calls = async () =>
      (await read(AuditTrailPage, `/api/audit?approval=${approval_id}&status=ok`)).rows;
    await expect.poll(calls).toHaveLength(1);
    const call = (await calls()).find((row) => row.kind === "call");
    const shown = () =>
      read(SpanDetail, `/api/traces/${call?.trace_id}/spans/${call?.invocation_id}`);
    expect((await shown()).arguments?.text).toContain("by hand");
    await http.call("DELETE", `/api/threads/${thread_id}`);
    expect((await shown()).arguments).toBeUndefined();
  });
});

describe("what was done with something that is gone", () => {
  it("says that a model cannot be asked any more, and goes on with what was recorded", async () => {
    script = () => ({ text: `${sentence} [1].` });
    const answer = await ask();
    const config = {
      doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
      answer: { mode: "quote" },
    };
    await http.restart(() => http.write("config.json", JSON.stringify(config)));
    await http.ready();
    expect(await replay(answer.trace_id, "live")).toMatchObject({
      verdict: "impossible",
      message: expect.stringContaining("No model can be used now"),
    });
    expect((await replay(answer.trace_id)).verdict).toBe("same");
    const elsewhere = {
      ...config,
      doc_access: { roots: [{ id: "other", label: "Other", path: http.at("notes") }] },
    };
    const narrow = await ask({ roots: ["notes"], mode: "quote" });
    await http.restart(() => http.write("config.json", JSON.stringify(elsewhere)));
    await http.ready();
    expect(await replay(narrow.trace_id)).toMatchObject({
      verdict: "impossible",
      message: expect.stringContaining("“notes”"),
    });
  });
});
