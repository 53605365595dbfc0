import { readFileSync } from "node:fs";
import path from "node:path";
import fastGlob from "fast-glob";
import { describe, expect, test } from "vitest";
import { Config } from "#lib/contracts/config";
import { judgeEnvironment } from "#lib/platform/environment-rules";
import { openListener, openWeb, ruleOf, wiresTo } from "../tools/web/open-web.ts";

const project = path.resolve(import.meta.dirname, "../..");
const sources = fastGlob.sync(["{app,components,lib,mcp-servers,scripts}/**/*.{ts,tsx,mjs}"], {
  cwd: project,
});
const text = (file: string) => readFileSync(path.join(project, file), "utf8");
const web = sources.filter((file) => file.startsWith("lib/tools/providers/web/"));
const holding = (files: readonly string[], pattern: RegExp) =>
  files.filter((file) => pattern.test(text(file))).sort();

describe("the way to the web", () => {
  test("is judged by files that know no setting and no variable", () => {
    const judging = ["judge-address.ts", "judge-url.ts", "connect.ts"].map(
      (name) => `lib/tools/providers/web/${name}`,
    );
    expect(holding(judging, /process\.|\benv\b|settings|[Cc]onfig\b/)).toEqual([]);
    expect(holding(web, /process\.env/)).toEqual([]);
  });

  test("begins in two files: the judged connector, and the search server of the person's own", () => {
    expect(holding(web, /from "node:(?:net|tls|http|https|http2|dgram)"|buildConnector\(/)).toEqual(
      [
        "lib/tools/providers/web/connect.ts",
        "lib/tools/providers/web/get-once.ts",
        "lib/tools/providers/web/judge-url.ts",
        "lib/tools/providers/web/search/own-server.ts",
      ],
    );
    // Of a socket and of addresses these two need to know the kind alone.
    expect(text("lib/tools/providers/web/get-once.ts")).toContain(
      'import type { Socket } from "node:net"',
    );
    expect(text("lib/tools/providers/web/judge-url.ts")).toContain(
      'import { isIP } from "node:net"',
    );
    expect(
      holding(web, /(?<![\w.])fetch\(|EnvHttpProxyAgent|ProxyAgent|setGlobalDispatcher/),
    ).toEqual(
      // Their own method of that name.
      holding(web, /^ {4}async fetch\(/m),
    );
  });

  test("is laid by the program itself, and only a test hands in another one", () => {
    expect(holding(sources, /\bwires\b/)).toEqual(["lib/assembly.ts", "lib/tools/web.ts"]);
    expect(holding(sources, /options\.web\b/)).toEqual(["lib/assembly.ts"]);
    const callers = holding(sources, /createAssembly\(/).filter(
      (file) => file !== "lib/assembly.ts",
    );
    for (const file of [...callers, "lib/assembly.ts"]) {
      const calls = [...text(file).matchAll(/createAssembly\(\{[\s\S]*?\}\)/g)].map(
        ([call]) => call,
      );
      for (const call of calls) expect([file, /\bweb\b/.test(call)]).toEqual([file, false]);
    }
  });

  test("leads to no private address under any setting and variable there is", async () => {
    const listener = await openListener();
    const everything = ["127.0.0.1", "localhost", "*.test", "[::1]", "0.0.0.0", "10.0.0.1"];
    const settings = Config.parse({
      web: { allow_hosts: everything, search_backend: "searxng", max_bytes: 104_857_600 },
    }).web;
    const judged = judgeEnvironment(
      {
        SEARXNG_URL: `http://127.0.0.1:${listener.port}/`,
        WEB_SEARCH_BACKEND: "searxng",
        NO_PROXY: "*",
        HTTP_PROXY: `http://127.0.0.1:${listener.port}`,
        HTTPS_PROXY: `http://127.0.0.1:${listener.port}`,
      },
      project,
    );
    if (judged.kind === "refused") throw new Error(judged.problem.message);
    const opened = openWeb({
      wires: wiresTo({ "loopback.test": ["127.0.0.1"] }, {}),
      settings,
      search: judged.values.web_search,
    });
    for (const url of [
      `http://127.0.0.1:${listener.port}/`,
      "http://127.0.0.1/",
      "http://localhost/",
      "http://loopback.test/",
    ]) {
      const result = await opened.call("web.fetch", { url });
      expect([url, ruleOf(result)]).toEqual([
        url,
        expect.stringMatching(/^ssrf_(?:address|port)$/),
      ]);
    }
    expect(listener.count()).toBe(0);
    await opened.close();
    await listener.close();
  });
});
