import { toolRootProblem } from "#lib/access/tool-root-problem";
import { systemClock } from "#lib/platform/clock";
import { createConfigFile } from "#lib/platform/config-file";
import { readEnvironment } from "#lib/platform/environment";
import { createLogger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import packageJson from "../../package.json" with { type: "json" };
import { readArguments } from "./arguments.ts";
import { createCallsUnderWay } from "./calls-under-way.ts";
import { createLibrary } from "./library.ts";
import { createDocsServer } from "./server.ts";
import { createStdioTransport } from "./stdio-transport.ts";

/**
 * JSON-RPC on stdin and stdout, everything else on stderr. It ends when stdin ends,
 * when its reader is gone or when it is told to, and gives calls under way and the index on its way
 * to the disk a moment first.
 */
const maxLineBytes = 8 * 1024 * 1024;
const lastAnswersMs = 4000;
/** Whoever sends a signal kills after a moment; told twice, it ends at once. */
const lastWriteMs = 1500;

function start() {
  const environment = readEnvironment(process.env);
  const { roots, client_roots, embedding, saved_pages } = readArguments(
    process.argv.slice(2),
    process.env.INIT_CWD ?? process.cwd(),
  );
  const log = createLogger("docs-server", environment.log_level);
  const project_dir = projectDir();
  const config_file = createConfigFile({
    project_dir,
    home: environment.home,
    ...(environment.config_path === undefined ? {} : { config_path: environment.config_path }),
    problem: toolRootProblem({ ...environment, project_dir }),
    log,
  });
  const library = createLibrary({
    config_file,
    given_roots: roots,
    saved_pages,
    project_dir,
    home: environment.home,
    clock: systemClock,
    log,
  });
  const calls = createCallsUnderWay(systemClock);
  const server = createDocsServer({
    library,
    client_roots,
    embedding,
    calls,
    clock: systemClock,
    log,
    version: packageJson.version,
  });
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
  let told = false;
  const keepAndEnd = () => {
    if (told) return end();
    told = true;
    setTimeout(end, lastWriteMs).unref();
    library.keep().finally(end);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, keepAndEnd);

  // The index is built while the client shakes hands, unless it has to say first what it works in.
  if (!client_roots) library.borrow().release();
  return server.connect(transport);
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
