import { readdirSync } from "node:fs";
import nodePath from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorkplace, type Workplace } from "./docs-client.ts";
import { initialize, type RawServer, spawnRaw, toolCall } from "./raw-server.ts";

let place: Workplace;
let server: RawServer;
const wait = { timeout: 240_000 };

beforeEach(async () => {
  place = createWorkplace();
  place.configure({ roots: [{ id: "notes", label: "Notes", path: place.at("notes") }] });
  place.write("notes/a.md", "# A\n\nalpha\n");
  place.write("notes/page.md", `${"words that fill a page\n".repeat(900)}`);
  server = spawnRaw(place);
  server.send(initialize);
});
afterEach(async () => {
  server.kill();
  await server.exit;
  place.remove();
});

const replyTo = (id: number | string | null) =>
  expect.poll(() => server.replies().find((reply) => reply.id === id), wait);

describe("the server on stdio", () => {
  it("answers broken lines and goes on serving", async () => {
    server.send('{"jsonrpc":"2.0","id":1,"method":"tools/ca\n');
    await replyTo(null).toMatchObject({ error: { code: -32700 } });
    server.send(`\0\u0001 garbage \ufffd\n[]\nnull\n`);
    server.send(`{"jsonrpc":"2.0","id":2,"method":"no/such"}\n`);
    await replyTo(2).toMatchObject({ error: { code: -32601 } });
    server.send(toolCall(3, "no_such_tool"));
    await replyTo(3).toMatchObject({ error: { code: -32602 } });
    server.send(toolCall(4, "docs_read", { path: "a.md" }));
    await replyTo(4).toMatchObject({ result: { structuredContent: { text: "# A\n\nalpha" } } });
  });

  it("takes a message of a megabyte and refuses one of a hundred without keeping it", async () => {
    server.send(toolCall(5, "docs_search", { query: "x".repeat(1024 * 1024) }));
    await replyTo(5).toMatchObject({ result: { isError: true } });
    for (let i = 0; i < 100; i += 1) server.send("y".repeat(1024 * 1024));
    server.send("\n");
    await replyTo(null).toMatchObject({ error: { code: -32700 } });
    server.send(toolCall(6, "docs_read", { path: "a.md" }));
    await replyTo(6).toHaveProperty("result");
  });

  it("carries sixteen large answers at once without a warning", async () => {
    for (let id = 1; id <= 16; id += 1) server.send(toolCall(id, "docs_read", { path: "page.md" }));
    await expect.poll(() => server.replies().length, wait).toBe(17);
    expect(server.stderr()).not.toMatch(/warning/i);
  });

  it("writes nothing but JSON-RPC on stdout", async () => {
    server.send(toolCall(1, "docs_status"));
    await replyTo(1).toBeDefined();
    for (const reply of server.replies()) expect(reply.jsonrpc).toBe("2.0");
  });

  it("answers what it was asked before stdin ended, and then exits", async () => {
    server.send(toolCall(1, "docs_search", { query: "alpha" }));
    server.child.stdin.end();
    expect(await server.exit).toEqual({ code: 0, signal: null });
    expect(server.replies().find((reply) => reply.id === 1)).toHaveProperty("result");
  });

  it("exits when its reader is gone", async () => {
    await replyTo("init").toBeDefined();
    server.child.stdout.destroy();
    server.send(toolCall(1, "docs_read", { path: "page.md" }));
    server.send(toolCall(2, "docs_read", { path: "page.md" }));
    expect(await server.exit).toEqual({ code: 0, signal: null });
  });

  it("keeps what it has read and exits when it is told to", async () => {
    server.send(toolCall(1, "docs_search", { query: "alpha" }));
    await replyTo(1).toHaveProperty("result");
    server.child.kill("SIGTERM");
    expect(await server.exit).toEqual({ code: 0, signal: null });
    const shelf = place.at("home", "index");
    const [name = ""] = readdirSync(shelf);
    const db = new Database(nodePath.join(shelf, name, "index.sqlite"), { readonly: true });
    expect(db.prepare("SELECT count(*) FROM files").pluck().get()).toBe(2);
    db.close();
  });
});
