import { lstatSync, readlinkSync, statSync } from "node:fs";
import path from "node:path";
import { sandboxLimits, type UseLimits } from "./sandbox-limits.ts";

/** What a command sees. Absolute real paths. */
export type Sight = {
  /** The one folder it may write in, and the folder it starts in. */
  workspace: string;
  cwd: string;
  /** Folders beside the workspace that it may read. */
  readable: readonly string[];
  /** What it must not see although it lies in a folder that is seen; as bytes where a name may be no text. */
  hidden: readonly (string | Buffer)[];
};
/** Where a program may write nowhere, or finds what it sees under other names than it has outside. */
export type BareSight = Omit<Sight, "workspace"> & {
  workspace: string | null;
  /** By the path outside. */
  shown_as?: ReadonlyMap<string, string>;
};

/**
 * What bwrap is told, so that a command has nothing but: the system's programs, read-only; the folders it may see; a
 * /proc of its own processes, a /dev of six devices and a /tmp in memory, all of which go with it. It has no network, no
 * right of any capability, and no way to a namespace in which it would have one.
 *
 * /proc is read-only because the files in it that change the machine ask for the user alone, and the sandbox's user is the
 * one Docent runs as; root too, where that is root.
 */
export function sandboxArguments(
  sight: BareSight,
  env: Record<string, string>,
  limits: Pick<UseLimits, "scratch_bytes"> = sandboxLimits,
): Buffer[] {
  const scratch = (folder: string) => ["--size", String(limits.scratch_bytes), "--tmpfs", folder];
  const { binds, closed } = visibleFolders(sight);
  const words = [
    ...["--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"],
    ...["--uid", "1000", "--gid", "1000", "--hostname", "workspace"],
    ...["--die-with-parent", "--new-session", "--clearenv"],
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, asBytes(value)]),
    ...systemFolders().flatMap(showSystem),
    ...["--proc", "/proc", "--remount-ro", "/proc"],
    ...["--dev", "/dev", ...scratch("/dev/shm"), ...scratch("/tmp")],
    ...binds,
    ...[...closed, "/dev", "/"].flatMap((folder) => ["--remount-ro", folder]),
    ...["--chdir", asBytes(sight.cwd)],
  ];
  return words.map(bytesOf);
}

/** A path in which each letter stands for a byte: what is no text can be cut and compared all the same. */
const asBytes = (path: string | Buffer): string =>
  (typeof path === "string" ? Buffer.from(path) : path).toString("latin1");
const bytesOf = (path: string): Buffer => Buffer.from(path, "latin1");

/**
 * What is done before bwrap begins. The kernel is to end the command, and not this program, when memory runs out. What
 * this program was itself handed open by whoever started it, a folder perhaps, is closed: bwrap hands on what it finds.
 * Root owns the devices of the machine and could close them for everybody, so for root they are made read-only first: in
 * a view of the files that is bwrap's alone. `join`: the file by which it comes under a bound on processes.
 */
export function preparation(bash: string, isRoot: boolean, join?: string): string[] {
  const shell = [bash, "--noprofile", "--norc"];
  const bounded = join === undefined ? "" : `echo $$ >'${join}'; `;
  const first = `${bounded}echo 1000 >/proc/self/oom_score_adj || :; ${closeBeyond(lastPipe)}`;
  if (!isRoot) return [...shell, "-ec", `${first}; exec "$@"`, "bash"];
  const devices = "mount -n --bind /dev /dev; mount -n -o remount,bind,ro /dev";
  return [
    ...["unshare", "--mount", "--propagation", "private", "--", ...shell],
    ...["-ec", `${first}; ${devices}; exec "$@"`, "bash"],
  ];
}

/** The highest number of a pipe that bwrap is given. */
const lastPipe = 5;
const closeBeyond = (last: number) =>
  `for fd in /proc/self/fd/*; do fd=\${fd##*/}; if [ "$fd" -gt ${last} ]; then exec {fd}>&-; fi; done`;

/** The limits of each process, lower where a lower one stands already, and then the command alone. */
export function sandboxedShell(bash: string, command: string): string[] {
  const script = `${lower(sandboxLimits)}; exec -a bash "$BASH" --noprofile --norc -c -- "$1"`;
  return [bash, "--noprofile", "--norc", "-c", script, "bash", command];
}

