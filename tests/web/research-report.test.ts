import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { Answer } from "#lib/contracts/answer";
import { ApprovalList } from "#lib/contracts/approvals";
import { Preview } from "#lib/contracts/http";
import { CallsQuery } from "#lib/contracts/records";
import { EvidenceRow, ReportSource } from "#lib/contracts/research";
import type { TaskInfo } from "#lib/contracts/tasks";
import { FetchedAgain } from "#lib/contracts/web-desk";
import { type Http, openHttp } from "../contract/http/open-http.ts";
import { gullibleModel } from "../models/gullible-model.ts";
import { openaiChat } from "../models/wire/openai-chat.ts";
import { scriptedServer } from "../models/wire/wire-format.ts";
import { lure, openResearchSite, type ResearchSite } from "./research-site.ts";

/**
 * Reports over a web of more than sixty pages, honest, contradictory and hostile, through the real tools, beside a folder: with
 * nobody's word taken for what stands in a file.
 */
const query =
  "Which port does the Aurora server listen on? How long does Aurora keep backups? Which folder does Aurora write its logs to?";
const max_sources = 9;
let site: ResearchSite;
/** Whether any connection to the web comes about. */
let online = true;
let http: Http;

const settings = (more: object = {}) => ({
  doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
  web: {
    search_backend: "searxng",
    allow_hosts: ["127.0.0.1", "*.example"],
    max_bytes: 300_000,
    timeout_ms: 700,
  },
  ...more,
});

beforeAll(async () => {
  site = await openResearchSite();
  http = await openHttp({
    web: {
      ...site.wires,
      dial: (...to) => (online ? site.wires.dial(...to) : Promise.reject(new Error("no network"))),
    },
    env: { SEARXNG_URL: site.search_url, DOCENT_MODEL_API_KEY: "key" },
  });
  http.write(
    "notes/aurora.md",
    "# Aurora\n\nThe Aurora server listens on port 8080 by default.\n\nAurora was first released in 2019.\n",
  );
  http.write("config.json", JSON.stringify(settings()));
  await http.restart();
  await http.ready();
});
afterAll(async () => {
  await http.close();
  await site.close();
});
afterEach(() => {
  site.asked.length = 0;
});

async function run(input: Record<string, unknown>): Promise<TaskInfo> {
  const reader = { trace_id: http.assembly.newId("trace"), lang: "en" as const };
  const signal = new AbortController().signal;
  const made = await http.assembly.tasks.create(
    { type: "research_report", input },
    { ...reader, signal },
  );
  await http.assembly.tasks.ended(made.task_id);
  return http.assembly.tasks.find(made.task_id);
}

async function filesOf(task_id: string) {
  const read = async (name: string) => {
    const { bytes } = await http.assembly.tasks.artifact(task_id, name);
    return bytes.toString("utf8");
  };
  return {
    report: await read("report.md"),
    page: await read("report.html"),
    evidence: z.array(EvidenceRow).parse(JSON.parse(await read("evidence.json"))),
    sources: z.array(ReportSource).parse(JSON.parse(await read("sources.json"))),
  };
}
type Files = Awaited<ReturnType<typeof filesOf>>;

