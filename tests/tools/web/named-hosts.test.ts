import { afterAll, beforeAll, expect, test } from "vitest";
import { inMarkdown } from "#lib/tasks/researching/words";
import { judgeUrl } from "../../../lib/tools/providers/web/judge-url.ts";
import { openSite, openWeb, ruleOf, wiresTo } from "./open-web.ts";

const address = "93.184.216.34";
let server: Awaited<ReturnType<typeof openSite>>;
let web: ReturnType<typeof openWeb>;
beforeAll(async () => {
  server = await openSite((request, response) => {
    const { host, url = "" } = { host: request.headers.host, url: request.url };
    const to = (location: string) => void response.writeHead(302, { location }).end();
    if (url === "/robots.txt" && host === "a.test") return to("http://third.test/x?delete");
    if (url === "/robots.txt" && host === "b.test") return to("http://www.b.test/robots.txt");
    if (url === "/long") return to(`/${"a".repeat(3000)}`);
    response.end("");
  });
  const names = ["a.test", "b.test", "www.b.test", "third.test"];
  web = openWeb({
    wires: wiresTo(Object.fromEntries(names.map((name) => [name, [address]])), {
      [address]: server.port,
    }),
    settings: { allow_hosts: ["a.test", "b.test"] },
  });
});
afterAll(async () => {
  await web.close();
  await server.close();
});

test("the host that a person is asked about is the one that is dialled", () => {
  for (const host of ["0x5d.0xb8d822..", "0x7f.1..", "127.1..", "1.2.3.4.."]) {
    const judged = judgeUrl(`http://${host}/`);
    if (judged.kind === "allowed") expect(judged.url.hostname).toBe(judged.host);
    else expect(judged.rule).toBe("ssrf_address");
  }
  expect(judgeUrl("http://a.test./")).toMatchObject({ kind: "allowed", host: "a.test" });
});

test("the rules of a site lead to no host that nobody allowed", async () => {
  const fetched = await web.call("web.fetch", { url: "http://a.test/" }, { asking: "refuse" });
  expect(ruleOf(fetched)).toBe("robots");
  expect(server.asked.map(({ host }) => host)).toEqual(["a.test"]);
  const own = await web.call("web.fetch", { url: "http://b.test/" }, { asking: "refuse" });
  expect(ruleOf(own)).toBe("ok");
});

test("an address that is longer than a call may name is not followed", async () => {
  const fetched = await web.call("web.fetch", { url: "http://b.test/long" });
  expect(ruleOf(fetched)).toBe("ssrf_redirect");
});

test("words of a page between marks of unequal length are no markup", () => {
  const told = inMarkdown("A `` ![x](https://evil.example/p.png) <img src=x> ` b.");
  expect(told).not.toMatch(/(?<!\\)<img|(?<!\\)!\[/);
  expect(inMarkdown("Run `npm test` now.")).toBe("Run `npm test` now.");
});
