import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { WebSearchResult } from "#lib/contracts/web";
import { openSite, openWeb, wiresTo } from "./open-web.ts";

/** Debian's package `searx`: its module and the settings it brings as an example. */
const python = "/usr/bin/python3";
const example = "/usr/share/doc/searx/examples/settings.yml";
const installed = existsSync(example) && has("searx.version");

function has(module: string): boolean {
  try {
    const look = `import importlib.util,sys; sys.exit(importlib.util.find_spec(sys.argv[1].split(".")[0]) is None)`;
    execFileSync(python, ["-c", look, module], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

let folder: string;
let engine: Awaited<ReturnType<typeof openSite>>;
let searx: ChildProcess;
let web: ReturnType<typeof openWeb>;

beforeAll(async () => {
  if (!installed) return;
  folder = mkdtempSync(path.join(os.tmpdir(), "docent-searx-"));
  engine = await openSite((request, response) => {
    const q = new URL(request.url ?? "", "http://x").searchParams.get("q") ?? "";
    const results = [
      { url: "https://example.org/keys", title: `All about ${q}`, content: "How keys are turned." },
      { url: "http://example.com/doors", title: "Doors", content: "A door has two sides." },
      { url: "javascript:alert(1)", title: "Bad", content: "" },
    ];
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ results }));
  });
  const port = await freePort();
  const settings = parse(readFileSync(example, "utf8")) as Record<string, object>; // Debian's own
  const file = path.join(folder, "settings.yml");
  const local = {
    ...{ name: "local", engine: "json_engine", shortcut: "l", categories: "general" },
    search_url: `http://127.0.0.1:${engine.port}/?q={query}`,
    ...{ results_query: "results", url_query: "url", title_query: "title" },
    ...{ content_query: "content", enable_http: true },
  };
  writeFileSync(
    file,
    stringify({
      ...settings,
      engines: [local],
      server: { ...settings.server, port, bind_address: "127.0.0.1", secret_key: "only a test" },
      search: { ...settings.search, formats: ["html", "json"], autocomplete: "" },
    }),
  );
  searx = spawn(python, ["-m", "searx.webapp"], {
    env: { ...process.env, PATH: "/usr/bin:/bin", HOME: folder, SEARX_SETTINGS_PATH: file },
    stdio: "pipe",
  });
  await new Promise<void>((ready, failed) => {
    let said = "";
    const hear = (text: Buffer) => {
      said += text;
      if (said.includes("Running on")) ready();
    };
    searx.stdout?.on("data", hear);
    searx.stderr?.on("data", hear);
    searx.on("exit", () => failed(new Error(said)));
  });
  web = openWeb({
    wires: wiresTo({}, {}),
    settings: { search_backend: "searxng", allow_hosts: ["127.0.0.1"] },
    search: { searxng_url: `http://127.0.0.1:${port}` },
  });
});

afterAll(async () => {
  if (!installed) return;
  await web.close();
  searx.removeAllListeners("exit");
  searx.kill();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

// Where the package searx is not installed there is no server to ask.
test.skipIf(!installed)(
  "a real SearXNG is searched, and its results come in the one form",
  async () => {
    const result = await web.call("web.search", { query: "钥匙 keys", limit: 5 });
    expect(result.error).toBeUndefined();
    const { items } = WebSearchResult.parse(result.structured);
    expect(items).toEqual([
      {
        title: "All about 钥匙 keys",
        url: "https://example.org/keys",
        snippet: "How keys are turned.",
        provider: "searxng",
      },
      {
        title: "Doors",
        url: "http://example.com/doors",
        snippet: "A door has two sides.",
        provider: "searxng",
      },
    ]);
    expect(engine.asked).toHaveLength(1);
    expect(web.connections).toMatchObject([
      { purpose: "web_search", host: "127.0.0.1", status: 200 },
    ]);
  },
);

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
