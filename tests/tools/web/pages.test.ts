import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WebExtractResult, WebFetchResult } from "#lib/contracts/web";
import { openSite, openWeb, page, ruleOf, type Site, wiresTo } from "./open-web.ts";

const address = "93.184.216.34";
let server: Awaited<ReturnType<typeof openSite>>;
let all: ReturnType<typeof openWeb>;
let site: Site;
let hosts = 0;

beforeAll(async () => {
  server = await openSite((request, response) => site(request, response));
  all = openWeb({
    wires: { ...wiresTo({}, { [address]: server.port }), resolve: async () => [address] },
    settings: { allow_hosts: ["*.test"] },
  });
});

afterAll(async () => {
  await all.close();
  await server.close();
});

/** A site of its own for a case, behind the same tools. */
function open(of: Site) {
  site = of;
  server.asked.length = 0;
  hosts += 1;
  const at = (where: string) => `http://s${hosts}.test${where}`;
  return {
    ...all,
    asked: server.asked,
    at,
    async extract(where: string) {
      const result = await all.call("web.extract", { url: at(where) });
      return { rule: ruleOf(result), page: result.structured as WebExtractResult };
    },
    fetch: (where: string) => all.call("web.fetch", { url: at(where) }),
    saved: ({ relative_path }: WebExtractResult) =>
      readFileSync(path.join(all.home, "web/pages", relative_path), "utf8"),
  };
}

const serve =
  (body: string | Buffer, headers: Record<string, string> = {}): Site =>
  (request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
  };

/** Node reads these encodings and writes few of them: each character is looked for among all that two bytes can be. */
function encode(text: string, encoding: string): Buffer {
  if (encoding === "utf-8") return Buffer.from(text);
  if (encoding === "utf-8-marked") return Buffer.from(`\ufeff${text}`);
  if (encoding === "utf-16le") return Buffer.from(`\ufeff${text}`, "utf16le");
  if (encoding === "latin1") return Buffer.from(text, "latin1");
  const decoder = new TextDecoder(encoding);
  const pairs = new Map<string, Buffer>();
  for (let high = 0x81; high < 0xff; high += 1) {
    for (let low = 0x40; low < 0xff; low += 1) {
      const pair = Buffer.from([high, low]);
      const read = decoder.decode(pair);
      if ([...read].length === 1 && !pairs.has(read)) pairs.set(read, pair);
    }
  }
  return Buffer.concat(
    [...text].map((sign) =>
      sign < "\x80" ? Buffer.from(sign) : (pairs.get(sign) ?? Buffer.from("?")),
    ),
  );
}

const sentence = "<p>Water boils at a hundred degrees where the air is as dense as at the sea.</p>";

describe("robots.txt", () => {
  const robots = (rules: string | number, asked = 200): Site => {
    return (request, response) => {
      if (request.url === "/robots.txt") {
        if (typeof rules === "number") return void response.writeHead(rules).end("<html>");
        return void response.writeHead(asked, { "content-type": "text/plain" }).end(rules);
      }
      response.writeHead(200, { "content-type": "text/html" }).end(page("A", sentence));
    };
  };
  test.each([
    ["forbids everything", "User-agent: *\nDisallow: /", "/a", "robots"],
    ["forbids this program", "User-agent: docent\nDisallow: /", "/a", "robots"],
    ["forbids another program", "User-agent: Other\nDisallow: /", "/a", "ok"],
    ["forbids another folder", "User-agent: *\nDisallow: /private", "/a", "ok"],
    ["forbids this folder", "User-agent: *\nDisallow: /private", "/private/a", "robots"],
    ["allows a part of what it forbids", "User-agent: *\nDisallow: /\nAllow: /a", "/a", "ok"],
    ["is empty", "", "/a", "ok"],
    ["is a page", "<!doctype html><h1>Not found</h1>", "/a", "ok"],
    ["is binary", "\0\x01\x02", "/a", "ok"],
    ["is not there", 404, "/a", "ok"],
    ["may not be read", 403, "/a", "ok"],
    ["is broken", 500, "/a", "robots"],
    ["is away for now", 503, "/a", "robots"],
    ["was asked for too often", 429, "/a", "robots"],
  ] as const)("that %s is kept to", async (_, rules, where, expected) => {
    const web = open(robots(rules));
    expect(ruleOf(await web.fetch(where))).toBe(expected);
    const pages = web.asked.filter(({ path }) => path !== "/robots.txt");
    expect(pages.length).toBe(expected === "ok" ? 1 : 0);
  });

  test("is asked for once for many pages", async () => {
    const web = open(robots("User-agent: *\nDisallow: /private"));
    const rules = await Promise.all(["/a", "/b", "/c", "/private/d"].map(web.fetch));
    expect(rules.map(ruleOf)).toEqual(["ok", "ok", "ok", "robots"]);
    expect(web.asked.filter(({ path }) => path === "/robots.txt").length).toBe(1);
  });

  test("of a site that redirects to another page is that page's too", async () => {
    const web = open((request, response) => {
      if (request.url === "/robots.txt") {
        return void response.end("User-agent: *\nDisallow: /secret");
      }
      if (request.url === "/a") return void response.writeHead(302, { location: "/secret" }).end();
      response.end("never");
    });
    expect(ruleOf(await web.fetch("/a"))).toBe("robots");
    expect(web.asked.map(({ path }) => path)).not.toContain("/secret");
  });
});

