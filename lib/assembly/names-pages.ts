import path from "node:path";
import { webRootId } from "#lib/contracts/web";

/**
 * Whether a call of a docs tool is about saved pages of the web: it names their root, cites or narrows to one of them, or
 * its path leads to one. `folder`: where they lie. Saved pages are searched and listed only where they are named, so that
 * every other call is answered without them.
 */
export function namesPages(
  args: Readonly<Record<string, unknown>>,
  folder: string,
  isThere: (file: string) => boolean,
): boolean {
  const { root, roots } = args;
  if (root === webRootId || (Array.isArray(roots) && roots.includes(webRootId))) return true;
  if ([args.citations, args.pages, args.within].some(holdsPage)) return true;
  if (typeof args.path !== "string" || root !== undefined || args.path.includes("\0")) return false;
  const file = path.resolve(folder, args.path);
  return file.startsWith(folder + path.sep) && isThere(file);
}

const holdsPage = (places: unknown): boolean =>
  Array.isArray(places) &&
  places.some(
    (one: unknown) =>
      typeof one === "object" && one !== null && "root_id" in one && one.root_id === webRootId,
  );
