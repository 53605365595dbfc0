import { createServer } from "node:http";
import { refuseForeignFiles, refuseForeignUpgrades } from "./foreign-requests.mjs";
import { listen } from "./port.mjs";
import { projectDir } from "./project.mjs";
import { markRunning } from "./running.mjs";
import { sentences } from "./sentences.mjs";
import { tell } from "./tell.mjs";

const graceForAnswers = 1500;
const graceForEnd = 4000;

/**
 * Runs the server in this process until it is asked to end: one process to signal, and nothing left behind when it is
 * gone (the docs server ends with its standard input). Prints the address once a request was answered.
 */
export async function serve(environment, { dev }) {
  const { port, host } = environment;
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.PORT = String(port);
  process.env.HOST = host;
  process.chdir(projectDir);
  await markRunning();
  const { localAddress, shownAddress } = await import("../../lib/platform/listening.ts");
  const { default: next } = await import("next");
  const server = createServer();
  const app = next({ dev, dir: projectDir, hostname: host, port, httpServer: server, quiet: !dev });
  endOnRequest(server, app);
  await app.prepare();
  const handle = app.getRequestHandler();
  await refuseForeignUpgrades(server, environment, { dev });
  const refusedFile = await refuseForeignFiles(environment);
  server.on("request", (request, response) => {
    if (refusedFile(request, response)) return;
    // Only this server knows where a connection comes from; what a sender claims is written over.
    request.headers["x-docent-address"] = request.socket.remoteAddress ?? "";
    handle(request, response).catch((error) => {
      tell(error?.stack ?? String(error));
      response.destroy();
    });
  });
  await listen(server, { port, host });
  const here = localAddress(environment);
  if (!dev) await fetch(`${here}/api/health`).then((answer) => answer.arrayBuffer());
  const shown = shownAddress(environment);
  process.stdout.write(`${sentences.ready(shown, process.uptime().toFixed(1))}\n`);
}

/** Ctrl-C or a request to end; a second one ends at once. */
function endOnRequest(server, app) {
  let asked = 0;
  const end = () => {
    const now = Date.now();
    if (asked !== 0) {
      // A terminal signals every process of its group, and npm passes the signal on: one request, several signals.
      if (now - asked > 700) process.exit(1);
      return;
    }
    asked = now;
    tell(sentences.stopping());
    setTimeout(() => process.exit(0), graceForEnd).unref();
    setTimeout(() => server.closeAllConnections(), graceForAnswers).unref();
    server.close(async () => {
      // The program behind the routes is held there; it stores what is waiting and ends the docs server.
      const parts = [globalThis.docentAssembly?.close(), app.close()];
      for (const { reason } of await Promise.allSettled(parts)) if (reason) tell(String(reason));
      process.exit(0);
    });
    server.closeIdleConnections();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
}
