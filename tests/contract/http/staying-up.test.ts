import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AuditTrailPage } from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { ErrorBody } from "#lib/contracts/errors";
import { Thread, ThreadList } from "#lib/contracts/http";
import { type Http, openHttp } from "./open-http.ts";

const question = "When is the signing key rotated?";
let http: Http;
beforeEach(async () => {
  http = await openHttp();
  http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
});
afterEach(async () => {
  vi.useRealTimers();
  await http.close();
});

const ask = (more: object = {}) => http.send("POST", "/api/ask", { question, ...more });

describe("R04 a database that another program holds for itself", () => {
  const hold = () => {
    const other = new Database(http.at("home/docent.db"));
    other.exec("BEGIN EXCLUSIVE");
    return () => other.close();
  };

  it("is waited for: the server goes on answering, and neither answer nor audit is lost", async () => {
    await ask();
    const release = hold();
    const asked = ask();
    expect((await http.get("/api/health")).status).toBe(200);
    expect((await http.get("/api/threads")).status).toBe(200);
    release();
    const answer = Answer.parse(await (await asked).json());
    expect(answer.status).toBe("answered");
    const audit = await http.get(`/api/audit?trace=${answer.trace_id}`);
    expect(AuditTrailPage.parse(await audit.json()).rows.length).toBeGreaterThan(0);
    expect((await http.get(`/api/threads/${answer.thread_id}`)).status).toBe(200);
  });

  it("for longer than five seconds is told as busy, with when to come again; after it all is well", async () => {
    await ask();
    const release = hold();
    const refused = await ask();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(ErrorBody.parse(await refused.json()).error.code).toBe("busy");
    release();
    expect(Answer.parse(await (await ask()).json()).status).toBe("answered");
  });
});

describe("R26 a wall clock that jumps", () => {
  it("changes neither the order of conversations nor a duration nor what a key stands for", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const now = Date.now();
    const hour = 60 * 60 * 1000;
    const ids: string[] = [];
    for (const shift of [0, 2, -2, 2, -2]) {
      vi.setSystemTime(now + shift * hour);
      const answer = Answer.parse(await (await ask()).json());
      expect(answer.status).toBe("answered");
      for (const ms of [answer.metrics.latency_ms, ...Object.values(answer.metrics.steps ?? {})]) {
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThan(hour);
      }
      ids.unshift(answer.thread_id);
    }
    const list = ThreadList.parse(await (await http.get("/api/threads")).json());
    expect(list.threads.map((thread) => thread.id)).toEqual(ids);
    const headers = { "idempotency-key": "k" };
    const first = await (await http.send("POST", "/api/ask", { question }, headers)).json();
    vi.setSystemTime(now + 2 * hour);
    const again = await (await http.send("POST", "/api/ask", { question }, headers)).json();
    expect(again).toEqual(first);
  });
});

describe("R29 a server that is asked to end while it answers", () => {
  it("lets a short answer come to its end though its reader has left, and never loses the question", async () => {
    await ask();
    const response = await http.send("POST", "/api/chat", { question });
    const started = await response.body?.getReader().read();
    const thread_id = /thread_[0-9a-f]{24}/.exec(new TextDecoder().decode(started?.value))?.[0];
    await http.restart();
    const thread = Thread.parse(await (await http.get(`/api/threads/${thread_id}`)).json());
    expect(thread.messages).toMatchObject([{ question }]);
    const [message] = thread.messages;
    // On a machine that is busy enough the answer was not in time; then it says so.
    expect(message?.interrupted === true || message?.status === "answered").toBe(true);
  });

  it("breaks off one that takes long, which the next start tells as interrupted", async () => {
    await http.close();
    const journal = path.join(import.meta.dirname, "holding-server.ts");
    http = await openHttp({ docs_command: [process.execPath, journal, "/dev/null"] });
    const response = await http.send("POST", "/api/chat", { question });
    const started = await response.body?.getReader().read();
    const thread_id = /thread_[0-9a-f]{24}/.exec(new TextDecoder().decode(started?.value))?.[0];
    await http.restart();
    const thread = Thread.parse(await (await http.get(`/api/threads/${thread_id}`)).json());
    expect(thread.messages).toMatchObject([{ question, status: "error", interrupted: true }]);
    const db = new Database(http.at("home/docent.db"), { readonly: true });
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    db.close();
  });
});

describe("R29 a server that is stopped as a whole for longer than a question may take", () => {
  it("lets the question time out once when it goes on, tells the docs server, and damages nothing", async () => {
    await http.close();
    http = await openHttp();
    let outcome = "";
    const journal = http.at("journal");
    const heard = () => (existsSync(journal) ? readFileSync(journal, "utf8") : "");
    await http.restart(async () => {
      const script = path.join(import.meta.dirname, "stopped-server.ts");
      const deadline = 2500;
      const child = spawn(process.execPath, [script, http.at(), journal, String(deadline)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const said = text(child.stdout);
      try {
        await expect.poll(heard, { interval: 5 }).toBe("search\n");
        child.kill("SIGSTOP");
        const stopped = performance.now();
        const past = () => performance.now() - stopped > deadline;
        await expect.poll(past).toBe(true);
        child.kill("SIGCONT");
        outcome = await said;
      } finally {
        child.kill("SIGKILL");
      }
    });
    expect(JSON.parse(outcome)).toMatchObject({ statuses: ["timeout"], turns: 1 });
    expect(heard()).toBe("search\ncancelled\n");
    const { threads } = ThreadList.parse(await (await http.get("/api/threads")).json());
    expect(threads).toMatchObject([{ turns: 1, last_status: "timeout" }]);
    const db = new Database(http.at("home/docent.db"), { readonly: true });
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    db.close();
  });
});

/** A user namespace of one's own is what a small disk can be mounted in without being root. */
const namespaces = spawnSync("unshare", ["-rm", "true"]).status === 0;

describe("R05 a disk that is full", () => {
  it.skipIf(!namespaces)(
    "stops what cannot be recorded, not what was; once there is space it goes on without a restart",
    () => {
      const disk = http.at("disk");
      mkdirSync(disk);
      const script = path.join(import.meta.dirname, "full-disk.ts");
      const mounted = 'mount -t tmpfs -o size=16m tmpfs "$1" && exec "$2" "$3" "$4"';
      const args = ["-rm", "sh", "-c", mounted, "sh", disk, process.execPath, script, http.at()];
      const out = execFileSync("unshare", args, { encoding: "utf8" });
      const [first, full, read, kept, healed] = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>); // one of what the script says
      expect(first).toMatchObject({ status: "answered" });
      expect(full).toEqual({ code: "audit_unavailable" });
      expect(read).toEqual({ turns: 1 });
      expect(kept).toEqual(first);
      expect(healed).toMatchObject({ status: "answered" });
    },
  );
});
