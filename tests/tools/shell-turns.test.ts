import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBuiltinProvider } from "#lib/tools/builtin";
import type { CommandWall } from "#lib/tools/command-wall";
import { noCommands } from "./open-room.ts";
import { openShell, type ShellDesk } from "./open-shell.ts";

let desk: ShellDesk;
beforeEach(() => {
  desk = openShell({ commands: noCommands });
});
afterEach(() => desk.close());

const output = { text: "", left_out_bytes: 0 };

/** `bash` without the desk around it, over a wall that only notes what is run behind it. */
function shellOver(run: (command: string) => Promise<void>) {
  const wall: CommandWall = {
    state: async () => ({ kind: "raised" }),
    async run(command) {
      await run(command);
      return { how: "exit", exit_code: 0, stdout: output, stderr: output };
    },
    describe: async () => [],
  };
  const { roots, home } = desk;
  const shell = { wall, denied: [], hidden: () => [] };
  const room = { roots, commands: noCommands, home, timeout_ms: 30_000, shell };
  const provider = createBuiltinProvider(room);
  return async (args: Record<string, unknown>, meanwhile = () => {}) => {
    const { signal } = new AbortController();
    const spec = (await provider.listTools(signal)).find(({ name }) => name === "bash");
    if (spec === undefined) throw new Error("there is no bash");
    const tool = { ...spec, enabled: true, definition_hash: "" };
    const touches = provider.touches?.(tool, args);
    meanwhile();
    const call = { signal, timeout_ms: 30_000, ...(touches === undefined ? {} : { touches }) };
    return provider.invoke(tool, args, call);
  };
}

test("a command is not run in another folder than the one that a person was shown", async () => {
  const ran: string[] = [];
  const call = shellOver(async (command) => void ran.push(command));
  for (const name of ["one", "two"]) mkdirSync(desk.at(name));
  symlinkSync("one", desk.at("here"));
  await call({ cmd: "first", workdir: "here" });
  const other = call({ cmd: "second", workdir: "here" }, () => {
    rmSync(desk.at("here"));
    symlinkSync("two", desk.at("here"));
  });
  await expect(other).rejects.toMatchObject({ code: "approval_mismatch" });
  expect(ran).toEqual(["first"]);
});

test("of several commands at once each begins when the last has ended", async () => {
  let atWork = 0;
  let most = 0;
  const call = shellOver(async () => {
    atWork += 1;
    most = Math.max(most, atWork);
    await new Promise(setImmediate);
    atWork -= 1;
  });
  await Promise.all(["a", "b", "c", "d"].map((cmd) => call({ cmd })));
  expect(most).toBe(1);
});
