import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { call, closeOddSessions, never, oddSession } from "./odd-session.ts";
import { realServer } from "./real-server.ts";

/** Servers that we did not write: what holds for ours must hold for those that anybody brings. */
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "docent-real-")));
writeFileSync(path.join(folder, "note.txt"), "a note of the filesystem server\n");
const everything = realServer("@modelcontextprotocol/server-everything", "stdio");
const filesystem = realServer("@modelcontextprotocol/server-filesystem", folder);

afterEach(closeOddSessions);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  {
    name: "server-everything",
    command: everything,
    tool: "echo",
    args: { message: "hello" },
    text: "Echo: hello",
  },
  {
    name: "server-filesystem",
    command: filesystem,
    tool: "read_text_file",
    args: { path: path.join(folder, "note.txt") },
    text: "a note of the filesystem server\n",
  },
])("$name", ({ command, tool, args, text }) => {
  test("is listed, called, killed, called again and restarted", async () => {
    const { session: s } = oddSession({ command, pause_ms: 1 });
    const tools = await s.list(never);
    expect(tools.map((one) => one.name)).toContain(tool);
    expect(s.status().refused).toEqual([]);
    expect((await call(s, tool, args)).text).toBe(text);
    const { pid = 0 } = s.status();
    process.kill(pid, "SIGKILL");
    await vi.waitFor(() => expect(s.status().pid).not.toBe(pid), { timeout: 240_000 });
    expect((await call(s, tool, args)).text).toBe(text);
    await s.restart();
    expect((await call(s, tool, args)).text).toBe(text);
    expect(s.status()).toMatchObject({ state: "ready", tools: tools.length, restarts: 2 });
    // The same program, so the same tools: nobody is asked again.
    expect(await s.list(never)).toEqual(tools);
  });
});
