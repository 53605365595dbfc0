import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { hasRole, type Role } from "#lib/contracts/people";
import { defineTaskType } from "#lib/tasks/task-type";
import type { ToolProvider } from "#lib/tools/provider";
import { rights } from "../../../app/api/_server/rights.ts";
import { skillShelf } from "../../tasks/open-engine.ts";
import { lookTool, tenSteps } from "../../tasks/ten-steps.ts";
import { toolSpec } from "../../tools/open-desk.ts";
import { html, openResearchSite, type ResearchSite } from "../../web/research-site.ts";
import { findRoutes } from "./open-http.ts";
import { openPeople, type PeopleHttp } from "./open-people.ts";

/** A word that stands in everything of alice's, and in nothing of anybody else's. */
const marker = "zanzibarfeather";

const stub: ToolProvider = {
  id: "jotter",
  listTools: async () => [toolSpec("jot", { provider_id: "jotter" })],
  invoke: async () => ({ is_error: false, text: `${marker} done`, exit_code: 0 }),
  close: async () => {},
};

const holds = defineTaskType({
  type: "holds",
  input: z.strictObject({}),
  steps: () => [
    {
      name: "hold",
      effect: false,
      tools: [],
      run: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        }),
    },
  ],
});

let room: PeopleHttp;
let site: ResearchSite;
/** By name of a parameter: what is alice's, and what is nobody's. */
let params: Record<string, { hers: string; nobodys: string }>;
/** The same by pattern, where a name means something else there. */
let byPattern: Record<string, { hers: string; nobodys: string }>;
const people = ["alice", "bob", "carol", "root"] as const;
type Name = (typeof people)[number];
const roleOf: Record<Name, Role> = {
  ...{ alice: "editor", bob: "reader", carol: "editor", root: "admin" },
};
let headers: Record<Name, Record<string, string>>;

beforeAll(async () => {
  const shelf = skillShelf([{ name: "workshop", task_types: ["ten_steps", "holds"] }]);
  site = await openResearchSite();
  site.pages.set("a.example/feather", html(`About the ${marker}`, `<p>The ${marker} is blue.</p>`));
  room = await openPeople({
    config: { web: { allow_hosts: ["*.example"] } },
    open: {
      ...{ providers: [stub, lookTool], task_types: [tenSteps, holds], skills: shelf.catalogue },
      web: site.wires,
    },
  });
  const { http, signIn } = room;
  http.write("notes/bells.md", "# Bells\n\nThe bell is rung at nine.\n");
  http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
  await http.ready();
  const headersOf = async (name: Name) => (await signIn(name)).headers;
  headers = {
    alice: await headersOf("alice"),
    bob: await headersOf("bob"),
    carol: await headersOf("carol"),
    root: await headersOf("root"),
  };
  const { alice } = headers;
  const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
  const send = async (method: string, url: string, body: unknown, more = {}) =>
    json(await http.send(method, url, body, { ...alice, ...more }));
  const question = `When is the bell rung? ${marker}`;
  const answer = await send("POST", "/api/ask", { question }, { "idempotency-key": "shared" });
  const { thread_id, run_id, trace_id } = answer as Record<string, string>;
  await send("POST", `/api/threads/${thread_id}/feedback`, {
    ...{ run_id, verdict: "wrong", why: marker },
  });
  const concept = await send("POST", "/api/memory/concepts", { text: `${marker} means a bell.` });
  await send("POST", "/api/activity/cases", { trace_id, note: marker });
  const asked = await send("POST", "/api/tools/jot/invoke", { arguments: { text: marker } });
  const task = await send("POST", "/api/tasks", { type: "ten_steps", input: { note: marker } });
  const input =
    task.error === undefined ? task : await send("POST", "/api/tasks", { type: "ten_steps" });
  // What is hers is as it stays: only what another does could change it.
  await vi.waitFor(
    async () =>
      expect(await json(await http.get(`/api/tasks/${input.task_id}`, alice))).toMatchObject({
        state: "completed",
      }),
    { timeout: 60_000, interval: 50 },
  );
  const saved = await send("POST", "/api/tools/web.extract/invoke", {
    arguments: { url: "http://a.example/feather" },
  });
  const page = (saved.result as { structured: { relative_path: string } }).structured;
  const token = await send("POST", "/api/auth/tokens", { name: marker, scope: "all", days: 1 });
  const traces = await json(await http.get("/api/traces", alice));
  expect(JSON.stringify(traces)).toContain(trace_id);
  const spans = await json(await http.get(`/api/traces/${trace_id}/spans`, alice));
  const [span] = spans.spans as { span_id: string }[];
  const me = await json(await http.get("/api/auth/me", alice));
  const pair = (hers: unknown, nobodys: string) => ({ hers: String(hers), nobodys });
  const hex = "0".repeat(24);
  params = {
    thread_id: pair(thread_id, `thread_${hex}`),
    trace_id: pair(trace_id, `trace_${hex}`),
    span_id: pair(span?.span_id, `span_${hex}`),
    patch_id: pair(`patch_${hex}`, `patch_${"1".repeat(24)}`),
    server: pair("none", "other"),
    name: pair("jot", "jot"), // of a tool or a skill, which are everybody's
    sha256: pair("a".repeat(64), "b".repeat(64)),
    page: pair(page.relative_path, "a.example/feather-0123456789abcdef.md"),
  };
  byPattern = {
    "/api/threads": pair(thread_id, `thread_${hex}`),
    "/api/approvals": pair(asked.approval_id, `approval_${hex}`),
    "/api/tasks": pair(input.task_id, `task_${hex}`),
    "/api/memory/concepts": pair(concept.concept_id, `concept_${hex}`),
    "/api/auth/tokens": pair(token.id, `token_${hex}`),
    "/api/people": pair(me.id, `p_${hex}`),
    "/api/permissions": pair(`permission_${hex}`, `permission_${"1".repeat(24)}`),
    "/api/sandbox/runs": pair(`inv_${hex}`, `inv_${"1".repeat(24)}`),
  };
});
afterAll(async () => {
  await room.close();
  await site.close();
});

