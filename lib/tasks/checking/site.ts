import type { PageLinks } from "#lib/markdown/link-reader";

/** One page of a root, read. */
export type ReadPage = { path: string; page: PageLinks };

/** The pages of one root by their paths, and where a link in one of them leads. */
export type Site = {
  has(path: string): boolean;
  /** The one page of this path in other letters. */
  otherCase(path: string): string | undefined;
  /** Pages of this file name, whatever folder they are in. */
  named(name: string): readonly string[];
  /** A page that a site's address without `.md` may stand for. */
  pageOf(path: string): string | undefined;
  /** The folder of the book that a page is in, by its list of chapters; what lies above it is not served with it. */
  bookOf(path: string): string | undefined;
  /** Those directly in a folder. */
  inFolder(folder: string): readonly string[];
  paths: readonly string[];
};

export function siteOf(paths: readonly string[]): Site {
  const all = new Set(paths);
  const folded = grouped(paths, (path) => path.normalize("NFC").toLowerCase());
  const names = grouped(paths, (path) => nameOf(path).toLowerCase());
  const folders = grouped(paths, folderOf);
  return {
    paths,
    has: (path) => all.has(path),
    otherCase(path) {
      const alike = folded.get(path.normalize("NFC").toLowerCase()) ?? [];
      return alike.length === 1 && alike[0] !== path ? alike[0] : undefined;
    },
    named: (name) => names.get(name.toLowerCase()) ?? [],
    pageOf: (path) => formsOf(path).find((form) => all.has(form)),
    bookOf(path) {
      const names = path.split("/").slice(0, -1);
      for (let depth = names.length; depth >= 0; depth--) {
        const folder = names.slice(0, depth).join("/");
        if (all.has(folder === "" ? "SUMMARY.md" : `${folder}/SUMMARY.md`)) return folder;
      }
      return undefined;
    },
    inFolder: (folder) => folders.get(folder) ?? [],
  };
}

const endings = [".md", ".mdx", ".markdown"];
const starts = ["index", "README", "readme", "_index", "Readme", "SUMMARY"];

function formsOf(path: string): string[] {
  const plain = path.replace(/\/+$/, "");
  const within = plain === "" ? "" : `${plain}/`;
  const folder = starts.flatMap((name) => endings.map((ending) => `${within}${name}${ending}`));
  if (plain === "") return folder;
  const page = endings.map((ending) => plain + ending);
  const bare = plain.replace(/\.html?$/i, "");
  const html = bare === plain ? [] : [...endings.map((ending) => bare + ending)];
  const index = /(?:^|\/)index\.html?$/i.test(plain) ? formsOf(folderOf(plain)) : [];
  return [plain, ...page, ...html, ...index, ...folder];
}

function grouped(paths: readonly string[], keyOf: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(path);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [path]);
    else group.push(path);
  }
  return groups;
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
/** The part of a root that was most likely written together: a folder at its top, or what lies there beside them. */
export const partOf = (path: string): string =>
  path.includes("/") ? path.slice(0, path.indexOf("/")) : "";

/** The path from one page to another, as a link would be written. */
export function relativePath(from: string, to: string): string {
  const here = folderOf(from).split("/").filter(Boolean);
  const there = to.split("/");
  let alike = 0;
  while (alike < here.length && alike < there.length - 1 && here[alike] === there[alike]) alike++;
  const up = Array.from({ length: here.length - alike }, () => "..");
  return [...up, ...there.slice(alike)].join("/");
}

/** Names joined to a folder; undefined where they climb out of the root. */
export function resolvePath(folder: string, path: string): string | undefined {
  const names = folder.split("/").filter(Boolean);
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.join("/");
}

/** A name without its ending, in the letters that all ways to write it have in common. */
export const bare = (name: string): string => {
  let plain = name;
  try {
    plain = decodeURIComponent(name);
  } catch {
    // As it is written then.
  }
  return plain.replace(/\.(?:md|mdx|markdown|html?)$/i, "").toLowerCase();
};
