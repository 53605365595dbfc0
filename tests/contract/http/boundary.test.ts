import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ErrorBody } from "#lib/contracts/errors";
import { projectDir } from "#lib/platform/project";
import { findRoutes, type Http, openHttp, address as ownAddress } from "./open-http.ts";

/** Holds for every route file there is, without a list to keep: a new route is tried as soon as it exists. */
const patterns = await findRoutes();
const addressOf = (pattern: string) =>
  pattern.replace("[[...unknown]]", "no/such/thing").replace(/\[\w+\]/g, "thread_x");
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const everyCall = patterns.flatMap((pattern) =>
  methods.map((method) => [method, addressOf(pattern)] as const),
);
/** The writes that a route takes with a body. */
const writes = patterns.flatMap((pattern) => {
  const file = path.join(projectDir(), "app", pattern, "route.ts");
  const handlers = readFileSync(file, "utf8");
  if (!/(?<!Response\.)\b(?:body|json)\(/.test(handlers)) return [];
  return (["POST", "PUT", "PATCH"] as const)
    .filter((method) => new RegExp(`^ +${method}: (?:async )?\\(`, "m").test(handlers))
    .map((method) => [method, addressOf(pattern)] as const);
});

let http: Http;
beforeAll(async () => {
  http = await openHttp();
  http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
});
afterAll(() => http.close());

async function refused(response: Response, status: number, code: string): Promise<void> {
  const { error } = ErrorBody.parse(await response.json());
  expect([response.status, error.code]).toEqual([status, code]);
  expect(response.headers.get("access-control-allow-origin")).toBeNull();
  expect(error.message).not.toMatch(/\/(?:tmp|home|root|work|usr)\/|\bat .+:\d+:\d+/);
}

/** A program that would show it if any work began: every method but the judgements fails. */
function whileIdle<T>(work: () => Promise<T>): Promise<T> {
  const { assembly } = http;
  const allowed = new Set(["newId", "say", "explain", "sentence", "failure", "parse"]);
  const watched = Object.entries(assembly)
    .filter(([name, value]) => typeof value === "function" && !allowed.has(name))
    .filter(([name]) => name !== "judgeOrigin")
    // Each of these is a method of the assembly, as the filter has just seen.
    .map(([name]) => vi.spyOn(assembly, name as "health"));
  return work().finally(() => {
    for (const spy of watched) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });
}

describe("every route, whatever the method", () => {
  it("is tried here", () => {
    expect(patterns.length).toBeGreaterThanOrEqual(12);
    expect(writes.length).toBeGreaterThanOrEqual(5);
  });

  it.each(everyCall)("refuses %s %s under a foreign name before any work", (method, address) =>
    whileIdle(async () => {
      for (const host of ["evil.example", "127.0.0.1:3998", "localhost.evil.example:3999"]) {
        await refused(
          await http.call(method, address, { headers: { host } }),
          403,
          "host_not_allowed",
        );
      }
    }),
  );

  it.each(everyCall)("refuses %s %s from another page before any work", (method, address) =>
    whileIdle(async () => {
      for (const headers of [
        { origin: "http://evil.example" },
        { origin: "http://127.0.0.1:3998" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
      ] as Record<string, string>[]) {
        await refused(await http.call(method, address, { headers }), 403, "origin_not_allowed");
      }
    }),
  );
});

describe("every route that takes a body", () => {
  // As the server's own page sends it.
  const own = { "if-match": "x", origin: `http://${ownAddress}` };

  it.each(writes)("takes %s %s as JSON alone", async (method, address) => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const response = await http.send(method, address, "{}", { ...own, "content-type": type });
      await refused(response, 400, "validation");
    }
  });

  it.each(writes)("takes %s %s up to a mebibyte", async (method, address) => {
    const body = JSON.stringify({ question: "x".repeat(1024 * 1024), path: "x", token: "x" });
    await refused(await http.send(method, address, body, own), 413, "body_too_large");
  });
});
