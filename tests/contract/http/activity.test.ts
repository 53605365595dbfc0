import { spawnSync } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  AuditState,
  AuditTrailPage,
  Kept,
  NetworkPage,
  ReplayComparison,
  Series,
  SpanDetail,
  SpansPage,
  TraceDetail,
  TraceList,
} from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { projectDir } from "#lib/platform/project";
import { type Http, openHttp } from "./open-http.ts";

let http: Http;
let answer: Answer;
const question = "When is the signing key rotated?";
const sentence = "The signing key is rotated every ninety days.";
const page = `# Keys\n\n## Rotation\n\n${sentence}\n\n## Vault\n\nThe vault is behind the kitchen.\n`;

beforeAll(async () => {
  http = await openHttp();
  http.write("notes/keys.md", page);
  http.write("notes/bell.md", "# Bell\n\n## Ringing\n\nThe harbour bell rings at dawn.\n");
  await http.ready();
  answer = await ask(question);
  await ask("Who repaired the zeppelin in Antarctica?");
  await ask("When does the harbour bell ring?", { store: false });
});
afterAll(() => http.close());

async function ask(text: string, more: object = {}): Promise<Answer> {
  const response = await http.send("POST", "/api/ask", { question: text, ...more });
  return Answer.parse(await response.json());
}
async function read<T>(schema: { parse(value: unknown): T }, url: string): Promise<T> {
  const response = await http.get(url);
  expect([url, response.status]).toEqual([url, 200]);
  return schema.parse(await response.json());
}
const list = (query: string) => read(TraceList, `/api/traces?${query}`);
async function replay(trace_id: string, model = "recorded"): Promise<ReplayComparison> {
  const response = await http.send("POST", `/api/traces/${trace_id}/replay`, { model });
  expect(response.status).toBe(200);
  return ReplayComparison.parse(await response.json());
}

describe("the list of traces", () => {
  it("has every asking with what became of it, the newest first, and no word of one that was not to be stored", async () => {
    const { rows } = await list("");
    expect(rows.map(({ title, status }) => [title, status])).toEqual([
      [undefined, "answered"],
      ["Who repaired the zeppelin in Antarctica?", "no_evidence"],
      [question, "answered"],
    ]);
    expect(rows[2]).toMatchObject({
      ...{ trace_id: answer.trace_id, run_id: answer.run_id, thread_id: answer.thread_id },
      ...{ kind: "ask", agent_id: "primary", tokens: 0 },
    });
  });

  it.each([
    ["status=answered", 2],
    ["tool=mcp.docs.docs_search", 3],
    ["tool=mcp.docs.docs_search&status=no_evidence", 1],
    ["agent=doc_retrieval", 3],
    ["folder=notes&text=signing%20KEY", 1],
    ["text=100%25", 0],
    ["rule=denylisted", 0],
    ["tool=nothing", 0],
    ["since=2030-01-01T00:00:00Z", 0],
    ["until=2030-01-01T00:00:00Z", 3],
    ["kind=task", 0],
  ])("%s lets %i through", async (query, n) => {
    expect((await list(query)).rows).toHaveLength(n);
  });

  it.each(["status=fine", "cursor=x", "since=yesterday", "page=2", "text="])(
    "refuses %s",
    async (query) => {
      expect((await http.get(`/api/traces?${query}`)).status).toBe(400);
    },
  );
});

