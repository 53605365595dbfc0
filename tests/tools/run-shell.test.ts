import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "#lib/platform/clock";
import { createCommandSandbox } from "#lib/tools/command-sandbox";
import { excessOf, takenBehind } from "#lib/tools/providers/builtin/sandbox/watch-over";
import { noCommands } from "./open-room.ts";
import { noSandboxHere, openShell, type ShellDesk } from "./open-shell.ts";

const killedShell = fileURLToPath(new URL("./killed-shell.ts", import.meta.url));
const leakyHost = fileURLToPath(new URL("./leaky-host.ts", import.meta.url));
const without = await noSandboxHere();
const sandboxed = test.skipIf(without !== undefined);
const patient = { timeout: 240_000 };
let desk: ShellDesk;
beforeAll(() => {
  desk = openShell();
});
afterAll(() => desk.close());

sandboxed(
  "hands over what a command wrote and its exit code, and works in the workspace",
  async () => {
    const result = await desk.run("echo one; echo two >&2; pwd; echo kept > made.txt");
    expect(result).toMatchObject({
      ok: true,
      exit_code: 0,
      stdout: `one\n${desk.at()}\n`,
      stderr: "two\n",
      structured: { exit_code: 0, stdout: `one\n${desk.at()}\n`, stderr: "two\n" },
    });
    expect(readFileSync(desk.at("made.txt"), "utf8")).toBe("kept\n");
  },
);

sandboxed(
  "shows a person the exact command, the folder and the limits before it runs",
  async () => {
    const cmd = "echo \u202edlrow # \u200b";
    await desk.run({ cmd, timeout_seconds: 7 });
    expect(desk.shows.at(-1)).toMatchObject({
      kind: "command",
      command: cmd,
      cwd: desk.at(),
      limits: { seconds: 7, processes: 256, output_bytes: 16 * 1024 ** 2 },
    });
    const nobody = await desk.call({ cmd: "touch unasked" });
    expect(nobody).toMatchObject({ ok: false, error: { code: "approval_required" } });
    expect(lstatSync(desk.at("unasked"), { throwIfNoEntry: false })).toBeUndefined();
  },
);

sandboxed(
  "a command that begins like an option of the shell is a command all the same",
  async () => {
    const result = await desk.run("-x; echo after");
    expect(result.stdout).toBe("after\n");
    expect(result.stderr).toContain("-x: command not found");
  },
);

sandboxed("runs in a folder below the workspace, and in none that is no tool folder", async () => {
  await desk.run("mkdir -p deep/er");
  expect(await desk.run({ cmd: "pwd", workdir: "deep/er" })).toMatchObject({
    stdout: `${desk.at("deep/er")}\n`,
  });
  expect(await desk.run({ cmd: "cat book.txt", workdir: desk.readable })).toMatchObject({
    stdout: "a book\n",
  });
  for (const [workdir, rule] of [
    [desk.home, "not_allowlisted"],
    ["../home", "traversal"],
    ["made.txt", "invalid_path"],
  ]) {
    const refused = await desk.call({ cmd: "pwd", workdir });
    expect(refused).toMatchObject({ ok: false, error: { rule } });
    expect(refused.error?.message).not.toContain(desk.dir);
  }
});

sandboxed(
  "a failing command is said to have failed, by exit code or signal, with all it wrote",
  async () => {
    expect(await desk.run("echo so far; echo why >&2; exit 3")).toMatchObject({
      ok: false,
      error: {
        code: "tool_exec",
        message: "The command ended with exit code 3.",
        retryable: false,
      },
      exit_code: 3,
      stdout: "so far\n",
      stderr: "why\n",
    });
    expect(await desk.run("kill -TERM $$")).toMatchObject({
      exit_code: 143,
      error: {
        message: "The command ended with exit code 143: it was stopped by the signal SIGTERM.",
      },
    });
  },
);

sandboxed("is ended at its deadline with everything that it started", async () => {
  const cmd = "sleep 300 & setsid sleep 300 & nohup sleep 300 & sleep 300";
  expect(await desk.run({ cmd, timeout_seconds: 1 })).toMatchObject({
    ok: false,
    error: { code: "timeout", retryable: false },
    exit_code: 137,
  });
});

