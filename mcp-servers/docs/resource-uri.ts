/**
 * `docs://root/path/to/file.md`: a document as a resource. Each name is written as in an address, and read once: what it
 * says then is judged like any other path. Nothing is normalised, so that a way out of the root is seen and refused.
 */
export const resourceTemplate = "docs://{root}/{+path}";

export function resourceUri(root_id: string, relative_path: string): string {
  const names = relative_path.split("/").map(encodeURIComponent);
  return `docs://${encodeURIComponent(root_id)}/${names.join("/")}`;
}

/** Undefined for what is no address of a document: one document has one, so a name holds no "/" of its own. */
export function readResourceUri(uri: string): { root: string; path: string } | undefined {
  const [, host, rest] = /^docs:\/\/([^/?#\\]+)\/([^?#\\]+)$/.exec(uri) ?? [];
  if (host === undefined || rest === undefined) return undefined;
  try {
    const root = decodeURIComponent(host);
    const names = rest.split("/").map(decodeURIComponent);
    const whole = ![root, ...names].some((name) => name === "" || name.includes("/"));
    return whole ? { root, path: names.join("/") } : undefined;
  } catch {
    return undefined; // a "%" that begins no byte, or bytes that are no text
  }
}
