import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBuiltinProvider } from "#lib/tools/builtin";
import type { CommandSandbox } from "#lib/tools/command-sandbox";
import { closedNames } from "#lib/tools/providers/builtin/sandbox/closed-names";
import { noCommands } from "./open-room.ts";
import { openShell, type ShellDesk } from "./open-shell.ts";

let desk: ShellDesk;
beforeEach(() => {
  desk = openShell({ commands: noCommands });
});
afterEach(() => desk.close());

const output = { text: "", left_out_bytes: 0 };

/** `bash` without the desk around it, over a sandbox that only notes what is run in it. */
function shellOver(run: (command: string) => Promise<void>) {
  const sandbox: CommandSandbox = {
    state: async () => ({ kind: "ready" }),
    async run(command) {
      await run(command);
      return { how: "exit", exit_code: 0, stdout: output, stderr: output };
    },
    bounded: () => true,
    start: async () => undefined,
    describe: async () => [],
  };
  const { roots, home } = desk;
  const shell = { sandbox, denied: [], hidden: () => [] };
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

test("no command is run while more is to be kept from it than can be", async () => {
  const ran: string[] = [];
  const call = shellOver(async (command) => void ran.push(command));
  const key = (number: number) => desk.at(`${number}.pem`);
  for (let i = 0; i <= 1000; i += 1) writeFileSync(key(i), "");
  const refused = { code: "too_many_files", message: expect.stringContaining("1000") };
  await expect(call({ cmd: "half covered" })).rejects.toMatchObject(refused);
  rmSync(key(0));
  await call({ cmd: "wholly covered" });
  expect(ran).toEqual(["wholly covered"]);
});

test.skipIf(process.platform === "win32")(
  "no command is run beside a folder that it could open and Docent cannot look into",
  async () => {
    const nobody = 65_534;
    const asRoot = process.geteuid?.() === 0;
    mkdirSync(desk.at("shut/deep"), { recursive: true });
    writeFileSync(desk.at("shut/deep/.env"), "closed");
    const look = () => closedNames(desk.roots.now(), new AbortController().signal);
    expect(await look()).toEqual([Buffer.from(desk.at("shut/deep/.env"))]);
    if (asRoot) {
      // For root no folder is closed: it looks as somebody who owns this one, and as somebody else.
      for (const folder of [desk.dir, desk.at()]) chmodSync(folder, 0o755);
      chownSync(desk.at("shut"), nobody, nobody);
    }
    chmodSync(desk.at("shut"), 0);
    const lookAs = async (user: number) => {
      if (!asRoot) return look();
      process.seteuid?.(user);
      try {
        return await look();
      } finally {
        process.seteuid?.(0);
      }
    };
    try {
      await expect(lookAs(nobody)).rejects.toMatchObject({
        code: "unreadable",
        message: expect.stringContaining(`“${desk.at("shut")}”`),
      });
      if (asRoot) expect(await lookAs(nobody - 1)).toEqual([]);
    } finally {
      chmodSync(desk.at("shut"), 0o755);
    }
  },
);
