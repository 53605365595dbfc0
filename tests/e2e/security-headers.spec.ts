import { expect } from "@playwright/test";
import { test } from "./only-here.ts";

test("every page has a strict content policy and keeps to it", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  for (const path of ["/", "/settings", "/no-such-page"]) {
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
    const script = document.createElement("div");
    script.innerHTML = `<img src="data:," onerror="window.planted = true">`;
    document.body.append(script);
    return new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) =>
        resolve(event.effectiveDirective),
      );
    });
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
