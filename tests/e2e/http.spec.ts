import { Agent, request as httpRequest } from "node:http";
import path from "node:path";
import { type APIRequestContext, expect } from "@playwright/test";
import Database from "better-sqlite3";
import { own } from "../../scripts/test/own-server.ts";
import { test } from "./only-here.ts";

/** The HTTP surface of the running server itself: what only a real one can show. */
const question = "How do I add a folder?";

async function indexReady(request: APIRequestContext): Promise<void> {
  await expect
    .poll(async () => (await (await request.get("/api/health")).json()).index.state)
    .toBe("ready");
}

test("a question over HTTP is answered from the handbook, stored, and opened again", async ({
  request,
}) => {
  await indexReady(request);
  const response = await request.post("/api/ask", { data: { question } });
  expect(response.status()).toBe(200);
  const answer = await response.json();
  expect(response.headers()["x-trace-id"]).toBe(answer.trace_id);
  expect(answer.status).toBe("answered");
  const [citation] = answer.citations;
  expect(citation.relative_path).toContain("folders");

  const thread = await (await request.get(`/api/threads/${answer.thread_id}`)).json();
  // What was asked before is offered once, and stays with its own conversation.
  const { earlier: _, ...stored } = answer;
  expect(thread.messages).toEqual([stored]);

  const { line_start, line_end } = citation.locator;
  const preview = await request.get("/api/sources/preview", {
    params: {
      path: citation.relative_path,
      root: citation.root_id,
      line_start,
      line_end,
      sha256: citation.sha256,
    },
  });
  expect(await preview.json()).toMatchObject({
    state: "verified",
    cited: { line_start, line_end },
    html: expect.stringContaining(`data-line="${line_start}"`),
  });
});

test("a body that is too large is refused in a sentence, and the connection it came on goes on", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method: string, url: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { "content-type": "application/json", "if-match": "x" };
      const sent = httpRequest(own.origin + url, { method, headers, agent }, async (response) => {
        const body = JSON.parse(Buffer.concat(await response.toArray()).toString());
        resolve(`${response.statusCode} ${body.error.message}`);
      });
      sent.on("error", reject).end("x".repeat(1_700_000));
    });
  const told = "413 The request body is larger than 1048576 bytes.";
  for (let i = 0; i < 3; i++) {
    expect(await send("POST", "/api/ask")).toBe(told);
    expect(await send("PUT", "/api/config")).toBe(told);
  }
  agent.destroy();
});

test("the stream comes in pieces, each as soon as it is known", async ({ request }) => {
  await indexReady(request);
  const pid = await docsPid(request);
  process.kill(pid, "SIGSTOP"); // nothing can be known of the answer yet
  try {
    const response = await fetch(`${own.origin}/api/chat`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question }),
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const reader = response.body?.getReader();
    const text = new TextDecoder().decode((await reader?.read())?.value);
    expect(text).toContain('"type":"start"');
    expect(text).not.toContain("data-answer");
    await reader?.cancel();
  } finally {
    process.kill(pid, "SIGCONT");
  }
});

test("a reader who leaves ends nothing, a stop cancels the search, and the docs server works on", async ({
  request,
}) => {
  await indexReady(request);
  const pid = await docsPid(request);
  const leave = new AbortController();
  let trace_id: string | null = null;
  process.kill(pid, "SIGSTOP"); // a docs server that does not answer
  try {
    const response = await fetch(`${own.origin}/api/chat`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question }),
      signal: leave.signal,
    });
    trace_id = response.headers.get("x-trace-id");
    const first = await response.body?.getReader().read();
    const thread = /"thread_id":"([^"]+)"/.exec(new TextDecoder().decode(first?.value))?.[1];
    leave.abort();
    const stop = `${own.origin}/api/chat/${thread}/stop`;
    expect((await request.post(stop, { data: {} })).status()).toBe(200);
    await expect.poll(() => requestStatus(trace_id)).toBe("cancelled");
  } finally {
    process.kill(pid, "SIGCONT");
  }
  const after = await (await request.post("/api/ask", { data: { question } })).json();
  expect(after.status).toBe("answered");
  expect(await docsPid(request)).toBe(pid);
});

test("health answers while the docs server does not", async ({ request }) => {
  await indexReady(request);
  const pid = await docsPid(request);
  process.kill(pid, "SIGSTOP");
  try {
    const response = await request.get("/api/health");
    expect(response.status()).toBe(200);
  } finally {
    process.kill(pid, "SIGCONT");
  }
});

test("a docs server that dies is there again for the next question", async ({ request }) => {
  await indexReady(request);
  const pid = await docsPid(request);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => docsPid(request)).not.toBe(pid);
  await indexReady(request);
  const answer = await (await request.post("/api/ask", { data: { question } })).json();
  expect(answer.status).toBe("answered");
});

test("strangers, unknown addresses and bad bodies are refused by the server itself", async ({
  request,
}) => {
  const cases = [
    {
      got: await request.get("/api/threads", { headers: { origin: "http://evil.example" } }),
      status: 403,
      code: "origin_not_allowed",
    },
    {
      got: await request.get("/api/threads", { headers: { host: "evil.example" } }),
      status: 403,
      code: "host_not_allowed",
    },
    { got: await request.get("/api/no/such"), status: 404, code: "not_found" },
    { got: await request.delete("/api/ask"), status: 405, code: "validation" },
    {
      got: await request.post("/api/ask", {
        data: "{",
        headers: { "content-type": "application/json" },
      }),
      status: 400,
      code: "validation",
    },
    {
      got: await request.post("/api/ask", { form: { question } }),
      status: 400,
      code: "validation",
    },
    {
      got: await request.post("/api/ask", { data: { question: "x".repeat(1_100_000) } }),
      status: 413,
      code: "body_too_large",
    },
    {
      got: await request.get("/api/sources/preview?path=/etc/passwd"),
      status: 403,
      code: "not_allowlisted",
    },
  ];
  for (const { got, status, code } of cases) {
    const { error } = await got.json();
    expect([got.status(), error.code]).toEqual([status, code]);
    expect(error.trace_id).toBe(got.headers()["x-trace-id"]);
    expect(error.message).not.toMatch(/\/(work|home|tmp|root)\//);
  }
});

/** The process behind the docs server; undefined while there is none. */
test("no page is shown under a name that is not this server's", async ({ request }) => {
  const response = await request.get("/", { headers: { host: "evil.example" } });
  expect(response.status()).toBe(403);
  expect(await response.text()).toContain("evil.example");
});

async function docsPid(request: APIRequestContext): Promise<number> {
  return (await (await request.get("/api/mcp/status")).json()).servers[0].pid;
}

/** How the server's trace says a request ended. */
function requestStatus(trace_id: string | null): string | undefined {
  const file = path.join(own.home, "docent.db");
  const db = new Database(file, { readonly: true });
  try {
    const row = db
      .prepare<[string | null], { status: string }>(
        "SELECT status FROM spans WHERE kind = 'request' AND trace_id = ?",
      )
      .get(trace_id);
    return row?.status;
  } finally {
    db.close();
  }
}
