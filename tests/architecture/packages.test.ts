import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { missingPlatforms } from "../../scripts/lockfile/other-platforms.mjs";

const project = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => JSON.parse(readFileSync(path.join(project, file), "utf8"));
const manifest = read("package.json");
const lock = read("package-lock.json");

describe("the packages", () => {
  it("are asked for in exact versions", () => {
    const asked = { ...manifest.dependencies, ...manifest.devDependencies };
    const loose = Object.entries(asked).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
    );
    expect(loose).toEqual([]);
  });

  it("are locked for every platform (node scripts/complete-lockfile.mjs mends it)", () => {
    expect(missingPlatforms(lock).map(([name]: [string, unknown]) => name)).toEqual([]);
  });

  it("are locked without the address of a registry", () => {
    expect(JSON.stringify(lock)).not.toContain('"resolved"');
  });

  it("run no install script of their own", () => {
    const named = Object.entries(manifest.allowScripts);
    expect(named.filter(([, allowed]) => allowed !== false)).toEqual([]);
    // npm marks them; a package that npm builds because it has a binding.gyp is not marked.
    const scripted = Object.entries<{ hasInstallScript?: boolean; os?: string[] }>(lock.packages)
      .filter(([, entry]) => entry.hasInstallScript && !entry.os)
      .map(([name]) => name.replace(/^.*node_modules\//, ""));
    expect(new Set([...scripted, "better-sqlite3"])).toEqual(new Set(named.map(([name]) => name)));
  });
});