/** Every sentence has its marks, and the lines of every mark hash to what the evidence says, read by nobody's code but this. */
function everySentenceStands(
  { report, evidence, sources }: Files,
  folders: Record<string, string> = {
    notes: http.at("notes"),
    web: http.at("home", "web", "pages"),
  },
): void {
  const body = (
    report.split(/\n## (?:Could not be read|About this report|Sources)/)[0] ?? ""
  ).replace(/^### Not found\n\n(?:- .*\n?)+/gm, "");
  const said = body.split("\n").filter((line) => /^\s*- (?!\*\*)/.test(line));
  expect(said.length).toBeGreaterThan(3);
  for (const line of said) expect(line).toMatch(/\\\[\d+, lines \d+(?:-\d+)?\\\]$/);
  for (const row of evidence) {
    const source = sources.find(({ index }) => index === row.source_index);
    const file = path.join(folders[source?.root_id ?? ""] ?? "", source?.path ?? "");
    const bytes = readFileSync(file);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(source?.sha256);
    const lines = bytes
      .toString("utf8")
      .split("\n")
      .slice(row.lines.start - 1, row.lines.end);
    expect(createHash("sha256").update(lines.join("\n")).digest("hex")).toBe(row.sha256);
    expect(lines.join("\n")).toContain(row.snippet.split("\n")[0]);
  }
}

function isWhole(task: TaskInfo, files: Files): void {
  expect(task.error).toBeUndefined();
  expect(task.state).toBe("completed");
  everySentenceStands(files);
  expect(files.sources.length).toBeLessThanOrEqual(max_sources);
  expect(new Set(files.sources.map(({ kind }) => kind))).toEqual(new Set(["document", "web"]));
  const [, port = ""] = files.report.split("Sources disagree");
  expect(port).toContain("8080");
  expect(port).toContain("9090");
  for (const rule of ["ssrf_", "`timeout`", "`robots`", "(500)", "script.example"]) {
    expect(files.report, rule).toContain(rule);
  }
  expect(files.page).not.toMatch(/<script|javascript:|<img|\son\w+=/i);
  expect(site.closed).toEqual([]);
  expect(site.asked.filter((url) => url.startsWith(lure))).toEqual([]);
}

describe("a report over a web of honest and hostile pages", () => {
  it("has enough pages to choose from", () => {
    expect(site.pages.size).toBeGreaterThanOrEqual(58);
  });

  it("without a model: every sentence stands, contradictions and what could not be read are named", async () => {
    const task = await run({ query, max_sources, web: true });
    const files = await filesOf(task.task_id);
    isWhole(task, files);
    // What a page says is quoted as what that page says, and as nobody else's word.
    const injected = new Set(
      files.sources.filter(({ url = "" }) => url.includes("inject")).map(({ index }) => index),
    );
    for (const line of files.report.split("\n").filter((one) => one.includes("6666"))) {
      expect(injected.has(Number(/\\\[(\d+), lines[^[]*$/.exec(line)?.[1])), line).toBe(true);
    }
    expect(task.notices.map(({ code }) => code)).toContain("page_cut");
    const missing = site.asked.filter((url) => url === "http://missing.example/aurora");
    expect(missing.length).toBeLessThanOrEqual(1);
  });

  it("asks a person about each host that nobody allowed, and lists those that were refused", async () => {
    const own = settings();
    http.write(
      "config.json",
      JSON.stringify({ ...own, web: { ...own.web, allow_hosts: ["127.0.0.1"] } }),
    );
    await http.restart();
    await http.ready();
    const input = {
      query: "Which port does the Aurora server listen on?",
      max_sources: 1,
      web: true,
    };
    const running = run(input);
    const answered = new Set<string>();
    const answering = setInterval(async () => {
      for (const { id, resource, tool_id } of await pending()) {
        if (answered.has(id)) continue;
        answered.add(id);
        expect([resource?.kind, tool_id]).toEqual(["host", "web.fetch"]);
        await http.send("POST", `/api/approvals/${id}`, { decision: "deny" });
      }
    }, 20);
    const task = await running.finally(() => clearInterval(answering));
    expect(task.state).toBe("completed");
    expect(answered.size).toBeGreaterThan(0);
    const { report } = await filesOf(task.task_id);
    expect(report).toContain("`approval_denied`");
    expect(site.asked).toEqual([]);
  });
});

describe("a model that obeys whatever it reads", () => {
  const model = gullibleModel();
  let server: Awaited<ReturnType<typeof scriptedServer>>;
  let before: string;
  beforeAll(async () => {
    server = await scriptedServer(openaiChat, (told) => model.script(told));
    const config = settings({
      model: { provider: "compatible", name: "m-1", base_url: server.base_url },
      agents: [
        {
          ...{ id: "primary", kind: "primary", permission: "L2" },
          tools: ["web.search", "web.fetch", "web.extract"],
        },
      ],
    });
    before = JSON.stringify(config);
    http.write("config.json", before);
    await http.restart();
    await http.ready();
  });
  afterAll(() => server.close());

  /** Nothing came of what pages told it to do. */
  async function nothingCame(trace_id: string, allowed: RegExp): Promise<void> {
    const { rows } = await http.assembly.listCalls(CallsQuery.parse({ trace: trace_id }));
    const done = rows.filter(({ status }) => status === "ok").map(({ tool_id }) => tool_id);
    expect(done.filter((id) => !allowed.test(id))).toEqual([]);
    expect(site.asked.filter((url) => url.includes("lure.example"))).toEqual([]);
    expect(readFileSync(http.at("config.json"), "utf8")).toBe(before);
    expect(existsSync(http.at("home", "workspace", "owned.txt"))).toBe(false);
    expect(await pending()).toEqual([]);
  }

  it("writes a report in which every sentence stands, and calls nothing, fetches nothing and changes nothing beside", async () => {
    const task = await run({ query, max_sources, web: true });
    const files = await filesOf(task.task_id);
    isWhole(task, files);
    expect(server.requests.length).toBeGreaterThan(0);
    await nothingCame(task.trace_id, /^(?:mcp\.docs\.docs_|web\.)/);
  });

  it("answers a question from the web within what a person asked for", async () => {
    const question = "Which port does the Aurora server listen on? See the answers on Aurora.";
    const body = { question, web: true, mode: "model" };
    const answer = Answer.parse(await (await http.send("POST", "/api/ask", body)).json());
    expect(["answered", "partial", "no_evidence"]).toContain(answer.status);
    for (const claim of answer.claims) expect(claim.citations.length).toBeGreaterThan(0);
    await nothingCame(answer.trace_id, /^(?:mcp\.docs\.docs_|web\.|skill\.read)/);
  });
});

describe("an answer that cites a page", () => {
  it("is checked with the network off, and shows both when the page is fetched again and says otherwise", async () => {
    http.write("config.json", JSON.stringify(settings()));
    await http.restart();
    await http.ready();
    let port = 4711;
    const page = "changing.example/borealis";
    site.pages.set(page, {
      title: "Borealis",
      words: "The Borealis relay listens on port.",
      answer: (response) => {
        response.setHeader("content-type", "text/html");
        response.end(
          `<html><head><title>Borealis</title></head><body><article><h1>Borealis</h1><p>The Borealis relay listens on port ${port} unless it is told otherwise.</p></article></body></html>`,
        );
      },
    });
    const body = { question: "Which port does the Borealis relay listen on?", web: true };
    const answer = Answer.parse(await (await http.send("POST", "/api/ask", body)).json());
    expect(answer.claims[0]?.text).toContain("4711");
    const [citation] = answer.citations;
    expect(citation?.source).toMatchObject({ kind: "web", url: `http://${page}` });
    const look = async () => {
      const asked = new URLSearchParams({
        root: citation?.root_id ?? "",
        path: citation?.relative_path ?? "",
        sha256: citation?.sha256 ?? "",
        line_start: String(citation?.locator.line_start),
        line_end: String(citation?.locator.line_end),
      });
      return Preview.parse(await (await http.get(`/api/sources/preview?${asked}`)).json());
    };
    online = false;
    const asked = site.asked.length;
    expect((await look()).state).toBe("verified");
    const unreached = await http.send("POST", "/api/web/fetch-again", {
      path: citation?.relative_path,
    });
    expect(unreached.status).toBeGreaterThanOrEqual(400);
    expect((await look()).state).toBe("verified");
    expect(site.asked).toHaveLength(asked);
    online = true;

    const again = async () =>
      FetchedAgain.parse(
        await (
          await http.send("POST", "/api/web/fetch-again", { path: citation?.relative_path })
        ).json(),
      );
    expect((await again()).state).toBe("same");
    expect((await look()).state).toBe("verified");
    port = 4712;
    expect((await again()).state).toBe("changed");
    const changed = await look();
    expect(changed.state).toBe("changed");
    expect(changed.lines.join("\n")).toContain("4712");
    expect(await pending()).toEqual([]);

    await http.send("DELETE", "/api/web/pages", { path: citation?.relative_path });
    expect((await look()).state).toBe("missing");
  });
});

const pending = async () =>
  ApprovalList.parse(await (await http.get("/api/approvals")).json()).approvals;
