import { existsSync, readFileSync, statSync } from "node:fs";
import { connect, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noSandboxHere, openShell, type ShellDesk, secret } from "./open-shell.ts";

const without = await noSandboxHere();
let desk: ShellDesk;
const listening = createServer((socket) => socket.end("let in\n"));
const local = createServer((socket) => socket.end("let in\n"));
const unnamed = createServer((socket) => socket.end("let in\n"));
const abstract = `docent-shell-${process.pid}`;
let port = 0;

beforeAll(async () => {
  desk = openShell();
  const socket = path.join(desk.dir, "local.sock");
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => local.listen(socket, resolve));
  if (process.platform === "linux") {
    await new Promise<void>((resolve) => unnamed.listen(`\0${abstract}`, resolve));
  }
  const bound = listening.address();
  port = typeof bound === "object" ? (bound?.port ?? 0) : 0;
});
afterAll(async () => {
  listening.close();
  local.close();
  unnamed.close();
  await desk.close();
});

type Attempt = {
  tries: string;
  cmd: () => string;
  /** What it must write, line by line, if it is contained. */
  gives: string[];
};

const failed = "echo failed";
/** Each command prints what it got hold of, and `failed` where it got hold of nothing. */
const attempts: Attempt[] = [
  {
    tries: "to read the passwords of the machine",
    cmd: () => `cat /etc/passwd || ${failed}; cat /etc/shadow || ${failed}`,
    gives: ["failed", "failed"],
  },
  {
    tries: "to see homes, mounted disks and what services run",
    cmd: () =>
      "ls -d /home /root /mnt /media /srv /var /run /boot /sys /opt 2>/dev/null || echo failed",
    gives: ["failed"],
  },
  {
    tries: "to reach the machine through its first process",
    cmd: () =>
      `cat /proc/1/root${desk.home}/secret.txt || ${failed}; ls /proc/1/root/home || ${failed}`,
    gives: ["failed", "failed"],
  },
  {
    tries: "to read the program's state and the documents",
    cmd: () =>
      `cat ${desk.home}/secret.txt || ${failed}; cat ../documents/secret.txt || ${failed}; grep -rs "${secret}" ${desk.dir} /tmp || ${failed}`,
    gives: ["failed", "failed", "failed"],
  },
  {
    tries: "to find the paths of documents in the command line of the sandbox",
    cmd: () =>
      `tr '\\0' '\\n' < /proc/1/cmdline | sed '/^--$/q' | grep -F ${desk.dir} || ${failed}`,
    gives: ["failed"],
  },
  {
    tries: "to follow links out of the workspace",
    cmd: () =>
      `ln -s ${desk.home}/secret.txt link; cat link || ${failed}; ln -s ${desk.documents} folder; cat folder/secret.txt || ${failed}; ln ${desk.home}/secret.txt hard || ${failed}`,
    gives: ["failed", "failed", "failed"],
  },
  {
    tries: "to connect to this very program",
    cmd: () =>
      `(exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3) || ${failed}; (exec 3<>/dev/tcp/localhost/${port}) || ${failed}`,
    gives: ["failed", "failed"],
  },
  {
    tries: "to reach another machine, by address or by name",
    cmd: () =>
      `(exec 3<>/dev/tcp/169.254.169.254/80) || ${failed}; (exec 3<>/dev/udp/1.1.1.1/53) || ${failed}; (exec 3<>/dev/tcp/example.com/80) || ${failed}`,
    gives: ["failed", "failed", "failed"],
  },
  {
    tries: "to talk to a service through a socket",
    cmd: () =>
      `ls /run/docker.sock /var/run/docker.sock /run/dbus/system_bus_socket || ${failed}; ${perl(`socket(S,1,1,0); print connect(S, pack_sockaddr_un("${desk.dir}/local.sock")) ? "in" : "failed", "\\n"; socket(A,1,1,0); print connect(A, pack_sockaddr_un("\\0${abstract}")) ? "in" : "failed", "\\n"`)}`,
    gives: ["failed", "failed", "failed"],
  },
  {
    tries: "to talk to the machine's host past the network",
    cmd: () => perl('print socket(S,40,1,0) ? "in" : "failed", "\\n"'),
    gives: ["failed"],
  },
  {
    tries: "to write outside the workspace",
    cmd: () =>
      `for f in /x /etc/x /usr/bin/x /usr/x /dev/x /proc/x; do touch $f && echo $f; done; true`,
    gives: [],
  },
  {
    tries: "to write in a folder that it may only read",
    cmd: () =>
      `cat ${desk.readable}/book.txt; echo x >> ${desk.readable}/book.txt || ${failed}; chmod 777 ${desk.readable} || ${failed}`,
    gives: ["a book", "failed", "failed"],
  },
  {
    tries: "to change the settings of the machine's kernel",
    cmd: () =>
      `v=$(cat /proc/sys/kernel/panic); (echo "$v" > /proc/sys/kernel/panic) || ${failed}; (echo h > /proc/sysrq-trigger) || ${failed}; cat /proc/kmsg || ${failed}`,
    gives: ["failed", "failed", "failed"],
  },
  {
    tries: "to mount, to change the root, to make a namespace of its own",
    cmd: () =>
      `mount -t tmpfs x /tmp || ${failed}; mount -o remount,rw / || ${failed}; unshare -Urm true || ${failed}; chroot / true || ${failed}; nsenter -t 1 -m true || ${failed}`,
    gives: ["failed", "failed", "failed", "failed", "failed"],
  },
  {
    tries: "to signal or to look into processes of the machine",
    cmd: () =>
      `kill -0 ${process.pid} || ${failed}; kill -0 ${process.ppid} || ${failed}; ls /proc | grep -c '^[0-9]*$' | awk '$1 > 20 { print "many" }'; ${perl(`print syscall(${call(101, 117)}, 16, 1, 0, 0) == -1 ? "failed" : "in", "\\n"`)}`,
    gives: ["failed", "failed", "failed"],
  },
  {
    tries: "to type into the terminal that Docent was started from",
    cmd: () =>
      `(: < /dev/tty) || ${failed}; ${perl('open(T,"<","/dev/tty") or print "failed\\n"; ioctl(STDIN, 0x5412, "x") and print "in\\n"')}`,
    gives: ["failed", "failed"],
  },
  {
    tries: "to use or to close the devices of the machine",
    cmd: () =>
      `mknod disk b 8 0 || ${failed}; cat /dev/mem /dev/kmsg /dev/sda /dev/vda || ${failed}; chmod 600 /dev/null || ${failed}; ls /dev | tr '\\n' ' '`,
    gives: [
      "failed",
      "failed",
      "failed",
      "core fd full null ptmx pts random shm stderr stdin stdout tty urandom zero ",
    ],
  },
  {
    tries: "to gain rights by a program that runs as its owner",
    cmd: () =>
      `grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status | tr -d '\\t'; su -c id || ${failed}; cp /bin/sh sh; chmod 4755 sh || ${failed}; install -m 6755 /bin/sh sh2 || ${failed}; (umask 0; ${perl('sysopen(F,"made",0101,04755) or print "failed\\n"')})`,
    gives: [
      "CapEff:0000000000000000",
      "CapBnd:0000000000000000",
      "NoNewPrivs:1",
      ...["failed", "failed", "failed", "failed"],
    ],
  },
  {
    tries: "to fill the disk and the memory",
    cmd: () =>
      `truncate -s 300M big || ${failed}; truncate -s 300M /tmp/big || ${failed}; ulimit -f unlimited || ${failed}; ${perl('$x = "x" x 3e9; print "in\\n"')} || ${failed}`,
    gives: ["failed", "failed", "failed", "failed"],
  },
  {
    tries: "to use what Docent has open",
    // The shell keeps an output of its own at 10 while it has turned it away.
    cmd: () =>
      "for n in {3..9} {11..300}; do [ -e /proc/$$/fd/$n ] && readlink /proc/$$/fd/$n; done; true",
    gives: [],
  },
  {
    tries: "to read the keys that the kernel keeps for the person",
    cmd: () =>
      perl(`print syscall(${call(250, 219)}, 11, -5, 0, 0) == -1 ? "failed" : "in", "\\n"`),
    gives: ["failed"],
  },
];