const routes = (await findRoutes()).filter((pattern) => !pattern.includes("[["));
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const table = routes.flatMap((pattern) =>
  methods.flatMap((method) => {
    const right = rights[pattern]?.[method];
    return right === undefined ? [] : [{ pattern, method, right }];
  }),
);

function urlOf(pattern: string, whose: "hers" | "nobodys"): string {
  const given =
    byPattern[Object.keys(byPattern).find((one) => pattern.startsWith(`${one}/`)) ?? ""];
  return pattern.replace(/\[(\w+)\]/g, (_, name: string) =>
    name === "id" ? (given?.[whose] ?? "x") : (params[name]?.[whose] ?? "x"),
  );
}

/** Arguments that name what is hers, for routes that take them in the query or the body. */
function more(pattern: string, method: string, whose: "hers" | "nobodys") {
  const thread = params.thread_id?.[whose] ?? "";
  const trace = params.trace_id?.[whose] ?? "";
  const path = params.page?.[whose] ?? "";
  const bodies: Record<string, unknown> = {
    "POST /api/ask": { question: "And who rings it?", thread_id: thread },
    "POST /api/chat": { question: "And who rings it?", thread_id: thread },
    "POST /api/activity/cases": { trace_id: trace, note: "mine" },
    "POST /api/approvals/[id]": { decision: "allow_once" },
    "POST /api/memory/forget": { scope: { thread_id: thread } },
    "PATCH /api/threads/[id]": { title: "mine" },
    "PATCH /api/memory/concepts/[id]": { text: "mine" },
    "POST /api/threads/[id]/feedback": { run_id: "run_x", verdict: "right" },
    "POST /api/tasks": { type: "ten_steps", thread_id: thread },
    "POST /api/tools/[name]/invoke": { arguments: {}, thread_id: thread },
    "POST /api/traces/[trace_id]/replay": { model: "recorded" },
    "POST /api/auth/tokens": { name: "n", scope: "read", days: 1 },
    "PATCH /api/people/[id]": { removed: false },
    "DELETE /api/web/pages": { path },
    "POST /api/web/fetch-again": { path },
  };
  const queries: Record<string, string> = {
    "GET /api/sandbox/runs/[id]/[sha256]": `?thread_id=${thread}`,
    "GET /api/sources/preview": `?root=web&path=${path}`,
    "GET /api/sources/picture": `?root=web&path=${path}`,
    "GET /api/suggest": `?q=${marker.slice(0, 8)}&roots=web`,
    "GET /api/tasks": `?thread=${thread}`,
    "GET /api/audit": `?trace=${trace}`,
    "GET /api/threads/[id]/follow-ups": "?run_id=run_x",
    "GET /api/threads/[id]/markdown": "?run_id=run_x",
  };
  const key = `${method} ${pattern}`;
  return { body: bodies[key] ?? {}, query: queries[key] ?? "" };
}

