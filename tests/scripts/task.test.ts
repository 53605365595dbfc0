import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CreateTaskBody, type TaskEventRow, TaskInfo, type TaskState } from "#lib/contracts/tasks";
import { projectDir } from "#lib/platform/project";
import { claimState, makeState } from "#lib/platform/state-owner";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-task-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs the command as `npm run task` does, from the temporary folder. */
async function task(args: string[], env: Record<string, string> = {}) {
  const script = path.join(projectDir(), "scripts/run.mjs");
  const child = spawn(process.execPath, [script, "task", ...args], {
    cwd: projectDir(),
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      INIT_CWD: dir,
      PORT: "1", // nothing of ours listens there
      DOCENT_HOME: path.join(dir, "home"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

const at = "2026-11-28T10:00:00.000Z";
function taskInfo(state: TaskState): TaskInfo {
  return {
    ...{ task_id: "task_1", type: "check_docs", skill: "check-docs", state, input: {} },
    ...{ trace_id: "trace_1", run_id: "run_1", created_at: at, steps: [], notices: [] },
    artifacts: [
      { name: "data.json", media_type: "application/json", bytes: 2, sha256: "", step_id: "s" },
      { name: "report.md", media_type: "text/markdown", bytes: 9, sha256: "", step_id: "s" },
    ].map((one) => ({ ...one, created_at: at })),
    budget: { wall_time_ms: 1, tokens: 1 },
    spent: { ms: 1, tokens: 0 },
  };
}

/** A server as the command meets one: it takes one task, which ends in this state. */
async function serverWith(state: TaskState) {
  const bodies: unknown[] = [];
  const rows: TaskEventRow[] = [
    { id: 1, at, event: { kind: "task_changed", state: "running" } },
    { id: 2, at, event: { kind: "notice_added", code: "cut", message: "Only a part was read." } },
    { id: 3, at, event: { kind: "task_changed", state } },
  ];
  const answers = async (request: IncomingMessage): Promise<[string, string | object]> => {
    switch (`${request.method} ${request.url}`) {
      case "GET /api/health":
        return ["application/json", { status: "ok" }];
      case "POST /api/tasks":
        bodies.push(JSON.parse(await text(request)));
        return ["application/json", { task_id: "task_1", status: "pending" }];
      case "GET /api/tasks/task_1/events": {
        const pieces = rows.map((row) => `id: ${row.id}\ndata: ${JSON.stringify(row)}\n\n`);
        return ["text/event-stream", pieces.join("")];
      }
      case "GET /api/tasks/task_1":
        return ["application/json", taskInfo(state)];
      case "GET /api/tasks/task_1/artifacts/report.md":
        return ["text/markdown", "# Report\u001b[2J\n"];
      default:
        return ["application/json", {}];
    }
  };
  const server = createServer(async (request, response) => {
    const [type, body] = await answers(request);
    response.setHeader("content-type", type);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { bodies, port: String(port), close: () => server.close() };
}

describe("npm run task", () => {
  it("lets a running server work: progress on stderr, the report on stdout", async () => {
    const server = await serverWith("completed");
    writeFileSync(path.join(dir, "in.json"), JSON.stringify({ folders: ["a"], most: 5 }));
    const args = ["check_docs", "--input", "in.json", "--set", "most=7", "--set", "name=a=b"];
    const { out, err, code } = await task(args, { PORT: server.port });
    server.close();
    expect(code).toBe(0);
    expect(out).toBe("# Report\ufffd[2J\n\n");
    expect(err).toContain("task: running\nOnly a part was read.\ntask: completed\n");
    expect(err).toContain("data.json");
    expect(server.bodies.map((body) => CreateTaskBody.parse(body))).toEqual([
      { type: "check_docs", input: { folders: ["a"], most: 7, name: "a=b" } },
    ]);
  });

  it("tells by its code how the task ended, and gives the whole of it as JSON", async () => {
    const codes = { failed: 1, interrupted: 3, cancelled: 4 } as const;
    for (const state of ["failed", "interrupted", "cancelled"] as const) {
      const server = await serverWith(state);
      const { out, code } = await task(["check_docs", "--json"], { PORT: server.port });
      server.close();
      expect(TaskInfo.parse(JSON.parse(out)).state).toBe(state);
      expect(code).toBe(codes[state]);
    }
  });

  it("says what is wrong with the call", async () => {
    writeFileSync(path.join(dir, "list.json"), "[]");
    for (const args of [
      [],
      ["a", "b"],
      ["Check"],
      ["a", "--set", "x"],
      ["a", "--input", "list.json"],
      ["a", "--input", "none.json"],
    ]) {
      const { out, err, code } = await task(args);
      expect([out, code]).toEqual(["", 2]);
      expect(err).toContain("usage:");
    }
  });

  it("says why it does not work on folders of its own beside another program", async () => {
    const home = path.join(dir, "home");
    makeState(home);
    const claim = claimState(home, "http://127.0.0.1:1");
    const { out, err, code } = await task(["check_docs", "--root", "."]);
    if (claim.kind === "owned") claim.release();
    expect([out, code]).toEqual(["", 1]);
    expect(err).toContain(`Another Docent (process ${process.pid}) uses the state folder`);
    expect(err).toContain("--root");
  });

  it("works in this process where no server runs, and says that there is no such type", async () => {
    const { out, err, code } = await task(["no_such_type"]);
    expect([out, code]).toEqual(["", 1]);
    expect(err).toContain("no_such_type");
  });
});
