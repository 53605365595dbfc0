import type { EmbeddingIdentity } from "#lib/contracts/embedding";
import { asQuestion } from "#lib/contracts/question";
import type { Store } from "#lib/contracts/store-ports";
import { asking, compact, daysAgo, now } from "../aged-traces.ts";
import { sampleAnswer } from "../sample-answer.ts";
import {
  ids,
  moment,
  sampleApproval,
  sampleCall,
  sampleConcept,
  samplePermission,
  sampleRun,
  sampleTask,
} from "../sample-rows.ts";
import { request, result } from "../sample-trace.ts";

export const model: EmbeddingIdentity = {
  ...{ provider: "compatible", name: "m", address: "http://127.0.0.1:1/v1" },
  ...{ dimensions: null, query_prefix: "", passage_prefix: "" },
};

/** Signs that databases keep each in their own way, or not at all. */
export const oddTexts = [
  ...[
    "a\0b",
    "\uffff0",
    "é\u0301😀",
    "%_\\",
    `{"a":"\\u0000"}`,
    "“引号”",
    "\\N",
    "\\.",
    "a\tb\r\nc",
  ],
  ...[`{"a,b"}`, "NULL", "''", "\ud800".toWellFormed(), " ", "{}"],
];

const somebody = { id: "p_1", issuer: "https://id.example", subject: "one", name: "One" };