async function call(name: Name, pattern: string, method: string, whose: "hers" | "nobodys") {
  const { body, query } = more(pattern, method, whose);
  const response = await room.http.call(method, urlOf(pattern, whose) + query, {
    headers: { ...headers[name], "content-type": "application/json", "if-match": "x" },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  // Of a stream the beginning is enough; it ends with its answer.
  const text = await response.text();
  return { status: response.status, text };
}
/** Without what is of the one request: ids and times that were given out for it. */
const bare = (text: string) =>
  text
    .replace(
      /\b(?:trace|run|thread|task|span|approval|inv|p|token|concept|step)_[0-9a-f]{24}\b/g,
      "ID",
    )
    .replace(/docent_pat_[\w-]+/g, "TOKEN")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/"(?:latency_ms|retrieval_ms|ms|files_scanned|offset_ms)":[\d.]+/g, "MS");

it("every route has its row, and every row its route", () => {
  const declared = Object.keys(rights).toSorted();
  expect([...routes, "/api/[[...unknown]]"].toSorted()).toEqual(declared);
});

it("every method that a route takes has its row, and no other", async () => {
  const wrong: string[] = [];
  for (const pattern of routes) {
    const url = urlOf(pattern, "nobodys");
    const response = await room.http.call("OPTIONS", url, { headers: headers.root });
    const taken = (response.headers.get("allow") ?? "").split(", ");
    for (const method of methods) {
      if (taken.includes(method) !== (rights[pattern]?.[method] !== undefined))
        wrong.push(`${method} ${pattern}`);
    }
  }
  expect(wrong).toEqual([]);
});

describe.each(people.filter((name) => name !== "alice"))("%s", (name) => {
  it("may call what the role may, and is told which role it takes otherwise", async () => {
    const wrong: unknown[] = [];
    for (const { pattern, method, right } of table) {
      // What would change the settings of all, or the way in, is tried by those alone who may not.
      const may = right.role === "anyone" || hasRole(roleOf[name], right.role);
      if (may) continue;
      const { status, text } = await call(name, pattern, method, "hers");
      if (status !== 403 || !text.includes("role_required")) wrong.push([method, pattern, status]);
      if (method !== "GET") continue;
      const head = await room.http.call("HEAD", urlOf(pattern, "hers"), { headers: headers[name] });
      if (head.status !== 403) wrong.push(["HEAD", pattern, head.status]);
    }
    expect(wrong).toEqual([]);
  });

  it("is told of what is alice's exactly what is told of what is not there", async () => {
    const before = await stateOf("alice");
    const leaks: unknown[] = [];
    for (const { pattern, method, right } of table) {
      if (right.role !== "anyone" && !hasRole(roleOf[name], right.role)) continue;
      if (everybodys.has(`${method} ${pattern}`)) continue;
      const hers = await call(name, pattern, method, "hers");
      const nobodys = await call(name, pattern, method, "nobodys");
      if (hers.text.includes(marker)) leaks.push([method, pattern, "marker"]);
      if (hers.status !== nobodys.status || bare(hers.text) !== bare(nobodys.text)) {
        leaks.push([method, pattern, hers.status, nobodys.status, bare(hers.text).slice(0, 300)]);
      }
    }
    expect(leaks).toEqual([]);
    expect(await stateOf("alice")).toEqual(before);
  });
});

/** What an admin looks after for all, or what would end the test for everybody. */
const everybodys = new Set([
  ...["GET /api/audit", "GET /api/audit/calls", "GET /api/audit/export", "GET /api/network"],
  ...["GET /api/people", "PATCH /api/people/[id]", "DELETE /api/people/[id]"],
  ...["POST /api/auth/sign-out", "GET /api/auth/start", "GET /api/auth/callback"],
  ...["PUT /api/config", "POST /api/config/undo", "POST /api/activity/compact", "GET /api/metrics"],
  ...["GET /api/activity/kept", "GET /api/audit/state", "GET /api/health", "POST /api/models/test"],
]);

/** All that somebody sees of theirs. */
async function stateOf(name: Name): Promise<unknown> {
  const seen: unknown[] = [];
  for (const url of [
    ...["/api/threads", urlOf("/api/threads/[id]", "hers"), "/api/memory", "/api/memory/episodes"],
    ...["/api/tasks", "/api/approvals", urlOf("/api/approvals/[id]", "hers"), "/api/traces"],
    ...["/api/activity/cases", "/api/auth/tokens", "/api/feedback?format=json", "/api/web/pages"],
  ]) {
    const response = await room.http.get(url, headers[name]);
    expect([url, response.status]).toEqual([url, 200]);
    const text = await response.text();
    expect([url, text.includes(marker) || url === "/api/traces" || url === "/api/tasks"]).toEqual([
      url,
      true,
    ]);
    seen.push([url, text.replace(/"(?:used_at|exported_at)":[^,}]*/g, "")]);
  }
  return seen;
}

