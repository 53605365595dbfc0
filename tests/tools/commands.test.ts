import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createCommands } from "#lib/tools/commands";

let dir: string;
const at = (...names: string[]) => path.join(dir, ...names);

/** A stand-in that says it is ripgrep. */
function plant(folder: string): string {
  mkdirSync(at(folder), { recursive: true });
  writeFileSync(at(folder, "rg"), "#!/bin/sh\necho ripgrep 14.1.0\n");
  chmodSync(at(folder, "rg"), 0o755);
  return at(folder);
}

beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-commands-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const unix = test.skipIf(process.platform === "win32");

unix("a command in a folder that tools may write in is passed over for the next", async () => {
  const [planted, own] = [plant("work/bin"), plant("own")];
  const search_path = [planted, own].join(path.delimiter);
  expect(await createCommands({ search_path }).find("rg")).toMatchObject({
    path: at("work/bin/rg"),
  });
  const commands = createCommands({ search_path, within_reach: () => [at("work")] });
  expect(await commands.find("rg")).toMatchObject({ path: at("own/rg") });
});

unix("a link that leads there is passed over too", async () => {
  plant("work/bin");
  mkdirSync(at("own"));
  symlinkSync(at("work/bin/rg"), at("own/rg"));
  symlinkSync(at("work/bin"), at("linked"));
  const search_path = [at("own"), at("linked")].join(path.delimiter);
  const commands = createCommands({ search_path, within_reach: () => [at("work")] });
  expect(await commands.find("rg")).toBeUndefined();
});

unix("a command that was found before tools could write there is not run any more", async () => {
  let reach: string[] = [];
  const commands = createCommands({ search_path: plant("bin"), within_reach: () => reach });
  expect(await commands.find("rg")).toBeDefined();
  reach = [dir];
  expect(await commands.find("rg")).toBeUndefined();
});
