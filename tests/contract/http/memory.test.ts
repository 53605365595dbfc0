import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ReplayComparison } from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { ErrorBody } from "#lib/contracts/errors";
import { Thread, ThreadList } from "#lib/contracts/http";
import {
  Concept,
  EpisodeList,
  Forgotten,
  MemoryExport,
  MemoryReport,
  MemorySizes,
} from "#lib/contracts/memory";
import { CreatedTask, LikeTasks, TaskInfo } from "#lib/contracts/tasks";
import { skillShelf } from "../../tasks/open-engine.ts";
import { lookTool, tenSteps } from "../../tasks/ten-steps.ts";
import { type Http, openHttp } from "./open-http.ts";

/** Memory through the routes: real docs server, real database, no model. */
let http: Http;
const ownPage = { "sec-fetch-site": "same-origin" };

beforeAll(async () => {
  const { catalogue: skills } = skillShelf([{ task_types: ["ten_steps"] }]);
  http = await openHttp({ task_types: [tenSteps], skills, providers: [lookTool] });
  http.write(
    "notes/clusters.md",
    "# Clusters\n\n## prod-eu\n\nRestart prod-eu with `clusterctl restart`. It takes nine minutes.\n\n## staging\n\nNobody is told when staging is restarted.\n",
  );
  http.write(
    "notes/keys.md",
    "# Keys\n\n## Rotation\n\nThe signing key is rotated every ninety days.\n",
  );
  http.write(
    "api/keys.md",
    "# API keys\n\n## Rotation\n\nAn API key is rotated every week by its owner.\n",
  );
  const roots = ["notes", "api"].map((id) => ({ id, label: id, path: http.at(id) }));
  await http.restart(() => http.write("config.json", JSON.stringify({ doc_access: { roots } })));
  await http.ready();
});
afterAll(() => http.close());
beforeEach(async () => {
  await forget({ all: true });
});

const ask = async (question: string, more: object = {}) =>
  Answer.parse(await (await http.send("POST", "/api/ask", { question, ...more })).json());
const state = async (text: string) =>
  Concept.parse(await (await http.send("POST", "/api/memory/concepts", { text }, ownPage)).json());
const report = async () => MemoryReport.parse(await (await http.get("/api/memory")).json());
const forget = async (scope: object) =>
  Forgotten.parse(await (await http.send("POST", "/api/memory/forget", { scope })).json());
const episodes = async (q?: string) => {
  const asked = q === undefined ? "" : `?q=${encodeURIComponent(q)}`;
  return EpisodeList.parse(await (await http.get(`/api/memory/episodes${asked}`)).json()).episodes;
};

/** The files of the state folder that hold these words, as UTF-8 or as a part of it in any file. */
function filesWith(...words: string[]): string[] {
  const home = http.at("home");
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const bytes = readFileSync(file);
      return words.some((word) => bytes.includes(word)) ? [path.relative(home, file)] : [];
    });
}