/** The number of a system call, on x64 and on arm64. */
function call(x64: number, arm64: number): number {
  return os.arch() === "x64" ? x64 : arm64;
}

/** perl comes with nearly every system; where it does not, the attempt fails for want of it. */
function perl(script: string): string {
  return `perl -MSocket -e '${script}'`;
}

test.skipIf(without !== undefined)(
  "every listener can be reached from outside the sandbox",
  async () => {
    for (const where of [
      { port, host: "127.0.0.1" },
      { path: path.join(desk.dir, "local.sock") },
      { path: `\0${abstract}` },
    ]) {
      const said = await new Promise<string>((resolve, reject) => {
        const socket = connect(where, () => undefined);
        socket.once("data", (data) => resolve(String(data)));
        socket.once("error", reject);
      });
      expect(said).toBe("let in\n");
    }
  },
);

test.skipIf(without !== undefined).for(attempts)(
  "does not get through: $tries",
  async (attempt, context) => {
    context.skip(/perl/.test(attempt.cmd()) && !existsSync("/usr/bin/perl"), "there is no perl");
    const ended = await desk.run({
      cmd: `{ ${attempt.cmd()}; } 2>/dev/null; true`,
    });
    expect(ended.error?.message).toBeUndefined();
    expect(ended.stdout.split("\n").filter((line) => line !== "")).toEqual(attempt.gives);
    expect(ended.stdout).not.toContain(secret);
  },
);

test("the page of acceptance has each of these attempts", () => {
  const [, page = ""] = readFileSync("docs/acceptance.md", "utf8").split(
    "## What commands tried (S45)",
  );
  const told = [...(page.split("\n## ")[0] ?? "").matchAll(/^\| (to [^|]*) \|/gm)].map(
    ([, tries]) => tries,
  );
  expect(told).toEqual(attempts.map(({ tries }) => tries));
});

test.skipIf(without !== undefined)(
  "what was left behind is judged by the other tools as if a stranger had made it",
  async () => {
    await desk.run(
      `mkfifo pipe; ln -sf ${desk.home}/secret.txt out; ln -sfn ${desk.documents} outer; echo x > plain; chmod 4755 plain; true`,
    );
    expect(desk.roots.judge("pipe", "file")).toMatchObject({ rule: "not_regular_file" });
    expect(desk.roots.judge("out", "file")).toMatchObject({ rule: "symlink_escape" });
    expect(desk.roots.judge("outer/secret.txt", "file")).toMatchObject({ rule: "symlink_escape" });
    expect(desk.roots.judge("outer/new.txt", "new")).toMatchObject({ rule: "symlink_escape" });
    expect(desk.roots.judge("plain", "file")).toMatchObject({ kind: "allowed" });
    expect(statSync(desk.at("plain")).mode & 0o6000).toBe(0);
  },
);
