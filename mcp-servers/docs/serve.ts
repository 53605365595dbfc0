import type { Worker } from "node:worker_threads";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { toolRootProblem } from "#lib/access/tool-root-problem";
import type { Config } from "#lib/contracts/config";
import type { CallDocs, DocsAnswering } from "#lib/contracts/docs-ask";
import { AppError } from "#lib/contracts/errors";
import { connectionNotice, type NetworkLog } from "#lib/contracts/network";
import { onePerson } from "#lib/contracts/people";
import type { Clock } from "#lib/contracts/ports";
import { systemClock } from "#lib/platform/clock";
import { createConfigFile } from "#lib/platform/config-file";
import { type Environment, readEnvironment } from "#lib/platform/environment";
import { isLoopback } from "#lib/platform/listening";
import { createLogger, type Logger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { say } from "#lib/platform/say";
import type { SharedEngine } from "#lib/search/shared-engine";
import packageJson from "../../package.json" with { type: "json" };
import { readArguments } from "./arguments.ts";
import { type CallsUnderWay, createCallsUnderWay } from "./calls-under-way.ts";
import { createLibrary, type Library } from "./library.ts";
import { createDocsServer } from "./server.ts";
import { createStdioTransport } from "./stdio-transport.ts";
import { createToolCalls } from "./tool-calls.ts";

/** What may be handed to a docs server so that it answers questions, with what it needs for that. */
export type Answering = (by: {
  call: CallDocs;
  config: () => Config;
  environment: Environment;
  clock: Clock;
  log: Logger;
}) => DocsAnswering;

type ServeOptions = {
  answering?: Answering;
  /** A thread that was started to read what was kept. */
  standby?: Worker;
};

const maxLineBytes = 8 * 1024 * 1024;
const lastAnswersMs = 4000;
/** Whoever sends a signal kills after a moment; told twice, it ends at once. */
const lastWriteMs = 1500;

/**
 * Runs the docs server in this process: JSON-RPC on stdin and stdout with everything else on stderr, or with `--http` at an
 * address of this machine, which is then the one line on stdout. What stops it from starting is one sentence and exit code 1.
 */
export async function serveDocs(options: ServeOptions = {}): Promise<void> {
  try {
    await start(options);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function start({ answering, standby }: ServeOptions): Promise<void> {
  const environment = readEnvironment(process.env);
  const { roots, client_roots, embedding, vectors, groups, http, ...given } = readArguments(
    process.argv.slice(2),
    process.env.INIT_CWD ?? process.cwd(),
  );
  const pages_of = given.pages_of ?? (given.saved_pages ? onePerson : undefined);
  const log = createLogger("docs-server", environment.log_level, environment);
  const clock = systemClock;
  const project_dir = projectDir();
  const config_file = createConfigFile({
    project_dir,
    home: environment.home,
    ...(environment.config_path === undefined ? {} : { config_path: environment.config_path }),
    problem: toolRootProblem({ ...environment, project_dir }),
    // Docent itself, which starts it so, says it.
    tells_renamed: !embedding && !vectors,
    log,
  });
  let server: Server | undefined;
  const network = networkTo(() => server);
  const engine = await engineOf(environment, { clock, network });
  const library = createLibrary({
    ...{ engine, config_file, vectors, project_dir, clock, log },
    ...(pages_of === undefined ? {} : { pages_of }),
    ...(groups === undefined ? {} : { groups }),
    given_roots: roots,
    home: environment.home,
    ...(standby && { standby }),
  });
  const calls = createCallsUnderWay(clock);
  const config = () => config_file.current().config;
  const tool_calls = createToolCalls({
    ...{ library, embedding, vectors, calls, clock, log },
    ...(answering === undefined
      ? {}
      : { answering: (call) => answering({ call, config, environment, clock, log }) }),
  });
  const connect = () =>
    createDocsServer({ library, tool_calls, client_roots, log, version: packageJson.version });

  // The index is built while the client shakes hands, unless it has to say first what it works in.
  if (!client_roots) library.borrow().release();
  if (http === undefined) {
    server = connect();
    return serveStdio(server, { library, calls });
  }
  const { host, allowed_hosts, access_token } = environment;
  if (access_token === undefined) {
    throw new AppError("config_invalid", say("en", "docs.http_needs_token"));
  }
  // Loaded by the few who need it: it brings a web server's modules, a tenth of all that a start loads.
  const { serveHttp } = await import("./http.ts");
  const served = await serveHttp({
    ...{ connect, clock, log, token: access_token },
    listening: { host: isLoopback(host) ? host : "127.0.0.1", port: http.port, allowed_hosts },
  });
  endOnSignal(library, () => served.close());
  process.stdout.write(`${say("en", "docs.http_ready", { address: served.address })}\n`);
}

/** An index on a search server where one is named: what asks it is loaded by the few who have one. */
async function engineOf(
  { search }: Environment,
  deps: { clock: Clock; network: NetworkLog },
): Promise<SharedEngine | undefined> {
  if (search === undefined) return undefined;
  const { sharedEngine } = await import("#lib/search/shared-engine");
  return sharedEngine({ ...search, ...deps });
}

/** Who started this server lists its connections; over HTTP there is nobody to be told. */
function networkTo(server: () => Server | undefined): NetworkLog {
  return {
    connection(row) {
      const notice = { method: connectionNotice, params: row };
      // Before the client has said hello, and when it is gone, nothing can be told.
      server()
        ?.notification(notice)
        .catch(() => undefined);
    },
  };
}

/** It ends when stdin ends, when its reader is gone or when it is told to, and gives calls under way a moment first. */
async function serveStdio(
  server: Server,
  { library, calls }: { library: Library; calls: CallsUnderWay },
): Promise<void> {
  const transport = createStdioTransport({
    input: process.stdin,
    output: process.stdout,
    max_line_bytes: maxLineBytes,
  });
  const end = () => {
    library.close();
    process.exit(0);
  };
  server.onclose = end;
  transport.onend = () => {
    setTimeout(end, lastAnswersMs).unref();
    // One turn later the messages that came with the end have begun their calls.
    setImmediate(async () => {
      await calls.idle();
      await library.keep();
      setImmediate(end);
    });
  };
  endOnSignal(library);
  await server.connect(transport);
}

/** The index on its way to the disk is given a moment. */
function endOnSignal(library: Library, close: () => Promise<void> = async () => undefined): void {
  const end = () => {
    library.close();
    process.exit(0);
  };
  let told = false;
  const keepAndEnd = () => {
    if (told) return end();
    told = true;
    setTimeout(end, lastWriteMs).unref();
    void Promise.allSettled([close(), library.keep()]).finally(end);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, keepAndEnd);
}
