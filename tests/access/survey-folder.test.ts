import { homedir } from "node:os";
import nodePath from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AccessOptions } from "#lib/access/access";
import { completeFolder, startingPlaces } from "#lib/access/complete-folder";
import { type SurveyLimits, surveyFolder } from "#lib/access/survey-folder";
import { createScratch, type Scratch } from "./scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.remove());

const signal = new AbortController().signal;
let now = 0;
const clock = { now: () => new Date(0), monotonic: () => now };

const options = (more: Partial<AccessOptions> = {}): AccessOptions => ({
  roots: [{ id: "more", label: "More", path: scratch.at("more") }],
  deny: [],
  doc_file_patterns: ["**/*.md"],
  max_file_bytes: 100,
  allow_outside_project: true,
  project_dir: scratch.at("project"),
  home: scratch.at("project/.docent"),
  ...more,
});

async function survey(
  path: string,
  how: { hidden?: boolean; patterns?: string[]; limits?: SurveyLimits; max_files?: number } = {},
  more: Partial<AccessOptions> = {},
) {
  const { limits, max_files = 1000, ...candidate } = how;
  const found = await surveyFolder(
    { path: scratch.at(path), ...candidate },
    {
      options: options(more),
      max_files,
      clock,
      signal,
      ...(limits === undefined ? {} : { limits }),
    },
  );
  if (found.kind === "closed") throw new Error(`closed: ${found.root.reason}`);
  return found;
}
const byRule = (found: Awaited<ReturnType<typeof survey>>) =>
  Object.fromEntries(found.denied.map(({ rule, count }) => [rule, count]));

describe("a look at a folder before it is added", () => {
  beforeEach(() => {
    scratch.write("new/one.md", "# One\n");
    scratch.write("new/deep/er/two.md", "# Two\n");
    scratch.write("new/picture.png", "x");
    scratch.write("new/.env", "KEY=1");
    scratch.write("new/.git/config", "x");
    scratch.write("new/.git/notes.md", "x");
    scratch.write("new/.hidden/h.md", "# H\n");
    scratch.write("new/large.md", "x".repeat(101));
    scratch.link("new/out.md", scratch.at("outside/secret.md"));
    scratch.link("new/elsewhere", scratch.at("outside"));
    scratch.link("new/alias.md", "one.md");
    scratch.link("new/other.md", scratch.at("more/c.md"));
  });

  it("counts what would be readable and what stays closed, by rule", async () => {
    const found = await survey("new");
    expect(found).toMatchObject({ files: 2, bytes: 12, complete: true });
    expect(found.sample).toEqual([
      { relative_path: "deep/er/two.md", bytes: 6 },
      { relative_path: "one.md", bytes: 6 },
    ]);
    expect(byRule(found)).toEqual({
      denylisted: 2,
      not_a_document: 2,
      symlink_escape: 2,
      too_large: 1,
    });
    expect(found.denied.find(({ rule }) => rule === "not_a_document")).toMatchObject({ hidden: 1 });
  });

  it("agrees with the verdicts that the folder will get as a root", async () => {
    const found = await survey("new", { hidden: true });
    const access = scratch.access({
      ...options(),
      roots: [
        ...options().roots,
        { id: "new", label: "New", path: scratch.at("new"), hidden: true },
      ],
    });
    for (const { relative_path } of found.sample) {
      expect((await access.judge(relative_path, "new")).kind).toBe("allowed");
    }
    for (const { rule, examples } of found.denied) {
      for (const example of examples) {
        const verdict = await access.judge(example, "new");
        const expected = example === ".git" ? "denylisted" : rule;
        expect(verdict).toMatchObject({ kind: "refused", rule: expected });
      }
    }
    expect(found.files).toBe(3);
  });

  it("never names anything below what is denied or behind a link that leads out", async () => {
    const all = JSON.stringify(await survey("new", { hidden: true }));
    expect(all).not.toContain("notes.md");
    expect(all).not.toContain("secret");
  });

  it("follows the patterns that the folder would have", async () => {
    expect((await survey("new", { patterns: ["**/*.png"] })).files).toBe(1);
    expect((await survey("new", { patterns: ["**/*.md", "!deep/**"] })).files).toBe(1);
  });

  it("counts files beyond max_files as such", async () => {
    expect(byRule(await survey("new", { max_files: 1 }))).toMatchObject({ too_many_files: 1 });
  });

  it("stops when the names or the time run out, and says that there is more", async () => {
    expect(await survey("new", { limits: { ms: 1000, names: 3 } })).toMatchObject({
      complete: false,
    });
    now = 0;
    const slow = { ...clock, monotonic: () => (now += 400) };
    const found = await surveyFolder(
      { path: scratch.at("new") },
      { options: options(), max_files: 9, clock: slow, signal },
    );
    expect(found).toMatchObject({ complete: false });
  });

  it("ends when nobody waits for it any more", async () => {
    const left = new AbortController();
    left.abort();
    const looking = surveyFolder(
      { path: scratch.at("new") },
      { options: options(), max_files: 9, clock, signal: left.signal },
    );
    await expect(looking).rejects.toThrow("abort");
  });

  it.each([
    ["no/such", {}, "missing"],
    ["new/one.md", {}, "not_folder"],
    ["project/.docent", {}, "denylisted"],
    ["new", { allow_outside_project: false }, "outside_project"],
  ])("does not look into %s %j", async (path, more, reason) => {
    const found = await surveyFolder(
      { path: scratch.at(path) },
      { options: options(more), max_files: 9, clock, signal },
    );
    expect(found).toMatchObject({ kind: "closed", root: { reason } });
  });
});

