import { readdirSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "./only-here.ts";

test("every page has a strict content policy and keeps to it", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  await page.exposeFunction("complain", (what: string) => complaints.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      // Exposed above; a violation that the page swallows is not on the console.
      (window as unknown as { complain(what: string): void }).complain(
        `${event.effectiveDirective} ${event.blockedURI}`,
      );
    });
  });
  for (const path of [
    "/",
    "/settings",
    "/no-such-page",
    "/icon.svgx",
    "/icon.svg/x",
    "/icon-svg",
  ]) {
    const response = await page.goto(path, { waitUntil: "networkidle" });
    const headers = response?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic';/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["x-powered-by"]).toBeUndefined();
  }
  expect(complaints).toEqual([]);
});

test("an inline script that is put into the page does not run", async ({ page }) => {
  await page.goto("/");
  const ran = await page.evaluate(() => {
    const refused = new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) =>
        resolve(event.effectiveDirective),
      );
    });
    const script = document.createElement("div");
    script.innerHTML = `<img src="data:," onerror="window.planted = true">`;
    document.body.append(script);
    return refused;
  });
  expect(ran).toBe("script-src-attr");
  expect(await page.evaluate(() => "planted" in window)).toBe(false);
});

test("two visits get two nonces, and routes a policy of their own", async ({ request }) => {
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()["content-security-policy"];
  expect(await policyOf("/")).not.toBe(await policyOf("/"));
  expect(await policyOf("/api/health")).toContain("default-src 'none'");
});

test("every route, whatever the method and the outcome, has its headers and nothing for other origins", async ({
  request,
}) => {
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" });
  const routes = files
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) =>
      `/api/${path.dirname(file)}`.replace("[[...unknown]]", "no/such").replace(/\[\w+\]/g, "x"),
    );
  expect(routes.length).toBeGreaterThan(10);
  for (const route of routes) {
    for (const method of ["GET", "DELETE", "OPTIONS"]) {
      for (const origin of [undefined, "http://evil.example"]) {
        const response = await request.fetch(route, {
          method,
          headers: origin === undefined ? {} : { origin },
        });
        const what = `${method} ${route} ${response.status()}`;
        const headers = response.headers();
        expect([what, headers["content-security-policy"]]).toEqual([
          what,
          "default-src 'none'; frame-ancestors 'none'; sandbox",
        ]);
        expect(headers).toMatchObject({
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          "cross-origin-resource-policy": "same-origin",
          "cache-control": "no-store",
        });
        expect([what, headers["access-control-allow-origin"]]).toEqual([what, undefined]);
        expect(headers["x-trace-id"]).toMatch(/^trace_/);
        expect(await response.text()).not.toMatch(/\.(?:ts|js):\d+:\d+|"stack"/);
      }
    }
  }
});
