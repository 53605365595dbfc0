/**
 * Is this request meant for this server, and from its own page? A foreign Host is how a rebound name reaches a loopback
 * server; a foreign Origin is another site's page. A request without Origin comes from no page (a terminal, a script).
 */
export type OriginVerdict =
  | { kind: "allowed" }
  | { kind: "host_not_allowed"; host: string; expected: string }
  | { kind: "origin_not_allowed"; origin: string };

export function judgeOrigin(
  headers: Headers,
  listening: { host: string; port: number },
): OriginVerdict {
  const { host, port } = listening;
  const names = new Set([
    "127.0.0.1",
    "localhost",
    "[::1]",
    host.includes(":") ? `[${host}]` : host,
  ]);
  const allowed = new Set([...names].map((name) => `${name}:${port}`));
  if (port === 80) for (const name of names) allowed.add(name);

  const named = headers.get("host") ?? "";
  if (!allowed.has(named.toLowerCase())) {
    return { kind: "host_not_allowed", host: named, expected: `127.0.0.1:${port}` };
  }
  const origin = headers.get("origin");
  if (origin !== null && !(origin.startsWith("http://") && allowed.has(origin.slice(7)))) {
    return { kind: "origin_not_allowed", origin };
  }
  if (headers.get("sec-fetch-site") === "cross-site") {
    return { kind: "origin_not_allowed", origin: origin ?? "cross-site" };
  }
  return { kind: "allowed" };
}
