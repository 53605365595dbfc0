import { readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  AuditState,
  AuditTrailPage,
  Compaction,
  Kept,
  NetworkPage,
  ReplayCases,
  ReplayComparison,
  Series,
  SpanDetail,
  SpansPage,
  TraceDetail,
  TraceList,
} from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { ApprovalList } from "#lib/contracts/approvals";
import { ErrorBody } from "#lib/contracts/errors";
import {
  AccessCheck,
  AgentList,
  AnswerMarkdown,
  Completion,
  ConfigDocument,
  Deleted,
  EmbeddingReport,
  EmbeddingTest,
  Feedback,
  FollowUps,
  Health,
  IndexReport,
  Inspection,
  McpStatus,
  McpTools,
  ModelReport,
  ModelTest,
  Preview,
  Readiness,
  SkippedFiles,
  Stopped,
  Suggestions,
  Thread,
  ThreadList,
} from "#lib/contracts/http";
import {
  Concept,
  EpisodeList,
  Forgotten,
  MemoryExport,
  MemoryReport,
  MemorySizes,
} from "#lib/contracts/memory";
import { CallsPage } from "#lib/contracts/records";
import { SandboxReport } from "#lib/contracts/sandbox";
import { SkillDetail, SkillList } from "#lib/contracts/skills";
import { CreatedTask, LikeTasks, TaskInfo, TaskKinds, TaskList } from "#lib/contracts/tasks";
import { ToolList, ToolResult } from "#lib/contracts/tools";
import { SavedPages, WebReport, WebTest } from "#lib/contracts/web-desk";
import { skillShelf } from "../../tasks/open-engine.ts";
import { lookTool, tenSteps } from "../../tasks/ten-steps.ts";
import { readsOf } from "./audit-reads.ts";
import { findRoutes, type Http, openHttp } from "./open-http.ts";

let http: Http;
let answer: Answer;

beforeAll(async () => {
  const { catalogue: skills } = skillShelf([{ task_types: ["ten_steps"] }]);
  http = await openHttp({ task_types: [tenSteps], skills, providers: [lookTool] });
  http.write(
    "notes/keys.md",
    "# Keys\n\n## Rotation\n\nThe signing key is rotated every ninety days.\n\nNobody else may hold it.\n",
  );
  http.write(
    "notes/钟.md",
    "# 敲钟\n\n## 怎么敲港口的钟？\n\n要敲港口的钟，请运行一次下面的命令：`bell --strike`。\n\n钟声十分钟以后停下来。\n",
  );
  await http.ready();
  const response = await http.send("POST", "/api/ask", {
    question: "When is the signing key rotated?",
  });
  answer = Answer.parse(await response.json());
});
afterAll(() => http.close());

async function error(response: Response) {
  return ErrorBody.parse(await response.json()).error;
}

const ownPage = { "sec-fetch-site": "same-origin" };
const stated = () =>
  http.send("POST", "/api/memory/concepts", { text: "The harbour means Kiel." }, ownPage);

