import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/bootstrap/port.mjs";

const project = path.resolve(import.meta.dirname, "../..");
/** What is left of a line that a program wrote over, as it does while it counts the seconds of a build. */
const afterRewriting = (line: string) => (line.split("\r").at(-1) ?? "").replace("\u001b[K", "");
/** Where the pages are not built yet, a start does that first. */
const built = { timeout: 560_000 };
let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), "docent-start-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: project,
    env: { ...process.env, LC_ALL: "C", DOCENT_HOME: home, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said.err += text;
  });
  return { child, said, ended: once(child, "close") };
}

describe("a start that cannot work is one sentence and code 1", () => {
  it("for a port that is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number }; // a TCP server's address is an object
    const { said, ended } = start({ PORT: String(port) });
    expect(await ended).toEqual([1, null]);
    expect(said.err).toBe(
      `PORT ${port} is already taken on 127.0.0.1. Stop the program that uses it, or choose another: PORT=${port + 1} npm start\n`,
    );
    other.close();
  });

  it.each([
    [{ PORT: "eighty" }, /^PORT is "eighty", but it must be a whole number from 1 to 65535\.\n$/],
    [
      { HOST: "0.0.0.0" },
      /^HOST is "0\.0\.0\.0", but any address .* DOCENT_ACCESS_TOKEN .* DOCENT_ALLOWED_HOSTS .*\n$/,
    ],
    [
      { HOST: "0.0.0.0", DOCENT_ACCESS_TOKEN: "password", DOCENT_ALLOWED_HOSTS: "a.example" },
      /^DOCENT_ACCESS_TOKEN is not fit to be a token: (?!.*password).*\n$/,
    ],
    [{ MCP_TIMEOUT_MS: "0" }, /^MCP_TIMEOUT_MS is "0", but .*\n$/],
    [{ PORT: "eighty", LC_ALL: "zh_CN.UTF-8" }, /^PORT/],
  ])("for the environment %j", async (env, sentence) => {
    const { said, ended } = start(env);
    expect(await ended).toEqual([1, null]);
    expect(said.err).toMatch(sentence);
    expect(said.out).toBe("");
  });
});

describe("a program that cannot be wired is one sentence and code 1, and serves nothing", () => {
  it("for a folder of tools in one of documents, with both named, or around it", async () => {
    const notes = path.join(home, "notes");
    const work = path.join(notes, "work");
    mkdirSync(work, { recursive: true });
    const config = path.join(home, "config.json");
    const roots = [{ id: "n", label: "Notes", path: notes }];
    writeFileSync(config, JSON.stringify({ doc_access: { roots } }));
    for (const [tools, why] of [
      [work, `and the document folder “Notes: ${notes}”`],
      [home, "contains Docent itself"],
    ] as const) {
      const port = String(await freePort());
      const { said, ended } = start({
        ...{ PORT: port, DOCENT_CONFIG: config, DOCENT_TOOL_ALLOWED_ROOTS: tools },
        DOCENT_HOME: path.join(home, "state"),
      });
      expect(await ended).toEqual([1, null]);
      expect(said.err).toContain(`The tool folder “${tools}” ${why}`);
      expect(said.err).not.toContain("    at "); // no stack
      expect(said.out).toBe("");
    }
  }, 600_000);

  // What else can be wrong with a model: tests/answering/models.test.ts.
  it("for a fitted model that is missing, with the file named", () => {
    cpSync(path.join(project, "global_config.json"), path.join(home, "global_config.json"));
    const wired = `
      process.env.NEXT_RUNTIME = "nodejs";
      const { register } = await import("./instrumentation.ts");
      await register();
      const { throwRefusal } = await import("./scripts/bootstrap/serve.mjs");
      const { main } = await import("./scripts/bootstrap/tell.mjs");
      await main(throwRefusal);`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", wired], {
      cwd: project,
      env: { ...process.env, DOCENT_PROJECT: home, DOCENT_HOME: path.join(home, "state") },
      encoding: "utf8",
    });
    // The folder has no table of word meanings, so answers would be decided by words alone.
    const file = path.join(home, "lib/answering/models/answering-by-words.json");
    expect([status, stderr]).toEqual([
      1,
      `The answering model ${file} is missing or cannot be read. Bring it back from the repository, or fit it anew: npm run fit.\n`,
    ]);
  });
});