describe("a fact", () => {
  it("completes a question, and the answer says so; without it the same is asked again", async () => {
    const { concept_id, kind } = await state("our cluster means prod-eu");
    expect(kind).toBe("means");
    const answer = await ask("How do I restart our cluster?");
    expect(answer.searched).toEqual(["How do I restart our cluster (prod-eu)?"]);
    expect(answer.question).toBe("How do I restart our cluster?");
    expect(answer.understood_with).toEqual([{ concept_id, text: "our cluster means prod-eu" }]);
    expect(answer.claims.map(({ text }) => text).join(" ")).toContain("clusterctl restart");
    expect((await report()).concepts).toMatchObject([{ uses: 1 }]);
    const without = await ask("How do I restart our cluster?", { without: [concept_id] });
    expect(without.understood_with).toBeUndefined();
    expect(without.searched).toEqual(["How do I restart our cluster?"]);
    const stored = Thread.parse(await (await http.get(`/api/threads/${answer.thread_id}`)).json());
    expect(stored.messages[0]?.understood_with).toHaveLength(1);
  });

  it("leaves every other question as it is", async () => {
    const before = await ask("How often is the signing key rotated?");
    await state("our cluster means prod-eu");
    const after = await ask("How often is the signing key rotated?");
    expect(after.understood_with).toBeUndefined();
    expect(after.claims).toEqual(before.claims);
  });

  it("says in which folder to look first, and in which language to answer", async () => {
    await state("the API docs are in folder api");
    const folder = await ask("How often is an API key rotated?");
    expect(folder.citations[0]?.root_id).toBe("api");
    expect(folder.understood_with).toHaveLength(1);
    await state("answer in Chinese");
    const answer = await ask("How often is the signing key rotated?");
    expect(answer.lang).toBe("zh-CN");
    expect(answer.understood_with).toMatchObject([{ text: "answer in Chinese" }]);
    expect((await ask("签名密钥多久轮换一次？")).understood_with).toBeUndefined();
    expect((await ask("Keys?", { lang: "en" })).lang).toBe("en");
  });

  it("that contradicts another is shown with it, and the newer one counts", async () => {
    const older = await state("our cluster means staging");
    const newer = await state("our cluster means prod-eu");
    const { concepts } = await report();
    expect(concepts.map((one) => one.contradicted_by)).toEqual([newer.concept_id, undefined]);
    expect((await ask("How do I restart our cluster?")).searched[0]).toContain("(prod-eu)");
    await forget({ concept_id: newer.concept_id });
    expect((await ask("How do I restart our cluster?")).searched[0]).toContain("(staging)");
    expect((await report()).concepts).toMatchObject([{ concept_id: older.concept_id }]);
  });

  it("is changed in its words, and read anew", async () => {
    const { concept_id } = await state("our cluster means staging");
    const at = `/api/memory/concepts/${concept_id}`;
    const to = { text: "我们的集群指的是 prod-eu" };
    const changed = Concept.parse(await (await http.send("PATCH", at, to, ownPage)).json());
    expect(changed).toMatchObject({ kind: "means", term: "我们的集群", value: "prod-eu" });
  });

  it("is stated by a message only once the person says so", async () => {
    const offered = await ask("Remember that our cluster means prod-eu.");
    expect(offered).toMatchObject({ status: "chat", remember: "our cluster means prod-eu" });
    expect((await report()).concepts).toEqual([]);
    expect(await episodes()).toEqual([]);
  });

  it("comes from the page of this server and from nowhere else", async () => {
    const from = [{}, { origin: "http://evil.example" }, { "sec-fetch-site": "cross-site" }];
    for (const headers of from) {
      const sent = await http.send("POST", "/api/memory/concepts", { text: "a means b" }, headers);
      expect(sent.status).toBe(403);
      expect((await http.send("PATCH", "/api/memory", { enabled: false }, headers)).status).toBe(
        403,
      );
    }
    expect((await report()).concepts).toEqual([]);
  });

  it.each([
    ["", 400],
    ["two\nlines", 400],
    ["a".repeat(301), 400],
    [7, 400],
  ])("that is none is refused: %j", async (text, status) => {
    const sent = await http.send("POST", "/api/memory/concepts", { text }, ownPage);
    expect(sent.status).toBe(status);
    expect(ErrorBody.parse(await sent.json()).error.code).toBe("validation");
  });

  it("holds no secret", async () => {
    const secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";
    const { text } = await state(`the API key is ${secret}`);
    expect(text).not.toContain(secret);
    expect(filesWith(secret)).toEqual([]);
  });
});

describe("a question that was understood with a fact", () => {
  const replay = async (trace_id: string) => {
    const sent = await http.send("POST", `/api/traces/${trace_id}/replay`, { model: "recorded" });
    return ReplayComparison.parse(await sent.json());
  };

  it("is done again with that fact, also when it was forgotten or another one stated since", async () => {
    const { concept_id } = await state("our cluster means prod-eu");
    const answer = await ask("How do I restart our cluster?");
    const without = await ask("How do I restart our cluster?", { without: [concept_id] });
    await forget({ concept_id });
    await state("our cluster means staging");
    const again = await replay(answer.trace_id);
    expect(again).toMatchObject({ verdict: "same" });
    expect(again.notices).toEqual([
      "It was understood with the fact of then, in the words of then.",
    ]);
    expect(await replay(without.trace_id)).toMatchObject({ verdict: "same", notices: [] });
    const remembered = await ask("Remember that our cluster means prod-eu.");
    expect((await replay(remembered.trace_id)).verdict).not.toBe("different");
  });
});

