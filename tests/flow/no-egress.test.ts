import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { projectDir } from "#lib/platform/project";

const preload = path.join(import.meta.dirname, "refuse-network.mjs");
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docent-egress-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const seenFile = () => path.join(dir, "seen");
const seen = () =>
  existsSync(seenFile()) ? readFileSync(seenFile(), "utf8").trim().split("\n").sort() : [];
const abroad = () => seen().filter((line) => !line.includes(" local "));

/** The input ends at once, or when `until` has come out. */
async function run(args: string[], input = "", env: Record<string, string> = {}, until?: string) {
  const child = spawn(process.execPath, ["--import", preload, ...args], {
    cwd: projectDir(),
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      PORT: "1",
      DOCENT_PROJECT: projectDir(),
      DOCENT_HOME: path.join(dir, "home"),
      DOCENT_LOG_LEVEL: "warn",
      REFUSED_TO: seenFile(),
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.write(input);
  if (until === undefined) child.stdin.end();
  else {
    let told = "";
    child.stdout.on("data", (piece: Buffer) => {
      told += piece.toString("latin1");
      if (told.includes(until)) child.stdin.end();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

/** A document that would make a careless reader call somewhere. */
function writeInjection(): string {
  mkdirSync(path.join(dir, "notes"));
  writeFileSync(
    path.join(dir, "notes/keys.md"),
    "---\nimport: https://evil.example/schema.yaml\n---\n# Keys\n\nThe signing key is rotated every ninety days.\n\n![seen](https://evil.example/pixel.png) <https://evil.example>\n",
  );
  return path.join(dir, "notes");
}

describe("the watcher itself", () => {
  it("sees and refuses every way out", async () => {
    const ways = [
      `await fetch("http://evil.example/a").catch(() => {})`,
      `await fetch("http://192.0.2.1/").catch(() => {})`,
      `await new Promise((r) => (await import("node:https")).get("https://evil.example").on("error", r))`,
      `await new Promise((r) => (await import("node:net")).connect(443, "192.0.2.2").on("error", r))`,
      `try { await (await import("node:dns/promises")).resolve4("evil.example") } catch {}`,
      `try { (await import("node:dgram")).createSocket("udp4").send("x", 53, "192.0.2.3") } catch {}`,
    ].map((way) => way.replace(/\(r\) => \(await import/, "async (r) => (await import"));
    const script = path.join(dir, "ways.mjs");
    writeFileSync(script, `${ways.join("\n")}\nprocess.exit(0)`);
    expect((await run([script])).code).toBe(0);
    const found = abroad().map((line) => line.split(" ").slice(1).join(" "));
    for (const place of ["evil.example", "192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
      expect(found.filter((line) => line.includes(place))).not.toEqual([]);
    }
  });
});

describe("in quote mode nothing leaves the machine", () => {
  it("when the whole program answers a question", async () => {
    const root = writeInjection();
    const { out, err, code } = await run([
      "scripts/run.mjs",
      "ask",
      "When is the signing key rotated?",
      "--root",
      root,
      "--json",
    ]);
    // On a machine that has much to do the terminal is told how far the reading is.
    expect([code, err.replace(/^reading the folders: .*\n/gm, "")]).toEqual([0, ""]);
    expect(Answer.parse(JSON.parse(out)).status).toBe("answered");
    expect(abroad()).toEqual([]);
  });

  it("when the docs server works for another client", async () => {
    const root = writeInjection();
    const messages = [
      {
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      },
      { method: "notifications/initialized" },
      {
        id: 2,
        method: "tools/call",
        params: { name: "docs_search", arguments: { query: "signing key" } },
      },
    ].map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    // The question comes once and waits until the folder is read, however busy the machine is.
    const config = path.join(dir, "config.json");
    writeFileSync(config, JSON.stringify({ doc_access: { search_timeout_ms: 60_000 } }));
    const server = ["mcp-servers/docs/main.mjs", "--root", root];
    const answered = '"id":2}';
    const { out } = await run(server, messages.join(""), { DOCENT_CONFIG: config }, answered);
    expect(out).toContain("ninety days");
    expect(abroad()).toEqual([]);
  });
});

describe("with a language model", () => {
  const keys = {
    ANTHROPIC_API_KEY: "canary-5b0f27c19e8d4a63-one",
    OPENAI_API_KEY: "canary-91d3e07f2c6b8a54-two",
    GOOGLE_GENERATIVE_AI_API_KEY: "canary-c47a1e9b05f3d286-three",
    DOCENT_MODEL_API_KEY: "canary-e2f86b3d7a0c4195-four",
  };
  // What the packages of providers would take from the environment if they were let.
  const tempting = {
    ANTHROPIC_BASE_URL: "http://evil.example/a",
    OPENAI_BASE_URL: "http://evil.example/o",
    AI_GATEWAY_BASE_URL: "http://evil.example/g",
    AI_GATEWAY_API_KEY: "none",
  };

  const address = "http://192.0.2.7:8080/v1";
  const places = () => [...new Set(abroad().map((line) => line.split(" ").slice(1).join(" ")))];

  it("the whole program talks to the one host of its address, and the log holds no key", async () => {
    const config = path.join(dir, "config.json");
    const roots = [{ id: "notes", label: "Notes", path: writeInjection() }];
    const model = { provider: "openai", name: "m", base_url: address };
    const answer = { mode: "model" };
    writeFileSync(config, JSON.stringify({ doc_access: { roots }, model, answer }));
    const question = "When is the signing key rotated?";
    const { out, err, code } = await run(["scripts/run.mjs", "ask", question, "--json"], "", {
      ...keys,
      ...tempting,
      DOCENT_CONFIG: config,
      DOCENT_LOG_LEVEL: "trace",
    });
    expect(code).toBe(0);
    const { status, notices } = Answer.parse(JSON.parse(out));
    expect(status).toBe("answered");
    expect(notices.map((notice) => notice.code)).toContain("model_fallback");
    expect(places()).toEqual(["connect 192.0.2.7:8080"]);
    expect(err).toContain('"level"');
    for (const key of Object.values(keys)) expect(out + err).not.toContain(key);
  });

  it("every provider keeps to the address it is given, and to its own where there is none", async () => {
    const script = `
      import { ModelConfig } from "#lib/contracts/config";
      import { createConfiguredModel } from "#lib/models/configured";
      const clock = { now: () => new Date(), monotonic: () => 0 };
      const pause = (ms) => (ms > 20_000 ? new Promise(() => {}) : Promise.resolve());
      const signal = new AbortController().signal;
      for (const provider of ["anthropic", "openai", "google", "compatible"]) {
        for (const base_url of ["${address}", null]) {
          const config = ModelConfig.parse({ provider, name: "m", base_url });
          const made = createConfiguredModel({ config, keys: process.env, clock, pause });
          if (made.kind !== "ready") continue;
          const turns = [{ from: "agent", text: "?" }];
          await made.model.reply({ instructions: "", turns, tools: [], signal }).catch(() => {});
        }
      }`;
    const node = ["--input-type=module-typescript", "--eval", script];
    expect(await run(node, "", { ...keys, ...tempting })).toEqual({ out: "", err: "", code: 0 });
    const named = places().filter((place) => !place.includes("192.0.2.7"));
    expect(named.map((place) => place.split(" ")[1]?.split(":")[0]).sort()).toEqual([
      ...new Set(["api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com"]),
    ]);
    expect(places()).toContain("connect 192.0.2.7:8080");
  });
});