test("a host is asked two things at a time and no more", async () => {
  let now = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const web = open((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    now += 1;
    most = Math.max(most, now);
    waiting.push(() => {
      now -= 1;
      response.end("text");
    });
    // The first two wait for each other; whoever comes as a third one at once is too many.
    if (waiting.length >= 2 || web.asked.length > 6) for (const go of waiting.splice(0)) go();
  });
  const six = Array.from({ length: 6 }, (_, i) => web.fetch(`/${i}`));
  expect((await Promise.all(six)).map(ruleOf)).toEqual(Array(6).fill("ok"));
  expect(most).toBe(2);
});

describe("what is kept", () => {
  test("is asked about by its validators, and is not sent again where it still holds", async () => {
    let version = 1;
    const web = open((request, response) => {
      if (request.url === "/robots.txt") return void response.writeHead(404).end();
      const etag = `"v${version}"`;
      if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
      response.writeHead(200, { etag, "content-type": "text/html" });
      response.end(page("A", `${sentence}<p>This is version ${version} of the page.</p>`));
    });
    const get = async () => (await web.fetch("/a")).structured as WebFetchResult;
    const first = await get();
    const second = await get();
    version = 2;
    const third = await get();
    expect([first, second, third].map(({ from_cache }) => from_cache)).toEqual([
      false,
      true,
      false,
    ]);
    expect(second.sha256).toBe(first.sha256);
    expect(second.status).toBe(200);
    expect(third.sha256).not.toBe(first.sha256);
  });

  test.each([
    ["signs that no header may have", '"größe-日本"'],
    ["a name for whoever asks", `"${"x".repeat(500)}"`],
  ])("is fetched anew where its validator is %s", async (_, etag) => {
    const web = open((request, response) => {
      if (request.url === "/robots.txt") return void response.writeHead(404).end();
      const sent = Buffer.from(etag).toString("latin1"); // Node writes a header byte by byte
      serve(page("A", sentence), { etag: sent, "last-modified": sent })(request, response);
    });
    expect(ruleOf(await web.fetch("/a"))).toBe("ok");
    const again = await web.fetch("/a");
    expect([ruleOf(again), (again.structured as WebFetchResult)?.from_cache]).toEqual([
      "ok",
      false,
    ]);
    expect(web.asked.at(-1)?.headers["if-none-match"]).toBeUndefined();
  });

  test("is fetched anew when it was damaged on the disk", async () => {
    const site = serve(page("A", sentence), { "last-modified": "Mon, 01 Jan 2024 00:00:00 GMT" });
    const web = open(site);
    const get = () => web.fetch("/a");
    const { fetch_id } = (await get()).structured as WebFetchResult;
    const bodies = path.join(web.home, "web/fetched/bodies");
    for (const name of readdirSync(bodies)) writeFileSync(path.join(bodies, name), "damaged");
    expect(ruleOf(await web.call("web.extract", { fetch_id }))).toBe("not_found");
    expect(((await get()).structured as WebFetchResult).from_cache).toBe(false);
    expect(web.asked.at(-1)?.headers["if-modified-since"]).toBeUndefined();
  });

  test("of a page that changed is both: the new one in its place, the one before beside it", async () => {
    let text = "The gate opens at nine in the morning on every day of the week.";
    const web = open((request, response) =>
      serve(page("Gate", `<p>${text}</p>`))(request, response),
    );
    const first = (await web.extract("/gate")).page;
    const same = (await web.extract("/gate")).page;
    text = "The gate opens at ten in the morning on every day of the week.";
    const changed = (await web.extract("/gate")).page;
    expect([first.compared, same.compared, changed.compared]).toEqual(["new", "same", "changed"]);
    expect(changed.earlier_fetched_at).toBe(same.fetched_at);
    expect(changed.relative_path).toBe(first.relative_path);
    expect(web.saved(changed)).toContain("at ten");
    const [before] = await web.web.saved.earlier(first.relative_path);
    expect(before?.text).toContain("at nine");
    const here = async () =>
      (await web.web.saved.list()).filter(({ host }) => host === new URL(web.at("/")).host);
    expect(await here()).toMatchObject([{ title: "Gate" }]);
    expect(await web.web.saved.forget(first.relative_path)).toMatchObject({
      pages: [{ relative_path: first.relative_path, urls: [web.at("/gate")] }],
    });
    expect(await here()).toEqual([]);
    expect(await web.web.saved.earlier(first.relative_path)).toEqual([]);
  });

  test("lies in its folder whatever the address says", async () => {
    const web = open(serve(page("A", sentence)));
    for (const where of [
      "/../../../etc/passwd",
      "/%2e%2e%2f%2e%2e%2fx",
      "/a%00b",
      `/${"l".repeat(900)}`,
      "/路/径",
    ]) {
      const { page: kept } = await web.extract(where);
      expect(kept.relative_path).toMatch(/^s\d+\.test\/[\p{L}\p{N}-]{1,80}\.md$/u);
      expect(existsSync(path.join(web.home, "web/pages", kept.relative_path))).toBe(true);
    }
    expect(await web.web.saved.forget("../../docent.db")).toBeUndefined();
    expect(await web.web.saved.forget("/etc/hosts")).toBeUndefined();
  });
});