describe("an earlier question", () => {
  it("is offered in other words from another conversation, with how its sources stand", async () => {
    const before = await ask("How many days until the signing key gets rotated?");
    const again = await ask("After how many days is the signing key rotated?");
    expect(again.earlier).toMatchObject({ run_id: before.run_id, sources: "unchanged" });
    const file = http.at("notes/keys.md");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("ninety", "sixty"));
    const changed = await ask("After how many days does the signing key get rotated?");
    expect(changed.earlier).toMatchObject({ sources: "changed" });
    writeFileSync(file, text);
  });

  it("is found by meaning among all, and exported", async () => {
    await ask("How do I restart prod-eu?");
    await ask("How often is the signing key rotated?");
    const [first] = await episodes("签名密钥多久换一次");
    expect(first).toMatchObject({ question: "How often is the signing key rotated?" });
    expect((await episodes()).map(({ question }) => question)).toEqual([
      "How often is the signing key rotated?",
      "How do I restart prod-eu?",
    ]);
    const file = MemoryExport.parse(await (await http.get("/api/memory/export")).json());
    expect(file.episodes).toHaveLength(2);
    expect(file.episodes[1]?.claims.join(" ")).toContain("clusterctl");
  });

  it("is neither offered nor read where memory is off", async () => {
    await state("our cluster means prod-eu");
    await http.send("PATCH", "/api/memory", { enabled: false }, ownPage);
    await ask("How often is the signing key rotated?");
    const again = await ask("How often is the signing key rotated?");
    expect(again.earlier).toBeUndefined();
    expect((await ask("How do I restart our cluster?")).understood_with).toBeUndefined();
    expect((await ask("Remember that our cluster means staging.")).remember).toBeUndefined();
    expect((await report()).vectors.count).toBe(0);
    await http.send("PATCH", "/api/memory", { enabled: true }, ownPage);
  });
});

describe("a conversation of which nothing is kept", () => {
  it("goes on with follow-ups, and leaves no word", async () => {
    const first = await ask("How do I restart prod-eu?", { store: false });
    const next = await ask("and staging?", { store: false, thread_id: first.thread_id });
    expect(next.searched).toEqual(["and staging?", "How do I restart prod-eu? and staging?"]);
    await ask("Where is the walrus kept at Quarrington?", { store: false });
    expect(ThreadList.parse(await (await http.get("/api/threads")).json()).total).toBe(0);
    expect(await episodes()).toEqual([]);
    // One that is kept takes up no word of it.
    const kept = await ask("and in winter?", { thread_id: first.thread_id });
    expect(kept.searched.join(" ")).not.toMatch(/restart|prod-eu|staging/);
    expect(filesWith("Quarrington", "walrus")).toEqual([]);
  });
});

describe("a like task", () => {
  const start = async (input: object) => {
    const sent = await http.send("POST", "/api/tasks", { type: "ten_steps", input });
    const { task_id } = CreatedTask.parse(await sent.json());
    await expect
      .poll(
        async () => TaskInfo.parse(await (await http.get(`/api/tasks/${task_id}`)).json()).state,
      )
      .toBe("completed");
    return task_id;
  };
  const like = async (input: object, more: object = {}) => {
    const sent = await http.send("POST", "/api/memory/tasks", {
      type: "ten_steps",
      input,
      ...more,
    });
    return LikeTasks.parse(await sent.json()).tasks;
  };

  it("is offered with its state, its steps and its files, and goes when it is forgotten", async () => {
    const task_id = await start({});
    const [found] = await like({});
    expect(found).toMatchObject({ task_id, alike: "same", state: "completed", type: "ten_steps" });
    expect(found?.steps.total).toBeGreaterThan(0);
    expect(found?.files).toHaveLength(found?.artifacts ?? -1);
    expect(await like({}, { except: task_id })).toEqual([]);
    expect(await like({}, { type: "check_docs" })).toEqual([]);
    await forget({ all: true, kind: "tasks" });
    expect(await like({})).toEqual([]);
  });

  it("is not looked for where nothing of before is to be offered", async () => {
    await start({});
    await http.send("PATCH", "/api/memory", { recall: false }, ownPage);
    expect(await like({})).toEqual([]);
    await http.send("PATCH", "/api/memory", { recall: true }, ownPage);
    expect(await like({})).toHaveLength(1);
  });

  it("leaves no word of what was looked for", async () => {
    await like({ note: "the walrus of Quarrington" });
    expect(filesWith("Quarrington")).toEqual([]);
  });
});

