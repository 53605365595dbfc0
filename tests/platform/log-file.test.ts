import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogFile } from "#lib/platform/log-file";
import { createLogger } from "#lib/platform/logger";
import { planted } from "../../fixtures/secrets/planted.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "docent-log-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const at = (name: string) => path.join(dir, name);
const read = (name: string) => readFileSync(at(name), "utf8");

describe("the log in a file", () => {
  it("goes on in the file of the start before, which only its owner may read", () => {
    createLogFile(at("logs/a.log")).write("one\n");
    createLogFile(at("logs/a.log")).write("two\n");
    expect(read("logs/a.log")).toBe("one\ntwo\n");
    if (process.platform !== "win32") {
      expect(statSync(at("logs/a.log")).mode & 0o777).toBe(0o600);
      expect(statSync(at("logs")).mode & 0o777).toBe(0o700);
    }
  });

  it("keeps one full file beside the one it writes", () => {
    const log = createLogFile(at("a.log"), 8);
    for (const line of ["1234567\n", "abcdefg\n", "hijklmn\n"]) log.write(line);
    expect(read("a.log")).toBe("hijklmn\n");
    expect(read("a.log.1")).toBe("abcdefg\n");
  });

  it("stops nothing where it cannot be written", () => {
    writeFileSync(at("logs"), "no folder");
    expect(() => createLogFile(at("logs/a.log")).write("one\n")).not.toThrow();
  });

  it("holds every line of its level, secrets masked", () => {
    const { line = "", secret = "" } = planted[0] ?? {};
    const log = createLogger("test", "info", { file: at("a.log") });
    log.info({ line }, "said");
    log.debug("not this");
    const lines = read("a.log").trim().split("\n");
    expect(lines.map((one) => JSON.parse(one))).toMatchObject([{ name: "test", msg: "said" }]);
    expect(lines[0]).not.toContain(secret);
  });
});
