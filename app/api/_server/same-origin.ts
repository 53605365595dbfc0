/**
 * Is this request meant for this server, and from its own page? A foreign Host is how a rebound name reaches a loopback
 * server; a foreign Origin is another site's page. A request without Origin comes from no page (a terminal, a script).
 */
export type Listening = { host: string; port: number };
export type OriginVerdict =
  | { kind: "allowed" }
  | { kind: "host_not_allowed"; host: string; expected: string }
  | { kind: "origin_not_allowed"; origin: string };

export function judgeOrigin(headers: Headers, listening: Listening): OriginVerdict {
  const allowed = namesOf(listening);
  const host = judgeHost(headers, listening);
  if (host.kind !== "allowed") return host;
  const origin = headers.get("origin");
  if (origin !== null && !(origin.startsWith("http://") && allowed.has(origin.slice(7)))) {
    return { kind: "origin_not_allowed", origin };
  }
  if (headers.get("sec-fetch-site") === "cross-site") {
    return { kind: "origin_not_allowed", origin: origin ?? "cross-site" };
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
  return { kind: "host_not_allowed", host, expected: `127.0.0.1:${listening.port}` };
}

function namesOf({ host, port }: Listening): Set<string> {
  const names = new Set([
    "127.0.0.1",
    "localhost",
    "[::1]",
    host.includes(":") ? `[${host}]` : host,
  ]);
  const allowed = new Set([...names].map((name) => `${name}:${port}`));
  if (port === 80) for (const name of names) allowed.add(name);
  return allowed;
}
