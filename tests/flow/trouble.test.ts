import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { SubAgent } from "#lib/agents/sub-agent";
import { DocsStatusOutput } from "#lib/contracts/docs-tools";
import type { TaskResult } from "#lib/contracts/envelope";
import { systemClock } from "#lib/platform/clock";
import type { ToolProvider } from "#lib/tools/provider";
import { grantOf } from "../tools/tool-result.ts";
import { type FlowOptions, memoryStore, startFlow } from "./flow-setup.ts";

const patient = { timeout: 240_000 };
const question = "How do I open the vault?";
const vault =
  "# Vaults\n\n## Opening\n\nTo open the vault:\n\n1. Turn the wheel to the left.\n2. Say the word aloud.\n";
const stalledServer = fileURLToPath(new URL("./stalled-docs-server.ts", import.meta.url));
const relay = fileURLToPath(new URL("./recording-relay.ts", import.meta.url));

const open: { close(): Promise<void> }[] = [];
async function start(options: Partial<FlowOptions> = {}) {
  const flow = await startFlow({ files: { "vault.md": vault }, ...options });
  open.push(flow);
  return flow;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((flow) => flow.close()));
});

/** Does something just before a call of one tool goes out. */
function justBefore(tool: string, act: (folder: string) => Promise<unknown> | unknown) {
  return (provider: ToolProvider, folder: string): ToolProvider => ({
    ...provider,
    invoke: async (info, args, call) => {
      if (info.name === tool) await act(folder);
      return provider.invoke(info, args, call);
    },
  });
}

const failing = (run: SubAgent["run"]): SubAgent => ({
  id: "doc_retrieval",
  grant: ["docs.search", "docs.read"],
  run,
});

describe("a file that changes between evidence and gate", () => {
  test.each([
    ["is rewritten", (file: string) => writeFile(file, "# Vaults\n\nNothing here any more.\n")],
    [
      "gets other words on the cited lines",
      (file: string) => writeFile(file, vault.replace("left", "right")),
    ],
    ["is removed", (file: string) => rm(file)],
  ])("withholds its claims: the file %s", async (_name, change) => {
    const flow = await start({
      around: justBefore("docs_verify", (folder) => change(path.join(folder, "vault.md"))),
    });
    const { answer, events } = await flow.ask(question);
    expect(answer.status).toBe("no_evidence");
    expect(answer.claims).toEqual([]);
    expect(answer.citations).toEqual([]);
    expect(answer.gaps).toMatchObject([{ cause: "unsupported", rule: "path_changed" }]);
    expect(answer.gaps[0]?.message).toContain("vault.md");
    expect(answer.gaps[0]?.next_steps).toMatchObject([{ action: "retry", value: question }]);
    expect(events.some((e) => e.kind === "claim")).toBe(false);
  });

  test("keeps what another file still carries and calls the answer partial", async () => {
    const both = "Where is the GaleLift kept at night, and where is the TideLift kept at night?";
    const words = "At night the `TideLift` is kept in the water.";
    const files = {
      "gale.md": "# Gale\n\nAt night the `GaleLift` is kept in the shed.\n",
      "tide.md": `# Tide\n\n${words}\n`,
    };
    const whole = await (await start({ files })).ask(both);
    const paths = whole.answer.citations.map((citation) => citation.relative_path);
    expect(new Set(paths)).toEqual(new Set(["gale.md", "tide.md"])); // both carry it while both stand

    const flow = await start({
      files,
      around: justBefore("docs_verify", (folder) =>
        rm(path.join(folder, "gale.md"), { force: true }),
      ),
    });
    const { answer } = await flow.ask(both);
    expect(answer.status).toBe("partial");
    expect(answer.claims.map((claim) => claim.text)).toEqual([words]);
    expect(answer.citations.map((citation) => citation.relative_path)).toEqual(["tide.md"]);
    expect(answer.gaps).toMatchObject([{ cause: "unsupported", rule: "path_changed" }]);
  });
});