/** Something in each table of a store, and something that is gone again. The time there is `now` of `aged-traces.ts`. */
export async function fillWhole(store: Store, texts: readonly string[] = oddTexts): Promise<void> {
  const text = (n: number) => texts[n % texts.length] ?? "";
  for (let n = 1; n <= 4; n++) asking(store, n, 800); // past its time: the chain begins behind it
  for (let n = 5; n <= 30; n++) asking(store, n, n % 9);
  await compact(store);

  for (let n = 1; n <= 12; n++) {
    const thread_id = `thread_${n % 4}`;
    const asked = daysAgo(3, n);
    const answer = sampleAnswer({
      ...{ ...ids(n), thread_id, asked_at: asked, question: asQuestion(text(n) || "?") },
      ...{ markdown: `${text(n + 1)} [1]`, confidence: n / 70 },
    });
    const key = n === 12 ? "key" : null;
    await store.runs.begin({ ...sampleRun(n, key), thread_id, asked_at: asked });
    const notice = { kind: "notice", data: { code: "model_fallback", message: text(n) } } as const;
    await store.runs.append(`run_${n}`, 1, [notice, notice]);
    const under = key === null ? undefined : { key, fingerprint: "print" };
    await store.saveAnswer(answer, {
      ...{ of_run: true, under },
      episodeOf: () => ({
        ...{ made_by: "table", reading: '{"lang":"en"}', vector: Int8Array.from([-128, n, 127]) },
        asked: text(n + 2),
      }),
    });
    await store.renameThread(thread_id, text(n + 3) || "renamed");
  }
  await store.runs.begin(sampleRun(90, "running"));
  await store.deleteThreads("thread_3");
  await store.judgeAnswer("thread_1", { run_id: "run_1", verdict: "wrong", why: text(1) } as never);

  await store.memory.embedded.put(
    model,
    (await store.memory.embedded.missing(model, 50)).map(({ message_id }, i) => {
      return { message_id, hash: `hash_${i}`, vector: i === 0 ? null : [0.1 * i, -1.5, i / 3] };
    }),
  );
  for (let n = 1; n <= 3; n++) {
    await store.memory.concepts.add(sampleConcept(n, { text: text(n) || "fact" }), 100);
  }
  await store.memory.concepts.used(["concept_2"], moment);
  await store.memory.forgetting.begin("forget_1", { thread_id: "thread_77" });

  const step = (n: number) => ({
    ...{ step_id: `step_${n}`, name: `name_${n}`, plan: 1, effect: n % 2 === 0, input: { n } },
  });
  for (let n = 1; n <= 3; n++) {
    const of = { steps: [step(2 * n), step(2 * n + 1)], ...(n === 1 ? { key: "task key" } : {}) };
    await store.tasks.add(sampleTask(n, { ...of, input: { text: text(n) }, fingerprint: "print" }));
    const artifact = {
      ...{ name: `Report ${n}.txt`, media_type: "text/plain", bytes: 10 * n, sha256: "0" },
      ...{ step_id: `step_${2 * n}`, created_at: moment },
    };
    await store.tasks.change(`task_${n}`, {
      from: ["pending"],
      task: { state: "completed", started_at: moment, ended_at: daysAgo(1, n) },
      steps: [{ step_id: `step_${2 * n}`, state: "completed", output: { found: [text(n)] } }],
      artifact: n === 2 ? { ...artifact, patch: { patch_id: "patch", state: "open" } } : artifact,
      notice: { code: "cut_short", message: text(n) },
    });
  }
  await store.tasks.remove("task_3");

  for (const id of ["b", "a", "c"]) {
    await store.approvals.add(sampleApproval(`approval_${id}`, { reason: text(4) }));
    await store.skills.accept({ name: `skill_${id}`, hash: "h", accepted_at: moment });
  }
  const permission = samplePermission("permission_1");
  const done = { state: "allowed", decided_at: moment, decision: "allow_always" } as const;
  await store.approvals.change("approval_a", "pending", done, permission);
  await store.approvals.change("approval_c", "pending", { state: "denied", note: text(5) });

  for (let n = 1; n <= 6; n++) store.trace.call(sampleCall(n, { trace_id: `trace_${n}` }));
  store.trace.task(request, result);
  store.trace.reply({
    ...{ trace_id: "trace_5", run_id: "run_5", span_id: "reply_1", at: daysAgo(1) },
    ...{ agent_id: "primary", reply: { text: text(6), calls: [], tokens: 1 } },
  });
  store.trace.connection({
    ...{ connection_id: "c1", state: "ended", at: moment, purpose: "model", host: "h", port: 443 },
    ...{ bytes_sent: 5, bytes_received: 7, ms: 1.5 },
  } as never);
  await store.requireAudit("act");
  await store.agents.add({
    ...{ thread_id: "agent thread", parent_thread_id: "thread_1", agent_id: "helper" },
    ...{ trace_id: "trace_1", run_id: "run of agent", parent_run_id: "run_1", asked_at: moment },
    ...{ task: text(7), reply: text(8), end: "done" },
  } as never);
  await store.idempotency.put("trace_1:0", "print", result);
  const unkept = { trace_id: "t", run_id: "r", thread_id: "th", asked_at: moment };
  await store.keepUnkept("unkept", "print", unkept, undefined);
  await store.beginInvocation("invoked", "print", { thread_id: "thread_1" });
  await store.activity.cases.keep({ trace_id: "trace_5", note: text(9), kept_at: moment });
  await store.activity.noteIndex(now, { files: 1, sections: 2, skipped: 3, age_s: 4 });
  await store.activity.compaction.note({ at: moment, rows: 1, freed_bytes: 2 });
  const { people } = store;
  const said = { ...somebody, groups: ["writers", text(4)] };
  await people.confirm(said, moment, { kept: text(5) });
  const until = { created_at: moment, expires_at: daysAgo(-30) };
  const hashed = { person_id: somebody.id, ...until };
  await people.sessions.begin({ ...hashed, hash: "session", checked_at: moment, kept: text(5) });
  const token = { ...hashed, id: "token_1", hash: "token", name: text(6), scope: "read" as const };
  await people.tokens.add({ ...token, used_at: null }, 10);
  await people.signIns.use({ hash: "state", expires_at: daysAgo(-30) }, moment);
}