it("one key of two people is two keys", async () => {
  const ask = async (name: Name) => {
    const key = { "idempotency-key": "shared" };
    const question = `When is the bell rung? ${name === "alice" ? marker : "other"}`;
    const response = await room.http.send(
      "POST",
      "/api/ask",
      { question },
      { ...headers[name], ...key },
    );
    return { status: response.status, body: (await response.json()) as { thread_id: string } };
  };
  const [hers, his] = [await ask("alice"), await ask("bob")];
  expect([hers.status, his.status]).toEqual([200, 200]);
  expect(hers.body.thread_id).toBe(params.thread_id?.hers);
  expect(his.body.thread_id).not.toBe(hers.body.thread_id);
});

it("what was asked before is found among one's own questions alone", async () => {
  const ask = async (name: Name, question: string) => {
    const response = await room.http.send("POST", "/api/ask", { question }, headers[name]);
    return (await response.json()) as { earlier?: unknown };
  };
  await ask("alice", "How many days until the signing key gets rotated?");
  const again = "After how many days is the signing key rotated?";
  expect((await ask("carol", again)).earlier).toBeUndefined();
  expect((await ask("alice", again)).earlier).toBeDefined();
  const found = async (name: Name) => {
    const url = "/api/memory/episodes?q=signing%20key";
    const response = await room.http.get(url, headers[name]);
    return ((await response.json()) as { episodes: { question: string }[] }).episodes.length;
  };
  expect([(await found("alice")) > 1, await found("carol"), await found("bob")]).toEqual([
    true,
    1,
    expect.any(Number),
  ]);
});

