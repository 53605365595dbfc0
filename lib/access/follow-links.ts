import { lstatSync, readlinkSync } from "node:fs";
import nodePath from "node:path";
import { say } from "#lib/platform/say";
import { isApart } from "./closed-roots.ts";
import { isBelow, splitNames } from "./path-form.ts";
import { errno, type HealthyRoot, isMissing } from "./resolve-root.ts";
import { type Refused, refuse, refuseMissing } from "./verdict.ts";

const maxLinks = 40;

/**
 * Walks from a root down the given names and through every link on the way, and tells the real path at the end. It
 * never looks at anything but what lies in a healthy root or leads to one, so that its answer is the same whether or
 * not the place a link leads to exists.
 *
 * The look-ups are synchronous: each takes some microseconds, and a way through the thread pool ten times as long, which
 * a crawl pays for every file.
 *
 *   notes/a.md            -> <root>/notes/a.md
 *   alias.md -> notes/a.md -> <root>/notes/a.md
 *   out.md -> /etc/passwd -> symlink_escape, without a look at /etc
 *
 * `stays` is asked of the place that each given name led to, once the links behind it were followed; where it says no,
 * the way has left the roots, even if a later name led back. `folders` are known to be no links; those on the way are added.
 */
export function followLinks(
  root: HealthyRoot,
  names: readonly string[],
  roots: readonly HealthyRoot[],
  stays: (at: string) => boolean = () => true,
  folders?: Set<string>,
): { kind: "reached"; real_path: string } | Refused {
  const pending = [...names].reverse();
  let at = root.real_path;
  let isFolder = true;
  let links = 0;
  /** Given names that are still to come. */
  let ahead = names.length;
  for (;;) {
    if (pending.length === ahead) {
      if (ahead < names.length && !stays(at)) return refuse("symlink_escape");
      ahead -= 1;
    }
    const name = pending.pop();
    if (name === undefined) break;
    const next = name === ".." ? nodePath.dirname(at) : nodePath.join(at, name);
    if (!isOnTheWay(next, roots)) return refuse("symlink_escape");
    if (name === "..") {
      if (!isFolder) return refuseMissing(); // nothing is above what is no folder, as the system sees it
      at = next;
      continue;
    }
    let target: string | undefined;
    try {
      if (folders?.has(next)) isFolder = true;
      else {
        const stat = lstatSync(next);
        if (stat.isSymbolicLink()) target = readlinkSync(next);
        else isFolder = stat.isDirectory();
        if (target === undefined && isFolder) folders?.add(next);
      }
    } catch (error) {
      return failure(error);
    }
    if (target === undefined) {
      at = next;
      continue;
    }
    links += 1;
    if (links > maxLinks) return refuse("unreadable", say("en", "access.link_loop"));
    if (nodePath.isAbsolute(target)) at = nodePath.parse(target).root;
    pending.push(...splitNames(stripDisk(target)).reverse());
  }
  return { kind: "reached", real_path: at };
}

/**
 * In a root, or a folder above one; a root is also known under the name it was given, which may pass through links. What lies
 * in a root that is not open here is in none.
 */
function isOnTheWay(path: string, roots: readonly HealthyRoot[]): boolean {
  return roots.some(
    (root) =>
      (isBelow(root.real_path, path) && !isApart(root, path)) ||
      isBelow(path, root.real_path) ||
      isBelow(path, root.path),
  );
}

function stripDisk(target: string): string {
  return nodePath.isAbsolute(target) ? target.slice(nodePath.parse(target).root.length) : target;
}

function failure(error: unknown): Refused {
  if (isMissing(error)) return refuseMissing();
  if (errno(error) === "ENAMETOOLONG") return refuse("invalid_path");
  return refuse("unreadable");
}
