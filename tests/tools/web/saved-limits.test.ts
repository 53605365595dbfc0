import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { WebExtractResult } from "#lib/contracts/web";
import { openSite, openWeb, page, ruleOf, wiresTo } from "./open-web.ts";

/** Pages are saved within limits, and a program that was killed, or calls at once, leave nothing that stays for ever. */
const address = "93.184.216.34";
let server: Awaited<ReturnType<typeof openSite>>;
const closing: (() => Promise<void>)[] = [];
let text = "";

beforeAll(async () => {
  server = await openSite((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(page("Gate", `<p>The gate of ${request.url} opens at nine. ${text}</p>`));
  });
});
afterAll(() => server.close());
afterEach(async () => {
  text = "";
  for (const close of closing.splice(0)) await close();
});

function open(settings: object = {}) {
  const cited = new Set<string>();
  const web = openWeb({
    wires: { ...wiresTo({}, { [address]: server.port }), resolve: async () => [address] },
    settings: { allow_hosts: ["*.test"], ...settings },
    cited,
  });
  closing.push(web.close);
  const at = (...names: string[]) => path.join(web.home, "web", ...names);
  return {
    ...web,
    cited,
    at,
    async save(where: string) {
      const result = await web.call("web.extract", { url: `http://site.test${where}` });
      return { ...result, rule: ruleOf(result), page: result.structured as WebExtractResult };
    },
    /** As if it had been saved so many hours ago. */
    age(relative_path: string, hours: number) {
      const then = new Date(Date.now() - hours * 3_600_000);
      utimesSync(at("pages", relative_path), then, then);
    },
    there: async () => (await web.web.saved.list()).map(({ url }) => new URL(url).pathname).sort(),
  };
}

describe("saved pages", () => {
  test("give way when they are too many: the oldest first, and none that an answer cites", async () => {
    const web = open({ max_saved_pages: 3 });
    const [a, b, c] = [await web.save("/a"), await web.save("/b"), await web.save("/c")];
    web.age(a.page.relative_path, 30);
    web.age(b.page.relative_path, 20);
    web.age(c.page.relative_path, 10);
    web.cited.add(a.page.relative_path);
    const d = await web.save("/d");
    expect([d.rule, d.page.removed]).toEqual(["ok", 1]);
    expect(d.stderr).toContain("1 older saved page");
    expect(await web.there()).toEqual(["/a", "/c", "/d"]);
    expect((await web.save("/d")).page.removed).toBe(0);
  });

  test("stay when all are cited or were saved just now, and one more is refused with its setting", async () => {
    const web = open({ max_saved_pages: 2 });
    const a = await web.save("/a");
    await web.save("/b");
    web.age(a.page.relative_path, 30);
    web.cited.add(a.page.relative_path);
    const c = await web.save("/c");
    expect(c).toMatchObject({
      rule: "too_many_files",
      error: { message: expect.stringContaining("2 pages") },
    });
    expect(await web.there()).toEqual(["/a", "/b"]);
    // What is there may be fetched again all the same.
    expect((await web.save("/b")).page.compared).toBe("same");
  });

  test("are bounded by their bytes, earlier versions with them", async () => {
    const web = open({ max_saved_bytes: 1_048_576 });
    text = "words and words ".repeat(18_000);
    const old = await web.save("/old");
    web.age(old.page.relative_path, 30);
    for (const where of ["/a", "/b"]) expect((await web.save(where)).page.removed).toBe(0);
    expect((await web.save("/c")).page.removed).toBe(1);
    expect(await web.there()).toEqual(["/a", "/b", "/c"]);
    text += "and others";
    expect(await web.save("/c")).toMatchObject({
      rule: "too_many_files",
      error: { message: expect.stringContaining("1 MB") },
    });
    expect((await web.web.saved.size()).bytes).toBeLessThanOrEqual(1_048_576);
  });

  test("of one address that is saved many times at once are one page and its versions", async () => {
    const web = open();
    const saved = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const { structured } = await web.call("web.fetch", { url: "http://site.test/x" });
        text = `version ${i}`;
        return web.call("web.extract", { fetch_id: (structured as { fetch_id: string }).fetch_id });
      }),
    );
    expect(saved.map(ruleOf)).toEqual(Array(6).fill("ok"));
    expect(await web.there()).toEqual(["/x"]);
    const [first] = await web.web.saved.list();
    const now = readFileSync(web.at("pages", first?.relative_path ?? ""), "utf8");
    expect(now).toMatch(/^---\n[\s\S]*\n---\n\n# Gate\n/);
    for (const one of await web.web.saved.earlier(first?.relative_path ?? "")) {
      expect(one.text).toMatch(/^---\n[\s\S]*\n---\n\n# Gate\n/);
    }
  });
});

describe("what a program that was killed left half written", () => {
  test("goes with the page it is of, and by itself when the web is next used", async () => {
    const web = open();
    const { page: kept } = await web.save("/x");
    const half = `${web.at("pages", kept.relative_path)}.123456`;
    writeFileSync(half, "half");
    writeFileSync(web.at("fetched", "bodies", "0".repeat(64)), "a body that nothing names");
    writeFileSync(web.at("fetched", "fetches", "fetch_x.json.99"), "{");
    await web.web.saved.forget(kept.relative_path);
    const left = readdirSync(web.at(), { recursive: true, withFileTypes: true });
    expect(left.filter((one) => one.isFile() && one.parentPath !== web.at("found"))).toEqual([]);

    const again = open();
    mkdirSync(again.at("pages", "site.test"), { recursive: true });
    const old = again.at("pages", "site.test", "x.md.123456");
    writeFileSync(old, "half");
    again.age("site.test/x.md.123456", 2);
    await again.save("/y");
    expect(readdirSync(again.at("pages", "site.test")).join()).not.toContain("x.md.123456");
  });
});