describe("completion of a folder's path", () => {
  const complete = async (prefix: string, more: Partial<AccessOptions> = {}) =>
    completeFolder(prefix, { options: options(more), signal });

  it("names the folders that go on from what was typed, and no files", async () => {
    const { folders, more } = await complete(scratch.at("no"));
    expect(folders).toEqual([scratch.at("notes"), scratch.at("notes-evil")]);
    expect(more).toBe(false);
    expect((await complete(`${scratch.at("notes")}/`)).folders).toEqual([scratch.at("notes/sub")]);
    expect((await complete(scratch.at("NOTES-e"))).folders).toEqual([scratch.at("notes-evil")]);
  });

  it("is relative to the project when what was typed is", async () => {
    scratch.write("project/docs/a.md");
    expect((await complete("")).folders).toEqual(["docs"]);
    expect((await complete("../no")).folders).toEqual(["../notes", "../notes-evil"]);
  });

  it("names hidden folders once a dot is typed, and denied ones never", async () => {
    scratch.write("project/.obsidian/a.md");
    scratch.write("project/.git/a.md");
    scratch.write("project/.docent/a.md");
    expect((await complete(`${scratch.at("project")}/`)).folders).toEqual([]);
    expect((await complete(`${scratch.at("project")}/.`)).folders).toEqual([
      scratch.at("project/.obsidian"),
    ]);
    expect((await complete(`${scratch.at("project/.git")}/`)).folders).toEqual([]);
    expect((await complete("/etc/")).folders).toEqual([]);
    expect((await complete("/et")).folders).toEqual([]);
  });

  it("goes through links to folders, unless they lead to what is denied", async () => {
    scratch.link("project/in", scratch.at("notes"));
    scratch.link("project/etc", "/etc");
    scratch.link("project/file", scratch.at("notes/a.md"));
    expect((await complete("")).folders).toEqual(["in"]);
    expect((await complete("etc/")).folders).toEqual([]);
  });

  it("begins at home and at the disk, or in the project alone, and nowhere that is denied", async () => {
    scratch.write("project/docs/a.md");
    const { root } = nodePath.parse(homedir());
    const { starts, home } = await startingPlaces(options());
    expect(home).toBe(homedir());
    expect(starts.at(-1)).toBe(root);
    expect(starts.every((start) => start.endsWith(nodePath.sep))).toBe(true);
    const only = await startingPlaces(options({ allow_outside_project: false }));
    expect(only.starts).toEqual([`${scratch.at("project")}${nodePath.sep}`]);
    const denied = await startingPlaces(options({ deny: [homedir()] }));
    expect(denied.starts).not.toContain(`${homedir()}${nodePath.sep}`);
  });

  it("stays in the project when nothing outside it may be read", async () => {
    const only = { allow_outside_project: false };
    scratch.write("project/docs/a.md");
    expect((await complete("", only)).folders).toEqual(["docs"]);
    expect((await complete("../no", only)).folders).toEqual([]);
    expect((await complete("/", only)).folders).toEqual([]);
  });

  it.each(["\0", "a\0/", "\ud800", "/no/such/place/", "/".repeat(5000)])(
    "has nothing to say of %j",
    async (prefix) => expect((await complete(prefix)).more).toBe(false),
  );

  it("names at most fifty and says that there are more", async () => {
    for (let i = 0; i < 60; i += 1) scratch.write(`project/many/f${i}/a.md`);
    const { folders, more } = await complete("many/");
    expect([folders.length, more]).toEqual([50, true]);
  });
});
