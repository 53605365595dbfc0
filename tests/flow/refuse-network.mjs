import dgram from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/**
 * Loaded before a program (`node --import`): every connection that is not to the loopback, every name that is looked up
 * and every datagram is written to the file in REFUSED_TO and does not happen. Connections to the loopback are noted with
 * "local", and so is that it watches. http, https, tls and fetch all end in these modules.
 */
const file = process.env.REFUSED_TO;
const note = (line) => appendFileSync(file, `${process.pid} ${line}\n`);
note("local watching");
// Who listens on every address looks up 0.0.0.0.
const loopback = (host) => /^(?:127\.|0\.0\.0\.0$|::1$|localhost$|::ffff:127\.)/.test(host);

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const given = Array.isArray(args[0]) ? args[0][0] : args[0];
  const options =
    typeof given === "object" && given !== null ? given : { port: given, host: args[1] };
  if (typeof options.path === "string") return connect.apply(this, args); // a pipe of this machine
  const host = String(options.host ?? "localhost");
  if (loopback(host)) {
    note(`local ${host}:${options.port}`);
    return connect.apply(this, args);
  }
  note(`connect ${host}:${options.port}`);
  // Later, as a real refusal would come: by then somebody listens.
  setImmediate(() => this.destroy(new Error(`refused: ${host}`)));
  return this;
};

for (const module of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.keys(Object.getOwnPropertyDescriptors(module))) {
    if (!/^(?:lookup|lookupService|resolve.*|reverse)$/.test(name)) continue;
    const original = module[name];
    if (typeof original !== "function") continue;
    module[name] = function (host, ...rest) {
      if (loopback(String(host))) return original.call(this, host, ...rest);
      note(`dns ${host}`);
      throw new Error(`refused: ${host}`);
    };
  }
}

dgram.Socket.prototype.send = (...args) => {
  note(`datagram ${args.slice(1).join(" ")}`);
  throw new Error("refused: datagram");
};
syncBuiltinESMExports();
