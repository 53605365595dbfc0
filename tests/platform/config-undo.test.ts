import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createConfigFile } from "#lib/platform/config-file";
import { createLogger } from "#lib/platform/logger";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), "docent-undo-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = (config_path?: string) =>
  createConfigFile({
    project_dir: path.join(home, "project"),
    home,
    log: createLogger("test", "silent"),
    ...(config_path === undefined ? {} : { config_path }),
  });
const file = () => path.join(home, "global_config.json");
const turns = (config = open()) => config.current().config.limits.max_turns;

function save(max_turns: number, config = open()) {
  const { config: now, etag } = config.current();
  const outcome = config.save({ ...now, limits: { ...now.limits, max_turns } }, etag);
  expect(outcome.kind).toBe("saved");
}
const undo = (config = open()) => config.undo(config.current().etag);

describe("taking a save back", () => {
  it("has nothing to take back at first", () => {
    expect(open().lastSave()).toBeUndefined();
    expect(undo().kind).toBe("nothing");
  });

  it("brings back what stood there, byte for byte, after a restart too", () => {
    writeFileSync(file(), '{ "limits": { "max_turns": 5 } }\n');
    save(6);
    expect(open().lastSave()).toBeDefined();
    expect(undo()).toMatchObject({
      kind: "undone",
      loaded: { config: { limits: { max_turns: 5 } } },
    });
    expect(readFileSync(file(), "utf8")).toBe('{ "limits": { "max_turns": 5 } }\n');
    expect(open().lastSave()).toBeUndefined();
  });

  it("tells when the save was, and what taking it back would bring", () => {
    save(5);
    save(6);
    expect(open().lastSave()).toMatchObject({ before: { limits: { max_turns: 5 } } });
    expect(Date.parse(open().lastSave()?.at ?? "")).toBeLessThanOrEqual(Date.now());
    undo();
    expect(open().lastSave()).toMatchObject({ before: { limits: { max_turns: 12 } } });
  });

  it("takes away a file that the save had made", () => {
    save(6);
    expect(undo().kind).toBe("undone");
    expect(existsSync(file())).toBe(false);
  });

  it("goes back save by save", () => {
    for (const n of [3, 4, 5]) save(n);
    expect([undo().kind, turns()]).toEqual(["undone", 4]);
    expect([undo().kind, turns()]).toEqual(["undone", 3]);
    save(8);
    expect([undo().kind, turns()]).toEqual(["undone", 3]);
    expect([undo().kind, turns()]).toEqual(["undone", 12]);
    expect(undo().kind).toBe("nothing");
  });

  it("keeps the last twenty", () => {
    for (let n = 20; n < 50; n += 1) save(n);
    let back = 0;
    while (undo().kind === "undone") back += 1;
    expect([back, turns()]).toEqual([20, 29]);
  });

  it("does not undo over an edit by hand, nor with an old etag", () => {
    const config = open();
    const { etag } = config.current();
    save(6, config);
    expect(config.undo(etag).kind).toBe("conflict");
    writeFileSync(file(), '{ "limits": { "max_turns": 9 } }');
    expect(config.lastSave()).toBeUndefined();
    expect(undo(config).kind).toBe("nothing");
    expect(turns()).toBe(9);
  });

  it("does not bring an invalid file back", () => {
    writeFileSync(file(), "{ broken");
    const config = open();
    config.save({}, config.current().etag);
    expect(undo(config).kind).toBe("nothing");
    expect(turns()).toBe(12);
  });

  it("is lost, and nothing else is, when its file is damaged", () => {
    save(6);
    writeFileSync(path.join(home, "config-undo.json"), "[{");
    expect(undo().kind).toBe("nothing");
    save(7);
    expect([undo().kind, turns()]).toEqual(["undone", 6]);
  });

  it("works for a file named by DOCENT_CONFIG", () => {
    const own = path.join(home, "own.json");
    writeFileSync(own, '{ "limits": { "max_turns": 5 } }');
    save(6, open(own));
    expect(undo(open(own)).kind).toBe("undone");
    expect(turns(open(own))).toBe(5);
  });
});
