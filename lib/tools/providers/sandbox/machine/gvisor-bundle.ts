import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { loading } from "../../builtin/sandbox/sandbox-arguments.ts";
import type { UseLimits } from "../../builtin/sandbox/sandbox-limits.ts";
import { workName } from "./interpreters.ts";

/**
 * What runsc is given, as the Open Container Initiative has it: a root of empty folders that nothing is written in, the
 * system's programs in their places, read-only, a /tmp in memory, and the folder of this one run.
 */
export function writeBundle(bundle: {
  /** An empty folder of this run. */
  folder: string;
  work: string;
  args: readonly string[];
  env: Record<string, string>;
  /** Programs from elsewhere, by the place that they are to have. */
  shown: readonly { file: string; as: string }[];
  limits: UseLimits;
  /** Covered by an empty folder where they lie in what is shown. */
  hidden: readonly string[];
}): string {
  const { folder, work, args, env, shown, limits, hidden } = bundle;
  const place = path.join(folder, "bundle");
  const root = path.join(place, "root");
  const under = (name: string) => path.join(root, name);
  for (const name of ["proc", "dev", "tmp", "etc", "usr", "opt", workName]) {
    mkdirSync(under(name), { recursive: true });
  }
  const seen = systemFolders.filter((name) => isFolder(name));
  for (const name of seen) mkdirSync(under(name), { recursive: true });
  for (const name of topLinks) if (isLink(name)) symlinkSync(readlinkSync(name), under(name));
  for (const { as } of shown) writeFileSync(under(as), "");
  const readOnly = (source: string, destination = source) => ({
    ...{ destination, source, type: "bind" },
    options: ["rbind", "ro"],
  });
  const limit = (type: string, value: number) => ({ type, hard: value, soft: value });
  const config = {
    ociVersion: "1.0.0",
    process: {
      user: { uid: 0, gid: 0 },
      args,
      env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
      cwd: workName,
      noNewPrivileges: true,
      capabilities: {},
      rlimits: [
        limit("RLIMIT_FSIZE", limits.file_bytes),
        limit("RLIMIT_NPROC", limits.processes),
        limit("RLIMIT_NOFILE", 256),
        limit("RLIMIT_CORE", 0),
        limit("RLIMIT_DATA", limits.reserved_bytes ?? limits.memory_bytes),
      ],
    },
    root: { path: "root", readonly: true },
    hostname: "sandbox",
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      { destination: "/dev", type: "tmpfs", source: "tmpfs" },
      {
        ...{ destination: "/tmp", type: "tmpfs", source: "tmpfs" },
        options: [`size=${limits.scratch_bytes}`],
      },
      ...seen.map((name) => readOnly(name)),
      ...hidden
        .filter((one) => isFolder(one) && seen.some((name) => one.startsWith(`${name}/`)))
        .map((destination) => ({
          ...{ destination, type: "tmpfs", source: "tmpfs" },
          options: ["ro"],
        })),
      ...loading.filter(existsSync).map((name) => {
        if (isFolder(name)) mkdirSync(under(name), { recursive: true });
        else writeFileSync(under(name), "");
        return readOnly(name);
      }),
      ...shown.map(({ file, as }) => readOnly(file, as)),
      { destination: workName, type: "bind", source: work, options: ["rbind", "rw"] },
    ],
    linux: {
      namespaces: ["pid", "network", "ipc", "uts", "mount"].map((type) => ({ type })),
    },
  };
  writeFileSync(path.join(place, "config.json"), JSON.stringify(config));
  return place;
}

/** Not all of /usr: below /usr/src and elsewhere in /usr/local people keep what is theirs. */
const systemFolders = [
  ...["bin", "sbin", "lib", "lib32", "lib64", "libexec", "share"].map((name) => `/usr/${name}`),
  ...["/usr/local/bin", "/usr/local/lib", "/usr/local/share"],
  ...["/bin", "/sbin", "/lib", "/lib64"],
];
const topLinks = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];

function isFolder(name: string): boolean {
  return lstatSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
function isLink(name: string): boolean {
  return lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