it("no tool hands over what is another's, whatever id it is given", async () => {
  const { tools } = (await (await room.http.get("/api/tools", headers.carol)).json()) as {
    tools: { id: string; input_schema: { properties?: Record<string, { type?: string }> } }[];
  };
  expect(tools.length).toBeGreaterThan(15);
  const ids = [
    ...Object.values(params).map(({ hers }) => hers),
    ...Object.values(byPattern).map(({ hers }) => hers),
  ];
  const leaks: string[] = [];
  for (const { id, input_schema } of tools) {
    if (id === "jot") continue; // it says the marker itself
    for (const given of ids) {
      const args = Object.fromEntries(
        Object.entries(input_schema.properties ?? {}).flatMap(([name, { type }]) =>
          type === "string" ? [[name, given]] : [],
        ),
      );
      const url = `/api/tools/${encodeURIComponent(id)}/invoke`;
      const response = await room.http.send("POST", url, { arguments: args }, headers.carol);
      if ((await response.text()).includes(marker)) leaks.push(`${id} ${given}`);
    }
    // Of saved pages the root is named, too.
    const { properties = {} } = input_schema;
    const args = {
      ...("path" in properties ? { path: params.page?.hers } : {}),
      ...("root" in properties ? { root: "web" } : {}),
      ...("roots" in properties ? { roots: ["web"] } : {}),
      ...("query" in properties ? { query: "blue feather" } : {}),
      ...("text" in properties ? { text: marker.slice(0, 8) } : {}),
    };
    const url = `/api/tools/${encodeURIComponent(id)}/invoke`;
    const response = await room.http.send("POST", url, { arguments: args }, headers.carol);
    if ((await response.text()).includes(marker)) leaks.push(`${id} pages`);
  }
  expect(leaks).toEqual([]);
});

it("counts and figures are one's own", async () => {
  const series = async (name: Name) => {
    const url = "/api/activity/series?kind=answers";
    return JSON.stringify(await (await room.http.get(url, headers[name])).json());
  };
  const fresh = await room.signIn("nobody");
  expect(fresh.response.headers.get("location")).toContain("role_required");
  room.configure({ others: "reader" });
  const newcomer = await room.signIn("nobody");
  const response = await room.http.get("/api/activity/series?kind=answers", newcomer.headers);
  const points = ((await response.json()) as { points: unknown[] }).points;
  expect(points.filter((one) => JSON.stringify(one).includes('"value"'))).toEqual([]);
  expect(await series("alice")).not.toBe(await series("root"));
  room.configure();
});