describe("the text of a page", () => {
  const chinese = "这个网关每天早上九点开门，周日除外。开门之前请先在门口等候，不要自行进入。";
  const japanese = "このゲートは毎朝九時に開きます。日曜日は開きません。しばらくお待ちください。";
  const german = "Größe, Maß und Übung: das Tor öffnet um neun Uhr früh für alle Gäste.";
  test.each([
    ["GBK, said in the header", "gbk", "text/html; charset=gb2312", ""],
    ["GBK, said in the page", "gbk", "text/html", '<meta charset="gbk">'],
    ["GBK, said nowhere", "gbk", "text/html", ""],
    ["Shift_JIS, said in the header", "shift_jis", "text/html; charset=Shift_JIS", ""],
    [
      "Shift_JIS, said in the page",
      "shift_jis",
      "text/html",
      '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">',
    ],
    ["Shift_JIS, said nowhere", "shift_jis", "text/html", ""],
    ["EUC-JP, said nowhere", "euc-jp", "text/html", ""],
    ["Latin-1, said in the header", "latin1", "text/html; charset=iso-8859-1", ""],
    ["Latin-1, said nowhere", "latin1", "text/html", ""],
    [
      "UTF-8, said to be Latin-1 in the page and marked",
      "utf-8-marked",
      "text/html",
      '<meta charset="latin1">',
    ],
    ["UTF-8, said nowhere", "utf-8", "text/html", ""],
    ["UTF-16, marked", "utf-16le", "text/html", ""],
    ["Latin-1, said to be UTF-8", "latin1", "text/html; charset=utf-8", ""],
    ["UTF-8, with a charset that does not exist", "utf-8", "text/html; charset=x-nothing", ""],
  ])("is read from %s", async (_, encoding, content_type, meta) => {
    const text = encoding === "latin1" ? german : /jis|jp/.test(encoding) ? japanese : chinese;
    const html = `<html><head>${meta}<title>x</title></head><body><p>${text}</p></body></html>`;
    const web = open(serve(encode(html, encoding), { "content-type": content_type }));
    const { rule, page: kept } = await web.extract("/a");
    expect(rule).toBe("ok");
    expect(web.saved(kept)).toContain(text);
  });
});