sandboxed("a command that is called off ends, and what it wrote until then is kept", async () => {
  const begun = () => expect(existsSync(desk.at("begun"))).toBe(true);
  const stop = new AbortController();
  const running = desk.run("echo > begun; sleep 300", { signal: stop.signal });
  await vi.waitFor(begun, patient);
  stop.abort();
  expect(await running).toMatchObject({ ok: false, error: { code: "cancelled" } });

  rmSync(desk.at("begun"));
  const sight = { workspace: desk.at(), cwd: desk.at(), readable: [], hidden: [] };
  const end = new AbortController();
  const asked = { sight, signal: end.signal, timeout_ms: 600_000 };
  const ended = desk.sandbox.run("echo words; echo > begun; sleep 300", asked);
  await vi.waitFor(begun, patient);
  end.abort();
  expect(await ended).toMatchObject({ how: "cancelled", stdout: { text: "words\n" } });
});

sandboxed(
  "what it leaves in the background neither holds the call up nor outlives it",
  async () => {
    // Whoever writes on would be seen in the file.
    const cmd = "(while :; do echo x >> alive; sleep 0.02; done) & sleep 300 & echo done";
    expect(await desk.run(cmd)).toMatchObject({ ok: true, stdout: "done\n" });
    const size = () => lstatSync(desk.at("alive"), { throwIfNoEntry: false })?.size ?? 0;
    const then = size();
    await desk.run("ls");
    expect(size()).toBe(then);
  },
);

sandboxed("a flood of output ends it, with the beginning kept and memory bounded", async () => {
  const before = process.memoryUsage().rss;
  const flood = await desk.run("yes");
  expect(flood).toMatchObject({
    ok: false,
    error: { message: "The command was stopped: it wrote more than 16 MiB of output." },
  });
  expect(flood.truncated_bytes).toBeGreaterThan(0);
  expect(flood.next_page_cursor).toBeDefined();
  expect(flood.stderr).toMatch(/^\d+ bytes of stdout were left out\.$/m);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 ** 2);
});

sandboxed("processes without end are ended all together", async () => {
  const stop = new AbortController();
  const cmd = "exec 2> refused; for i in {1..400}; do sleep 300 & done; wait";
  // Root has no limit of processes of its own: there the watch ends them. Anybody else is refused the next one.
  let said: string | undefined = "";
  const ended = desk.run(cmd, { signal: stop.signal }).then((many) => {
    said = many.error?.message;
  });
  await vi.waitFor(() => {
    expect(`${said} ${readFileSync(desk.at("refused"), "utf8")}`).toMatch(
      /it ran more than 256 processes at once|Resource temporarily unavailable/,
    );
  }, patient);
  stop.abort();
  await ended;
  expect(await desk.run("echo after")).toMatchObject({ ok: true, stdout: "after\n" });
});

test("what the machine itself takes up is not counted as a command's", async () => {
  // As the first process in a sandbox is before the sandbox is made: it sees all that this program sees.
  const none = {
    processes: 0,
    memory_bytes: 0,
    written_bytes: 0,
    scratch_files: 0,
    cpu_ms: 0,
  };
  expect(await takenBehind(process.pid)).toEqual(none);
  const most = {
    processes: 256,
    memory_bytes: 2 * 1024 ** 3,
    written_bytes: 1024 ** 3,
    scratch_files: 100_000,
    cpu_ms: 1e9,
  };
  expect(excessOf(most)).toBe(undefined);
  for (const [what, excess] of [
    ["processes", "processes"],
    ["memory_bytes", "memory"],
    ["written_bytes", "written"],
    ["scratch_files", "files"],
  ] as const) {
    expect(excessOf({ ...none, [what]: most[what] + 1 })).toBe(excess);
  }
});

sandboxed("files without end in a folder that lies in memory end it", async () => {
  const result = await desk.run("cd /tmp && seq 101000 | xargs -n 5000 touch; sleep 300");
  expect(result).toMatchObject({ ok: false, error: { code: "tool_exec" } });
  expect(result.error?.message).toContain("100000 files");
});

