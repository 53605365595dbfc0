/**
 * Who receives what is sent to an address, and how: `here` it stays on this computer, `open` anybody on the way can read it.
 * No host where the text is no address.
 */
export function receiverOf(address: string): {
  host?: string;
  way: "here" | "sealed" | "open";
} {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return { way: "open" };
  const here = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const way = here ? "here" : url.protocol === "https:" ? "sealed" : "open";
  return { host: url.host, way };
}
