import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const project = path.resolve(import.meta.dirname, "../..");

describe("the built docs server", () => {
  let dir: string;
  beforeEach(() => {
    dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-built-")));
    for (const name of ["docs-server", "fingerprint", "project"]) {
      const file = `scripts/bootstrap/${name}.mjs`;
      cpSync(path.join(project, file), path.join(dir, file));
    }
    symlinkSync(path.join(project, "node_modules"), path.join(dir, "node_modules"));
    write("package.json", `{"type":"module"}`);
    write("lib/greeting.ts", `export const greeting: string = "hello";`);
    write(
      "lib/greeting-worker.ts",
      `import { greeting } from "./greeting.ts"; console.log(greeting);`,
    );
    write(
      "mcp-servers/docs/serve.ts",
      `import { Worker } from "node:worker_threads"; new Worker(new URL("../../lib/greeting-worker.ts", import.meta.url));`,
    );
    write("scripts/mcp/serve-clients.ts", `console.log("to clients");`);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  function write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), text);
  }

  function node(script: string): string {
    write("run.mjs", `import * as server from "./scripts/bootstrap/docs-server.mjs";\n${script}`);
    const { stdout, stderr } = spawnSync(process.execPath, ["run.mjs"], {
      encoding: "utf8",
      cwd: dir,
    });
    expect(stderr).toBe("");
    return stdout.trim();
  }
  const where = () => node(`console.log(server.builtServer("serve"))`);

  it("runs what it was built from, worker threads too, and is not used once a source is another one", () => {
    expect(where()).toBe("undefined");
    node("await server.buildServer()");
    expect(where()).toMatch(/^file:.*\/main\.mjs$/);
    expect(node("console.log(server.isServerBuilt())")).toBe("true");
    rmSync(path.join(dir, "lib/greeting-worker.ts"));
    expect(node(`await import("./.next/docs-server/serve/main.mjs")`)).toBe("hello");
    expect(where()).toBe("undefined");
    write(
      "lib/greeting-worker.ts",
      `import { greeting } from "./greeting.ts"; console.log(greeting);`,
    );
    expect(where()).not.toBe("undefined");
    write("lib/greeting.ts", `export const greeting: string = "good day";`);
    expect(where()).toBe("undefined");
  });

  it("knows a source of which nothing but a constant is left in it", () => {
    write("lib/limits.ts", "export const most = 3;");
    write(
      "scripts/mcp/serve-clients.ts",
      `import { most } from "../../lib/limits.ts"; console.log(most);`,
    );
    node("await server.buildServer()");
    const built = () => node(`console.log(server.builtServer("serve-clients"))`);
    expect(built()).not.toBe("undefined");
    write("lib/limits.ts", "export const most = 4;");
    expect(built()).toBe("undefined");
  });

  it.each(["", '{"sources":["lib'])(
    "is made anew where what it was made of was written in part: %j",
    (text) => {
      node("await server.buildServer()");
      write(".next/docs-server/serve/sources.json", text);
      expect(where()).toBe("undefined");
      expect(node("console.log(server.isServerBuilt())")).toBe("false");
      node("await server.buildServer()");
      expect(where()).not.toBe("undefined");
    },
  );

  it("is always used where it was installed as a package, whose sources have other names", () => {
    node("await server.buildServer()");
    write("packed.json", "{}");
    rmSync(path.join(dir, "lib"), { recursive: true });
    expect(where()).toMatch(/main\.mjs$/);
  });
});
