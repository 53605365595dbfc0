import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import type { ErrorCode } from "#lib/contracts/errors";
import { closedRange } from "./judge-address.ts";

/**
 * May this address of the web be asked for, as far as its text tells? Scheme, user name and password, port, and the host
 * where it is an IP address in any spelling or a name that means this machine or network. What a name leads to is judged
 * when it is looked up. The text is read as a browser reads it, and everything after works with what was read. Pure.
 */
export type UrlVerdict =
  | { kind: "allowed"; url: URL; host: string; port: number }
  | { kind: "refused"; rule: UrlRule; host: string };
export type UrlRule = Extract<
  ErrorCode,
  "ssrf_scheme" | "ssrf_credentials" | "ssrf_port" | "ssrf_address"
>;

export function judgeUrl(given: string): UrlVerdict {
  const refuse = (rule: UrlRule, host = ""): UrlVerdict => ({ kind: "refused", rule, host });
  if (!URL.canParse(given)) {
    return refuse(/^\s*https?:/i.test(given) ? "ssrf_address" : "ssrf_scheme");
  }
  const url = new URL(given);
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("ssrf_scheme");
  const host = plainHost(url.hostname);
  if (url.username !== "" || url.password !== "") return refuse("ssrf_credentials", host);
  const port = portOf(url);
  if (port !== 80 && port !== 443) return refuse("ssrf_port", host);
  if (host === "" || isClosedHost(host)) return refuse("ssrf_address", host);
  // What is left without its dots may read as another host, "0x7f.1" as a number.
  url.hostname = host;
  if (plainHost(url.hostname) !== host) return refuse("ssrf_address", host);
  url.hash = "";
  return { kind: "allowed", url, host, port };
}

export const portOf = (url: URL): number =>
  url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);

/** Lower case, in ASCII, without a dot at its end: two spellings of one host are one. IPv6 stays in its brackets. */
function plainHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.+$/, "");
}

/** An IP address as it is dialled, or undefined for a name. */
export function literalAddress(host: string): string | undefined {
  const bare = host.startsWith("[") ? host.slice(1, -1) : host;
  return isIP(bare) === 0 ? undefined : bare;
}

function isClosedHost(host: string): boolean {
  const literal = literalAddress(host);
  if (literal !== undefined) return closedRange(literal) !== undefined;
  // A name without a dot is one of this network.
  return !host.includes(".") || localNames.some((end) => `.${host}`.endsWith(end));
}

/**
 * Names that no public server has (RFC 6761, 6762, 7686, 8375, 9476 and ICANN's `internal`), and those by which clouds answer
 * their machines about themselves.
 */
const localNames = [
  ".localhost",
  ".localdomain",
  ".local",
  ".internal",
  ".home.arpa",
  ".onion",
  ".alt",
  ".invalid",
  ".metadata.goog",
  ".metadata.tencentyun.com",
  ".metadata.packet.net",
  ".metadata.platformequinix.com",
  ".metadata.cloud.ibm.com",
];

/**
 * Whether a host is on a list of a person: `example.org` is that host, `*.example.org` every name below it; with
 * `below` every entry stands for the names below it too, as on a list of what is kept out.
 */
export function onHostList(
  host: string,
  list: readonly string[],
  { below = false }: { below?: boolean } = {},
): boolean {
  return list.some((entry) => {
    const wild = entry.startsWith("*.");
    const name = plainHost(domainToASCII(wild ? entry.slice(2) : entry) || entry);
    if (name === "") return false;
    return (host === name && (!wild || below)) || ((wild || below) && host.endsWith(`.${name}`));
  });
}