sandboxed("commands in sandboxes of their own do not count each other's processes", async () => {
  const cmd = "for i in {1..60}; do sleep 300 & done; echo > ready-$1; wait";
  const stop = new AbortController();
  const sight = { workspace: desk.at(), cwd: desk.at(), readable: [], hidden: [] };
  const asked = { sight, signal: stop.signal, timeout_ms: 600_000 };
  const running = Array.from({ length: 5 }, (_, i) =>
    desk.sandbox.run(cmd.replace("$1", String(i)), asked),
  );
  await vi.waitFor(() => {
    for (let i = 0; i < 5; i++) expect(existsSync(desk.at(`ready-${i}`))).toBe(true);
  }, patient);
  expect(await desk.run("echo between")).toMatchObject({ ok: true, stdout: "between\n" });
  stop.abort();
  for (const ended of await Promise.all(running)) expect(ended.how).toBe("cancelled");
});

sandboxed("its environment holds nothing of this program's", async () => {
  process.env.DOCENT_SHELL_TEST_TOKEN = "sk-live-0123456789abcdef";
  const own = await desk.run("env | sort");
  const first = await desk.run("tr '\\0' '\\n' < /proc/1/environ");
  delete process.env.DOCENT_SHELL_TEST_TOKEN;
  // What a shell sets by itself is left aside.
  const given = (text: string) =>
    text.split("\n").filter((line) => !/^(?:_|(?:OLD)?PWD|SHLVL)=|^$/.test(line));
  expect(given(own.stdout)).toEqual([
    `HOME=${desk.at()}`,
    "LANG=C.UTF-8",
    "PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin",
    "TERM=dumb",
  ]);
  expect(given(first.stdout)).toEqual(["PATH=/usr/bin:/bin:/usr/sbin:/sbin"]);
});

sandboxed(
  "what is on the denylist in the workspace is covered, and so is a way to a program outside",
  async () => {
    const own = openShell();
    const server = createServer((socket) => socket.end("let in\n"));
    try {
      for (const name of [".env", "deep/er/id_rsa", ".git/config", ".git/hooks/pre-commit"]) {
        mkdirSync(path.dirname(own.at(name)), { recursive: true });
        writeFileSync(own.at(name), "closed");
      }
      await new Promise<void>((resolve) => server.listen(own.at("deep/service"), resolve));
      const { stdout } = await own.run(
        `for f in .env deep/er/id_rsa .git/config; do cat $f || echo kept; echo x > $f || echo kept; done; ls -A .git; touch .git/hooks || echo kept; mv .env other || echo kept; ls -l deep/service | cut -c1; echo free > deep/er/new; cat deep/er/new`,
      );
      expect(stdout).toBe(`${"kept\n".repeat(8)}c\nfree\n`);
      expect(readFileSync(own.at(".git/hooks/pre-commit"), "utf8")).toBe("closed");
      expect(readFileSync(own.at(".env"), "utf8")).toBe("closed");
    } finally {
      server.close();
      await own.close();
    }
  },
);

sandboxed("what is on the denylist is covered below a name that is no text, too", async () => {
  const own = openShell();
  try {
    const odd = Buffer.concat([Buffer.from(own.at("odd-")), Buffer.from([0xff])]);
    mkdirSync(odd);
    for (const name of [".env", "free.txt"]) {
      writeFileSync(Buffer.concat([odd, Buffer.from(`/${name}`)]), "text\n");
    }
    writeFileSync(Buffer.concat([Buffer.from(own.at(".env")), Buffer.from([0xff])]), "text\n");
    const { stdout } = await own.run(
      "cat odd-*/free.txt; cat odd-*/.env .env*; mv odd-* other || echo stays",
    );
    expect(stdout).toBe("text\nstays\n");
  } finally {
    await own.close();
  }
});

sandboxed("output that is no text is shown by what it is, and its input is empty", async () => {
  const { stdout } = await desk.run("printf 'a\\0b\\033[31m\\377é'; cat");
  expect(stdout).toBe("a␀b␛[31m\ufffdé");
});

sandboxed("a command on the denylist is refused before anybody is asked", async () => {
  const own = openShell({ denied: ["curl", "git push"] });
  try {
    for (const [cmd, entry] of [
      ["r\\m -rf /", "rm -r /"],
      ["echo a && /usr/bin/curl b", "curl"],
      ["git -C x push -f", "git push"],
    ]) {
      expect(await own.call({ cmd })).toMatchObject({
        ok: false,
        error: { code: "command_denylisted", rule: "command_denylisted" },
      });
      expect((await own.call({ cmd })).error?.message).toContain(`“${entry}”`);
    }
    expect((await own.desk.approvals.list()).approvals).toEqual([]);
  } finally {
    await own.close();
  }
});

