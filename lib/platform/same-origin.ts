import { isEveryAddress, isLoopback, type Listening, nameOf } from "./listening.ts";

/**
 * Is this request meant for this server, and from its own page? A foreign Host is how a rebound name reaches a loopback
 * server; a foreign Origin is another site's page. A request without Origin comes from no page (a terminal, a script).
 */
export type OriginVerdict =
  | { kind: "allowed" }
  | { kind: "host_not_allowed"; host: string; expected: string }
  | { kind: "origin_not_allowed"; origin: string };

/** For routes. What a browser says comes from another port or another name of the same site is another page as well. */
export function judgeOrigin(headers: Headers, listening: Listening): OriginVerdict {
  const host = judgeHost(headers, listening);
  if (host.kind !== "allowed") return host;
  const origin = headers.get("origin");
  if (origin !== null && !isOwn(origin, listening)) return { kind: "origin_not_allowed", origin };
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") {
    return { kind: "origin_not_allowed", origin: origin ?? site };
  }
  return { kind: "allowed" };
}

/** For pages, which a link on another site may open: only the name counts under which the server was called. */
export function judgeHost(
  headers: Headers,
  listening: Listening,
): Exclude<OriginVerdict, { kind: "origin_not_allowed" }> {
  const host = headers.get("host") ?? "";
  if (namesOf(listening).has(host.toLowerCase())) return { kind: "allowed" };
  const expected = listening.allowed_hosts[0] ?? `127.0.0.1:${listening.port}`;
  return { kind: "host_not_allowed", host, expected };
}

/** TLS ends before this server, so only a name that something in front of it may have can be called by https. */
function isOwn(origin: string, listening: Listening): boolean {
  const [, scheme, host = ""] = /^(https?):\/\/([^/]+)$/.exec(origin) ?? [];
  if (scheme === undefined || !namesOf(listening).has(host)) return false;
  return scheme === "http" || !isLoopback(nameOf(host));
}

/** A name allowed without a port is called with this server's, or with the one that its scheme stands for. */
function namesOf({ host, port, allowed_hosts }: Listening): Set<string> {
  const bare = ["127.0.0.1", "localhost", "[::1]"];
  if (!isEveryAddress(host)) bare.push(host.includes(":") ? `[${host}]` : host.toLowerCase());
  const names = bare.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  const named = allowed_hosts.flatMap((entry) =>
    nameOf(entry) === entry ? [entry, `${entry}:${port}`] : [entry],
  );
  return new Set([...names, ...named]);
}
