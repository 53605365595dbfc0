import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import type { APIRequestContext } from "@playwright/test";
import { own } from "../../scripts/test/own-server.ts";
import { expect } from "./docent-page.ts";
import { test } from "./only-here.ts";

/** Another web page in the person's browser: served by a second server of this machine, on another port. */
const { port, origin: docent } = own;
const routes = ["/api/threads", "/api/config", "/api/health", "/api/audit", "/api/mcp/status"];
const posts = ["/api/ask", "/api/chat", "/api/access/check", "/api/session"];

let other: Server;
let otherPort: number;
test.beforeAll(async () => {
  other = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Another page</title><body>");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  otherPort = (other.address() as AddressInfo).port; // a TCP server has a port
});
test.afterAll(() => {
  other.close();
});

/** Asked by nobody else, so that an answer which another spec has left under way is none of it. */
const question = "How does another origin add a folder?";
const inForm = "How does a form add a folder?";

/** What would be different if anything had come through. */
async function state(request: APIRequestContext) {
  const { etag } = await (await request.get("/api/config")).json();
  const { threads } = await (await request.get("/api/threads?limit=50")).json();
  const asked = [question, inForm];
  return { etag, asked: threads.filter(({ title }: { title: string }) => asked.includes(title)) };
}

for (const name of ["127.0.0.1", "localhost"]) {
  test(`a page at ${name} on another port can read nothing and send nothing`, async ({
    page,
    request,
  }) => {
    const before = await state(request);
    await page.goto(`http://${name}:${otherPort}/`);
    const results = await page.evaluate(
      async ({ docent, routes, posts, asked }) => {
        const got: [string, string][] = [];
        const attempt = async (what: string, work: () => Promise<string>) => {
          got.push([what, await work().catch(() => "refused")]);
        };
        const question = JSON.stringify({ question: asked, path: "/", token: "x" });
        for (const route of ["/", ...routes]) {
          for (const mode of ["cors", "no-cors"] as const) {
            await attempt(`GET ${mode} ${route}`, async () => {
              const response = await fetch(docent + route, { mode, credentials: "include" });
              return response.text();
            });
          }
        }
        for (const route of posts) {
          for (const type of ["application/json", "text/plain"]) {
            for (const mode of ["cors", "no-cors"] as const) {
              await attempt(`POST ${mode} ${type} ${route}`, async () => {
                const headers = { "content-type": type };
                const init = { method: "POST", mode, headers, body: question } as const;
                return (await fetch(docent + route, init)).text();
              });
            }
          }
          navigator.sendBeacon(docent + route, question);
        }
        await attempt("PUT", async () => {
          const headers = { "content-type": "application/json", "if-match": "x" };
          const init = { method: "PUT", headers, body: "{}" };
          return (await fetch(`${docent}/api/config`, init)).text();
        });
        const loaded = (tag: "img" | "script" | "link" | "object", route: string) =>
          new Promise<string>((resolve, reject) => {
            const element = document.createElement(tag);
            element.onload = () => resolve("loaded");
            element.onerror = () => reject(new Error("not loaded"));
            if (element instanceof HTMLLinkElement) {
              element.rel = "stylesheet";
              element.href = docent + route;
            } else if (element instanceof HTMLObjectElement) element.data = docent + route;
            else element.src = docent + route;
            document.body.append(element);
          });
        for (const route of routes) {
          for (const tag of ["img", "script", "link"] as const) {
            await attempt(`<${tag}> ${route}`, () => loaded(tag, route));
          }
        }
        for (const kind of ["ws", "sse"]) {
          await attempt(
            kind,
            () =>
              new Promise<string>((resolve, reject) => {
                const stream =
                  kind === "ws"
                    ? new WebSocket(`${docent.replace("http", "ws")}/api/chat`)
                    : new EventSource(`${docent}/api/threads`);
                stream.onopen = () => resolve("open");
                stream.onerror = () => reject(new Error("not open"));
              }),
          );
        }
        return got;
      },
      { docent, routes, posts, asked: question },
    );
    // An answer that is opaque to the page reads as an empty text.
    expect(results.filter(([, result]) => result !== "refused" && result !== "")).toEqual([]);
    expect(results.length).toBeGreaterThan(40);

    // A form needs no permission to be sent: it arrives, and is refused.
    await page.evaluate(
      ({ docent, inForm }) => {
        document.body.innerHTML = `<form method="post" enctype="text/plain" action="${docent}/api/ask"><input name='{"question":"${inForm}","a":"' value='"}'></form>`;
      },
      { docent, inForm },
    );
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      page.evaluate(() => document.querySelector("form")?.submit()),
    ]);
    expect(answer.status()).toBe(403);
    expect(await state(request)).toEqual(before);
  });
}

test("the page is shown in no other page's frame", async ({ page }) => {
  await page.goto(`http://127.0.0.1:${otherPort}/`);
  await page.evaluate((docent) => {
    const frame = document.createElement("iframe");
    frame.src = `${docent}/settings`;
    document.body.append(frame);
  }, docent);
  await expect.poll(() => page.frames().length).toBe(2);
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
});

test("a connection under a foreign name is not upgraded, and built files are not shown", async ({
  request,
}) => {
  const said = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        "GET /api/chat HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
      );
    });
    let text = "";
    socket.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    socket.on("end", () => resolve(text)).on("error", reject);
  });
  expect(said).toMatch(/^HTTP\/1\.1 403 /);
  const page = await (await request.get("/")).text();
  const [file = ""] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? [];
  expect((await request.get(file)).status()).toBe(200);
  expect((await request.get(file, { headers: { host: "evil.example" } })).status()).toBe(403);
});