describe("one trace", () => {
  it("leads from the request to the claims, and from each citation to the call that read its lines", async () => {
    const trace = await read(TraceDetail, `/api/traces/${answer.trace_id}`);
    expect(trace.open).toBe(0);
    expect(trace.roots.map(({ kind }) => kind)).toEqual(["request"]);
    expect(trace.outcome?.claims.map(({ text }) => text)).toEqual(
      answer.claims.map(({ text }) => text),
    );
    const [citation] = trace.outcome?.citations ?? [];
    const [call] = citation?.read_by ?? [];
    const { spans } = await read(SpansPage, `/api/traces/${answer.trace_id}/spans`);
    const found = spans.find(({ span_id }) => span_id === call);
    expect(found).toMatchObject({ kind: "tool_call", tool_id: "mcp.docs.docs_search" });
    const detail = await read(SpanDetail, `/api/traces/${answer.trace_id}/spans/${call}`);
    expect(detail.calls).toMatchObject([
      { invocation_id: call, run_id: answer.run_id, status: "ok" },
    ]);
    expect(detail.reads.map(({ relative_path }) => relative_path)).toContain("keys.md");
    expect(detail.arguments?.text).toContain("signing key");
    expect(detail.result?.text).toContain("notes keys.md");
    expect(JSON.stringify(detail)).not.toContain("ninety");
  });

  it("shows an envelope with its result, without the documents' words", async () => {
    const { spans } = await read(SpansPage, `/api/traces/${answer.trace_id}/spans`);
    const task = spans.find(({ kind }) => kind === "task");
    const { envelope } = await read(
      SpanDetail,
      `/api/traces/${answer.trace_id}/spans/${task?.span_id}`,
    );
    expect(envelope).toMatchObject({
      request: { recipient: "doc_retrieval" },
      result: { status: "ok" },
    });
    expect(JSON.stringify(envelope)).not.toContain("ninety");
  });

  it("goes along as JSON and as OTLP", async () => {
    const json = await http.get(`/api/traces/${answer.trace_id}/export`);
    expect(json.headers.get("content-disposition")).toContain(`docent-${answer.trace_id}.json`);
    const whole = (await json.json()) as { spans: unknown[]; calls: unknown[] };
    expect(whole.calls.length).toBeGreaterThan(0);
    const otlp = await http.get(`/api/traces/${answer.trace_id}/export?format=otlp`);
    const { resourceSpans } = (await otlp.json()) as {
      resourceSpans: { scopeSpans: { spans: unknown[] }[] }[];
    };
    expect(resourceSpans[0]?.scopeSpans[0]?.spans).toHaveLength(whole.spans.length);
  });

  it("is not found where there is none, nor a span that is not in it", async () => {
    for (const at of ["x", "x/spans", "x/spans/y", `${answer.trace_id}/spans/y`, "x/export"]) {
      expect([at, (await http.get(`/api/traces/${at}`)).status]).toEqual([at, 404]);
    }
    expect((await http.send("POST", "/api/traces/x/replay", {})).status).toBe(404);
    expect((await http.get(`/api/traces/${answer.trace_id}/spans?cursor=-1`)).status).toBe(400);
  });
});