/** Each route by its pattern, with a request that it answers and the schema it is held to. */
const routes: Record<string, { schema: z.ZodType; ask: () => Promise<Response> }> = {
  "/api/access/check": {
    schema: AccessCheck,
    ask: () => http.send("POST", "/api/access/check", { path: http.at("notes/keys.md") }),
  },
  "/api/agents": { schema: AgentList, ask: () => http.get("/api/agents") },
  "/api/approvals": { schema: ApprovalList, ask: () => http.get("/api/approvals") },
  "/api/ask": {
    schema: Answer,
    ask: () => http.send("POST", "/api/ask", { question: "Who may hold the signing key?" }),
  },
  "/api/activity/cases": {
    schema: ReplayCases,
    ask: () => http.send("POST", "/api/activity/cases", { trace_id: answer.trace_id }),
  },
  "/api/activity/compact": {
    schema: Compaction,
    ask: () => http.send("POST", "/api/activity/compact", {}),
  },
  "/api/activity/kept": { schema: Kept, ask: () => http.get("/api/activity/kept") },
  "/api/activity/series": {
    schema: Series,
    ask: () => http.get("/api/activity/series?kind=answers"),
  },
  "/api/audit": { schema: AuditTrailPage, ask: () => http.get("/api/audit") },
  "/api/audit/state": { schema: AuditState, ask: () => http.get("/api/audit/state") },
  "/api/network": { schema: NetworkPage, ask: () => http.get("/api/network") },
  "/api/audit/calls": { schema: CallsPage, ask: () => http.get("/api/audit/calls") },
  "/api/chat/[thread_id]/stop": {
    schema: Stopped,
    ask: () => http.send("POST", `/api/chat/${answer.thread_id}/stop`, {}),
  },
  "/api/traces": { schema: TraceList, ask: () => http.get("/api/traces") },
  "/api/traces/[trace_id]": {
    schema: TraceDetail,
    ask: () => http.get(`/api/traces/${answer.trace_id}`),
  },
  "/api/traces/[trace_id]/export": {
    schema: z.looseObject({ trace_id: z.string() }),
    ask: () => http.get(`/api/traces/${answer.trace_id}/export`),
  },
  "/api/traces/[trace_id]/replay": {
    schema: ReplayComparison,
    ask: () => http.send("POST", `/api/traces/${answer.trace_id}/replay`, {}),
  },
  "/api/traces/[trace_id]/spans": {
    schema: SpansPage,
    ask: () => http.get(`/api/traces/${answer.trace_id}/spans`),
  },
  "/api/traces/[trace_id]/spans/[span_id]": {
    schema: SpanDetail,
    ask: async () => {
      const spans = await http.get(`/api/traces/${answer.trace_id}/spans`);
      const [first] = SpansPage.parse(await spans.json()).spans;
      return http.get(`/api/traces/${answer.trace_id}/spans/${first?.span_id}`);
    },
  },
  "/api/config": { schema: ConfigDocument, ask: () => http.get("/api/config") },
  "/api/config/undo": {
    schema: ConfigDocument,
    ask: async () => {
      const read = ConfigDocument.parse(await (await http.get("/api/config")).json());
      const next = { ...read.config, limits: { ...read.config.limits, max_turns: 7 } };
      const put = await http.send("PUT", "/api/config", next, { "if-match": read.etag });
      const { etag } = ConfigDocument.parse(await put.json());
      return http.send("POST", "/api/config/undo", {}, { "if-match": etag });
    },
  },
  "/api/embedding": { schema: EmbeddingReport, ask: () => http.get("/api/embedding") },
  "/api/embedding/test": {
    schema: EmbeddingTest,
    ask: () => http.send("POST", "/api/embedding/test", {}),
  },
  "/api/feedback": {
    schema: z.array(Feedback),
    ask: () => http.get("/api/feedback?format=json"),
  },
  "/api/health": { schema: Health, ask: () => http.get("/api/health") },
  "/api/ready": { schema: Readiness, ask: () => http.get("/api/ready") },
  "/api/index": { schema: IndexReport, ask: () => http.get("/api/index") },
  "/api/index/skipped": {
    schema: SkippedFiles,
    ask: () => http.get("/api/index/skipped?root=notes"),
  },
  "/api/mcp/[server]/restart": {
    schema: McpStatus,
    ask: () => http.send("POST", "/api/mcp/docs/restart", {}),
  },
  "/api/mcp/status": { schema: McpStatus, ask: () => http.get("/api/mcp/status") },
  "/api/mcp/tools": { schema: McpTools, ask: () => http.get("/api/mcp/tools") },
  "/api/models": { schema: ModelReport, ask: () => http.get("/api/models") },
  "/api/models/test": {
    schema: ModelTest,
    ask: () => http.send("POST", "/api/models/test", {}),
  },
  "/api/roots/complete": {
    schema: Completion,
    ask: () => http.get(`/api/roots/complete?prefix=${http.at("no")}`, ownPage),
  },
  "/api/roots/inspect": {
    schema: Inspection,
    ask: () => http.send("POST", "/api/roots/inspect", { path: http.at("notes") }, ownPage),
  },
  "/api/sandbox": { schema: SandboxReport, ask: () => http.get("/api/sandbox") },
  "/api/skills": { schema: SkillList, ask: () => http.get("/api/skills") },
  "/api/skills/[name]": {
    schema: SkillDetail,
    ask: () => http.get("/api/skills/check-docs?file=docent.yaml"),
  },
  "/api/skills/rescan": {
    schema: SkillList,
    ask: () => http.send("POST", "/api/skills/rescan", {}),
  },
  "/api/sources/preview": {
    schema: Preview,
    ask: () => http.get("/api/sources/preview?path=keys.md&root=notes"),
  },
  "/api/suggest": { schema: Suggestions, ask: () => http.get("/api/suggest?q=ke") },
  "/api/task-types": { schema: TaskKinds, ask: () => http.get("/api/task-types") },
  "/api/tasks": {
    schema: TaskList,
    ask: async () => {
      await http.send("POST", "/api/tasks", { type: "ten_steps" });
      return http.get("/api/tasks?state=running,pending,completed&limit=5");
    },
  },
  "/api/tasks/[id]": {
    schema: TaskInfo,
    ask: async () => {
      const created = await http.send("POST", "/api/tasks", { type: "ten_steps" });
      const { task_id } = CreatedTask.parse(await created.json());
      return http.get(`/api/tasks/${task_id}`);
    },
  },
  "/api/tools": { schema: ToolList, ask: () => http.get("/api/tools") },
  "/api/tools/[name]/invoke": {
    schema: z.object({ result: ToolResult }),
    ask: () => http.send("POST", "/api/tools/mcp.docs.docs_status/invoke", { arguments: {} }),
  },
  "/api/memory": { schema: MemoryReport, ask: () => http.get("/api/memory") },
  "/api/memory/concepts": { schema: Concept, ask: () => stated() },
  "/api/memory/concepts/[id]": {
    schema: Concept,
    ask: async () => {
      const { concept_id } = Concept.parse(await (await stated()).json());
      const to = { text: "The harbour is the one at Kiel." };
      return http.send("PATCH", `/api/memory/concepts/${concept_id}`, to, ownPage);
    },
  },
  "/api/memory/episodes": {
    schema: EpisodeList,
    ask: () => http.get("/api/memory/episodes?q=rotating%20keys"),
  },
  "/api/memory/export": { schema: MemoryExport, ask: () => http.get("/api/memory/export") },
  "/api/memory/sizes": { schema: MemorySizes, ask: () => http.get("/api/memory/sizes") },
  "/api/memory/tasks": {
    schema: LikeTasks,
    ask: () => http.send("POST", "/api/memory/tasks", { type: "check_docs", input: {} }),
  },
  "/api/memory/forget": {
    schema: Forgotten,
    ask: () =>
      http.send("POST", "/api/memory/forget", { scope: { until: "2001-01-01T00:00:00Z" } }),
  },
  "/api/web": { schema: WebReport, ask: () => http.get("/api/web") },
  "/api/web/pages": { schema: SavedPages, ask: () => http.get("/api/web/pages?limit=5") },
  "/api/web/test": {
    schema: WebTest,
    ask: () => http.send("POST", "/api/web/test", { query: "anything" }),
  },
  "/api/threads": { schema: ThreadList, ask: () => http.get("/api/threads") },
  "/api/threads/[id]/export": {
    schema: Thread,
    ask: () => http.get(`/api/threads/${answer.thread_id}/export?format=json`),
  },
  "/api/threads/[id]/follow-ups": {
    schema: FollowUps,
    ask: () => http.get(`/api/threads/${answer.thread_id}/follow-ups?run_id=${answer.run_id}`),
  },
  "/api/threads/[id]/markdown": {
    schema: AnswerMarkdown,
    ask: () => http.get(`/api/threads/${answer.thread_id}/markdown?run_id=${answer.run_id}`),
  },
  "/api/threads/[id]/feedback": {
    schema: Thread,
    ask: () =>
      http.send("POST", `/api/threads/${answer.thread_id}/feedback`, {
        run_id: answer.run_id,
        verdict: "right",
      }),
  },
  "/api/threads/[id]": {
    schema: Thread,
    ask: () => http.get(`/api/threads/${answer.thread_id}`),
  },
};

