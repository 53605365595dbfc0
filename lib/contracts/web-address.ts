/**
 * Where a link of a stranger really leads, in words that cannot lie. The page and the renderer of documents show these
 * words beside every link, so both take them from here.
 *
 *   https://good.com@evil.com/x      evil.com
 *   https://аpple.com (Cyrillic а)   xn--pple-43d.com
 *
 * Only the web and mail can be reached by a link. A mail goes to the one address shown: one with several receivers leads
 * nowhere, and of what stands after the question mark only subject and text stay. Pure.
 */
export type WebAddress = {
  /** The address as a browser writes it, so that what is shown and what is opened are read from the same text. */
  href: string;
  /** The host with its port, or a mail address: ASCII, without user name and password, cut in the middle when long. */
  host: string;
};

/** Longer hosts are cut in the middle: whose a name is stands at its end. */
const LONGEST_HOST = 40;
const KEPT_AT_START = 12;

export function webAddress(address: string): WebAddress | undefined {
  if (!/^(?:https?|mailto):/i.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol === "mailto:") return mailAddress(url);
  const { host } = url;
  return host === "" ? undefined : { href: url.href, host: cut(host) };
}

function mailAddress({ pathname, search }: URL): WebAddress | undefined {
  if (pathname === "" || /[,;]|%2c|%3b/i.test(pathname)) return undefined;
  const kept = search
    .slice(1)
    .split("&")
    .filter((part) => /^(?:subject|body)=/i.test(part));
  const rest = kept.length === 0 ? "" : `?${kept.join("&")}`;
  return { href: `mailto:${pathname}${rest}`, host: cut(pathname) };
}

/** The host an image would be loaded from; undefined for one that lies beside its document. */
export function imageHost(source: string): string | undefined {
  return webAddress(source.startsWith("//") ? `https:${source}` : source)?.host;
}

/** Whether the words of a link already say plainly where it leads: then the host need not be said again. */
export function saysHost(words: string, { host }: WebAddress): boolean {
  const said = words.trim();
  if (!/^[\x21-\x7e]+$/.test(said)) return false;
  const bare = said.toLowerCase().replace(/^https?:\/\//, "");
  return bare.startsWith(host) && /^(?:$|[/?#])/.test(bare.slice(host.length));
}

function cut(host: string): string {
  if (host.length <= LONGEST_HOST) return host;
  const end = LONGEST_HOST - KEPT_AT_START - 1;
  return `${host.slice(0, KEPT_AT_START)}…${host.slice(-end)}`;
}