/** What every reading method of the port says, but for sizes on the disk. */
export async function readWhole(store: Store): Promise<Record<string, unknown>> {
  const { activity, memory, tasks, approvals, runs } = store;
  const threads = await store.threadIds();
  const { threads: listed } = await store.listThreads({ limit: 3 });
  const found: Record<string, unknown> = {
    ids: [...threads].sort(),
    listed: await pages((cursor) => store.listThreads({ limit: 2, cursor })),
    first: listed,
    searched: await store.listThreads({ limit: 50, q: "a" }),
    judged: await gathered(store.judgedAnswers()),
    cited: [...(await store.citedPages(["api/keys.md", "other"]))],
    reads: await pages((cursor) => store.listReads(cursor === undefined ? {} : { cursor })),
    calls: await pages((cursor) => store.listCalls(cursor === undefined ? {} : { cursor })),
    running: await runs.running(),
    runsOfKey: [await runs.find({ key: "key" }), await runs.find({ key: "running" })],
    permissions: await approvals.permissions(),
    approvals: await approvals.inState(["pending", "allowed", "denied", "interrupted"]),
    latest: await approvals.latest("write", "hash"),
    skills: await store.skills.accepted(),
    concepts: await memory.concepts.list(),
    forgettings: await memory.forgetting.unfinished(),
    vectors: await memory.vectors(),
    vectorsAfter: (await memory.vectorsAfter("table", 0, 100)).map(({ message_id, vector }) => [
      message_id,
      [...vector],
    ]),
    unread: await memory.unread("other", 100),
    episodes: await pages((cursor) => memory.listEpisodes({ limit: 4, cursor })),
    // SQLite compares with single precision.
    nearest: (await memory.embedded.nearest(model, [1, 2, 3], { limit: 5 })).map((near) => ({
      ...near,
      cosine: near.cosine?.toFixed(5),
    })),
    known: await memory.embedded.known(model, ["hash_0", "hash_1", "hash_2"]),
    tasks: await pages((cursor) => tasks.list({ limit: 1, cursor })),
    inputs: await tasks.inputs("ten_steps", { tasks: 9, chars: 999 }),
    live: await tasks.live(),
    taskIds: [...(await tasks.ids())].sort(),
    taskOfKey: await tasks.withKey("task key"),
    patch: await tasks.patch("patch"),
    past: await tasks.past(daysAgo(0), 15),
    traces: await pages((cursor) => activity.list(cursor === undefined ? {} : { cursor })),
    tracesOfTool: await activity.list({ tool: "mcp.docs.docs_search" }),
    trail: await pages((cursor) => activity.audit(cursor === undefined ? {} : { cursor })),
    auditRows: await activity.auditRows(),
    audit: await activity.checkAudit(),
    exported: (await gathered(activity.exportAudit(now))).join(""),
    network: await activity.network({}),
    cases: await activity.cases.list(),
    figures: await Promise.all(
      (["answers", "ask_ms", "calls", "tokens", "index"] as const).map((series) =>
        activity.figures(series, "day", "2026-01-01", "2027-01-01"),
      ),
    ),
    lastCompaction: await activity.compaction.last(),
    since: await activity.answeredSince("2026-01-01T00:00:00.000Z"),
    kept: [
      await store.keptAnswer("key"),
      await store.unkeptAsking("unkept"),
      await store.idempotency.get("trace_1:0"),
    ],
    envelope: await activity.envelope("task_1"),
    people: await store.people.list(),
    session: await store.people.sessions.find("session"),
    tokens: await store.people.tokens.list("p_1"),
  };
  for (const id of threads) {
    const thread = await store.readThread(id);
    found[`thread ${id}`] = thread;
    found[`agents ${id}`] = await store.agents.turns(id, "helper", 10);
    found[`recent ${id}`] = await store.recentTurns({ thread_id: id, trace_id: "other" }, 5);
    found[`memory ${id}`] = await store.conversationMemory({ thread_id: id, trace_id: "other" });
    for (const { run_id, trace_id } of thread?.messages ?? []) {
      found[`answer ${run_id}`] = await store.readAnswer(id, run_id);
      found[`lines ${run_id}`] = await store.citedLines(run_id);
      found[`claims ${run_id}`] = await memory.claimsOf(run_id);
      found[`events ${run_id}`] = await runs.events(run_id);
      found[`run ${run_id}`] = await runs.find({ run_id });
      found[`of trace ${trace_id}`] = await activity.answer(trace_id);
    }
  }
  for (let n = 1; n <= 30; n++) {
    const trace_id = `trace_${n}`;
    found[`trace ${n}`] = [
      await activity.summary(trace_id),
      await activity.spans(trace_id, 100),
      await activity.countSpans(trace_id),
      await activity.reads(trace_id),
      await activity.previews(trace_id, `call_${n}`),
      await activity.replies(trace_id),
      await store.actedCalls(trace_id),
      await activity.calls(`call_${n}`),
      await store.agents.linesRead(trace_id),
    ];
  }
  for (let n = 1; n <= 3; n++) {
    const task_id = `task_${n}`;
    found[`task ${n}`] = [
      await tasks.find(task_id),
      await tasks.events(task_id, 0, 100),
      await tasks.outputs(task_id),
      await tasks.acted(`step_${2 * n}`),
    ];
  }
  return found;
}

/** Every page of a list, by the cursors that it gives itself. */
async function pages<Page extends { next_cursor?: string | undefined }>(
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const found: Page[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    found.push(page);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found;
}

async function gathered<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of from) found.push(one);
  return found;
}
