import childProcess from "node:child_process";
import dgram from "node:dgram";
import dns from "node:dns";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import tls from "node:tls";

/**
 * What Node's permission model leaves open in an instance is taken out of its reach before any foreign code comes in: the
 * network, the environment, and what would load more. It stands behind WebAssembly, which has no way to any of this, and
 * before the sandbox of the machine, where there is one.
 */
export function closeWaysOut(): void {
  const refuse = () => {
    throw new Error("There is no network and no other process in the sandbox.");
  };
  const close = (owner: object, ...names: string[]) => {
    for (const name of names) {
      Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
    }
  };
  close(net.Socket.prototype, "connect", "open");
  close(net.Server.prototype, "listen");
  close(net, "connect", "createConnection", "createServer", "_createServerHandle");
  close(dgram, "createSocket", "_createSocketHandle");
  close(dgram.Socket.prototype, "bind", "connect", "send", "addMembership");
  close(tls, "connect", "createServer");
  close(http, "request", "get", "createServer");
  close(https, "request", "get", "createServer");
  close(http2, "connect", "createServer", "createSecureServer");
  close(childProcess, "spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork");
  close(childProcess.ChildProcess.prototype, "spawn");
  const lookups = Object.keys(dns).filter((name) =>
    /^(lookup|resolve|reverse|setServers)/.test(name),
  );
  close(dns, ...lookups);
  for (const owner of [dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    const names = [...Object.keys(owner), ...Object.getOwnPropertyNames(owner)];
    close(owner, ...names.filter((name) => /^(lookup|resolve|reverse|query)/.test(name)));
  }
  syncBuiltinESMExports();
  // The pipe to the program is a handle of Node, and of its kind new ones could be made and connected.
  const handle: unknown = Reflect.get(process.stdin, "_handle");
  if (typeof handle === "object" && handle !== null) {
    close(Object.getPrototypeOf(handle), "connect", "bind", "listen", "open", "fchmod");
  }

  for (const name of Object.keys(process.env)) delete process.env[name];
  const ownWays = ["binding", "_linkedBinding", "getBuiltinModule", "dlopen", "kill", "_kill"];
  close(
    process,
    ...ownWays,
    "chdir",
    "execve",
    "_debugProcess",
    "_startProfilerIdleNotifier",
    "loadEnvFile",
  );
  // By these, code could be handed the functions and objects of those that called it.
  for (const name of ["prepareStackTrace", "captureStackTrace"]) {
    Object.defineProperty(Error, name, { value: undefined, writable: false, configurable: false });
  }
  for (const name of reaching) {
    Object.defineProperty(globalThis, name, { value: undefined, writable: false });
  }
}

/** Globals that lead to the network, to other threads or to what is stored. */
const reaching = [
  "require",
  ...["fetch", "WebSocket", "EventSource", "XMLHttpRequest", "Request", "Response", "FormData"],
  ...["Worker", "SharedWorker", "BroadcastChannel", "MessageChannel", "MessagePort"],
  ...["navigator", "Storage", "localStorage", "sessionStorage", "CompressionStream"],
];
