import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EmbeddingConfig } from "#lib/contracts/config";
import { ConfigDocument, EmbeddingReport, EmbeddingTest } from "#lib/contracts/http";
import { EpisodeList } from "#lib/contracts/memory";
import { projectDir } from "#lib/platform/project";
import {
  type EmbeddingReply,
  type EmbeddingRequest,
  type EmbeddingServer,
  embeddingServer,
  faithfully,
  vectorOf,
} from "../../models/embedding/embedding-server.ts";
import { readsOf } from "./audit-reads.ts";
import { type Http, openHttp } from "./open-http.ts";

const pages = 150;
const key = "canary-emb-3f9a1c7e5b2d8046-own";

let http: Http;
let server: EmbeddingServer;
/** What the provider does; a test may make it wait or fail. */
let script: (request: EmbeddingRequest, number: number) => EmbeddingReply | Promise<EmbeddingReply>;

beforeEach(async () => {
  script = faithfully;
  server = await embeddingServer((...asked) => script(...asked));
  http = await openHttp({ env: { DOCENT_EMBEDDING_API_KEY: key } });
  for (let i = 0; i < pages; i++)
    http.write(`notes/${i}.md`, `# Page ${i}\n\nFruit of kind ${i}.\n`);
  await http.ready();
  http.assembly.work();
});
afterEach(async () => {
  await http.close();
  await server.close();
});

async function configure(
  embedding: Partial<EmbeddingConfig>,
  change: (config: ConfigDocument["config"]) => object = (config) => config,
): Promise<void> {
  const read = ConfigDocument.parse(await (await http.get("/api/config")).json());
  const retrieval = { ...read.config.retrieval, embedding };
  const next = change({ ...read.config, retrieval: retrieval as typeof read.config.retrieval });
  const saved = await http.send("PUT", "/api/config", next, { "if-match": read.etag });
  expect(saved.status).toBe(200);
}

const ours = (more: Partial<EmbeddingConfig> = {}) =>
  configure({ provider: "compatible", name: "test-model", base_url: server.base_url, ...more });

async function report(lang = "en"): Promise<EmbeddingReport> {
  const response = await http.get("/api/embedding", { "accept-language": lang });
  return EmbeddingReport.parse(await response.json());
}

const post = (body: object) => http.send("POST", "/api/embedding", body);

async function start(): Promise<Response> {
  const { provider, address, roots } = await report();
  return post({ action: "start", provider, address, roots: roots.map(({ digest }) => digest) });
}

const until = (state: EmbeddingReport["state"]) =>
  vi.waitFor(async () => expect((await report()).state).toBe(state), {
    timeout: 120_000,
    interval: 20,
  });

const passagesSent = () =>
  server.asked.flatMap(({ texts }) => texts).filter((text) => text.startsWith("Page"));
function sentTwice(): Set<string> {
  const often = new Map<string, number>();
  for (const text of passagesSent()) often.set(text, (often.get(text) ?? 0) + 1);
  return new Set([...often].filter(([, times]) => times > 1).map(([text]) => text));
}
const ask = (question: string) => http.send("POST", "/api/ask", { question });

/** The provider answers the request of this number only when it is told to. */
function holding(number: number) {
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  script = async (request, at) => {
    if (at === number) {
      reached.resolve();
      await held.promise;
    }
    return faithfully(request);
  };
  return { reached: reached.promise, release: held.resolve };
}

