import { readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { floors, isAtLeast } from "#lib/platform/version-floors";
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

  it.each(["next", "@modelcontextprotocol/sdk"] as const)(
    "hold the promises that rest on them: every %s is new enough",
    (name) => {
      const versions = Object.entries<{ version: string }>(lock.packages)
        .filter(([at]) => at === `node_modules/${name}` || at.endsWith(`/node_modules/${name}`))
        .map(([, { version }]) => version);
      expect(versions.length).toBeGreaterThan(0);
      expect(versions.filter((version) => !isAtLeast(version, floors[name]))).toEqual([]);
    },
  );

  it("bring a SQLite and ask for a Node that are new enough", () => {
    const db = new Database(":memory:");
    const sqlite = String(db.prepare("SELECT sqlite_version()").pluck().get());
    db.close();
    expect(isAtLeast(sqlite, floors.sqlite)).toBe(true);
    expect(isAtLeast(process.versions.node, floors.node)).toBe(true);
    expect(manifest.engines.node).toBe(`>=${floors.node.split(".")[0]}`);
  });

  it("hold nothing that runs code from the head of a document", () => {
    const parsers = /\/(?:gray-matter|front-matter|coffee-script|coffeescript|js-yaml-js-types)$/;
    expect(Object.keys(lock.packages).filter((name) => parsers.test(name))).toEqual([]);
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
