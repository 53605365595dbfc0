/**
 * Under which names the server is called: `host` or `host:port`, as a browser sends them in Host. Pure and without any
 * import, so that `npm start` can use it before anything is installed.
 */
export type Listening = { host: string; port: number; allowed_hosts: readonly string[] };

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (name === "localhost" || name === "::1") return true;
  const parts = name.split(".");
  return (
    parts.length === 4 &&
    parts[0] === "127" &&
    parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
  );
}

/** `0.0.0.0` and `::` are no name that anything is called by: they stand for every address of the machine. */
export function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || /^[0:]+$/.test(host);
}

/** The name in a `host[:port]`, without its port. */
export function nameOf(entry: string): string {
  return entry.replace(/:\d+$/, "");
}

/** `host` or `host:port`, a port from 1 to 65535, an IPv6 address in brackets; undefined when it is something else. */
export function readHostEntry(text: string): string | undefined {
  const match = /^((?:[a-z\d_](?:[a-z\d_-]*[a-z\d_])?\.?)+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/.exec(
    text.trim().toLowerCase(),
  );
  if (match === null) return undefined;
  const [entry, , port] = match;
  return port === undefined || (Number(port) >= 1 && Number(port) <= 65_535) ? entry : undefined;
}

/** Where a program on this machine reaches the server. */
export function localAddress({ host, port }: Pick<Listening, "host" | "port">): string {
  const name = isEveryAddress(host) ? (host.includes(":") ? "::1" : "127.0.0.1") : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Where a person opens it: the first of the allowed names, if there is one. */
export function shownAddress(listening: Listening): string {
  const [first] = listening.allowed_hosts;
  if (first === undefined) return localAddress(listening);
  return `http://${nameOf(first) === first ? `${first}:${listening.port}` : first}`;
}
