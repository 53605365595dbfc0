import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { docsAsk } from "#lib/contracts/docs-ask";
import { docsTools } from "#lib/contracts/docs-tools";

const project = path.resolve(import.meta.dirname, "../..");
const read = (page: string) => readFileSync(path.join(project, page), "utf8");
const { scripts, version } = JSON.parse(read("package.json"));
const pages = ["README.md", "docs/README.md", "docs/architecture.md", "docs/development.md"].concat(
  "docs/clients.md",
);

/** First cells of the table whose header starts with `first`. */
function firstCells(page: string, first: string): string[] {
  const lines = read(page).split("\n");
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
  it("fits one screen: one picture, the start, a paragraph on each promise, links", () => {
    expect(read("README.md").split("\n").length).toBeLessThan(60);
    expect(read("README.md").match(/!\[/g)).toHaveLength(1);
  });

  it("names the package as npm pack does", () => {
    for (const page of ["README.md", "handbook/en/commands.md", "handbook/zh-CN/commands.md"]) {
      const named = read(page).match(/docent-[\w.]*\.tgz/g) ?? [];
      expect([page, new Set(named)]).toEqual([page, new Set([`docent-${version}.tgz`])]);
    }
  });
});

describe.each(pages)("%s", (page) => {
  it("names commands that exist", () => {
    const named = [...read(page).matchAll(/\bnpm (?:run )?(?:-s )?([\w:]+)/g)].map(
      ([, name]) => name ?? "",
    );
    expect(named.filter((name) => name !== "pack" && !(name in scripts))).toEqual([]);
  });

  it("links to files and shows pictures that exist", () => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, link]) => link ?? "",
    );
    const from = path.join(project, path.dirname(page));
    expect(links.filter((link) => !existsSync(path.join(from, link)))).toEqual([]);
  });
});

describe("the pages behind it", () => {
  it("have one row for each room of lib/, and name folders that exist", () => {
    const rooms = firstCells("docs/architecture.md", "room in").map(unquoted);
    expect(rooms.sort()).toEqual(foldersOf("lib").sort());
    const named = firstCells("docs/architecture.md", "folder").map(unquoted);
    expect(named.filter((folder) => !existsSync(path.join(project, folder)))).toEqual([]);
  });

  it("have one row for each command", () => {
    const rows = firstCells("docs/development.md", "command");
    expect(rows.length).toBe(Object.keys(scripts).length);
  });

  it("name every tool of the docs server", () => {
    const names = Object.keys({ ...docsAsk, ...docsTools });
    expect(names.filter((name) => !read("docs/clients.md").includes(`\`${name}\``))).toEqual([]);
  });

  it("link to every page of docs/", () => {
    const linked = read("docs/README.md");
    const files = readdirSync(path.join(project, "docs")).filter((name) => name.endsWith(".md"));
    expect(files.filter((name) => name !== "README.md" && !linked.includes(`(${name})`))).toEqual(
      [],
    );
  });
});
