import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { docsTools } from "#lib/contracts/docs-tools";

const project = path.resolve(import.meta.dirname, "../..");
const readme = readFileSync(path.join(project, "README.md"), "utf8");
const { scripts } = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8"));

/** First cells of the table whose header starts with `first`. */
function firstCells(first: string): string[] {
  const lines = readme.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${first}`));
  const end = lines.findIndex((line, at) => at > start && !line.startsWith("|"));
  return lines.slice(start + 2, end).map((line) => line.split("|")[1]?.trim() ?? "");
}
const unquoted = (cell: string) => cell.replaceAll("`", "");
const foldersOf = (folder: string) =>
  readdirSync(path.join(project, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

describe("the README", () => {
  it("has one row for each room of lib/", () => {
    expect(firstCells("room in").map(unquoted).sort()).toEqual(foldersOf("lib").sort());
  });

  it("names top-level folders that exist", () => {
    const named = firstCells("folder").map(unquoted);
    expect(named.filter((folder) => !existsSync(path.join(project, folder)))).toEqual([]);
  });

  it("names commands that exist", () => {
    const named = [...readme.matchAll(/\bnpm (?:run )?(?:-s )?([\w:]+)/g)].map(
      ([, name]) => name ?? "",
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    expect(firstCells("command").length).toBe(Object.keys(scripts).length);
  });

  it("names every tool of the docs server", () => {
    expect(Object.keys(docsTools).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it("links to files and shows pictures that exist", () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link ?? "");
    expect(links.filter((link) => !existsSync(path.join(project, link)))).toEqual([]);
  });

  it("shows MCP entries that are JSON and start the script that exists", () => {
    const blocks = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => json ?? "");
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks) {
      expect(JSON.stringify(JSON.parse(block))).toContain(
        "/absolute/path/to/docent/scripts/mcp.mjs",
      );
    }
    expect(existsSync(path.join(project, "scripts/mcp.mjs"))).toBe(true);
  });
});
