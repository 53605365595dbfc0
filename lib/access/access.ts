import { pictureLimits } from "#lib/contracts/pictures";
import { narrowRoots } from "./client-folders.ts";
import { withoutClosed } from "./closed-roots.ts";
import { judgePath, type Seen, screenName } from "./judge-path.ts";
import { type Linked, lookAtLinked } from "./look-at-linked.ts";
import { type OpenedDocument, openDocument } from "./open-document.ts";
import { type OpenedPicture, openPicture } from "./open-picture.ts";
import { denylistOf, type HealthyRoot, type ResolvedRoot, resolveRoot } from "./resolve-root.ts";
import { type AccessOptions, rulesOf } from "./rules.ts";
import type { Allowed, Refused, Verdict } from "./verdict.ts";

export type { AccessOptions } from "./rules.ts";

/**
 * The border to documents: may this path be read, and its bytes if so. Whoever wants a document asks `judge` and hands
 * the verdict to `open`; `screen` only spares a walk through a root the folders it need not enter.
 */
export type Access = {
  /** The roots as they are on disk now, in the order of the configuration. */
  readonly roots: ResolvedRoot[];
  /** `path` is absolute or relative to a root; without `root_id` it is looked for in every root. Never throws. */
  judge(path: unknown, root_id?: unknown): Promise<Verdict>;
  /**
   * The same by the roots as they are at this moment, for many paths at once: to look a root up takes about as long as to
   * judge a path. A root that is swapped meanwhile allows nothing new, because a path must lie in what it was; nor does a
   * folder below it, which is looked at once on the way to all of them, because each path is resolved to its end by itself.
   * The files that mark a folder of dependencies are looked for once, too.
   */
  now(): Pick<Access, "judge">;
  /**
   * The rule that keeps a name below a root out, by its text and the files that mark a folder of dependencies; undefined
   * when nothing in the name does. `above`: the folders on the way have passed just now.
   */
  screen(
    root: HealthyRoot,
    relative_path: string,
    kind: "file" | "folder",
    above?: "passed",
  ): Refused | undefined;
  /** Whether a file or folder of any kind is there that a document links to; `names` lead down from the root. */
  linked(root: HealthyRoot, names: readonly string[]): Linked;
  /** The bytes of what was judged; throws AppError with a path rule. */
  open(verdict: Allowed): Promise<OpenedDocument>;
  /** May this be read as a picture, by its place and name? Its bytes decide when it is opened. Never throws. */
  judgePicture(path: string, root_id: string | undefined): Verdict;
  /** Throws AppError: `not_a_picture`, `too_large`, or as `open` does. */
  openPicture(verdict: Allowed): OpenedPicture;
};

export function createAccess(options: AccessOptions): Access {
  const rules = rulesOf(options);
  const { client_folders } = options;
  const resolve = () => {
    const roots = withoutClosed(
      options.roots.map((root) => resolveRoot(root, rules)),
      options.closed ?? [],
      options.project_dir,
    );
    return client_folders === undefined ? roots : narrowRoots(roots, client_folders);
  };
  const judgeBy =
    (roots: () => ResolvedRoot[], seen?: Seen): Access["judge"] =>
    async (path, root_id) =>
      judgePath(path, root_id, {
        roots: roots(),
        rules,
        max_file_bytes: options.max_file_bytes,
        ...(seen === undefined ? {} : { seen }),
      });
  return {
    get roots() {
      return resolve();
    },
    judge: judgeBy(resolve),
    now() {
      const roots = resolve();
      return { judge: judgeBy(() => roots, { folders: new Set(), files: new Map() }) };
    },
    screen: (root, relative_path, kind, above) =>
      screenName(root, relative_path, kind, denylistOf(root, rules), { above }),
    linked: (root, names) =>
      lookAtLinked(root, names, { roots: resolve(), denylist: denylistOf(root, rules) }),
    open: async (verdict) => openDocument(verdict, options.max_file_bytes),
    judgePicture: (path, root_id) =>
      judgePath(path, root_id, {
        ...{ roots: resolve(), rules, kind: "picture" },
        max_file_bytes: Math.min(options.max_file_bytes, pictureLimits.bytes),
      }),
    openPicture: (verdict) => openPicture(verdict, options.max_file_bytes),
  };
}
