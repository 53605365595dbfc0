import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/**
 * A PostgreSQL server for the tests of one file: private, on a socket in a folder of its own, and gone with it. Nothing is
 * installed and no server of this machine is touched, but one that DOCENT_TEST_POSTGRES names.
 */
export type TestServer = {
  /** Of the database that is always there. */
  url: string;
  urlOf(database: string): string;
  /** As by `kill -9` of its first process; what was written then is read back by the next. */
  kill(): Promise<void>;
  again(): Promise<void>;
  /** Where it keeps its files, which whoever it runs as can enter. */
  dir: string;
  as: { uid?: number; gid?: number };
  stop(): Promise<void>;
};

/** Debian keeps its servers side by side, by version. */
const DEBIAN = "/usr/lib/postgresql";

/** Why there can be none; undefined where there can. */
export const lackingPostgres: string | undefined =
  named() !== undefined || binFolder() !== undefined
    ? undefined
    : "PostgreSQL is not installed here: install it (Debian, Ubuntu: apt-get install postgresql), or set DOCENT_TEST_POSTGRES to its bin folder or to the address of a server whose databases may be made and dropped";

/** Why none can be ended and started again. */
export const lackingOwnPostgres: string | undefined =
  lackingPostgres ??
  (named() === undefined
    ? undefined
    : "DOCENT_TEST_POSTGRES names a server that is not ours to end");

export async function startPostgres(
  settings: readonly string[] = [],
  /** What its command is begun with: to run it in a network of its own, for which one has to be root. */
  within: readonly string[] = [],
): Promise<TestServer> {
  const address = named();
  if (address !== undefined) {
    return {
      url: address,
      urlOf: (database) => inDatabase(address, database),
      ...{ kill: async () => {}, again: async () => {}, dir: "", as: {} },
      stop: async () => {},
    };
  }
  const bin = binFolder();
  if (bin === undefined) throw new Error(lackingPostgres);
  const dir = mkdtempSync(path.join(os.tmpdir(), "docent-pg-"));
  const as = unprivileged();
  chmodSync(dir, 0o700);
  if (as.uid !== undefined && as.gid !== undefined) chownSync(dir, as.uid, as.gid);
  const data = path.join(dir, "data");
  const env = { ...process.env, LC_ALL: "C" };
  const how = ["-D", data, "-U", "docent", "--auth=trust", "--encoding=UTF8", "--locale=C", "-N"];
  await promisify(execFile)(path.join(bin, "initdb"), how, { cwd: dir, env, ...as });
  // What these switch off is of use after a failure of the machine alone, and this server does not outlive that.
  const own = ["listen_addresses=", `unix_socket_directories=${dir}`, "fsync=off"];
  const quick = ["full_page_writes=off", "synchronous_commit=off", "max_connections=60"];
  const options = [...own, ...quick, ...settings].flatMap((one) => ["-c", one]);
  const user = [`--reuid=${as.uid}`, `--regid=${as.gid}`, "--clear-groups"];
  const [command = "", ...args] = [
    ...(within.length === 0 ? [] : [...within, "setpriv", ...user]),
    ...[path.join(bin, "postgres"), "-D", data, ...options],
  ];
  let server: ChildProcess;
  const begin = async () => {
    server = spawn(command, args, {
      ...{ cwd: dir, env, ...(within.length === 0 ? as : {}) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    await untilReady(server);
  };
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  };
  const leave = () => void server.kill("SIGQUIT");
  process.once("exit", leave);
  await begin();
  const url = `postgres://docent@localhost/postgres?host=${encodeURIComponent(dir)}`;
  return {
    ...{ url, dir, as },
    urlOf: (database) => inDatabase(url, database),
    kill: () => end("SIGQUIT"), // its other processes go at once, too, and nothing is written any more
    again: begin,
    async stop() {
      process.off("exit", leave);
      await end("SIGINT"); // does not wait for who is connected
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The server says so itself; what it said before goes into the error where it ends instead. */
async function untilReady(server: ChildProcess): Promise<void> {
  if (server.stderr === null) throw new Error("the server has no output");
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes("ready to accept connections")) {
      server.stderr.resume();
      return;
    }
    said.push(line);
  }
  throw new Error(`the test server ended before it was ready:\n${said.join("\n")}`);
}

function inDatabase(url: string, database: string): string {
  const at = new URL(url);
  at.pathname = `/${database}`;
  return at.href;
}

/** The address of a server that is running already. */
function named(): string | undefined {
  const name = process.env.DOCENT_TEST_POSTGRES;
  return name?.includes("://") ? name : undefined;
}

function binFolder(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = [
    ...(named() === undefined ? [process.env.DOCENT_TEST_POSTGRES ?? ""] : []),
    ...versions.sort((a, b) => Number(b) - Number(a)).map((name) => path.join(DEBIAN, name, "bin")),
    ...(process.env.PATH ?? "").split(path.delimiter),
  ];
  return folders.find(
    (folder) =>
      folder !== "" && ["initdb", "postgres"].every((name) => existsSync(path.join(folder, name))),
  );
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("there is no user postgres or nobody, and PostgreSQL does not run as root");
}
