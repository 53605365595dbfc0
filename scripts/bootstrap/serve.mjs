import { createServer } from "node:http";
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
export async function serve({ port, host }, { dev }) {
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.PORT = String(port);
  process.env.HOST = host;
  process.chdir(projectDir);
  markRunning();
  const { default: next } = await import("next");
  const server = createServer();
  const app = next({ dev, dir: projectDir, hostname: host, port, httpServer: server, quiet: !dev });
  endOnRequest(server, app);
  await app.prepare();
  const handle = app.getRequestHandler();
  server.on("request", (request, response) => {
    handle(request, response).catch((error) => {
      tell(error?.stack ?? String(error));
      response.destroy();
    });
  });
  await listen(server, { port, host });
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  if (!dev) await fetch(`${url}/api/health`).then((answer) => answer.arrayBuffer());
  process.stdout.write(`${sentences.ready(url, process.uptime().toFixed(1))}\n`);
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