describe("forgetting", () => {
  const words = ["Zanzibarle", "zanzibarle"];
  const question = "Who holds the signing key of Zanzibarle?";

  it("takes a conversation out of every file of the state folder, and leaves the others", async () => {
    const kept = await ask("How often is the signing key rotated?");
    const gone = await ask(question);
    await ask("and how often is it rotated?", { thread_id: gone.thread_id });
    expect(filesWith(...words)).not.toEqual([]);
    const forgotten = await forget({ thread_id: gone.thread_id });
    expect(forgotten).toMatchObject({ conversations: 1, turns: 2, finished: true });
    expect(filesWith(...words)).toEqual([]);
    expect((await http.get(`/api/threads/${gone.thread_id}`)).status).toBe(404);
    expect((await http.get(`/api/threads/${kept.thread_id}`)).status).toBe(200);
  });

  it("takes one turn, and the name that the conversation had from it", async () => {
    const gone = await ask(question);
    const kept = await ask("How often is the signing key rotated?", { thread_id: gone.thread_id });
    expect(await forget({ run_id: gone.run_id })).toMatchObject({ turns: 1, conversations: 0 });
    expect(filesWith(...words)).toEqual([]);
    const thread = Thread.parse(await (await http.get(`/api/threads/${kept.thread_id}`)).json());
    expect(thread).toMatchObject({ title: "How often is the signing key rotated?", turns: 1 });
    await forget({ run_id: kept.run_id });
    expect((await http.get(`/api/threads/${kept.thread_id}`)).status).toBe(404);
  });

  it("takes one turn out of what those after it were searched for together with; their answers stay", async () => {
    const gone = await ask(question);
    const thread_id = gone.thread_id;
    const next = await ask("and how often is it rotated?", { thread_id });
    const last = await ask("why?", { thread_id });
    expect(next.searched.join()).toContain("Zanzibarle");
    await forget({ run_id: gone.run_id });
    expect(filesWith(...words)).toEqual([]);
    const thread = Thread.parse(await (await http.get(`/api/threads/${thread_id}`)).json());
    expect(thread.messages.map(({ run_id }) => run_id)).toEqual([next.run_id, last.run_id]);
    expect(thread.messages[0]?.claims).toEqual(next.claims);
    expect(thread.messages[0]?.searched).toEqual(["and how often is it rotated?"]);
  });

  it("takes what lies within a time, whole conversations and single turns", async () => {
    const before = await ask("How often is the signing key rotated?");
    const since = new Date().toISOString();
    await ask(question, { thread_id: before.thread_id });
    await ask(question);
    await state("Zanzibarle means the harbour");
    const gone = await forget({ since, until: new Date(Date.now() + 1000).toISOString() });
    expect(gone).toMatchObject({ turns: 2, conversations: 1, concepts: 1 });
    expect(filesWith(...words)).toEqual([]);
    const thread = Thread.parse(await (await http.get(`/api/threads/${before.thread_id}`)).json());
    expect(thread.turns).toBe(1);
  });

  it("takes everything, tasks and their files among it", async () => {
    await ask(question);
    await state("Zanzibarle means the harbour");
    const body = { type: "ten_steps", input: { letters: 20 } };
    const made = CreatedTask.parse(await (await http.send("POST", "/api/tasks", body)).json());
    await http.assembly.tasks.ended(made.task_id);
    TaskInfo.parse(await (await http.get(`/api/tasks/${made.task_id}`)).json());
    expect(filesWith(made.task_id)).not.toEqual([]);
    expect(await forget({ all: true })).toMatchObject({ turns: 1, concepts: 1, tasks: 1 });
    expect(filesWith(...words)).toEqual([]);
    const { kinds } = MemorySizes.parse(await (await http.get("/api/memory/sizes")).json());
    expect(kinds.map(({ count }) => count)).toEqual([0, 0, 0]);
    expect(readdirSync(http.at("home/artifacts"))).toEqual([]);
  });

  it("takes one kind of all alone", async () => {
    await ask(question);
    await state("Zanzibarle means the harbour");
    expect(await forget({ all: true, kind: "concepts" })).toMatchObject({ turns: 0, concepts: 1 });
    expect(await episodes()).toHaveLength(1);
  });

  it("also empties a set-aside copy of a damaged database", async () => {
    const { thread_id } = await ask(question);
    http.write("home/docent-damaged-20260101T000000.db", question);
    await forget({ thread_id });
    expect(filesWith(...words)).toEqual([]);
  });

  it.each([
    [{}],
    [{ all: true, since: "2026-01-01T00:00:00Z" }],
    [{ thread_id: "a", run_id: "b" }],
    [{ kind: "concepts" }],
    [{ thread_id: "a", kind: "concepts" }],
    [{ all: false }],
    [{ since: "yesterday" }],
    [{ everything: true }],
  ])("is refused for a scope that names nothing, or two things: %j", async (scope) => {
    await ask(question);
    const sent = await http.send("POST", "/api/memory/forget", { scope });
    expect(sent.status).toBe(400);
    expect(await episodes()).toHaveLength(1);
  });

  it("says what is not there", async () => {
    for (const scope of [{ thread_id: "thread_0" }, { run_id: "run_0" }, { concept_id: "c" }]) {
      const sent = await http.send("POST", "/api/memory/forget", { scope });
      expect(sent.status).toBe(404);
    }
  });
});