describe("without an agreement", () => {
  it("nothing is set up, and nothing is sent", async () => {
    expect(await report()).toMatchObject({ state: "off", provider: null });
    expect((await http.assembly.health("en")).embedding).toBeUndefined();
    await ours();
    const { state, passages, sent, host, address, local, roots } = await report();
    expect(state).toBe("asks");
    expect(passages).toMatchObject({ total: pages, done: 0, left_out: 0 });
    expect(passages?.bytes_left).toBeGreaterThan(pages * 20);
    expect({ host, address, local, roots }).toEqual({
      host: new URL(server.base_url).host,
      address: server.base_url,
      local: true,
      roots: [{ id: "notes", label: "Notes", digest: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    expect(sent).toEqual({ requests: 0, passages: 0, characters: 0, tokens: 0 });
    await ask("Which fruit is of kind 7?");
    expect(server.asked).toEqual([]);
  });

  it("the one that is given must be for what holds now", async () => {
    await ours();
    const shown = await report();
    const { address = "" } = shown;
    const provider = "compatible";
    const roots = shown.roots.map(({ digest }) => digest);
    for (const other of [
      { provider, address: address.replace("http:", "https:"), roots },
      { provider, address: `${address}/other`, roots },
      { provider, address, roots: [] },
      { provider, address, roots: ["notes"] },
      { provider: "openai", address, roots },
      {},
    ])
      expect((await post({ action: "start", ...other })).status).toBe(400);
    expect((await report()).state).toBe("asks");
  });

  it.each([
    ["the folder under the same id", { path: "other" }],
    ["which files of it are read", { patterns: ["**/*.txt"] }],
    ["whether hidden files are read", { hidden: true }],
  ])("the one that is given is refused when %s has changed meanwhile", async (_, change) => {
    http.write("other/diary.md", "# Diary\n\nOf nobody else.\n");
    await ours();
    const { provider, address, roots } = await report();
    const { base_url } = server;
    await configure({ provider: "compatible", name: "test-model", base_url }, (config) => {
      const path = "path" in change ? http.at("other") : http.at("notes");
      const changed = config.doc_access.roots.map((root) => ({ ...root, ...change, path }));
      return { ...config, doc_access: { ...config.doc_access, roots: changed } };
    });
    const shown = { provider, address, roots: roots.map(({ digest }) => digest) };
    expect((await post({ action: "start", ...shown })).status).toBe(400);
    expect(server.asked).toEqual([]);
  });

  it("a test sends one sentence of our own, and says what came", async () => {
    const test = async () =>
      EmbeddingTest.parse(await (await http.send("POST", "/api/embedding/test", {})).json());
    expect(await test()).toMatchObject({ ok: false, kind: "off" });
    await ours();
    expect(await test()).toMatchObject({ ok: true, dimensions: 16 });
    expect(server.asked.map(({ texts }) => texts)).toEqual([["This is a test of the connection."]]);
    script = () => ({ wire: { status: 401, chunks: ["{}"] } });
    expect(await test()).toMatchObject({ ok: false, kind: "refused_key" });
  });
});

describe("with an agreement", () => {
  it("every passage is sent once, is audited, and the question is sent too", async () => {
    await ours({ price: 3, passage_prefix: "", query_prefix: "Q: " });
    await start();
    await until("done");
    expect(new Set(passagesSent()).size).toBe(pages);
    expect(passagesSent()).toHaveLength(pages);
    const { sent, passages } = await report();
    expect(passages).toMatchObject({ done: pages, bytes_left: 0 });
    expect(sent).toMatchObject({ requests: 3, passages: pages });
    expect(sent.cost).toBeCloseTo((sent.tokens * 3) / 1_000_000, 12);
    const audit = await readsOf(http, "agent=embedding");
    expect(audit.rows[0]).toMatchObject({
      root_id: "notes",
      relative_path: expect.stringMatching(/^\d+\.md$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(audit)).not.toContain("Fruit of kind");
    await ask("Which fruit is of kind 7?");
    await ask("Which fruit is of kind 7?");
    const questions = server.asked
      .flatMap(({ texts }) => texts)
      .filter((text) => /^Q: /.test(text));
    expect(questions).toContain("Q: Which fruit is of kind 7?");
    expect(new Set(questions).size).toBe(questions.length);
    expect(await http.assembly.health("en")).toMatchObject({ embedding: { state: "done" } });
    const secret = `sk-ant-api03-${"Ab3".repeat(30)}AA`;
    await ask(`Which fruit is of kind ${secret}?`);
    expect(JSON.stringify(server.asked)).not.toContain(secret);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it("a question is not sent where the search is refused", async () => {
    await ours();
    await start();
    await until("done");
    const { base_url } = server;
    await configure({ provider: "compatible", name: "test-model", base_url }, (config) => ({
      ...config,
      tools: { ...config.tools, disabled: ["mcp.docs.docs_search"] },
    }));
    await ask("Which fruit is of kind 7?");
    expect(passagesSent()).toHaveLength(pages);
    expect(server.asked).toHaveLength(3);
  });

  it("changed documents follow, and nothing else is sent again", async () => {
    await ours();
    await start();
    await until("done");
    http.write("notes/3.md", "# Page 3\n\nA vegetable now.\n");
    http.write("notes/more/4.md", "# Page 4\n\nFruit of kind 4.\n");
    await vi.waitFor(async () => {
      await post({ action: "resume" }); // the job looks now instead of soon
      expect(passagesSent().at(-1)).toBe("Page 3\n\nA vegetable now.");
    });
    expect(passagesSent()).toHaveLength(pages + 1);
  });

  it("a pause breaks off what is under way and lasts over a restart; only that is sent again", async () => {
    await ours();
    const { reached, release } = holding(2);
    await start();
    await reached;
    const { texts: inFlight = [] } = server.asked[1] ?? {};
    expect(await (await post({ action: "pause" })).json()).toMatchObject({ state: "paused" });
    await http.restart();
    release();
    http.assembly.work();
    await http.ready();
    expect(await report()).toMatchObject({ state: "paused", passages: { done: 64 } });
    expect(server.asked).toHaveLength(2);
    await post({ action: "resume" });
    await until("done");
    expect(sentTwice()).toEqual(new Set(inFlight));
  });

  it("a setting of something else breaks off nothing", async () => {
    await ours();
    const { reached, release } = holding(2);
    await start();
    await reached;
    const { base_url } = server;
    await configure({ provider: "compatible", name: "test-model", base_url }, (config) => ({
      ...config,
      retrieval: { ...config.retrieval, max_citations: 3 },
    }));
    release();
    await until("done");
    expect(passagesSent()).toHaveLength(pages);
  });

  it("a folder that is added is asked about first", async () => {
    await ours();
    await start();
    await until("done");
    http.write("private/diary.md", "# Diary\n\nPage of nobody else.\n");
    const { base_url } = server;
    await configure({ provider: "compatible", name: "test-model", base_url }, (config) => {
      const added = { id: "private", label: "Private", path: http.at("private") };
      const roots = [...config.doc_access.roots, added];
      return { ...config, doc_access: { ...config.doc_access, roots } };
    });
    await vi.waitFor(async () => {
      const { state, passages } = await report();
      expect([state, passages?.total]).toEqual(["asks", pages + 1]);
    });
    const before = server.asked.length;
    await ask("Which fruit is of kind 9?");
    expect(server.asked).toHaveLength(before);
    await start();
    await until("done");
    expect(JSON.stringify(server.asked)).toContain("nobody else");
  });

  it("another address is asked about first, another model starts anew, and the old one is not asked again", async () => {
    await ours();
    await start();
    await until("done");
    await ours({ name: "other-model" });
    await until("done");
    expect(passagesSent()).toHaveLength(2 * pages);
    await ours();
    await until("done");
    expect(passagesSent()).toHaveLength(2 * pages);
    for (const base_url of [
      server.base_url.replace("127.0.0.1", "localhost"),
      server.base_url.replace("http:", "https:"),
      server.base_url.replace("/v1", "/v2"),
    ]) {
      await ours({ base_url });
      expect((await report()).state).toBe("asks");
    }
  });

  it("what fails is said in the reader's language, waits, and goes on when it is mended", async () => {
    await ours();
    const mended = script;
    script = () => ({ wire: { status: 401, chunks: ["{}"] } });
    await start();
    await until("waiting");
    expect((await report("zh-CN")).message).toMatch(/拒绝了密钥/);
    expect(await http.assembly.health("en")).toMatchObject({
      status: "ok",
      embedding: { state: "waiting", message: expect.stringContaining("refused the key") },
    });
    expect((await ask("Which fruit is of kind 7?")).status).toBe(200);
    script = mended;
    await post({ action: "resume" });
    await until("done");
  });

  it("one text that the model never takes is left out, and the others are not", async () => {
    await ours();
    script = (request) =>
      request.texts.some((text) => text.includes("kind 77."))
        ? { wire: { status: 400, chunks: ['{"error":{"message":"too long"}}'] } }
        : faithfully(request);
    await start();
    await until("done");
    expect((await report()).passages).toMatchObject({ done: pages - 1, left_out: 1 });
  });

  it("what was answered before a failure is kept, and not sent again", async () => {
    await ours();
    const answered: string[] = [];
    let broken = true;
    script = (request) => {
      if (request.texts.length > 32) return { wire: { status: 400, chunks: ["{}"] } };
      if (broken && answered.length > 0) return { wire: { status: 401, chunks: ["{}"] } };
      answered.push(...request.texts);
      return faithfully(request);
    };
    await start();
    await until("waiting");
    broken = false;
    await post({ action: "resume" });
    await until("done");
    expect(answered).toHaveLength(pages);
    expect(new Set(answered).size).toBe(pages);
  });

  it("a model that refuses everything leaves nothing out", async () => {
    await ours();
    script = () => ({ wire: { status: 400, chunks: ['{"error":{"message":"no dimensions"}}'] } });
    await start();
    await until("waiting");
    expect((await report()).passages).toMatchObject({ done: 0, left_out: 0 });
  });

  it("vectors of another length than before are refused, and the reason is said", async () => {
    await ours();
    script = ({ texts }, number) => ({
      vectors: texts.map(() => (number === 1 ? [1, 2] : [1, 2, 3])),
    });
    await start();
    await until("waiting");
    expect((await report()).message).toMatch(/vectors of length 3, but the saved ones have 2/);
    expect((await report()).passages?.done).toBe(64);
  });

  it("a docs server that is killed meanwhile loses nothing that was answered", async () => {
    await ours();
    const { reached, release } = holding(2);
    await start();
    await reached;
    const [docs] = await http.assembly.servers("en");
    process.kill(docs?.pid ?? 0, "SIGKILL");
    release();
    await vi.waitFor(
      async () => {
        await post({ action: "resume" });
        expect((await report()).state).toBe("done");
      },
      { timeout: 120_000, interval: 100 },
    );
    expect(passagesSent()).toHaveLength(pages);
    expect(new Set(passagesSent()).size).toBe(pages);
  });

  it("a server that is killed meanwhile sends again at most the batch that was on its way", async () => {
    for (let i = pages; i < 2 * pages; i++)
      http.write(`notes/${i}.md`, `# Page ${i}\n\nFruit of kind ${i}.\n`);
    await ours();
    const { reached: begun, release: finish } = holding(1);
    await start();
    await begun;
    const brokenOff = server.asked[0]?.texts ?? [];
    await post({ action: "pause" });
    finish();
    let inFlight: string[] = [];
    await http.restart(async () => {
      const { reached, release } = holding(server.asked.length + 2);
      const file = http.at("home/embedding.json");
      const record = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ ...record, paused: false }));
      const program = path.join(import.meta.dirname, "killed-embedding-server.ts");
      const child = spawn(process.execPath, [program, http.at()], { cwd: projectDir() });
      await reached;
      inFlight = server.asked.at(-1)?.texts ?? [];
      child.kill("SIGKILL");
      await once(child, "exit");
      release();
    });
    await http.ready();
    http.assembly.work();
    await until("done");
    expect((await report()).passages).toMatchObject({ done: 2 * pages, total: 2 * pages });
    expect(new Set(passagesSent()).size).toBe(2 * pages);
    expect(sentTwice()).toEqual(new Set([...brokenOff, ...inFlight]));
  });

  it("can be taken back with every vector", async () => {
    await ours();
    await start();
    await until("done");
    expect(await (await post({ action: "forget" })).json()).toMatchObject({
      state: "asks",
      passages: { done: 0, total: pages },
    });
    expect(server.asked).toHaveLength(3);
    expect((await report()).forgettable).toBe(false);
  });

  it("can be taken back also when no model is set any more, or another one that nobody agreed to", async () => {
    await ours();
    await start();
    await until("done");
    await ours({ base_url: server.base_url.replace("/v1", "/v2") });
    expect(await report()).toMatchObject({ state: "asks", forgettable: true });
    await configure({});
    expect(await report()).toMatchObject({ state: "off", forgettable: true });
    expect(await (await post({ action: "forget" })).json()).toMatchObject({
      ...{ state: "off", forgettable: false },
    });
    await ours();
    expect(await report()).toMatchObject({ state: "asks", passages: { done: 0, total: pages } });
  });

  it("is taken back and recorded although the documents server forgets nothing", async () => {
    await ours();
    await start();
    await until("done");
    await http.close();
    const program = path.join(projectDir(), "mcp-servers/docs/main.mjs");
    http = await openHttp({ docs_command: [process.execPath, program] });
    await ours();
    await start();
    expect((await post({ action: "forget" })).ok).toBe(false);
    expect((await report()).state).toBe("asks");
    const { rows } = await readsOf(http);
    expect(rows.map(({ tool_id }) => tool_id)).toContain("http.embedding.forget");
  });
});

describe("the tools behind it", () => {
  it("are none that a person or an agent sees or calls", async () => {
    for (const address of ["/api/tools", "/api/mcp/tools", "/api/agents"]) {
      expect(await (await http.get(address)).text()).not.toContain("docs_embed");
    }
    const call = { arguments: { model: {}, limit: 1 } };
    const response = await http.send("POST", "/api/tools/mcp.docs.docs_embed_next/invoke", call);
    expect(await response.text()).toContain("tool_not_found");
  });
});

describe("where SQLite cannot compare vectors", () => {
  it("the page says what to do, nothing is sent, and search goes on by words", async () => {
    const program = path.join(projectDir(), "tests/docs-server/without-vectors-server.ts");
    await http.close();
    http = await openHttp({ docs_command: [process.execPath, program, "--embedding"] });
    http.write("notes/7.md", "# Page 7\n\nFruit of kind 7.\n");
    await http.ready();
    http.assembly.work();
    await ours();
    expect(await report()).toMatchObject({
      state: "unavailable",
      message: expect.stringMatching(/sqlite-vec doesn’t work \(Cannot find module 'sqlite-vec'\)/),
    });
    expect((await report("zh-CN")).message).toMatch(/无法按向量比较/);
    expect((await report()).forgettable).toBe(false);
    expect((await post({ action: "forget" })).ok).toBe(true);
    await start();
    expect((await report()).state).toBe("unavailable");
    expect(await http.assembly.health("en")).toMatchObject({
      status: "ok",
      embedding: { state: "unavailable" },
    });
    expect((await ask("Which fruit is of kind 7?")).status).toBe(200);
    expect(server.asked).toEqual([]);
  });
});

describe("questions that are kept", () => {
  const kept = (question: string, more: object = {}) =>
    http.send("POST", "/api/ask", { question, ...more });
  const sentOf = (word: string) =>
    server.asked.flatMap(({ texts }) => texts).filter((text) => text.includes(word));
  const found = async (q: string) => {
    const listed = await http.get(`/api/memory/episodes?q=${encodeURIComponent(q)}`);
    return EpisodeList.parse(await listed.json()).episodes.map(({ question }) => question);
  };
  /** Of the files of the state folder those that hold the vector of this text. */
  const filesWith = (text: string) => {
    const bytes = Buffer.from(Float32Array.from(vectorOf(text)).buffer);
    const home = http.at("home");
    return readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => readFileSync(file).includes(bytes))
      .map((file) => path.basename(file));
  };
  const restsOnVectors = (question: string) =>
    vi.waitFor(
      async () => {
        await post({ action: "resume" }); // the job looks now instead of soon
        expect(filesWith(question)).not.toEqual([]);
      },
      { timeout: 60_000, interval: 50 },
    );
  const walrus = "Where does the walrus of kind 5 sleep?";

  it("get a vector as they are kept, or later, are found by it, and leave none when they are forgotten", async () => {
    await kept("Which fruit is of kind 7?"); // before there was a model
    await ours();
    await start();
    await until("done");
    await restsOnVectors("Which fruit is of kind 7?");
    expect(sentOf("kind 7?")).toEqual(["Which fruit is of kind 7?"]);
    await kept(walrus);
    expect(filesWith(walrus)).not.toEqual([]);
    await kept(walrus); // the same words are not sent again
    expect(sentOf("walrus")).toEqual([walrus]);
    // By the table of meanings the fruit would be nearer.
    expect((await found("sleep walrus does the where of"))[0]).toBe(walrus);
    const spans = await http.get("/api/network?purpose=embedding");
    expect(spans.status).toBe(200);
    await http.send("POST", "/api/memory/forget", { scope: { all: true } });
    expect(filesWith(walrus)).toEqual([]);
    expect(filesWith("Which fruit is of kind 7?")).toEqual([]);
  });

  it("lose their vectors with “forget”, and are not sent while a person wants none of them found again", async () => {
    await ours();
    await start();
    await until("done");
    await kept(walrus);
    expect(filesWith(walrus)).not.toEqual([]);
    await post({ action: "forget" });
    expect(filesWith(walrus)).toEqual([]);
    await http.send("PATCH", "/api/memory", { recall: false }, { "sec-fetch-site": "same-origin" });
    await start();
    await until("done");
    await post({ action: "resume" });
    expect(filesWith(walrus)).toEqual([]);
  });

  it("are not sent without an agreement, and one of which nothing is kept leaves no vector", async () => {
    await kept(walrus);
    await ours();
    await found("walrus");
    expect(server.asked).toEqual([]);
    await start();
    await until("done");
    await kept("Who feeds the seal of kind 9?", { store: false });
    expect(filesWith("Who feeds the seal of kind 9?")).toEqual([]);
  });
});