describe("a stream", () => {
  /** Of a task that goes on until it is cancelled. */
  async function reading(of: Record<string, string>) {
    const created = await room.http.send("POST", "/api/tasks", { type: "holds" }, of);
    const { task_id } = (await created.json()) as { task_id: string };
    const response = await room.http.get(`/api/tasks/${task_id}/events`, of);
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    const over = (async () => {
      while ((await reader?.read())?.done === false);
    })();
    return { over, task_id };
  }

  it("ends when its person signs out", async () => {
    const own = (await room.signIn("carol")).headers;
    const { over, task_id } = await reading(own);
    await room.http.call("POST", "/api/auth/sign-out", { headers: own });
    await over;
    const response = await room.http.get(`/api/tasks/${task_id}/events`, own);
    expect(response.status).toBe(401);
  });

  it("ends when a group is taken from its person, and the next request is refused", async () => {
    const own = (await room.signIn("carol")).headers;
    const { over, task_id } = await reading(own);
    room.accounts.set("carol", { name: "Carol", groups: [] });
    room.configure({ recheck_seconds: 0 });
    expect((await room.http.get("/api/threads", own)).status).toBe(403);
    await over;
    expect((await room.http.get(`/api/tasks/${task_id}/events`, own)).status).toBe(403);
    room.accounts.set("carol", { name: "Carol", groups: ["writers"] });
    room.configure();
  });

  it("ends with the task that it tells of when its person loses a group, or is removed", async () => {
    const gone = async () => {
      const own = (await room.signIn("carol")).headers;
      const { over, task_id } = await reading(own);
      return { own, over, task_id };
    };
    const stateOf = async (own: Record<string, string>, task_id: string) =>
      ((await (await room.http.get(`/api/tasks/${task_id}`, own)).json()) as { state?: string })
        .state;
    const first = await gone();
    room.accounts.set("carol", { name: "Carol", groups: [] });
    room.configure({ recheck_seconds: 0, others: "reader" });
    expect((await room.http.get("/api/threads", first.own)).status).toBe(200);
    await first.over;
    await vi.waitFor(
      async () => expect(await stateOf(first.own, first.task_id)).toBe("cancelled"),
      { timeout: 60_000, interval: 50 },
    );
    room.accounts.set("carol", { name: "Carol", groups: ["writers"] });
    room.configure();
    const second = await gone();
    const me = await (await room.http.get("/api/auth/me", second.own)).json();
    const { id } = me as { id: string };
    const change = (removed: boolean) =>
      room.http.send("PATCH", `/api/people/${id}`, { removed }, headers.root);
    expect((await change(true)).status).toBe(200);
    await second.over;
    expect((await change(false)).status).toBe(200);
    const again = (await room.signIn("carol")).headers;
    expect(await stateOf(again, second.task_id)).toBe("cancelled");
  });

  it("ends with its task when a new sign-in says that its person has lost a group", async () => {
    const own = (await room.signIn("carol")).headers;
    const { over, task_id } = await reading(own);
    room.accounts.set("carol", { name: "Carol", groups: [] });
    room.configure({ others: "reader" });
    const elsewhere = (await room.signIn("carol")).headers;
    await over;
    await vi.waitFor(
      async () => {
        const task = await room.http.get(`/api/tasks/${task_id}`, elsewhere);
        expect(((await task.json()) as { state: string }).state).toBe("cancelled");
      },
      { timeout: 20_000, interval: 50 },
    );
    room.accounts.set("carol", { name: "Carol", groups: ["writers"] });
    room.configure();
  });

  it("ends when its token is taken back", async () => {
    const own = (await room.signIn("carol")).headers;
    const made = await room.http.send(
      "POST",
      "/api/auth/tokens",
      { name: "t", scope: "all", days: 1 },
      own,
    );
    const { token, id } = (await made.json()) as { token: string; id: string };
    const { over } = await reading({ authorization: `Bearer ${token}` });
    await room.http.call("DELETE", `/api/auth/tokens/${id}`, { headers: own });
    await over;
  });

  it("of another's run or task is not gone on with by the id of an event", async () => {
    const { alice, bob } = headers;
    const { task_id } = await reading(alice);
    const resume = { "last-event-id": "1" };
    const task = await room.http.get(`/api/tasks/${task_id}/events`, { ...bob, ...resume });
    expect(task.status).toBe(404);
    const chat = await room.http.get(urlOf("/api/chat/[thread_id]/stream", "hers"), {
      ...bob,
      "last-event-id": "run_x.1",
    });
    expect(chat.status).not.toBe(200);
    const cancel = await room.http.send("POST", `/api/tasks/${task_id}/cancel`, {}, bob);
    expect(cancel.status).toBe(404);
    const still = await room.http.get(`/api/tasks/${task_id}`, alice);
    expect(((await still.json()) as { state: string }).state).toBe("running");
  });
});

it("nothing is left of somebody who is erased but the audit, and others keep theirs", async () => {
  const carol = (await room.signIn("carol")).headers;
  const me = (await (await room.http.get("/api/auth/me", carol)).json()) as { id: string };
  const before = await stateOf("alice");
  const erase = (with_: Record<string, string>) =>
    room.http.call("DELETE", `/api/people/${me.id}`, { headers: with_ });
  expect((await erase(headers.alice)).status).toBe(403);
  const response = await erase(headers.root);
  expect(response.status).toBe(200);
  expect(((await response.json()) as { rows: number }).rows).toBeGreaterThan(10);
  expect((await room.http.get("/api/threads", carol)).status).toBe(401);
  // Who is erased was removed, and stays so until an admin says otherwise.
  const refused = await room.signIn("carol");
  expect(refused.response.headers.get("location")).toContain("role_required");
  await room.http.send("PATCH", `/api/people/${me.id}`, { removed: false }, headers.root);
  const again = (await room.signIn("carol")).headers;
  const threads = (await (await room.http.get("/api/threads", again)).json()) as { total: number };
  expect(threads.total).toBe(0);
  expect(await stateOf("alice")).toEqual(before);
  const audit = await (await room.http.get("/api/audit", headers.root)).text();
  expect(audit).toContain(me.id);
});
