import { createServer, request as makeRequest } from "node:http";
import { duplexPair } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { refuseForeign, refuseForeignUpgrades } from "./foreign-requests.mjs";
import { listen } from "./port.mjs";
import { projectDir } from "./project.mjs";
import { markRunning } from "./running.mjs";
import { sentences } from "./sentences.mjs";
import { Refusal, tell } from "./tell.mjs";

/**
 * Next builds the address of every request from this name, and takes a rewrite to any other for another server, which
 * it calls by HTTP. A rewrite that `proxy.ts` makes is put under "localhost" wherever the name is of the loopback: with
 * this one they are the same, by whatever HOST and Host.
 */
const nameForNext = "localhost";
const graceForAnswers = 1500;
const graceForEnd = 4000;
/** Where other servers go on, answers under way here may be brought to their end. */
const graceForLeaving = 12_000;

/**
 * Runs the server in this process until it is asked to end: one process to signal, and nothing left behind when it is
 * gone (the docs server ends with its standard input). Prints the address once the page was answered,
 * and resolves to it. Only then is read what a question needs.
 */
export async function serve(environment, { dev }) {
  const { port, host } = environment;
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.PORT = String(port);
  process.env.HOST = host;
  process.chdir(projectDir);
  await markRunning();
  const { shownAddress } = await import("../../lib/platform/listening.ts");
  const { default: next } = await import("next");
  const server = createServer();
  const upgrades = createServer(); // listens to nobody: Next sees the upgrades that are handed to it
  const app = next({
    dev,
    dir: projectDir,
    hostname: nameForNext,
    port,
    httpServer: upgrades,
    quiet: !dev,
  });
  endOnRequest(server, app);
  await (dev ? app.prepare() : withoutRemarks(() => app.prepare()));
  throwRefusal();
  const handle = app.getRequestHandler();
  await refuseForeignUpgrades(server, environment, { dev, upgrades });
  const refused = await refuseForeign(environment);
  const crowd = { answering: new Set(), left: 0 };
  server.on("request", (request, response) => {
    if (refused(request, response)) return;
    crowd.answering.add(response);
    response.once("close", () => {
      crowd.answering.delete(response);
      crowd.left = performance.now();
    });
    // Only this server knows where a connection comes from; what a sender claims is written over.
    request.headers["x-docent-address"] = request.socket.remoteAddress ?? "";
    handle(request, response).catch((error) => {
      tell(error?.stack ?? String(error));
      response.destroy();
    });
  });
  await listen(server, { port, host });
  if (!dev) await firstRequest(server, environment);
  const shown = shownAddress(environment);
  process.stdout.write(`${sentences.ready(shown, process.uptime().toFixed(1))}\n`);
  void globalThis.docentAssembly?.readAhead((ms) => quiet(crowd, ms));
  return shown;
}

/** Why the program could not be wired, in a sentence where it is one of its own: instrumentation.ts. */
export function throwRefusal() {
  const { docentRefused: refused } = globalThis;
  if (refused === undefined) return;
  throw ["AppError", "DamagedModel"].includes(refused.name)
    ? new Refusal(refused.message)
    : refused;
}

/** Next says how long its configuration took to read; what it warns of is still said. */
async function withoutRemarks(work) {
  const { log } = console;
  console.log = () => undefined;
  try {
    await work();
  } finally {
    console.log = log;
  }
}

/**
 * Has the page drawn once, so that a person does not wait for its code. Asks over a connection that is inside this process:
 * no address that could be another's, and no proxy on the way.
 */
function firstRequest(server, { port }) {
  const [here, there] = duplexPair();
  server.emit("connection", there);
  return new Promise((resolve, reject) => {
    makeRequest({
      createConnection: () => here,
      path: "/",
      headers: { host: `127.0.0.1:${port}`, connection: "close" },
    })
      .on("response", (response) => response.on("end", resolve).on("error", reject).resume())
      .on("error", reject)
      .end();
  });
}

/** Once nobody has been answered for so long, or some seconds later: a page may have come back to a stream that goes on. */
async function quiet(crowd, ms) {
  for (let looks = 1; looks <= 250; looks += 1) {
    await pause(20); // who has come meanwhile is seen
    if (crowd.answering.size === 0 && performance.now() - crowd.left >= ms) return;
  }
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
    const drained = globalThis.docentAssembly?.leave();
    if (drained === undefined) endNow(graceForEnd);
    else drained.then(() => endNow(graceForLeaving));
  };
  function endNow(grace) {
    setTimeout(() => process.exit(0), grace).unref();
    setTimeout(() => server.closeAllConnections(), graceForAnswers).unref();
    server.close(async () => {
      // The program behind the routes is held there; it stores what is waiting and ends the docs server.
      const parts = [globalThis.docentAssembly?.close(), app.close()];
      for (const { reason } of await Promise.allSettled(parts)) if (reason) tell(String(reason));
      process.exit(0);
    });
    server.closeIdleConnections();
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
}