describe("a start that works", () => {
  it("prints the address once it answers, and leaves neither a process nor an open database behind when asked to end", async () => {
    const port = await freePort();
    const seen = path.join(home, "seen");
    const { child, said, ended } = start({
      PORT: String(port),
      DOCENT_LOG_LEVEL: "info",
      NODE_OPTIONS: `--import=${path.join(project, "tests/flow/refuse-network.mjs")}`,
      REFUSED_TO: seen,
    });
    const address = `http://127.0.0.1:${port}`;
    await expect.poll(() => said.out, built).toContain(`Docent is running at ${address} (`);
    const health = await fetch(`${address}/api/health`);
    expect(health.status).toBe(200);
    const docsServer = async () => {
      const { mcp } = await (await fetch(`${address}/api/health`)).json();
      return mcp.servers[0]?.pid;
    };
    await expect.poll(docsServer).toBeTypeOf("number");
    const pid: number = await docsServer();

    // A second server on the same state is told whose it is, before it does anything.
    const second = start({ PORT: String(await freePort()) });
    expect(await second.ended).toEqual([1, null]);
    expect(second.said.err).toBe(
      `Another Docent uses this state folder (process ${child.pid}, ${address}). Use that one, stop it, or set DOCENT_HOME to another folder. If that process is another program, delete owner.json in the state folder.\n`,
    );

    // Asked and looked at, it has called nobody but this machine.
    expect((await fetch(`${address}/settings`)).status).toBe(200);
    const asked = await fetch(`${address}/api/ask`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "How do I add a folder?" }),
    });
    expect(asked.status).toBe(200);
    const calls = readFileSync(seen, "utf8").trim().split("\n");
    expect(calls.filter((line) => !line.includes(" local "))).toEqual([]);

    // R29: asked to end while it answers one question, and others wait for their turn.
    const asks = (question: string) =>
      fetch(`${address}/api/chat`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ question }),
      });
    const first = await asks("Which files does Docent read?");
    const told = await first.body?.getReader().read();
    expect(new TextDecoder().decode(told?.value)).toContain("thread_");
    const others = Promise.allSettled(Array.from({ length: 8 }, (_, i) => asks(`Rule ${i}?`)));
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    await others;
    expect(existsSync(path.join(home, "owner.json"))).toBe(false);
    // What was written is in the database itself, and the next start has nothing to recover.
    expect(readdirSync(home).filter((name) => /-(?:wal|shm|journal)$/.test(name))).toEqual([]);
    const db = new Database(path.join(home, "docent.db"), { readonly: true });
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    const thread_id = /thread_[0-9a-f]{24}/.exec(new TextDecoder().decode(told?.value))?.[0];
    const kept = ["messages", "runs"].flatMap((table) =>
      db.prepare(`SELECT 1 FROM ${table} WHERE thread_id = ?`).all(thread_id),
    );
    db.close();
    expect(kept.length).toBeGreaterThan(0);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  // A terminal is what `script` of util-linux gives a program; elsewhere it is called in another way.
  it.skipIf(process.platform !== "linux" || spawnSync("script", ["--version"]).error !== undefined)(
    "shows a person at a terminal sentences only, and the log where it is asked for",
    async () => {
      for (const level of ["", "info"]) {
        const port = await freePort();
        const terminal = spawn(
          "script",
          ["-qec", `"${process.execPath}" scripts/start.mjs`, "/dev/null"],
          {
            cwd: project,
            env: {
              ...process.env,
              LC_ALL: "C",
              DOCENT_HOME: home,
              DOCENT_LOG_LEVEL: level,
              MCP_SERVERS_JSON: "no list",
              PORT: String(port),
            },
            stdio: ["pipe", "pipe", "inherit"],
          },
        );
        let shown = "";
        terminal.stdout.setEncoding("utf8").on("data", (text) => {
          shown += text;
        });
        const address = `http://127.0.0.1:${port}`;
        await expect.poll(() => shown, built).toContain(`Docent is running at ${address} (`);
        const asked = await fetch(`${address}/api/ask`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ question: "How do I add a folder?" }),
        });
        expect(asked.status).toBe(200);
        const ended = once(terminal, "close");
        process.kill(
          JSON.parse(readFileSync(path.join(home, "owner.json"), "utf8")).pid,
          "SIGTERM",
        );
        await ended;
        const lines = shown
          .split(/\r*\n/)
          .filter((line) => line.trim() !== "")
          .map(afterRewriting);
        const isJson = (line: string) => line.startsWith("{") && "level" in JSON.parse(line);
        if (level === "info") {
          const messages = lines.filter(isJson).map((line) => JSON.parse(line).msg);
          expect(messages).toContain("answer");
          continue;
        }
        expect(lines.filter((line) => !/^\p{Lu}.*[.)]$/u.test(line))).toEqual([]);
        expect(lines).toContainEqual(expect.stringMatching(/^MCP_SERVERS_JSON .*\.$/));
      }
    },
  );

  it("ends with the shell that npm runs it in, which passes no signal on", async () => {
    const port = await freePort();
    const shell = spawn("sh", ["-c", `"${process.execPath}" scripts/start.mjs; true`], {
      cwd: project,
      env: {
        ...process.env,
        LC_ALL: "C",
        DOCENT_HOME: home,
        DOCENT_LOG_LEVEL: "silent",
        PORT: String(port),
        npm_lifecycle_event: "start",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    shell.stdout.setEncoding("utf8").on("data", (text) => {
      out += text;
    });
    await expect.poll(() => out, built).toContain("Docent is running at");
    const ended = once(shell.stdout, "end"); // nobody holds it open any more
    shell.kill("SIGTERM");
    await ended;
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