describe("a docs server in trouble", () => {
  test("that never answers ends in timeout, within the deadline, and says so", async () => {
    const flow = await start({
      command: () => [process.execPath, stalledServer],
    });
    await flow.session.list(new AbortController().signal);
    const { answer, events } = await flow.ask(question, { deadline_ms: 1500 });
    expect(answer.status).toBe("timeout");
    expect(answer.claims).toEqual([]);
    expect(answer.gaps).toMatchObject([{ cause: "timeout", rule: null }]);
    expect(answer.gaps[0]?.message).toContain("ran out of time");
    expect(answer.gaps[0]?.next_steps.map((s) => s.action)).toEqual(["retry"]);
    const steps = events.flatMap((e) => (e.kind === "step" ? [e.data] : []));
    expect(steps.at(-1)).toMatchObject({ kind: "search", state: "failed" });
  });

  test("R29 that is stopped for longer than the deadline ends in timeout; once it goes on, the next question is answered", async () => {
    const flow = await start();
    await flow.ask(question);
    const { pid = 0 } = flow.session.status();
    process.kill(pid, "SIGSTOP");
    const late = await flow.ask("Who says the word aloud?", { deadline_ms: 400 });
    expect(late.answer).toMatchObject({ status: "timeout", claims: [] });
    process.kill(pid, "SIGCONT");
    const { answer } = await flow.ask(question);
    expect(answer.status).toBe("answered");
    expect(flow.session.status()).toMatchObject({ pid, restarts: 0 });
  });

  test("that dies during a call ends in error, and the next question is answered", async () => {
    let armed = true;
    const flow = await start({
      around: (provider) => ({
        ...provider,
        invoke: (info, args, call) => {
          const pid = flow.session.status().pid;
          if (!armed || pid === undefined) return provider.invoke(info, args, call);
          armed = false;
          process.kill(pid, "SIGSTOP");
          const lost = provider.invoke(info, args, call);
          process.kill(pid, "SIGKILL");
          return lost;
        },
      }),
    });
    const first = await flow.ask(question);
    expect(first.answer.status).toBe("error");
    expect(first.answer.gaps).toMatchObject([{ cause: "error", rule: "provider_unavailable" }]);
    const second = await flow.ask(question);
    expect(second.answer.status).toBe("answered");
    expect(flow.session.status().restarts).toBe(1);
  });

  test("is told when a question is cancelled, and has no call under way afterwards", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "docent-relay-"));
    const heard = path.join(folder, "heard.jsonl");
    const files = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [
        `many/${i}.md`,
        `# Page ${i}\n\nWords of page ${i}.\n`,
      ]),
    );
    const flow = await start({
      files,
      command: (server) => [process.execPath, relay, heard, ...server],
    });
    await flow.session.list(new AbortController().signal);
    const stop = new AbortController();
    const asked = flow.ask("Which page has the words?", {}, stop.signal);
    asked.catch(() => {});
    const sent = () =>
      readFileSync(heard, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    const searchSent = () =>
      sent().find((m) => m.method === "tools/call" && m.params.name === "docs_search");
    await vi.waitFor(() => expect(searchSent()).toBeDefined(), { ...patient, interval: 1 });
    await vi.waitFor(async () => expect(await underWay(flow)).toEqual(["docs_search"]), patient);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: "cancelled" });
    await vi.waitFor(
      () =>
        expect(sent().filter((m) => m.method === "notifications/cancelled")).toMatchObject([
          { params: { requestId: searchSent().id } },
        ]),
      patient,
    );
    await vi.waitFor(async () => expect(await underWay(flow)).toEqual([]), patient);
    expect(flow.session.status().restarts).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

async function underWay(flow: Awaited<ReturnType<typeof start>>): Promise<string[]> {
  const result = await flow.tools.invoke(
    "mcp.docs.docs_status",
    {},
    {
      trace_id: "t",
      run_id: "r",
      task_id: "k",
      agent_id: "person",
      grant: grantOf(["mcp.docs.docs_status"], { agent_id: "person" }),
      deadline: systemClock.monotonic() + 10_000,
      signal: new AbortController().signal,
    },
  );
  return DocsStatusOutput.parse(result.structured).calls_under_way.map((call) => call.tool);
}

describe("a sub-agent in trouble", () => {
  test.each<[string, SubAgent["run"]]>([
    ["throws", () => Promise.reject(new Error("bug"))],
    // Prose instead of a result, as a confused agent might write it.
    ["answers in prose", async () => "Turn the wheel." as unknown as TaskResult],
  ])("is stepped over, and the answer says so: it %s", async (_name, run) => {
    const flow = await start({ sub_agent: failing(run) });
    const { answer, events } = await flow.ask(question);
    expect(answer.status).toBe("answered");
    expect(answer.notices).toMatchObject([{ code: "sub_agent_fallback" }]);
    expect(flow.calls).toEqual(["docs_search", "docs_verify"]);
    expect(events.some((e) => e.kind === "step" && e.data.kind === "fallback")).toBe(true);
    const agent = flow.spans.find((s) => s.kind === "agent");
    expect(agent?.attributes).toMatchObject({ way: "fallback" });
    expect(flow.spans.find((s) => s.kind === "task")?.attributes).toMatchObject({
      agent_failed: true,
    });
  });

  test("that does not hold the scope is not asked, and no tool is called", async () => {
    const flow = await start({
      sub_agent: { ...failing(() => Promise.reject(new Error("asked"))), grant: ["docs.search"] },
    });
    const { answer } = await flow.ask(question);
    expect(answer.status).toBe("denied");
    expect(answer.gaps).toMatchObject([{ cause: "denied", rule: "tool_not_granted" }]);
    expect(flow.calls).toEqual([]);
  });

  test("that outlasts the deadline ends in timeout", async () => {
    const flow = await start({ sub_agent: failing(() => new Promise(() => {})) });
    const { answer } = await flow.ask(question, { deadline_ms: 60 });
    expect(answer.status).toBe("timeout");
    expect(flow.calls).toEqual([]);
  });
});

describe("one trace", () => {
  const searches = (calls: string[]) => calls.filter((name) => name === "docs_search").length;

  test("asked twice searches once; another question under it is refused as an error", async () => {
    const flow = await start();
    const first = await flow.ask(question, { trace_id: "trace-1" });
    const again = await flow.ask(question, { trace_id: "trace-1", run_id: "run-2" });
    expect(again.answer.claims).toEqual(first.answer.claims);
    expect(searches(flow.calls)).toBe(1);
    const other = await flow.ask("Who oils the vault?", { trace_id: "trace-1" });
    expect(other.answer).toMatchObject({
      status: "error",
      gaps: [{ cause: "error", rule: "idempotency_mismatch" }],
    });
    expect(searches(flow.calls)).toBe(1);
  });

  test("is not searched again after a restart, but its citations are checked again", async () => {
    const idempotency = memoryStore();
    const first = await start({ idempotency });
    await first.ask(question, { trace_id: "trace-1" });
    const second = await start({ idempotency });
    const { answer } = await second.ask(question, { trace_id: "trace-1" });
    expect(second.calls).toEqual(["docs_verify"]);
    expect(answer.status).toBe("answered");
  });
});
