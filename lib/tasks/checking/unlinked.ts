import type { JoinedParts } from "./joined-parts.ts";
import { bare, nameOf, partOf, type ReadPage, type Site } from "./site.ts";

/**
 * Pages to which nothing leads, but for those that a reader finds without: starts, posts, pieces of others. Where pages are
 * found by a menu, in their part or in the whole site, none is told, and they are counted. `linked`: what something leads
 * to; `lastNames`: what something is called that leads somewhere; `led`: to how many other pages each leads.
 */
export function findUnlinked({
  pages,
  site,
  parts,
  linked,
  lastNames,
  led,
}: {
  pages: readonly ReadPage[];
  site: Site;
  parts: JoinedParts;
  linked: ReadonlySet<string>;
  lastNames: ReadonlySet<string>;
  led: ReadonlyMap<string, number>;
}): { unlinked: string[]; by_menu: number } {
  const menus = new Set(pages.filter(isMenu).map(({ path }) => partOf(path)));
  /** Of each part and of each site: all, and those to which nothing leads. */
  const inPart = new Map<string, Counted>();
  const inSite = new Map<string, Counted>();
  for (const { path } of pages) {
    for (const counted of countedOf(path)) counted.all += 1;
  }
  const alone = pages.filter(isAlone);
  for (const { path } of alone) {
    for (const counted of countedOf(path)) counted.alone += 1;
  }
  const unlinked = alone.map(({ path }) => path).filter((path) => !isByMenu(path));
  return { unlinked, by_menu: alone.length - unlinked.length };

  function countedOf(path: string): Counted[] {
    const part = partOf(path);
    return [at(inPart, part), at(inSite, parts.siteOf(part))];
  }

  function isByMenu(path: string): boolean {
    const most = menus.has(partOf(path)) ? 0.5 : 0.02;
    return countedOf(path).some(({ alone, all }) => alone > 1 && alone > most * all);
  }

  function isAlone({ path, page }: ReadPage): boolean {
    if (linked.has(path) || isFound(path)) return false;
    if ([nameOf(path), ...page.routes].some((name) => lastNames.has(bare(name)))) return false;
    // The page by which a reader begins leads to most of the others, whatever it is called.
    const others = at(inSite, parts.siteOf(partOf(path))).all - 1;
    return ledTo(path) * 2 < others;
  }

  /** A page by which a reader finds at least every third page of its part. */
  function isMenu({ path }: ReadPage): boolean {
    if (!menuPage.test(nameOf(path))) return false;
    const all = site.paths.filter((one) => partOf(one) === partOf(path)).length;
    return ledTo(path) * 3 >= all;
  }

  function ledTo(path: string): number {
    return led.get(path) ?? 0;
  }
}

type Counted = { all: number; alone: number };

function at(counts: Map<string, Counted>, key: string): Counted {
  const known = counts.get(key) ?? { all: 0, alone: 0 };
  counts.set(key, known);
  return known;
}

/** A menu that is a page itself. */
const menuPage = /^(?:summary|_?sidebar|toc|_toc|contents)\.(?:md|markdown|mdx)$/i;

const startPage =
  /^(?:index|readme|synonyms|_index|_?sidebar|_?navbar|_coverpage|summary|toc|home|changelog|changes|history|news|license|licence|copying|contributing|contributors|code_of_conduct|security|support|authors|maintainers|governance|agents|claude|gemini|skill|404|release-?notes|roadmap|pull_request_template|issue_template)(?:[._-].*)?$/i;

/** What readers and programs find without a link. */
function isFound(path: string): boolean {
  const names = path.split("/");
  if (startPage.test(names.at(-1) ?? "")) return true;
  if (
    names.some((name) => /^[._]|^(?:includes?|partials|snippets|fragments|templates)$/.test(name))
  ) {
    return true;
  }
  // Posts are listed by their dates; a folder's page of the folder's name is its start.
  if (/^\d{4}-\d{2}-\d{2}/.test(names.at(-1) ?? "")) return true;
  return bare(names.at(-1) ?? "") === names.at(-2)?.toLowerCase();
}
