import path from "node:path/posix";
import { flat, plain } from "./asks.ts";
import type { Heading, Page } from "./page.ts";

export type Link = { at: number; text: string; target: string; whole: string };
export type Place = { page: Page; heading?: Heading };

const patterns = [
  /(?<!!)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?((?:\{[{%][^}]*\}\}?|[^\s()<>]|\([^\s()]*\))+)>?(?:\s+["'][^)]*["'])?\s*\)/g,
  /<a\s[^>]*?href=["']([^"']+)["'][^>]*>(.*?)<\/a>/gi,
  /\[\[([^\]|]+)(?:\|([^\]]*))?\]\]/g,
];

/** The links of lines `start` to before `end` that are not code or pictures. */
export function linksOf(page: Page, start = 0, end = page.lines.length): Link[] {
  const links: Link[] = [];
  for (let at = start; at < end; at += 1) {
    const line = page.lines[at];
    if (line === undefined || line.code) continue;
    for (const [index, pattern] of patterns.entries()) {
      for (const [whole, one = "", two = ""] of line.text.matchAll(pattern)) {
        const [text, target] = index === 0 ? [one, two] : [two || one, one];
        links.push({ at, text, target, whole });
      }
    }
  }
  return links;
}

/** What a link of a page leads to, among the pages of its project. */
export function createResolver(pages: readonly Page[]) {
  const bare = (name: string) =>
    name
      .toLowerCase()
      .replace(/\.(?:mdx?|markdown|html?)$/, "")
      .replace(/\.(?:zh|en|zh-cn|en-us|zh-hans)$/, "")
      .replace(/(?:^|\/)(?:_?index|readme)$/, "")
      // Numbers and dates that order files are no part of an address.
      .replace(/(^|\/)(?:\d+[.-_]?)+[._-](?=[a-z\u4e00-\u9fff])/g, "$1");
  const byPath = new Map<string, Page>();
  const bySuffix = new Map<string, Page | null>();
  for (const page of pages) {
    const name = bare(page.path);
    if (!byPath.has(name)) byPath.set(name, page);
    const parts = name.split("/");
    for (let from = 0; from < parts.length; from += 1) {
      const suffix = parts.slice(from).join("/");
      if (suffix !== "") bySuffix.set(suffix, bySuffix.has(suffix) ? null : page);
    }
  }
  const find = (page: Page, target: string): Page | undefined => {
    if (target === "") return page;
    let name = target.replace(/\?.*$/, "");
    try {
      name = decodeURIComponent(name);
    } catch {
      // As it stands.
    }
    name = name.replace(/\/$/, "");
    if (!name.startsWith("/")) {
      const beside = path.normalize(path.join(path.dirname(page.path), name));
      const exact = byPath.get(bare(beside));
      if (exact) return exact;
    }
    const parts = bare(name.replace(/^[/@~.]+/, "").replace(/(?:\.\.\/)+/g, "")).split("/");
    for (let from = 0; from < parts.length; from += 1) {
      const found = bySuffix.get(parts.slice(from).join("/"));
      // A single word at the end of a longer address says too little.
      if (found && (from === 0 || parts.length - from > 1)) return found;
      if (found === null) return undefined;
    }
    return undefined;
  };
  return (from: Page, target: string): Place | undefined => {
    const shortcode =
      /\{[{%][<%]?\s*(?:relref|ref|link|post_url)\s+["']?([^\s"'%>}]+)["']?\s*[>%]?\}?\}(.*)$/.exec(
        target,
      );
    const address = shortcode ? `${shortcode[1]}${shortcode[2]}` : target;
    if (/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(address) || /[{}]/.test(address)) return undefined;
    const [name = "", anchor = ""] = address.split("#");
    const page = find(from, name);
    if (page === undefined) return undefined;
    if (anchor === "") return page === from ? undefined : { page };
    const heading = headingAt(page, anchor);
    return heading ? { page, heading } : page === from ? undefined : { page };
  };
}

function headingAt(page: Page, anchor: string): Heading | undefined {
  let name = anchor;
  try {
    name = decodeURIComponent(anchor);
  } catch {
    // As it stands.
  }
  const wanted = flat(name);
  if (wanted === "") return undefined;
  return (
    page.headings.find(
      (heading) => heading.anchor !== undefined && flat(heading.anchor) === wanted,
    ) ?? page.headings.find((heading) => flat(plain(heading.text)) === wanted)
  );
}
