import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepStore } from "#lib/assembly/keep-store";
import { systemClock as clock } from "#lib/platform/clock";
import { loggedFetch } from "#lib/platform/logged-fetch";
import { createLogger } from "#lib/platform/logger";

/** The network log over a real connection: from its opening on, to its end or the end of the program. */
const log = createLogger("test", "silent");
let home: string;
let server: Server;
let url: string;
let answer: (() => void) | undefined;
beforeEach(async () => {
  home = path.join(mkdtempSync(path.join(os.tmpdir(), "docent-connections-")), "home");
  server = createServer((_request, response) => {
    response.flushHeaders();
    answer = () => response.end("three");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?query`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(path.dirname(home), { recursive: true, force: true });
});

const keep = () => keepStore({ home, tenancy: { kind: "owner" }, clock, log });

it("lists a connection while it is open, and once it has ended with what went over it, in one row", async () => {
  const store = keep();
  const rows = async () => (await (await store.get()).activity.network({})).rows;
  expect(await rows()).toEqual([]);
  const fetch = loggedFetch({ purpose: "model", log: store.trace, clock });
  const response = await fetch(url, { method: "POST", body: "12345" });
  expect(await rows()).toMatchObject([
    { state: "open", host: "127.0.0.1", method: "POST", bytes_sent: 0, bytes_received: 0, ms: 0 },
  ]);
  answer?.();
  await response.text();
  expect(await rows()).toMatchObject([
    { state: "ended", status: 200, bytes_sent: 5, bytes_received: 5 },
  ]);
  expect(JSON.stringify(await rows())).not.toContain("query");
  await store.close();
});

it("lists one that was open when the program was killed as interrupted", async () => {
  const child = spawn(process.execPath, ["tests/store/connect-until-killed.ts", home, url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const store = keep();
  expect((await (await store.get()).activity.network({})).rows).toMatchObject([
    { state: "interrupted", purpose: "model", host: "127.0.0.1" },
  ]);
  await store.close();
});
