import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addFolders } from "#lib/assembly/add-folders";
import type { Config } from "#lib/contracts/config";
import { projectDir } from "#lib/platform/project";

let dir: string;
const at = (...names: string[]) => path.join(dir, ...names);
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), "docent-folders-")));
  for (const name of ["notes", "work/notes"]) mkdirSync(at(name), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const add = (...folders: string[]) =>
  addFolders(folders, { project_dir: projectDir(), home: at("home") });
const saved = () =>
  JSON.parse(readFileSync(at("home/global_config.json"), "utf8")) as Pick<Config, "doc_access">;
const roots = () => saved().doc_access.roots.map(({ id, label, path: one }) => [id, label, one]);

describe("folders of the command line", () => {
  it("stand in the saved settings behind those that are there", () => {
    expect(add(at("notes"), at("work/notes"))).toEqual(["notes", "work/notes"]);
    expect(roots()).toEqual([
      ["handbook", "Docent handbook", "handbook"],
      ["notes", "notes", at("notes")],
      ["notes-2", "work/notes", at("work/notes")],
    ]);
    if (process.platform !== "win32") expect(statSync(at("home")).mode & 0o777).toBe(0o700);
  });

  it("are not added twice, under whatever name", () => {
    add(at("notes"));
    symlinkSync(at("notes"), at("link"));
    expect(add(at("notes"), at("notes/"), at("link"))).toEqual([]);
    expect(roots()).toHaveLength(2);
  });

  it.each([
    ["a folder that is not there", "nothing", "unreadable"],
    ["a file", "file.md", "not_regular_file"],
    ["the state folder", "home", "denylisted"],
  ])("refuse %s by its rule, and then add none", (_, name, rule) => {
    writeFileSync(at("file.md"), "# F\n");
    expect(() => add(at("notes"), at(name))).toThrow(expect.objectContaining({ code: rule }));
    expect(existsSync(at("home/global_config.json"))).toBe(false);
  });

  it("refuse a whole disk", () => {
    expect(() => add(path.parse(dir).root)).toThrow(/whole disk/);
  });

  it("leave settings alone that cannot be read, and say why", () => {
    mkdirSync(at("home"));
    writeFileSync(at("home/global_config.json"), "{ broken");
    expect(() => add(at("notes"))).toThrow(expect.objectContaining({ code: "config_invalid" }));
    expect(readFileSync(at("home/global_config.json"), "utf8")).toBe("{ broken");
  });
});
