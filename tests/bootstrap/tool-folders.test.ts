import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refuseToolFolders } from "../../scripts/bootstrap/tool-folders.mjs";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docent-start-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a start is refused with both named where a folder of tools lies in one of documents, and goes on where none does", async () => {
  mkdirSync(path.join(dir, "notes/work"), { recursive: true });
  mkdirSync(path.join(dir, "work"));
  const config_path = path.join(dir, "config.json");
  const roots = [{ id: "n", label: "Notes", path: path.join(dir, "notes") }];
  writeFileSync(config_path, JSON.stringify({ doc_access: { roots } }));
  const start = (...tool_roots: string[]) =>
    refuseToolFolders({ home: path.join(dir, "home"), config_path, tool_roots });
  const inside = path.join(dir, "notes/work");
  await expect(start(path.join(dir, "work"), inside)).rejects.toThrow(
    `The tool folder “${inside}” and the document folder “Notes: ${path.join(dir, "notes")}”`,
  );
  await expect(start(dir)).rejects.toThrow(`The tool folder “${dir}”`);
  await expect(start(path.join(dir, "work"))).resolves.toBeUndefined();
});
