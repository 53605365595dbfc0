import { cpSync } from "node:fs";
import nodePath from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorkplace, launcher, project, type Workplace } from "./docs-client.ts";
import { initialize, type RawServer, spawnRaw, toolCall } from "./raw-server.ts";

let place: Workplace;
let server: RawServer | undefined;

beforeEach(() => {
  place = createWorkplace();
  place.configure({});
  place.write("notes/a.md", "# A\n");
});
afterEach(async () => {
  server?.kill();
  await server?.exit;
  place.remove();
});

function launch(script: string, args: string[], env: Record<string, string> = {}): RawServer {
  server = spawnRaw(place, args, { command: [process.execPath, script], env });
  return server;
}

describe("node scripts/mcp.mjs", () => {
  it("starts the server with its arguments and hands its streams over", async () => {
    const started = launch(launcher, ["--root", "notes"]);
    started.send(initialize);
    started.send(toolCall(1, "docs_read", { path: "a.md" }));
    await expect
      .poll(() => started.replies().find((reply) => reply.id === 1))
      .toMatchObject({ result: { structuredContent: { root_id: "notes", text: "# A" } } });
    started.child.stdin.end();
    expect(await started.exit).toEqual({ code: 0, signal: null });
  });

  it("takes a relative folder from where npm was called, when npm says so", async () => {
    place.write("called-from/here/h.md", "# H\n");
    const started = launch(launcher, ["--root", "here"], { INIT_CWD: place.at("called-from") });
    started.send(initialize);
    started.send(toolCall(1, "docs_read", { path: "h.md" }));
    await expect
      .poll(() => started.replies().find((reply) => reply.id === 1))
      .toMatchObject({ result: { structuredContent: { root_id: "here", text: "# H" } } });
  });

  it("hands on a signal, and the server ends with it", async () => {
    const started = launch(launcher, ["--root", "notes"]);
    started.send(initialize);
    await expect.poll(() => started.replies().length).toBe(1);
    started.child.kill("SIGTERM");
    expect(await started.exit).toEqual({ code: 0, signal: null });
  });

  it("ends with the server's code and sentence when the arguments are wrong", async () => {
    const started = launch(launcher, ["--rot", "notes"]);
    expect((await started.exit).code).toBe(1);
    expect(started.stderr()).toMatch(/^“--rot” is not an option.*\n$/);
    expect(started.replies()).toEqual([]);
  });

  it("says in one sentence that the packages are missing, and installs nothing", async () => {
    const bootstrap = nodePath.join(project, "scripts/bootstrap");
    cpSync(bootstrap, place.at("clone/scripts/bootstrap"), { recursive: true });
    cpSync(launcher, place.at("clone/scripts/mcp.mjs"));
    const started = launch(place.at("clone/scripts/mcp.mjs"), []);
    expect((await started.exit).code).toBe(1);
    expect(started.stderr()).toMatch(/^Docent's packages are not installed:.*\n$/);
  });
});
