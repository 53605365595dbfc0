import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { projectDir } from "#lib/platform/project";
import { sampleAnswer } from "../store/sample-answer.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-ask-")));
  mkdirSync(path.join(dir, "notes"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs the command as `npm run ask` does, from the temporary folder. */
async function ask(args: string[], env: Record<string, string> = {}) {
  const script = path.join(projectDir(), "scripts/run.mjs");
  const child = spawn(process.execPath, [script, "ask", ...args], {
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

describe("npm run ask", () => {
  it("answers from a folder given relative to where the person stands, with its lines", async () => {
    writeFileSync(
      path.join(dir, "notes/keys.md"),
      "# Keys\n\nThe signing key is rotated every ninety days.\n",
    );
    const { out, code } = await ask(["When is the signing key rotated?", "--root", "notes"]);
    expect(code).toBe(0);
    expect(out).toContain("The signing key is rotated every ninety days [1].");
    expect(out).toContain(`[1] ${path.join(dir, "notes/keys.md")}:`);
  });

  it("shows a document's control characters instead of sending them to the terminal", async () => {
    const text = "The signing\u001b]0;owned\u0007 key is\u202e rotated every ninety\u009b2J days.";
    writeFileSync(path.join(dir, "notes/keys\u001b[2J\n.md"), `# Keys\r\n\r\n${text}\r\n`);
    const asked = ["When is the signing key rotated?", "--root", "notes"];
    const { out } = await ask(asked);
    expect(out).toContain("ninety");
    expect(out.replaceAll("\n", "").match(/[\p{Cc}\u202e]/gv) ?? []).toEqual([]);
    expect(out).toMatch(/^\[1\] .*keys\ufffd\[2J\ufffd\.md:\d/m);
    const { out: json } = await ask([...asked, "--json"]);
    expect(Answer.parse(JSON.parse(json)).citations[0]?.relative_path).toBe("keys\u001b[2J\n.md");
  });

  it("prints the whole answer and nothing else as JSON", async () => {
    writeFileSync(path.join(dir, "notes/钥匙.md"), "# 钥匙\n\n签名密钥每九十天更换一次。\n");
    const { out, code } = await ask(["签名密钥多久更换一次？", "--root", "notes", "--json"]);
    expect(code).toBe(0);
    const answer = Answer.parse(JSON.parse(out));
    expect(answer.lang).toBe("zh-CN");
    expect(answer.coverage.state).toBe("ready");
  });

  it("says what is missing when the documents do not say", async () => {
    writeFileSync(path.join(dir, "notes/a.md"), "# Apples\n\nApples are red.\n");
    const { out, code } = await ask(["Who invented the telescope?", "--root", "notes"]);
    expect(code).toBe(0);
    expect(out.trim()).not.toBe("");
    expect(out).not.toContain("[1]");
  });

  it("lets a running server answer", async () => {
    const asked: unknown[] = [];
    const health = {
      status: "ok",
      version: "1",
      config: "ok",
      store: "ok",
      index: { state: "ready", files: 1, sections: 1, generation: 1, skipped: 0 },
      mcp: { servers: [] },
    };
    const server = createServer(async (request, response) => {
      const body = request.url === "/api/health" ? health : sampleAnswer();
      if (request.url === "/api/ask") asked.push(JSON.parse(await text(request)));
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo; // a TCP server has a port
      const { out, code } = await ask(["How often?"], { PORT: String(port) });
      expect(code).toBe(0);
      expect(asked).toMatchObject([{ question: "How often?" }]);
      expect(out).toContain("Rotate the key every ninety days. [1]");
      expect(out).toContain("Nothing was found about the person who does it.");
    } finally {
      server.close();
    }
  });

  it("finds the server that owns the state folder, wherever it answers, and shows it the token", async () => {
    const token = "pQ4vX9sLmT2kRz7WbN5cYh";
    const shown: (string | undefined)[] = [];
    const server = createServer(async (request, response) => {
      shown.push(`${request.url} ${request.headers.authorization}`);
      const outside = request.url === "/api/health";
      response.end(JSON.stringify(outside ? { status: "ok" } : sampleAnswer()));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo; // a TCP server has a port
      mkdirSync(path.join(dir, "home"));
      const address = `http://127.0.0.1:${port}`;
      writeFileSync(
        path.join(dir, "home/owner.json"),
        JSON.stringify({ pid: process.pid, address }),
      );
      const { out, code } = await ask(["How often?"], { DOCENT_ACCESS_TOKEN: token });
      expect(code).toBe(0);
      expect(out).toContain("Rotate the key every ninety days. [1]");
      expect(shown).toEqual(["/api/health undefined", `/api/ask Bearer ${token}`]);
    } finally {
      server.close();
    }
  });

  it("shows no token, and no question, to what only listens at the configured address", async () => {
    writeFileSync(path.join(dir, "notes/keys.md"), "# Keys\n");
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end(JSON.stringify({ status: "ok" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo; // a TCP server has a port
      writeFileSync(
        path.join(dir, "config.json"),
        JSON.stringify({
          doc_access: { roots: [{ id: "notes", label: "Notes", path: path.join(dir, "notes") }] },
        }),
      );
      const { code } = await ask(["How often?"], {
        PORT: String(port),
        DOCENT_CONFIG: path.join(dir, "config.json"),
        DOCENT_ACCESS_TOKEN: "pQ4vX9sLmT2kRz7WbN5cYh",
      });
      expect(code).toBe(0);
      expect(asked).toEqual([]);
    } finally {
      server.close();
    }
  });

  it("says who has the state folder when that process answers nothing", async () => {
    mkdirSync(path.join(dir, "home"));
    writeFileSync(path.join(dir, "home/owner.json"), JSON.stringify({ pid: process.pid }));
    const { err, code } = await ask(["How often?"]);
    expect(code).toBe(1);
    expect(err).toContain(`process ${process.pid}`);
  });

  it("shows how it is called when it is called wrongly", async () => {
    for (const args of [[], ["x", "--rot", "notes"]]) {
      const { err, out, code } = await ask(args);
      expect(code).toBe(2);
      expect(err).toContain("usage: npm run ask");
      expect(out).toBe("");
    }
  });

  it("names a wrong environment variable in one sentence", async () => {
    const { err, code } = await ask(["x", "--root", "notes"], { MCP_TIMEOUT_MS: "soon" });
    expect(code).toBe(1);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(err).toContain("MCP_TIMEOUT_MS");
  });
});
