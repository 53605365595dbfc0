import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";

/**
 * A machine with nothing but the base of a distribution and Node: a root file system of its own, which an ordinary user
 * enters by chroot, at a terminal. Of the machine around it it shares the kernel and the network.
 */
const user = { name: "anna", id: 1000 };
const suite = "bookworm";
/** By its major version, the Node that is put there and an npm of its time. */
const nodes = {
  24: { node: "24.21.0", npm: "11.6.2" },
  20: { node: "20.20.2", npm: "10.8.2" },
  18: { node: "18.20.8", npm: "10.8.2" },
};

/** Makes the root file system where it is not there yet: the base by debootstrap, each Node from the package registry. */
export function prepareMachine(work) {
  const root = path.join(work, "machine");
  if (existsSync(root)) return root;
  const staging = path.join(work, "machine.new");
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  execFileSync("debootstrap", ["--variant=minbase", suite, staging], { stdio: "ignore" });
  for (const [major, { node, npm }] of Object.entries(nodes)) {
    const folder = path.join(staging, "opt", `node-${major}`);
    unpack(`node-linux-${process.arch}@${node}`, folder);
    unpack(`npm@${npm}`, path.join(folder, "lib/node_modules/npm"));
    for (const name of ["npm", "npx"]) {
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(folder, "bin", name));
    }
  }
  const { name, id } = user;
  appendFileSync(
    path.join(staging, "etc/passwd"),
    `${name}:x:${id}:${id}::/home/${name}:/bin/sh\n`,
  );
  appendFileSync(path.join(staging, "etc/group"), `${name}:x:${id}:\n`);
  renameSync(staging, root);
  return root;
}

function unpack(name, folder) {
  mkdirSync(folder, { recursive: true });
  const args = ["pack", "--silent", name, "--pack-destination", folder];
  const file = path.join(folder, execFileSync("npm", args, { encoding: "utf8" }).trim());
  execFileSync("tar", ["-xzf", file, "-C", folder, "--strip-components=1", "--no-same-owner"]);
  rmSync(file);
}

/** A new home on the machine, its user's own, with copies of files and folders: where each comes from, by its name there. */
export function makeHome(root, name, copies) {
  const home = path.join(root, "home", name);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  for (const [to, from] of Object.entries(copies)) {
    const target = path.join(home, to);
    mkdirSync(path.dirname(target), { recursive: true });
    execFileSync("cp", ["-r", from, target]);
  }
  giveTo(home, user.id);
  return `/home/${name}`;
}

/** Gives a folder and all below it to the machine's user, or to root, who lets others read alone. */
export function giveTo(folder, id = 0) {
  chownSync(folder, id, id);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) giveTo(at, id);
    else lchownSync(at, id, id);
  }
}

/** Mounts what every program expects, and enters. The terminal is what `script` gives a program. */
const enter = `
set -e
root=$1; shift
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for name in null zero full random urandom tty; do touch "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
set +e
chroot --userspec=${user.id}:${user.id} --groups= "$root" /usr/bin/env -i "$@"
exit $?
`;

/**
 * Starts a command of the machine's user at a terminal, in their home. What is shown is kept as \`text\`, without the signs
 * that move and colour; \`type\` presses keys.
 */
export function runOn(root, { home, node, command, env = {} }) {
  // The names of other machines, and whom this one trusts to be them, are the network's.
  copyFileSync("/etc/resolv.conf", path.join(root, "etc/resolv.conf"));
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities) copyFileSync(authorities, path.join(root, "etc/network-ca.pem"));
  const variables = {
    ...{ HOME: home, USER: user.name, TERM: "xterm", LANG: "C.UTF-8" },
    PATH: `/opt/node-${node}/bin:/usr/local/bin:/usr/bin:/bin`,
    ...(authorities ? { NODE_EXTRA_CA_CERTS: "/etc/network-ca.pem" } : {}),
    ...env,
  };
  const child = spawn(
    "unshare",
    [
      ...["--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child"],
      ...["sh", "-c", enter, "enter", root],
      ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
      ...["script", "-qfec", `cd "$HOME" && ${command}`, "/dev/null"],
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const run = { text: "", ended: undefined, type: (keys) => child.stdin.write(keys) };
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    run.text += plain(chunk);
  });
  run.ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code));
  });
  run.kill = () => child.kill("SIGKILL");
  return run;
}

/** Without the moves and colours of a terminal, and npm's turning wheel. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what moves the cursor.
const plain = (text) => text.replace(/\u001b\[[\d;]*[A-Za-z]|[⠀-⣿]|\r/g, "");