describe("the surface", () => {
  it("has a case here for every route file", async () => {
    const elsewhere = [
      "/api/[[...unknown]]",
      "/api/approvals/[id]",
      "/api/permissions/[id]",
      "/api/chat",
      "/api/chat/[thread_id]/stream",
      "/api/metrics",
      "/api/patches/[patch_id]",
      "/api/patches/[patch_id]/apply",
      "/api/patches/[patch_id]/undo",
      "/api/sandbox/runs/[id]/[sha256]",
      "/api/session",
      "/api/sources/picture",
      "/api/web/fetch-again",
      "/api/tasks/[id]/artifacts/[name]",
      "/api/tasks/[id]/cancel",
      "/api/activity/cases/[trace_id]",
      "/api/audit/export",
      "/api/tasks/[id]/events",
      // Of where people sign in; here they are not there.
      "/api/auth/callback",
      "/api/auth/me",
      "/api/auth/sign-out",
      "/api/auth/start",
      "/api/auth/tokens",
      "/api/auth/tokens/[id]",
      "/api/people",
      "/api/people/[id]",
    ];
    expect(await findRoutes()).toEqual([...Object.keys(routes), ...elsewhere].sort());
  });

  it.each(["callback", "me", "start", "tokens"])(
    "has no /api/auth/%s for one person",
    async (name) => {
      const response = await http.get(`/api/auth/${name}`, ownPage);
      expect([response.status, (await error(response)).code]).toEqual([404, "not_found"]);
    },
  );

  it.each(Object.keys(routes))("%s answers in its schema, with a trace id", async (pattern) => {
    const response = await routes[pattern]?.ask();
    expect(response?.status).toBe(200);
    expect(response?.headers.get("x-trace-id")).toMatch(/^trace_[0-9a-f]{24}$/);
    expect(response?.headers.get("cache-control")).toBe("no-store");
    const parsed = routes[pattern]?.schema.safeParse(await response?.json());
    expect(parsed?.error).toBeUndefined();
  });

  it.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
    "answers %s at an unknown address as JSON 404",
    async (method) => {
      const response = await http.call(method, "/api/no/such/thing");
      expect(response.status).toBe(404);
      expect((await error(response)).code).toBe("not_found");
    },
  );

  it("refuses a method that a route does not have, and says which it has", async () => {
    const response = await http.call("DELETE", "/api/ask");
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    expect((await error(response)).message).toContain("DELETE");
  });

  it("answers OPTIONS with what is allowed and nothing for other origins", async () => {
    const response = await http.call("OPTIONS", "/api/config");
    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toBe("GET, PUT, OPTIONS");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("strangers", () => {
  it.each([
    "evil.example",
    "evil.example:3999",
    "127.0.0.1",
    "127.0.0.1:4000",
    "127.0.0.1.evil.example:3999",
    "",
  ])("refuses the host %j before any work", async (host) => {
    const response = await http.get("/api/threads", { host });
    expect(response.status).toBe(403);
    expect((await error(response)).code).toBe("host_not_allowed");
  });

  it.each(["localhost:3999", "LOCALHOST:3999", "[::1]:3999"])("answers for %s", async (host) => {
    expect((await http.get("/api/threads", { host })).status).toBe(200);
  });

  it.each([
    "http://evil.example",
    "null",
    "https://127.0.0.1:3999",
    "http://127.0.0.1:3000",
    "http://127.0.0.1:3999.evil.example",
  ])("refuses the origin %s, also for reading", async (origin) => {
    const response = await http.get("/api/threads", { origin });
    expect(response.status).toBe(403);
    expect((await error(response)).code).toBe("origin_not_allowed");
    const asked = await http.send("POST", "/api/ask", { question: "x" }, { origin });
    expect(asked.status).toBe(403);
  });

  it("refuses what a browser says comes from another site", async () => {
    const response = await http.get("/api/threads", { "sec-fetch-site": "cross-site" });
    expect(response.status).toBe(403);
  });

  it("answers its own page", async () => {
    const origin = "http://localhost:3999";
    expect((await http.get("/api/threads", { origin })).status).toBe(200);
  });
});

describe("bodies", () => {
  it.each([
    ["no JSON", "{", 400],
    ["another type", "[]", 400],
    ["an empty question", { question: "  " }, 400],
    ["a question that is too long", { question: "x".repeat(4001) }, 400],
    ["an unknown field", { question: "x", roles: [] }, 400],
    ["a deadline of text", { question: "x", deadline_ms: "10" }, 400],
  ])("refuses %s with a sentence", async (_, body, status) => {
    const response = await http.send("POST", "/api/ask", body);
    expect(response.status).toBe(status);
    const { code, message, trace_id } = await error(response);
    expect(code).toBe("validation");
    expect(message.length).toBeGreaterThan(10);
    expect(trace_id).toBe(response.headers.get("x-trace-id"));
  });

  it.each(["\u0000", " \u0000\t\u001b\n", "\u200b\u2060\ufeff"])(
    "finds nothing to ask in %j, on either route and in either language",
    async (question) => {
      for (const route of ["/api/ask", "/api/chat"]) {
        const response = await http.send("POST", route, { question });
        expect([route, response.status]).toEqual([route, 400]);
        const { code, message } = await error(response);
        expect([code, message]).toEqual([
          "validation",
          expect.stringContaining("only spaces and invisible characters"),
        ]);
        const zh = await http.send("POST", route, { question }, { "accept-language": "zh-CN" });
        expect((await error(zh)).message).toContain("不可见的字符");
      }
    },
  );

  it("names the field that is wrong, and the fields there are", async () => {
    const wrong = await error(await http.send("POST", "/api/ask", { question: 7 }));
    expect(wrong.message).toMatch(/^question: /);
    const unknown = await error(
      await http.send("POST", "/api/ask", { questoin: "x", question: "x" }),
    );
    expect(unknown.message).toContain("questoin");
    expect(unknown.message).toContain("thread_id");
  });

  it("refuses a body that is not declared as JSON, as a form of another page would be", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const response = await http.send(
        "POST",
        "/api/ask",
        { question: "x" },
        { "content-type": type },
      );
      expect(response.status).toBe(400);
      expect((await error(response)).message).toContain("application/json");
    }
  });

  it("refuses more than a mebibyte, whatever length was announced", async () => {
    const body = JSON.stringify({ question: "x".repeat(1024 * 1024) });
    const response = await http.send("POST", "/api/ask", body, { "content-length": "10" });
    expect(response.status).toBe(413);
    expect((await error(response)).code).toBe("body_too_large");
  });

  it("refuses bytes that are no UTF-8", async () => {
    const response = await http.call("POST", "/api/ask", {
      body: Buffer.from('{"question":"\xff\xfe"}', "latin1"),
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(400);
  });

  it("speaks to a reader of Chinese in Chinese, whichever route refuses and whatever was wrong", async () => {
    const seen = new Set<string>();
    for (const pattern of Object.keys(routes)) {
      const address = pattern.replace(/\[\w+\]/g, "nothing_there");
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        if (method === "DELETE" && address === "/api/threads") continue; // it would do it
        for (const [url, body] of [
          [address, { unexpected: 1 }],
          [`${address}?unexpected=1`, "{"],
        ] as const) {
          const headers = { "accept-language": "zh-CN,zh" };
          const response =
            method === "GET"
              ? await http.get(url, headers)
              : await http.send(method, url, body, headers);
          if (response.status < 400) continue;
          const { code, message } = await error(response);
          seen.add(code);
          expect(message, `${method} ${url}`).toMatch(/\p{Script=Han}/u);
        }
      }
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(["not_found", "validation"]));
  });
});

describe("asking", () => {
  it("answers with the cited line and stores the turn", async () => {
    expect(answer.status).toBe("answered");
    expect(answer.claims[0]?.text).toContain("ninety days");
    expect(answer.citations[0]?.relative_path).toBe("keys.md");
    const thread = Thread.parse(await (await http.get(`/api/threads/${answer.thread_id}`)).json());
    expect(thread.messages).toEqual([answer]);
    expect(thread.title).toBe(answer.question);
  });

  it("reads a question in its own language, and speaks in the one that is asked for", async () => {
    const question = "敲港口的钟 bell 要运行哪条命令？";
    const put = async (body: object) =>
      Answer.parse(await (await http.send("POST", "/api/ask", { question, ...body })).json());
    const { claims, confidence } = await put({});
    expect(claims[0]?.text).toContain("`bell --strike`");
    // How sure it is tells by which language's ways of asking the question was read.
    expect(await put({ lang: "en" })).toMatchObject({ lang: "en", claims, confidence });
    const [gap] = (await put({ lang: "en", roots: ["nowhere"] })).gaps;
    expect(gap?.message).toMatch(/^This question names a folder/);
  });

  it("goes on in the same thread, and stores nothing when told not to", async () => {
    const { thread_id } = answer;
    const question = "Who may hold it?";
    await http.send("POST", "/api/ask", { question, thread_id, store: false });
    const before = Thread.parse(await (await http.get(`/api/threads/${thread_id}`)).json());
    expect(before.turns).toBe(1);
    await http.send("POST", "/api/ask", { question, thread_id });
    const after = Thread.parse(await (await http.get(`/api/threads/${thread_id}`)).json());
    expect(after.messages.map((message) => message.question)).toEqual([answer.question, question]);
  });

  it("writes neither the question nor the evidence down when told not to, not even for its key", async () => {
    http.write("notes/heron.md", "# Heron\n\nThe heron sluice opens at quarter tide.\n");
    const found = async () => {
      const headers = { "idempotency-key": "key-unstored" };
      const body = { question: "When does the heron sluice open?", store: false };
      return Answer.parse(await (await http.send("POST", "/api/ask", body, headers)).json());
    };
    await expect.poll(async () => (await found()).status).toBe("answered");
    const { trace_id } = await found();
    const { rows } = await readsOf(http, `trace=${trace_id}`);
    expect(rows.map((row) => row.relative_path)).toContain("heron.md"); // everything waiting is written now
    // The index, in a folder of its own, has the words of every document, asked for or not.
    const files = readdirSync(http.at("home"), { withFileTypes: true }).filter((at) => at.isFile());
    for (const { name } of files) {
      expect(readFileSync(http.at("home", name)).includes("sluice"), name).toBe(false);
    }
  });

  it("takes back an id that it gave out before anything was stored under it", async () => {
    const question = "Who may hold the signing key?";
    const asked = await http.send("POST", "/api/ask", { question, store: false });
    const { thread_id } = Answer.parse(await asked.json());
    expect((await http.get(`/api/threads/${thread_id}`)).status).toBe(404);
    await http.send("POST", "/api/ask", { question, thread_id });
    expect((await http.get(`/api/threads/${thread_id}`)).status).toBe(200);
  });

  it("refuses a thread it never gave out", async () => {
    const response = await http.send("POST", "/api/ask", { question: "x", thread_id: "../x" });
    expect(response.status).toBe(404);
  });

  it("says that there is no model when one is asked for", async () => {
    const response = await http.send("POST", "/api/ask", {
      question: "When is the signing key rotated?",
      mode: "model",
      store: false,
    });
    const quoted = Answer.parse(await response.json());
    expect(quoted.mode).toBe("quote");
    expect(quoted.notices.map((notice) => notice.code)).toContain("model_fallback");
  });

  it("is a denied answer, not an error, when a folder is named that is not there", async () => {
    const response = await http.send("POST", "/api/ask", {
      question: "When is the signing key rotated?",
      roots: ["elsewhere"],
      store: false,
    });
    expect(response.status).toBe(200);
    expect(Answer.parse(await response.json()).status).toBe("denied");
  });
});

describe("an Idempotency-Key", () => {
  const body = { question: "When is the signing key rotated?" };

  it("gives the first answer again, stored once", async () => {
    const headers = { "idempotency-key": "key-1" };
    const first = Answer.parse(await (await http.send("POST", "/api/ask", body, headers)).json());
    const again = await http.send("POST", "/api/ask", body, headers);
    expect(Answer.parse(await again.json())).toEqual(first);
    expect(again.headers.get("x-trace-id")).toBe(first.trace_id);
    const thread = Thread.parse(await (await http.get(`/api/threads/${first.thread_id}`)).json());
    expect(thread.turns).toBe(1);
  });

  it("lets requests that come at once share one answer", async () => {
    const headers = { "idempotency-key": "key-2" };
    const responses = await Promise.all(
      [1, 2, 3].map(() => http.send("POST", "/api/ask", body, headers)),
    );
    const answers = await Promise.all(responses.map(async (r) => Answer.parse(await r.json())));
    expect(new Set(answers.map((one) => one.run_id)).size).toBe(1);
  });

  it("refuses the key with another body", async () => {
    const headers = { "idempotency-key": "key-3" };
    await http.send("POST", "/api/ask", body, headers);
    const other = await http.send("POST", "/api/ask", { question: "Another?" }, headers);
    expect(other.status).toBe(422);
    expect((await error(other)).code).toBe("idempotency_mismatch");
  });

  it("refuses what cannot be a key", async () => {
    for (const key of ["", "a b", "x".repeat(201)]) {
      const response = await http.send("POST", "/api/ask", body, { "idempotency-key": key });
      expect(response.status).toBe(400);
    }
  });
});

describe("a question much like an earlier one", () => {
  const ask = async (question: string, more: object = {}) =>
    Answer.parse(await (await http.send("POST", "/api/ask", { question, ...more })).json());

  it("is answered anew and offers the earlier answer with its date, and whether its sources changed since", async () => {
    http.write("notes/stork.md", "# Stork\n\nThe stork tower is painted every June.\n");
    const question = "When is the stork tower painted?";
    await expect.poll(async () => (await ask(question, { store: false })).status).toBe("answered");
    const first = await ask(question);
    expect(first.earlier).toBeUndefined();
    const { thread_id, run_id, asked_at } = first;
    const again = await ask("when is the stork tower painted");
    expect(again.earlier).toEqual({ thread_id, run_id, asked_at, question, sources: "unchanged" });
    const inside = await ask(question, { thread_id: again.thread_id });
    expect(inside.earlier?.thread_id).toBe(thread_id);
    expect((await ask("When is the stork fed?")).earlier).toBeUndefined();

    http.write("notes/stork.md", "# Stork\n\nThe stork tower is painted every second May.\n");
    await http.call("DELETE", `/api/threads/${again.thread_id}`);
    const later = await ask(question, { store: false });
    expect(later.earlier).toMatchObject({ thread_id, sources: "changed" });
  });
});

describe("the numbers for a monitor", () => {
  const read = async () => {
    const response = await http.get("/api/metrics");
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await response.text();
    const value = (series: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${series} `))
          ?.split(" ")[1] ?? 0,
      );
    return { text, value };
  };

  it("count answers, steps, tool calls, refusals and claims, and hold no word of anybody", async () => {
    const before = await read();
    const question = "When is the signing key rotated, and who feeds the walrus?";
    await http.send("POST", "/api/ask", { question });
    await http.send("POST", "/api/ask", { question, roots: ["elsewhere"] });
    const after = await read();
    const more = (series: string) => after.value(series) - before.value(series);
    expect(more('docent_answers_total{status="partial"}')).toBe(1);
    expect(more('docent_answers_total{status="denied"}')).toBe(1);
    expect(more('docent_answer_parts_total{status="no_evidence"}')).toBe(1);
    expect(more("docent_answer_seconds_count")).toBe(2);
    expect(more('docent_step_seconds_count{step="search"}')).toBe(1);
    expect(
      more('docent_tool_calls_total{tool="mcp.docs.docs_search",status="ok"}'),
    ).toBeGreaterThan(0);
    expect(more('docent_claims_total{support="verbatim"}')).toBeGreaterThan(0);
    expect(more('docent_refusals_total{rule="outside_scope"}')).toBe(1);
    expect(after.value("docent_index_files")).toBeGreaterThan(0);
    expect(after.text).not.toMatch(/walrus|signing|keys\.md/);
  });
});

describe("a conversation", () => {
  const asked = async (question: string) =>
    Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
  const question = "When is the signing key rotated, and who holds the badge?";

  it("gets another name, and keeps it when something is asked in it", async () => {
    const { thread_id } = await asked(question);
    const renamed = await http.send("PATCH", `/api/threads/${thread_id}`, { title: " Keys " });
    expect(Thread.parse(await renamed.json()).title).toBe("Keys");
    await http.send("POST", "/api/ask", { question, thread_id });
    const thread = Thread.parse(await (await http.get(`/api/threads/${thread_id}`)).json());
    expect(thread).toMatchObject({ title: "Keys", turns: 2 });
    const empty = await http.send("PATCH", `/api/threads/${thread_id}`, { title: " " });
    expect(empty.status).toBe(400);
  });

  it("is exported as Markdown with its sources and gaps, and as JSON whole", async () => {
    const answer = await asked(question);
    const at = `/api/threads/${answer.thread_id}`;
    const markdown = await http.get(`${at}/export`);
    expect(markdown.headers.get("content-disposition")).toMatch(
      /^attachment; filename="docent-[0-9a-f]+\.md"; filename\*=UTF-8''[\w%.-]+\.md$/,
    );
    const text = await markdown.text();
    expect(text).toContain(`# ${question}\n`);
    expect(text).toContain(answer.markdown);
    expect(text).toContain("What the documents do not say");
    expect(text).toContain(answer.citations[0]?.sha256);
    const whole = await (await http.get(`${at}/export?format=json`)).json();
    expect(Thread.parse(whole)).toEqual(Thread.parse(await (await http.get(at)).json()));
    expect((await http.get(`${at}/export?format=pdf`)).status).toBe(400);
  });

  it("is deleted with every word of it, alone or with all others", async () => {
    http.write("notes/otter.md", "# Otter\n\nThe otter weir is mended in week nine.\n");
    const found = () => asked("When is the otter weir mended?");
    await expect.poll(async () => (await found()).status).toBe("answered");
    const { thread_id } = await found();
    const others = ThreadList.parse(await (await http.get("/api/threads")).json()).threads;
    for (const { id, title } of others) {
      if (!title.includes("otter")) continue;
      const gone = await http.call("DELETE", `/api/threads/${id}`);
      expect(Deleted.parse(await gone.json()).deleted).toBe(1);
    }
    expect((await http.get(`/api/threads/${thread_id}`)).status).toBe(404);
    expect((await http.call("DELETE", `/api/threads/${thread_id}`)).status).toBe(404);
    const db = new Database(http.at("home/docent.db"), { readonly: true });
    const tables = [
      "threads",
      "messages",
      "claims",
      "citations",
      "tasks",
      "kept_results",
      "run_events",
      "runs",
    ];
    for (const table of tables) {
      const rows = db.prepare(`SELECT * FROM ${table}`).all();
      expect(JSON.stringify(rows), table).not.toContain("otter weir");
    }
    db.close();
  });
});

describe("threads", () => {
  it("refuses a cursor it did not give, and an unknown field", async () => {
    expect((await http.get("/api/threads?cursor=zzz")).status).toBe(400);
    expect((await http.get("/api/threads?page=2")).status).toBe(400);
  });

  it("knows no thread by another name", async () => {
    const response = await http.get("/api/threads/thread_000000000000000000000000");
    expect(response.status).toBe(404);
  });
});

describe("configuration", () => {
  const read = async () => ConfigDocument.parse(await (await http.get("/api/config")).json());

  it("saves a folder that can be read, and the next question finds it", async () => {
    http.write("more/tides.md", "# Tides\n\nHigh water at the harbour is at six in the evening.\n");
    const { config, etag } = await read();
    config.doc_access.roots.push({ id: "more", label: "More", path: http.at("more") });
    const response = await http.send("PUT", "/api/config", config, { "if-match": `"${etag}"` });
    expect(response.status).toBe(200);
    const saved = ConfigDocument.parse(await response.json());
    expect(saved.etag).not.toBe(etag);
    expect(response.headers.get("etag")).toBe(`"${saved.etag}"`);
    expect(saved.roots.map((root) => root.id)).toEqual(["notes", "more"]);
    const question = "When is high water at the harbour?";
    await expect
      .poll(async () => {
        const asked = await http.send("POST", "/api/ask", { question, store: false });
        return Answer.parse(await asked.json()).citations[0]?.root_id;
      })
      .toBe("more");
  });

  it("refuses a stale etag and a missing one, and changes nothing", async () => {
    const { config, etag } = await read();
    const stale = await http.send("PUT", "/api/config", config, { "if-match": "old" });
    expect(stale.status).toBe(412);
    const none = await http.send("PUT", "/api/config", config);
    expect(none.status).toBe(428);
    expect((await read()).etag).toBe(etag);
  });

  it.each([
    ["a folder that does not exist", "nowhere", "doc_access.roots[0].path"],
    ["a file", "notes/keys.md", "doc_access.roots[0].path"],
  ])("refuses %s, names the field and saves nothing", async (_, name, field) => {
    const { config, etag } = await read();
    config.doc_access.roots.unshift({ id: "bad", label: "Bad", path: http.at(name) });
    const response = await http.send("PUT", "/api/config", config, { "if-match": etag });
    expect(response.status).toBe(422);
    const body = await response.json();
    expect(body.problems[0].path).toBe(field);
    expect(body.problems[0].message).not.toContain(http.at(""));
    expect((await read()).etag).toBe(etag);
  });

  it("refuses a folder of the system by the denylist", async () => {
    const { config, etag } = await read();
    config.doc_access.roots.push({ id: "etc", label: "System", path: "/etc" });
    const response = await http.send("PUT", "/api/config", config, { "if-match": etag });
    expect(response.status).toBe(422);
  });

  it("refuses a value that is out of range with its path", async () => {
    const { config, etag } = await read();
    config.retrieval.max_citations = 0;
    const response = await http.send("PUT", "/api/config", config, { "if-match": etag });
    expect(response.status).toBe(422);
    expect((await response.json()).problems[0].path).toBe("retrieval.max_citations");
  });

  it("shows an invalid file, keeps answering with the last good one", async () => {
    const before = await read();
    const text = JSON.stringify({ doc_access: before.config.doc_access });
    http.write("config.json", "{ not json");
    const broken = await read();
    expect(broken.error).toBeTruthy();
    expect(broken.error).not.toContain(http.at(""));
    expect(broken.config).toEqual(before.config);
    const health = Health.parse(await (await http.get("/api/health")).json());
    expect(health).toMatchObject({ status: "degraded", config: "error" });
    http.write("config.json", text);
    expect((await read()).error).toBeUndefined();
  });
});

describe("may this path be read?", () => {
  const check = async (path: string, root?: string) =>
    AccessCheck.parse(
      await (
        await http.send("POST", "/api/access/check", { path, ...(root ? { root } : {}) })
      ).json(),
    );

  it("yes, with the folder and the real path", async () => {
    const found = await check("keys.md", "notes");
    expect(found).toMatchObject({ allowed: true, rule: null, root_id: "notes" });
    expect(found.real_path).toBe(http.at("notes/keys.md"));
  });

  it("yes, for a document that is empty", async () => {
    http.write("notes/empty.md", "");
    expect(await check("empty.md", "notes")).toMatchObject({ allowed: true });
  });

  it.each([
    ["/etc/passwd", "not_allowlisted"],
    ["notes/../../etc/passwd", "traversal"],
    ["", "invalid_path"],
    ["a\0b", "invalid_path"],
  ])("no for %j, by the rule %s, without a real path", async (path, rule) => {
    const found = await check(path);
    expect(found).toMatchObject({ allowed: false, rule });
    expect(found.message.length).toBeGreaterThan(10);
    expect(found.real_path).toBeUndefined();
  });

  it("no for a hidden key file inside the folder", async () => {
    http.write("notes/.env", "TOKEN=1\n");
    expect(await check(".env", "notes")).toMatchObject({ allowed: false, rule: "denylisted" });
  });
});

it("keeps its state in a folder that only its owner may enter", () => {
  expect(statSync(http.at("home")).mode & 0o777).toBe(0o700);
});

describe("a database that cannot be used", () => {
  it("is said by health and by every question, and is used again once it is moved away", async () => {
    await http.close();
    http = await openHttp();
    http.write("home/docent.db", "somebody's text, not a database ".repeat(40));
    const health = Health.parse(await (await http.get("/api/health")).json());
    expect(health).toMatchObject({ status: "degraded", store: "error" });
    expect(health.store_message).toContain("docent.db");
    const asked = await http.send("POST", "/api/ask", { question: "x" });
    expect(asked.status).toBe(503);
    expect((await error(asked)).code).toBe("audit_unavailable");
    expect((await http.get("/api/threads")).status).toBe(503);
    expect((await http.get("/api/sources/preview?path=keys.md")).status).toBe(503);

    renameSync(http.at("home/docent.db"), http.at("home/damaged.db"));
    expect((await http.get("/api/threads")).status).toBe(200);
    expect((await http.get("/api/health")).status).toBe(200);
  });
});
