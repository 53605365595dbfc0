import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { openSite, openWeb, page, ruleOf, type Site, wiresTo } from "./open-web.ts";

const publicAddress = "93.184.216.34";
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(site: Site, settings: Parameters<typeof openWeb>[0]["settings"] = {}) {
  const server = await openSite(site);
  closing.push(server.close);
  const wires = wiresTo({ "site.test": [publicAddress] }, { [publicAddress]: server.port });
  const web = openWeb({ wires, settings });
  closing.push(web.close);
  return { ...web, asked: server.asked, wires };
}

const html =
  (text: string): Site =>
  (_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(text);
  };

test("fetches a page, says what it is, and keeps its body for extract", async () => {
  const web = await open((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    html(page("Gate", "<p>The gate opens at nine in the morning, every day but Sunday.</p>"))(
      request,
      response,
    );
  });
  const fetched = await web.call("web.fetch", { url: "http://site.test/gate#part" });
  expect(fetched.structured).toMatchObject({
    url: "http://site.test/gate#part",
    final_url: "http://site.test/gate",
    status: 200,
    media_type: "text/html",
    charset: "utf-8",
    truncated: false,
    from_cache: false,
  });
  const { fetch_id } = fetched.structured as { fetch_id: string };
  const extracted = await web.call("web.extract", { fetch_id });
  expect(extracted.structured).toMatchObject({
    title: "Gate",
    root_id: "web",
    compared: "new",
    truncated: false,
  });
  const { relative_path, excerpt } = extracted.structured as Record<string, string>;
  expect(excerpt).toContain("The gate opens at nine in the morning");
  const file = path.join(web.home, "web/pages", relative_path ?? "");
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^---\ntitle: "Gate"\nurl: "http:\/\/site\.test\/gate#part"\nfinal_url: /);
  expect(text).not.toContain("nobody");
  const headers = web.asked.find(({ path }) => path === "/gate")?.headers;
  expect(headers?.["user-agent"]).toMatch(/^Docent\//);
  expect(Object.keys(headers ?? {}).sort()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "host",
    "user-agent",
  ]);
  expect(web.connections.map(({ purpose, rule }) => [purpose, rule])).toEqual([
    ["robots", undefined],
    ["web_fetch", undefined],
  ]);
  expect(web.connections[1]).toMatchObject({
    host: "site.test",
    port: 80,
    address: publicAddress,
    status: 200,
  });
  expect(web.connections[1]?.bytes_received).toBeGreaterThan(100);
  expect(ruleOf(fetched)).toBe("ok");
});
