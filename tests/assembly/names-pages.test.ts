import { expect, it } from "vitest";
import { namesPages } from "#lib/assembly/names-pages";

const folder = "/home/me/.docent/web/people/1/pages";
const there = new Set([`${folder}/a.example/page.md`, "/home/me/notes/page.md"]);
const names = (args: Record<string, unknown>) =>
  namesPages(args, folder, (file) => there.has(file));

it.each([
  { root: "web", path: "x.md" },
  { roots: ["notes", "web"], query: "x" },
  { citations: [{ root_id: "notes" }, { root_id: "web" }] },
  { pages: [{ root_id: "web", relative_path: "x.md" }] },
  { within: [{ root_id: "web", relative_path: "x.md" }] },
  { path: "a.example/page.md" },
  { path: `${folder}/a.example/page.md` },
])("is about saved pages: %j", (args) => {
  expect(names(args)).toBe(true);
});

it.each([
  {},
  { query: "web" },
  { roots: ["notes"], query: "web" },
  { roots: "web" },
  { root: "notes", path: "a.example/page.md" },
  { citations: [{ root_id: "notes", relative_path: "web" }, null, "web"] },
  { path: "a.example/other.md" },
  { path: "../../../../../notes/page.md" },
  { path: "/home/me/notes/page.md" },
  { path: "a.example/page.md\0" },
  { path: "" },
  { path: 3 },
])("is not: %j", (args) => {
  expect(names(args)).toBe(false);
});
