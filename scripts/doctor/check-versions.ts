import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { packageFolder } from "#lib/platform/package-folder";
import { floors, isAtLeast } from "#lib/platform/version-floors";
import { sentences } from "../bootstrap/sentences.mjs";
import type { Finding } from "./finding.ts";

const Manifest = z.object({ version: z.string() });
const Lock = z.object({ packages: z.record(z.string(), z.unknown()) });

/** What runs here against the floors, and the one package that must not be there. */
export function checkVersions(deps: {
  project_dir: string;
  node: string;
  sqlite: () => string;
}): Finding[] {
  const { project_dir } = deps;
  return [
    judge("Node", deps.node, floors.node),
    judge("next", installed(project_dir, "next"), floors.next),
    judge(
      "@modelcontextprotocol/sdk",
      installed(project_dir, "@modelcontextprotocol/sdk"),
      floors["@modelcontextprotocol/sdk"],
    ),
    judge("SQLite", deps.sqlite(), floors.sqlite),
    frontMatter(project_dir),
  ];
}

function judge(what: string, version: string | undefined, floor: string): Finding {
  if (version === undefined) return { what, said: sentences.doctorAbsent(), mark: "missed" };
  return isAtLeast(version, floor)
    ? { what, said: sentences.doctorFloor(version, floor), mark: "ok" }
    : { what, said: sentences.doctorBelow(version, floor), mark: "missed" };
}

function installed(project_dir: string, name: string): string | undefined {
  try {
    const file = path.join(packageFolder(project_dir, name), "package.json");
    return Manifest.parse(JSON.parse(readFileSync(file, "utf8"))).version;
  } catch {
    return undefined; // not there, or no package
  }
}

/** It runs code that stands at the head of a document; nothing may bring it in, not even through another package. */
function frontMatter(project_dir: string): Finding {
  const what = sentences.doctorFrontMatter();
  return packagesOf(project_dir).some((name) => name.endsWith("gray-matter"))
    ? { what, said: sentences.doctorHasFrontMatter(), mark: "missed" }
    : { what, said: sentences.doctorNoFrontMatter(), mark: "ok" };
}

/** What the lockfile names; an installed package has none, and what is there is what counts. */
function packagesOf(project_dir: string): string[] {
  const lock = path.join(project_dir, "package-lock.json");
  if (!existsSync(lock)) {
    const folder = packageFolder(project_dir, "gray-matter");
    return existsSync(folder) ? [folder] : [];
  }
  return Object.keys(Lock.parse(JSON.parse(readFileSync(lock, "utf8"))).packages).filter((name) =>
    name.includes("node_modules/"),
  );
}
