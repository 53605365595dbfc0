import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { browserCommand } from "../../scripts/docent/open-browser.mjs";
import { asJavaScript } from "../../scripts/pack/as-javascript.mjs";

const project = path.resolve(import.meta.dirname, "../..");
const docent = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(project, "scripts/docent.mjs"), ...args], {
    encoding: "utf8",
    env: { ...process.env, LANG: "C", LC_ALL: "C" },
  });

describe("the program of a package", () => {
  it.each([
    [`import { say } from "./say.ts";`, `import { say } from "./say.js";`],
    [`await import(\`./\${name}.ts\`);`, `await import(\`./\${name}.js\`);`],
    [
      `new URL('./read-worker.ts', import.meta.url)`,
      `new URL('./read-worker.js', import.meta.url)`,
    ],
    [
      `names.filter((name) => name.endsWith(".ts"))`,
      `names.filter((name) => name.endsWith(".js"))`,
    ],
    [`e.exports=["lib/a-worker.ts",5]`, `e.exports=["lib/a-worker.js",5]`],
  ])("names its own files as they are there: %s", (text, plain) => {
    expect(asJavaScript(text)).toBe(plain);
  });

  it.each([`import x from "./x.json";`, `const say = "a file x.ts of yours";`, `// see "x".ts`])(
    "leaves other words alone: %s",
    (text) => {
      expect(asJavaScript(text)).toBe(text);
    },
  );

  it("has the same name in package.json, and every file that it lists is made or there", () => {
    const { bin, files, scripts } = JSON.parse(
      readFileSync(path.join(project, "package.json"), "utf8"),
    );
    expect(bin).toEqual({ docent: "dist/scripts/docent.mjs" });
    expect(files).toEqual(["dist", "CHANGELOG.md", "SECURITY.md"]);
    expect(scripts.prepack).toBe("node scripts/pack.mjs");
  });
});

describe("docent", () => {
  it("says how it is used, and its version", () => {
    expect(docent("--help").stdout).toMatch(/^docent \[FOLDER …\]/);
    const { version } = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8"));
    expect(docent("--version").stdout).toBe(`${version}\n`);
  });

  it("refuses an option it does not know, with how it is used, and starts nothing", () => {
    const { status, stderr, stdout } = docent("--opne");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("--opne");
    expect(stderr).toContain("docent [FOLDER …]");
  });
});

describe("the state folder of a package", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), "docent-package-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  /** Starts the process for MCP clients, which has nothing to serve here: what it does before that is what counts. */
  function start(env: Record<string, string> = {}): void {
    const at = (...names: string[]) => path.join(dir, "package", ...names);
    const needed = [
      "bootstrap/project",
      "bootstrap/fingerprint",
      "bootstrap/docs-server",
      "mcp/main",
    ];
    for (const name of needed) {
      cpSync(path.join(project, `scripts/${name}.mjs`), at(`scripts/${name}.mjs`));
    }
    writeFileSync(at("packed.json"), "{}");
    writeFileSync(at("scripts/mcp/serve-clients.ts"), "");
    const { status, stderr } = spawnSync(process.execPath, [at("scripts/mcp/main.mjs")], {
      encoding: "utf8",
      env: { ...process.env, HOME: dir, USERPROFILE: dir, DOCENT_HOME: "", ...env },
    });
    expect([status, stderr]).toEqual([0, ""]);
  }
  const modeOf = (...names: string[]) => statSync(path.join(dir, ...names)).mode & 0o777;

  it.skipIf(process.platform === "win32")("is its user's alone, whatever starts first", () => {
    start();
    expect(statSync(path.join(dir, ".docent/runtime/compile-cache")).isDirectory()).toBe(true);
    expect(modeOf(".docent")).toBe(0o700);
    start({ DOCENT_HOME: path.join(dir, "elsewhere") });
    expect(modeOf("elsewhere")).toBe(0o700);
  });

  it.skipIf(process.platform === "win32")("keeps the rights that a person gave it", () => {
    mkdirSync(path.join(dir, ".docent"));
    chmodSync(path.join(dir, ".docent"), 0o750);
    start();
    expect(modeOf(".docent")).toBe(0o750);
  });
});

describe("the browser", () => {
  const address = "http://127.0.0.1:3000";

  it.each([
    ["darwin", {}, ["open", address]],
    ["win32", {}, ["rundll32", "url.dll,FileProtocolHandler", address]],
    ["linux", { DISPLAY: ":0" }, ["xdg-open", address]],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open", address]],
  ])("is opened on %s as the system does it, without a shell", (platform, env, command) => {
    expect(browserCommand(address, platform, env)).toEqual(command);
  });

  it("is left alone where there is no screen", () => {
    expect(browserCommand(address, "linux", {})).toBeUndefined();
  });
});
