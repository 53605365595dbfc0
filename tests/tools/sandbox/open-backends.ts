import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type ListenOptions, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import { systemClock } from "#lib/platform/clock";
import { projectDir } from "#lib/platform/project";
import { createCommandSandbox } from "#lib/tools/command-sandbox";
import { createOrphanWatch } from "#lib/tools/orphan-watch";
import type {
  SandboxBackend,
  SandboxJob,
  SandboxLimits,
} from "#lib/tools/providers/sandbox/backend";
import { machineBackends } from "#lib/tools/sandbox-backends";
import { noCommands, ownCommands } from "../open-room.ts";
import { recordingLog } from "../recording-log.ts";

const MiB = 1024 ** 2;

/** More time than any program here needs on the slowest machine. */
export const patient: SandboxLimits = {
  ...{ timeout_ms: 120_000, cpu_ms: 60_000, memory_mb: 128, output_bytes: MiB },
  ...{ files: 50, file_bytes: MiB, total_bytes: 4 * MiB, processes: 32 },
};

/**
 * The backends of this machine over a state folder of their own, with what code in them must not reach: a file, the
 * program's state, listeners of every kind. `bare`: as on a machine without bubblewrap and gVisor.
 */
export async function openBackends(
  options: { bare?: boolean; hidden?: () => readonly string[] } = {},
) {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-walls-")));
  const home = path.join(dir, "home");
  mkdirSync(home);
  const secretFile = path.join(dir, "secret.txt");
  writeFileSync(secretFile, secret);
  writeFileSync(path.join(home, "docent.sqlite"), secret);
  const outside = await openListeners(path.join(dir, "local.sock"));
  const commands = options.bare ? noCommands : ownCommands;
  const watch = createOrphanWatch({ log: recordingLog().log });
  const backends = machineBackends({
    project_dir: projectDir(),
    home,
    search_path: options.bare ? "" : process.env.PATH,
    machine: createCommandSandbox({ find: commands.find, clock: systemClock, watch }),
    clock: systemClock,
    watch,
    ...(options.hidden === undefined ? {} : { hidden: options.hidden }),
  });
  const backend = (id: SandboxBackend["id"]): SandboxBackend => {
    const found = backends.find((one) => one.id === id);
    if (found === undefined) throw new Error(`there is no backend ${id}`);
    return found;
  };
  return {
    dir,
    home,
    secretFile,
    outside,
    backends,
    backend,
    run: (id: SandboxBackend["id"], asked: Partial<SandboxJob> & Pick<SandboxJob, "code">) =>
      backend(id).run({
        ...{ language: "javascript", files: [], args: [], stdin: "", limits: patient },
        signal: new AbortController().signal,
        ...asked,
      }),
    async close() {
      await Promise.all(backends.map((one) => one.close()));
      watch.close();
      await outside.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
export type OpenBackends = Awaited<ReturnType<typeof openBackends>>;

/** It stands in files that no code may read, and every listener says it to who connects. */
export const secret = "docent-secret-7f3a";

/** Why a backend cannot be had here; undefined where it can. */
export async function absent(id: SandboxBackend["id"]): Promise<string | undefined> {
  const opened = await openBackends();
  try {
    const state = await opened.backend(id).state();
    return state.kind === "ready" ? undefined : `${state.why} ${JSON.stringify(state.values)}`;
  } finally {
    await opened.close();
  }
}

async function openListeners(socket: string) {
  let connections = 0;
  const servers: Server[] = [];
  const listen = async (where: ListenOptions) => {
    const server = createServer((one) => {
      connections++;
      one.on("error", () => {});
      one.end(secret);
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(where, resolve);
    });
    servers.push(server);
    const address = server.address();
    return typeof address === "object" ? (address?.port ?? 0) : 0;
  };
  const port = await listen({ host: "127.0.0.1", port: 0 });
  const port6 = await listen({ host: "::1", port: 0 }).catch(() => undefined);
  await listen({ path: socket });
  const abstract = `docent-walls-${process.pid}-${port}`;
  if (process.platform === "linux") await listen({ path: `\0${abstract}` });
  return {
    port,
    port6,
    socket,
    abstract,
    connections: () => connections,
    forget: () => {
      connections = 0;
    },
    /** From here, to show that there is something to be reached. */
    async reach(): Promise<string[]> {
      const places = [
        { host: "127.0.0.1", port },
        ...(port6 === undefined ? [] : [{ host: "::1", port: port6 }]),
        { path: socket },
        ...(process.platform === "linux" ? [{ path: `\0${abstract}` }] : []),
      ];
      return Promise.all(
        places.map(
          (place) =>
            new Promise<string>((resolve, reject) => {
              let said = "";
              const one = connect(place as { port: number });
              one.on("error", reject);
              one.on("data", (piece: Buffer) => {
                said += piece.toString();
              });
              one.on("end", () => resolve(said));
            }),
        ),
      );
    },
    close: () => Promise.all(servers.map((one) => new Promise((resolve) => one.close(resolve)))),
  };
}
