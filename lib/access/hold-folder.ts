import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmdirSync,
} from "node:fs";
import nodePath from "node:path";
import type { AppError } from "#lib/contracts/errors";
import { saidError } from "#lib/platform/said-error";

/**
 * The folder of a file that is about to be read or replaced, held so that what happens in it happens in the folder that
 * was judged. It is entered from the root name by name and no link is followed. On Linux it is kept open and everything
 * goes through its descriptor: whatever is put in its place meanwhile, nothing lands there. Elsewhere each folder on the
 * way is compared with what it was when it was entered, just before a name in it is used; what is swapped between the two
 * is noticed only afterwards.
 */
export type HeldFolder = {
  readonly path: string;
  /** A name in it, for a call of the system. */
  at(name: string): string;
  /** Throws `path_changed` when it is not where it was judged any more. */
  check(): void;
  /** What was done in it outlives a loss of power. */
  sync(): void;
  /** Takes away the folders that were made on the way, as far as they are empty. */
  unmake(): void;
  close(): void;
};

export type HoldBy = "descriptor" | "path";

/** `make`: folders that are missing are made. Undefined where one is missing. Throws AppError with a path rule. */
export function holdFolder(
  root: string,
  names: readonly string[],
  { make = false, by = usualWay }: { make?: boolean; by?: HoldBy } = {},
): HeldFolder | undefined {
  return by === "descriptor" ? byDescriptor(root, names, make) : byPath(root, names, make);
}

const descriptors = "/proc/self/fd";
const usualWay: HoldBy =
  process.platform === "linux" && existsSync(descriptors) ? "descriptor" : "path";
// Windows has neither flag; there they are undefined and count as 0.
const asFolder = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

function byDescriptor(
  root: string,
  names: readonly string[],
  make: boolean,
): HeldFolder | undefined {
  const path = nodePath.join(root, ...names);
  const made: { parent: number; name: string }[] = [];
  let held = -1;
  const below = (descriptor: number, name: string) => `${descriptors}/${descriptor}/${name}`;
  const close = () => {
    for (const descriptor of new Set([...made.map(({ parent }) => parent), held])) {
      if (descriptor >= 0) closeSync(descriptor);
    }
  };
  const check = () => {
    if (nameOf(held) !== path) throw changed();
  };
  const unmake = () => {
    removeEmpty(made.map(({ parent, name }) => below(parent, name)));
  };
  try {
    held = openSync(root, asFolder);
    for (const name of names) {
      const parent = held;
      const place = below(parent, name);
      let next = openBelow(place);
      if (next === undefined && !make) {
        close();
        return undefined;
      }
      if (next === undefined && makeFolder(place)) made.push({ parent, name });
      next ??= openSync(place, asFolder);
      held = next;
      if (made.at(-1)?.parent !== parent) closeSync(parent);
    }
    check();
  } catch (error) {
    unmake();
    close();
    throw refusal(error);
  }
  return {
    path,
    at: (name) => below(held, name),
    check,
    sync() {
      for (const descriptor of [held, ...made.map(({ parent }) => parent)]) sync(descriptor);
    },
    unmake,
    close,
  };
}

function openBelow(path: string): number | undefined {
  try {
    return openSync(path, asFolder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function nameOf(descriptor: number): string | undefined {
  try {
    return readlinkSync(`${descriptors}/${descriptor}`);
  } catch {
    return undefined;
  }
}

function byPath(root: string, names: readonly string[], make: boolean): HeldFolder | undefined {
  const made: string[] = [];
  const way: { path: string; stat: BigIntStats }[] = [];
  let path = root;
  const enter = () => {
    const stat = lstatSync(path, { bigint: true });
    if (!stat.isDirectory()) throw changed();
    way.push({ path, stat });
  };
  try {
    enter();
    for (const name of names) {
      path = nodePath.join(path, name);
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
        if (!make) return undefined;
        if (makeFolder(path)) made.push(path);
      }
      enter();
    }
  } catch (error) {
    throw refusal(error);
  }
  const check = () => {
    const same = way.every(({ path: folder, stat }) => {
      const now = lstatSync(folder, { bigint: true, throwIfNoEntry: false });
      return now?.isDirectory() && now.ino === stat.ino && now.dev === stat.dev;
    });
    if (!same) throw changed();
  };
  return {
    path,
    at: (name) => nodePath.join(path, name),
    check,
    sync() {
      for (const folder of [path, ...made.map((one) => nodePath.dirname(one))]) syncByPath(folder);
    },
    unmake: () => removeEmpty(made),
    close: () => undefined,
  };
}

function syncByPath(path: string): void {
  if (process.platform === "win32") return; // folders cannot be opened there, nor need it
  const descriptor = openSync(path, asFolder);
  try {
    sync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function sync(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Some file systems have no such call for folders.
    if (codeOf(error) !== "EINVAL" && codeOf(error) !== "ENOTSUP") throw error;
  }
}

/** False when it is there by now. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function removeEmpty(paths: readonly string[]): void {
  for (const path of [...paths].reverse()) {
    try {
      rmdirSync(path);
    } catch {
      return; // somebody has put something there: it stays, and so does what is above it
    }
  }
}

function changed(cause?: unknown): AppError {
  return saidError("path_changed", "tool_write.folder_changed", {}, { cause, retryable: true });
}

function refusal(error: unknown): unknown {
  const code = codeOf(error);
  if (code === "ELOOP" || code === "EMLINK" || code === "ENOTDIR" || code === "ENOENT") {
    return changed(error);
  }
  if (code === undefined) return error;
  return saidError("unreadable", "tool_write.not_let", { code }, { cause: error });
}

export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // An AppError has a code of ours, which is in small letters.
  return typeof code === "string" && /^E[A-Z\d]+$/.test(code) ? code : undefined;
}
