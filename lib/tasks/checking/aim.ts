import { linkLimits } from "#lib/contracts/docs-tools";
import type { PageLink } from "#lib/markdown/link-reader";
import { folderOf, nameOf, resolvePath, type Site } from "./site.ts";

/**
 * Where a link leads, as far as the paths of the pages tell. `ask`: to no page that is listed, so the docs server is asked
 * whether a file is there. `unsure`: to what nobody can judge who sees the documents alone; it is counted and not reported.
 */
export type Aim =
  | { kind: "page"; path: string; fragment: string }
  | {
      kind: "ask";
      form: AskForm;
      path: string;
      fragment: string;
      target: string;
      /** What it may be besides, where the page is served as a folder: the same one folder further down. */
      served?: string;
      /** A page that a site serves from a folder above may be meant. */
      above?: string;
    }
  | { kind: "unsure"; reason: Unsure; path?: string };

/** What the target looks like: a document, a site's address, a picture, another file. */
export type AskForm = "document" | "route" | "picture" | "file";

/** Why a link was not checked. */
export type Unsure =
  | "template"
  | "alias"
  | "encoding"
  | "absolute"
  | "outside"
  | "route"
  | "copy"
  | "anchor"
  | "long"
  | "unasked";

export function aimOf(link: PageLink, from: string, site: Site): Aim {
  const { kind, target } = link;
  if (target.length > linkLimits.target) return unsure("long");
  if (/\{\{|\{%|\$\{|<%|\$\(|^\{|%7B|\{[\w.]+\}|\[\[/i.test(target)) return unsure("template");
  if (/^[@~$]|^%|^[|*]|::/.test(target)) return unsure("alias");
  const [before = "", ...behind] = target.split("#");
  const [written = ""] = before.split("?", 1);
  let path: string;
  let fragment: string;
  try {
    path = decodeURIComponent(written);
    fragment = decodeURIComponent(behind.join("#"));
  } catch {
    return unsure("encoding");
  }
  if (path.includes("\0") || path.includes("\\") || path.includes("&")) return unsure("encoding");
  if (path === "")
    return target.startsWith("#") ? { kind: "page", path: from, fragment } : unsure("route");
  if (path.startsWith("/")) return absolute(path, from, fragment, site);
  // A name that could be an address of the web without its scheme.
  if (/^(?:www\.|[\w-]+\.(?:com|org|net|io|dev)(?:\/|$))/i.test(path)) return unsure("route");

  const here = resolvePath(folderOf(from), path);
  if (here === undefined) return unsure("outside");
  const page = pageAt(here, path, site);
  if (page !== undefined) return { kind: "page", path: page, fragment };
  // Sites serve `a/b.md` as `a/b/`, and links may be written from there.
  const start = /^(?:index|readme|_index)\.\w+$/i.test(nameOf(from));
  const served = start ? undefined : resolvePath(from.replace(/\.\w+$/, ""), path);
  const servedPage = served === undefined ? undefined : pageAt(served, path, site);
  if (servedPage !== undefined) return { kind: "page", path: servedPage, fragment };
  if (here.split("/").length > linkLimits.names) return unsure("long");
  const form = formOf(kind, path);
  const fromAbove = form === "document" ? above(path, from, site) : undefined;
  return {
    ...{ kind: "ask", form, path: here, fragment, target: before },
    ...(form !== "document" && !start && before.startsWith("../")
      ? { served: before.slice(3) }
      : {}),
    ...(fromAbove === undefined ? {} : { above: fromAbove }),
  };
}

/** Some sites read every link from their own top. */
function above(path: string, from: string, site: Site): string | undefined {
  const folders = folderOf(from).split("/").filter(Boolean);
  for (let depth = folders.length - 1; depth >= 0; depth--) {
    const resolved = resolvePath(folders.slice(0, depth).join("/"), path);
    if (resolved !== undefined && site.has(resolved)) return resolved;
  }
  return undefined;
}

function pageAt(resolved: string, written: string, site: Site): string | undefined {
  return /\.(?:md|mdx|markdown)$/i.test(written)
    ? site.has(resolved)
      ? resolved
      : undefined
    : site.pageOf(resolved);
}

function formOf(kind: PageLink["kind"], path: string): AskForm {
  if (kind === "picture" || /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp)$/i.test(path))
    return "picture";
  if (/\.(?:md|mdx|markdown)$/i.test(path)) return "document";
  if (/\.html?$|\/$/i.test(path) || !/\.[a-z0-9]{1,8}$/i.test(path)) return "route";
  return "file";
}

/** From the top of a site, which may be any folder above the page, under an address of its own. */
function absolute(path: string, from: string, fragment: string, site: Site): Aim {
  const names = path.split("/").filter(Boolean);
  const folders = folderOf(from).split("/").filter(Boolean);
  for (let skip = 0; skip <= Math.min(2, names.length - 1); skip++) {
    for (let depth = folders.length; depth >= 0; depth--) {
      const base = folders.slice(0, depth).join("/");
      const resolved = resolvePath(base, names.slice(skip).join("/"));
      const page = resolved === undefined ? undefined : site.pageOf(resolved);
      if (page === undefined) continue;
      // With part of the address left away it may be another site's page.
      return skip === 0
        ? { kind: "page", path: page, fragment }
        : { kind: "unsure", reason: "absolute", path: page };
    }
  }
  return unsure("absolute");
}

const unsure = (reason: Unsure): Aim => ({ kind: "unsure", reason });
