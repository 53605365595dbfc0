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

describe("a start that cannot work", () => {
  const start = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, args, {
      cwd: os.tmpdir(),
      encoding: "utf8",
      env: { ...process.env, INIT_CWD: "", LC_ALL: "C", ...env },
    });
  const script = (name: string) => path.join(project, "scripts", name);

  it.each([
    ["C", "gone", `There is no folder ${path.resolve(os.tmpdir(), "gone")}. Check its name, then`],
    ["zh_CN.UTF-8", "没有 的", `没有文件夹 ${path.resolve(os.tmpdir(), "没有 的")}。请检查名称`],
    ["C", process.execPath, `${process.execPath} is not a folder.`],
  ])("is told in the language of the terminal %s: %s", (LC_ALL, folder, said) => {
    const { status, stderr } = start({ LC_ALL }, script("docent.mjs"), folder);
    expect(status).toBe(1);
    expect(stderr).toContain(said);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it.each(["docent.mjs", "start.mjs"])(
    "says which Node %s needs, under one that is too old",
    (name) => {
      const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } })`;
      const { status, stderr } = start(
        {},
        "--import",
        `data:text/javascript,${encodeURIComponent(older)}`,
        script(name),
      );
      expect([status, stderr]).toEqual([
        1,
        "Docent needs Node 20 or newer, and this is 18.20.8. Install a newer Node, then run the same command again.\n",
      ]);
    },
  );

  it.each(["start.mjs", "docent.mjs", "bootstrap/known-node.mjs", "bootstrap/sentences.mjs"])(
    "can be read by a Node that is much older: %s",
    (name) => {
      expect(readFileSync(script(name), "utf8")).not.toMatch(/^await |\?\?|\?\.[a-z[(]/m);
    },
  );
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