sandboxed("what is covered is not got at by renaming a folder above it", async () => {
  mkdirSync(desk.at("apps/one/.config/gcloud"), { recursive: true });
  writeFileSync(desk.at("apps/one/.config/gcloud/credentials.db"), "nobody's to see");
  for (const way of ["apps/one/.config", "apps/one", "apps"]) {
    expect(await desk.run(`mv ${way} moved`)).toMatchObject({ ok: false });
    const { stdout } = await desk.run("find . -name credentials.db");
    expect(stdout).toBe("");
    expect(existsSync(desk.at("apps/one/.config/gcloud/credentials.db"))).toBe(true);
  }
  const beside = await desk.run(
    "echo more > apps/one/file && mv apps/one/file apps/file && cat apps/file",
  );
  expect(beside).toMatchObject({ ok: true, stdout: "more\n" });
});

sandboxed("a command ends with the program that runs it, also where that is killed", async () => {
  // No other process on the machine sleeps for as long.
  const marked = String(100_000 + process.pid);
  const sleepers = () =>
    readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandOf(pid) === `sleep ${marked}`);
  const host = spawn(process.execPath, [killedShell, marked], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  host.stdout.setEncoding("utf8");
  const [dir] = (await once(host.stdout, "data")) as [string]; // it was told to decode
  try {
    await vi.waitFor(() => expect(sleepers()).toHaveLength(2), patient);
    host.kill("SIGKILL");
    await vi.waitFor(() => expect(sleepers()).toEqual([]), patient);
  } finally {
    host.kill("SIGKILL");
    rmSync(dir, { recursive: true, force: true });
  }
});

sandboxed(
  "a folder that whoever started Docent had left open is not handed on to a command",
  () => {
    const open = openSync("/", "r");
    const host = spawnSync(process.execPath, [leakyHost], {
      // Far above: Node closes what it finds open at low numbers.
      stdio: [
        "ignore",
        "pipe",
        "inherit",
        ...Array.from({ length: 37 }, () => "ignore" as const),
        open,
      ],
      encoding: "utf8",
    });
    closeSync(open);
    expect(JSON.parse(host.stdout)).toEqual({ stdout: "" });
  },
);

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
  } catch {
    return ""; // it has ended
  }
}

test("without a sandbox nothing runs, allowed or not, and it is said why", async () => {
  const bare = openShell({ commands: noCommands });
  try {
    expect(await bare.sandbox.state()).toMatchObject({ kind: "none" });
    expect(await bare.run("echo > ran")).toMatchObject({
      ok: false,
      error: { code: "provider_unavailable" },
    });
    const sight = { workspace: bare.at(), cwd: bare.at(), readable: [], hidden: [] };
    const asked = { sight, signal: new AbortController().signal, timeout_ms: 1000 };
    expect(await bare.sandbox.run("echo > ran", asked)).toMatchObject({ how: "no_sandbox" });
    expect(lstatSync(bare.at("ran"), { throwIfNoEntry: false })).toBeUndefined();
  } finally {
    await bare.close();
  }
});

test("a program in bwrap's place that makes no sandbox is not taken for one", async () => {
  const bare = openShell({ commands: noCommands });
  const fake = path.join(bare.dir, "bwrap");
  // Runs the command in the open, and says that all is well.
  writeFileSync(
    fake,
    '#!/bin/sh\necho \'{"child-pid": 1}\' >&3\nwhile [ "$1" != -- ]; do shift; done; shift\n"$@"\necho "{\\"exit-code\\": $?}" >&3\n',
    { mode: 0o755 },
  );
  const find = async (name: "bash" | "bwrap") => ({ path: name === "bash" ? "/bin/bash" : fake });
  const machine = { platform: "linux", arch: "x64", root: false };
  const state = await createCommandSandbox({ find, clock: systemClock, machine }).state();
  await bare.close();
  expect(state).toMatchObject({ kind: "none", why: "sandbox.failed" });
});