describe("the audit as one list", () => {
  it("has reads and calls with every id, each row once, page by page", async () => {
    for (let n = 0; n < 60; n++) {
      await http.send("POST", "/api/access/check", { path: `no-${n}.md`, root: "notes" });
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const more = cursor === undefined ? "" : `?cursor=${encodeURIComponent(cursor)}`;
      const found = await read(AuditTrailPage, `/api/audit${more}`);
      seen.push(...found.rows.map(({ kind, id }) => `${kind} ${id}`));
      cursor = found.next_cursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    const { rows } = await read(AuditState, "/api/audit/state");
    expect(seen.length).toBeLessThanOrEqual(rows);
    expect(seen.length).toBeGreaterThan(120);
    const of = await read(AuditTrailPage, `/api/audit?trace=${answer.trace_id}&kind=call`);
    expect(of.rows[0]).toMatchObject({
      ...{ trace_id: answer.trace_id, run_id: answer.run_id, approval_required: false },
      granted: { grant_id: expect.any(String), level: "L0" },
      requested: { level: "L0", risk: "safe" },
    });
  });

  it("is exported with its chain, and verified by doctor on its own", async () => {
    const response = await http.get("/api/audit/export");
    const text = await response.text();
    const whole = http.write("audit.jsonl", text);
    const verify = (file: string) =>
      spawnSync(process.execPath, ["scripts/doctor.ts", "--audit", file], {
        cwd: projectDir(),
        encoding: "utf8",
        env: { ...process.env, LC_ALL: "C", LANG: "C" },
      });
    const well = verify(whole);
    expect([well.status, well.stdout]).toEqual([0, expect.stringContaining("unbroken")]);
    const lines = text.trimEnd().split("\n");
    const changed = lines.map((line, i) =>
      i === 5 ? line.replace('"agent_id":"', '"agent_id":"x') : line,
    );
    const ill = verify(http.write("changed.jsonl", `${changed.join("\n")}\n`));
    expect([ill.status, ill.stdout]).toEqual([1, expect.stringMatching(/line 6 .* was changed/)]);
    expect(verify(http.write("foreign.jsonl", "{}\n")).stderr).toContain("not an audit export");
    expect(verify(http.at("missing.jsonl")).stderr).toContain("cannot be read");
  });

  it("says that the chain is unbroken, with how many rows", async () => {
    const state = await read(AuditState, "/api/audit/state");
    expect(state).toMatchObject({ state: "unbroken", broken: [], broken_count: 0 });
    expect(state.message).toMatch(/rows, unbroken\.$/);
  });
});

describe("figures and what is kept", () => {
  it("counts answers, searches and refusals as they happen", async () => {
    const series = (kind: string, step = "day") =>
      read(Series, `/api/activity/series?kind=${kind}&step=${step}`);
    expect((await series("answers")).total).toMatchObject({
      answered: expect.any(Number),
      no_evidence: 1,
    });
    expect((await series("hit_rate", "hour")).total.hit_rate).toBeGreaterThan(0.5);
    const search = await series("search_ms", "week");
    expect(search.total.p95).toBeGreaterThanOrEqual(search.total.p50 ?? 0);
    expect((await series("first_ms", "month")).total.p50).toBeGreaterThan(0);
    expect((await series("calls")).total["mcp.docs"]).toBeGreaterThan(3);
    expect((await series("tokens")).keys).toEqual([]);
    expect((await series("answers")).counting).toBe(false);
  });

  it.each([
    "kind=nonsense",
    "kind=answers&step=hour&from=2020-01-01T00:00:00Z",
    "kind=answers&from=2030-01-01T00:00:00Z&to=2029-01-01T00:00:00Z",
    "kind=answers&from=soon",
  ])("refuses a chart of %s", async (query) => {
    expect((await http.get(`/api/activity/series?${query}`)).status).toBe(400);
  });

  it("tells how much is kept, for how long, and that nothing is sent anywhere", async () => {
    const kept = await read(Kept, "/api/activity/kept");
    expect(kept.telemetry).toMatchObject({ state: "off", content: false });
    const traces = kept.kinds.find(({ kind }) => kind === "traces");
    expect(traces).toMatchObject({ days: 90 });
    expect(traces?.bytes).toBeGreaterThan(0);
    expect(kept.kinds.find(({ kind }) => kind === "conversations")?.rows).toBeGreaterThan(1);
    const compacted = await http.send("POST", "/api/activity/compact", {});
    expect(await compacted.json()).toMatchObject({
      rows: 0,
      message: "Nothing was past its retention time.",
    });
  });

  it("opened no connection", async () => {
    expect(await read(NetworkPage, "/api/network")).toEqual({ rows: [] });
    expect((await http.get("/api/network?purpose=gossip")).status).toBe(400);
  });
});

describe("a question done again", () => {
  it("is the same while nothing changed, stores nothing, and calls nothing again that has an effect", async () => {
    const before = (await list("")).rows.length;
    const again = await replay(answer.trace_id);
    expect(again).toMatchObject({
      ...{ verdict: "same", kind: "ask", model: "none", effects: 0, stood_in: 0 },
      status: { before: "answered", after: "answered" },
      message: "Nothing is different: the same sentences from the same lines.",
    });
    expect(again.claims.every(({ change }) => change === "same")).toBe(true);
    expect((await list("")).rows).toHaveLength(before);
    const reads = await read(AuditTrailPage, "/api/audit?path=keys.md&kind=read");
    expect(reads.rows.length).toBeGreaterThan(2); // that it was read again is on record
  });

  it("says which word fits a page that was edited, moved and deleted", async () => {
    const file = http.at("notes/keys.md");
    const settled = async (want: (again: ReplayComparison) => boolean) => {
      let last: ReplayComparison | undefined;
      await expect
        .poll(
          async () => {
            last = await replay(answer.trace_id);
            return want(last);
          },
          { timeout: 20_000, interval: 250 },
        )
        .toBe(true);
      return last as ReplayComparison;
    };
    const claim = (again: ReplayComparison) => again.claims[0]?.change;

    writeFileSync(file, page.replace("ninety", "thirty"));
    const edited = await settled((again) => claim(again) === "changed");
    expect(edited.claims[0]?.after?.text).toContain("thirty");
    expect(edited.verdict).toBe("different");
    expect(edited.first_difference?.step).toBe("search");

    writeFileSync(file, `# Before\n\nA line.\n\n${page}`);
    expect((await settled((again) => claim(again) === "moved")).citations[0]).toMatchObject({
      change: "moved",
      before: { rank: 1 },
      after: { rank: 1 },
    });

    writeFileSync(file, page);
    renameSync(file, http.at("notes/locks.md"));
    const moved = await settled((again) => again.citations[0]?.after?.relative_path === "locks.md");
    expect(claim(moved)).toBe("moved");

    rmSync(http.at("notes/locks.md"));
    const gone = await settled((again) => again.status.after !== "answered");
    expect(claim(gone)).toBe("gone");
    expect(gone.message).toContain("answered");

    writeFileSync(file, page);
    await settled(({ verdict }) => verdict === "same");
  });

  it("is kept as a case, and taken back", async () => {
    const { trace_id } = answer;
    const kept = await http.send("POST", "/api/activity/cases", {
      trace_id,
      note: "the ninety days",
    });
    expect(await kept.json()).toMatchObject({
      cases: [{ trace_id, note: "the ninety days", trace: { title: question } }],
    });
    await http.send("POST", `/api/threads/${answer.thread_id}/feedback`, {
      run_id: answer.run_id,
      verdict: "wrong",
    });
    const cases = await http.get("/api/activity/cases");
    expect(await cases.json()).toMatchObject({ cases: [{ trace_id, verdict: "wrong" }] });
    expect((await read(TraceDetail, `/api/traces/${trace_id}`)).kept_as_case).toBe(true);
    const dropped = await http.call("DELETE", `/api/activity/cases/${trace_id}`);
    expect(await dropped.json()).toEqual({ deleted: 1 });
    expect((await http.call("DELETE", `/api/activity/cases/${trace_id}`)).status).toBe(404);
    expect((await http.send("POST", "/api/activity/cases", { trace_id: "x" })).status).toBe(404);
  });

  it("cannot be where nothing was stored, or its conversation is deleted, and says so", async () => {
    const unstored = await ask("Where is the vault?", { store: false });
    expect(await replay(unstored.trace_id)).toMatchObject({
      verdict: "impossible",
      message: expect.stringContaining("without being saved"),
    });
    const forgotten = await ask("Where is the vault?");
    await http.call("DELETE", `/api/threads/${forgotten.thread_id}`);
    const trace = await read(TraceDetail, `/api/traces/${forgotten.trace_id}`);
    expect(trace.trace?.title).toBeUndefined();
    expect(trace.outcome).toBeUndefined();
    expect(trace.replay).toMatchObject({ recorded: false, live: false });
    const { spans } = await read(SpansPage, `/api/traces/${forgotten.trace_id}/spans`);
    for (const { span_id } of spans) {
      const detail = await read(SpanDetail, `/api/traces/${forgotten.trace_id}/spans/${span_id}`);
      expect(JSON.stringify(detail)).not.toContain("vault?");
    }
  });
});