/** The same limits, and then a program with its arguments: with the environment it is given, or with none at all. */
export function sandboxedProgram(
  bash: string,
  program: readonly string[],
  limits: UseLimits,
  bare: boolean,
): string[] {
  const script = `${lower(limits)}; ulimit -n ${openFiles} 2>/dev/null; exec ${bare ? "-c " : ""}-- "$@"`;
  return [bash, "--noprofile", "--norc", "-c", script, "bash", ...program];
}

/** Of one process: what they hold open is looked through while they run. */
const openFiles = 256;

function lower({ file_bytes, memory_bytes, reserved_bytes, processes }: UseLimits): string {
  const kib = (bytes: number) => String(Math.ceil(bytes / 1024));
  const limits = [
    ["-c", "0"],
    ["-f", kib(file_bytes)],
    ["-d", kib(reserved_bytes ?? memory_bytes)],
    ["-u", String(processes)],
  ];
  return limits.map(([name, value]) => `ulimit ${name} ${value} 2>/dev/null`).join("; ");
}

/** /usr as a whole is not shown: below /usr/src and elsewhere in /usr/local people keep what is theirs. */
function systemFolders(): string[] {
  const libraries = ["lib", "lib32", "lib64", "libx32"];
  const top = ["bin", "sbin", ...libraries].map((name) => `/${name}`);
  const parts = ["bin", "sbin", ...libraries, "libexec", "include", "share"];
  return [...parts.flatMap((name) => [`/usr/${name}`, `/usr/local/${name}`]), ...top];
}

/** What programs need of /etc to be found and loaded. Matplotlib of Debian does not start without its file there. */
export const loading = ["/etc/alternatives", "/etc/ld.so.cache", "/etc/matplotlibrc", "/etc/fonts"];

function showSystem(folder: string): string[] {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (there?.isSymbolicLink()) return ["--symlink", readlinkSync(folder, "latin1"), folder];
  return there?.isDirectory() ? ["--ro-bind", folder, folder] : [];
}

/** Outer folders first, so that what lies in a hidden one can be shown again. */
function visibleFolders(sight: BareSight): { binds: string[]; closed: string[] } {
  const workspace = sight.workspace === null ? undefined : asBytes(sight.workspace);
  const hidden = sight.hidden.map(asBytes);
  const readable = sight.readable.map(asBytes).filter((folder) => folder !== workspace);
  const shown = [...readable, ...(workspace === undefined ? [] : [workspace])];
  const below = [...systemFolders(), ...shown];
  const covered = hidden.filter(
    (one) => below.some((folder) => isWithin(folder, one)) && !shown.includes(one),
  );
  const held = workspace === undefined ? [] : foldersAbove(covered, workspace);
  const names = [...(sight.shown_as ?? [])].map(
    ([path, name]) => [asBytes(path), asBytes(name)] as const,
  );
  const shownAs = (path: string) => names.find(([outside]) => outside === path)?.[1] ?? path;
  const closed: string[] = [];
  const binds = [...shown, ...covered, ...held]
    .sort((a, b) => a.length - b.length)
    .flatMap((folder) => {
      if (folder === workspace) return ["--bind", folder, shownAs(folder)];
      if (held.includes(folder)) return ["--bind", folder, folder];
      if (!covered.includes(folder)) return ["--ro-bind", folder, shownAs(folder)];
      const there = statSync(bytesOf(folder), { throwIfNoEntry: false });
      if (there === undefined) return [];
      if (!there.isDirectory()) return ["--ro-bind", "/dev/null", folder];
      closed.push(folder);
      return ["--tmpfs", folder];
    });
  return { binds: [...loading.flatMap((file) => ["--ro-bind-try", file, file]), ...binds], closed };
}

/**
 * The folders between the workspace and what is covered in it. Each is mounted on itself, because a mount point is not
 * renamed: under another name of a folder above it, what is covered would be on no denylist any more.
 */
function foldersAbove(covered: readonly string[], workspace: string): string[] {
  const above = new Set<string>();
  for (const one of covered) {
    if (one === workspace || !isWithin(workspace, one)) continue;
    for (let next = path.dirname(one); next !== workspace; next = path.dirname(next))
      above.add(next);
  }
  return [...above].filter((folder) => !covered.some((one) => isWithin(one, folder)));
}

function isWithin(folder: string, one: string): boolean {
  const way = path.relative(folder, one);
  return way !== ".." && !way.startsWith("../");
}
