import { setImmediate as nextTurn } from "node:timers/promises";
import { type DocsLinkedOutput, linkLimits } from "#lib/contracts/docs-tools";
import type { DocsCheck, Finding, FindingRule } from "#lib/contracts/findings";
import type { PageLink, PageLinks } from "#lib/markdown/link-reader";
import { sha256 } from "#lib/platform/hash";
import { type Aim, type AskForm, aimOf, type Unsure } from "./aim.ts";
import { type Anchors, anchorsOf, findAnchor, nearestAnchor } from "./anchors.ts";
import { joinedParts } from "./joined-parts.ts";
import { bare, nameOf, partOf, type ReadPage, relativePath, siteOf } from "./site.ts";
import { findUnlinked } from "./unlinked.ts";

type Linked = DocsLinkedOutput["results"][number];
type Asked = { link: PageLink; aim: Extract<Aim, { kind: "ask" }> };

/**
 * Whoever asks the docs server about what a page links to and no list of pages holds; in the order of what is asked.
 * Undefined where the page is refused, which costs its links alone.
 */
export type AskLinked = (
  path: string,
  targets: { line: number; target: string }[],
) => Promise<readonly Linked[] | undefined>;

export type Checked = {
  findings: Finding[];
  links: number;
  not_checked: Map<string, number>;
};

/**
 * The findings of one root. Only what is certain is one: a target that is there under another convention of sites, or that
 * may be, is counted as not checked. `paths`: all pages that are listed, also those that could not be read. Other work has
 * its turn after each page, whatever stands in it; throws the reason of the signal.
 */
export async function checkPages(
  root_id: string,
  { paths, pages }: { paths: readonly string[]; pages: readonly ReadPage[] },
  checks: ReadonlySet<DocsCheck>,
  { ask, signal }: { ask: AskLinked; signal: AbortSignal },
): Promise<Checked> {
  const site = siteOf(paths);
  const byPath = new Map(pages.map((one) => [one.path, one.page]));
  const anchors = new Map<string, Anchors>();
  const not_checked = new Map<string, number>();
  const found: Omit<Finding, "id" | "root_id">[] = [];
  /** So many names of headings that are meant have been looked for, by the page whose links mean them. */
  const sought = new Map<string, number>();
  /** Pages that something leads to, surely or perhaps. */
  const linked = new Set<string>();
  const lastNames = new Set<string>();
  const rates = new Map<string, { there: number; missing: number }>();
  const missing: { from: string; link: PageLink; aim: Asked["aim"]; linked: Linked }[] = [];
  /** By part: links to pages that are there for whoever begins at a folder above. */
  const fromAbove = new Map<string, number>();
  const parts = joinedParts();
  const led = new Map<string, number>();
  let links = 0;

  const doubt = (reason: Unsure) => {
    not_checked.set(reason, (not_checked.get(reason) ?? 0) + 1);
  };
  const anchorsAt = (path: string): Anchors | undefined => {
    const page = byPath.get(path);
    if (page === undefined) return undefined;
    const known = anchors.get(path) ?? anchorsOf(page);
    anchors.set(path, known);
    return known;
  };

  const turn = async () => {
    await nextTurn();
    signal.throwIfAborted();
  };

  for (const { path, page } of pages) {
    await turn();
    const asked: Asked[] = [];
    const to = new Set<string>();
    for (const name of page.web) lastNames.add(bare(name));
    for (const link of page.links) {
      links += 1;
      const aim = aimOf(link, path, site);
      lastNames.add(bare(lastNameOf(link.target)));
      if (aim.kind === "unsure") {
        if (aim.path !== undefined) linked.add(aim.path);
        doubt(aim.reason);
      } else if (aim.kind === "ask" && aim.form !== "document" && servedElsewhere(path, page)) {
        doubt("route");
      } else if (aim.kind === "ask") {
        asked.push({ link, aim });
      } else {
        if (aim.path !== path) to.add(aim.path);
        parts.join(partOf(path), partOf(aim.path));
        rate(aim.path, link.target, true);
        if (checks.has("anchors")) checkAnchor(path, link, aim);
      }
    }
    for (const one of to) linked.add(one);
    led.set(path, to.size);
    await lookUp(path, asked);
    if (checks.has("todos")) {
      for (const { line, word, text } of page.notes) {
        found.push({ rule: "note_left", path, line, text, target: word });
      }
    }
  }

  const routes = new Set(pages.flatMap(({ page }) => page.routes.map(bare)));
  for (const [i, one] of missing.entries()) {
    if (i % MISSING_A_TURN === 0) await turn();
    judgeMissing(one);
  }
  await turn();
  if (checks.has("orphans")) {
    const { unlinked, by_menu } = findUnlinked({ pages, site, parts, linked, lastNames, led });
    if (by_menu > 0) not_checked.set("menu", by_menu);
    for (const path of unlinked) {
      const text = byPath.get(path)?.headings[0] ?? "";
      found.push({ rule: "page_unlinked", path, line: 1, text, target: path });
    }
  }

  return { findings: withIds(root_id, found), links, not_checked };

  /** What no list of pages holds. */
  async function lookUp(path: string, asked: readonly Asked[]): Promise<void> {
    if (asked.length === 0) return;
    const targets = asked.map(({ link, aim }) => ({ line: link.line, target: aim.target }));
    const answers = await ask(path, targets);
    const again = asked.flatMap(({ link, aim }, i) =>
      answers?.[i]?.state === "missing" && aim.served !== undefined
        ? [{ i, line: link.line, target: aim.served }]
        : [],
    );
    const served = again.length === 0 ? [] : await ask(path, again);
    if (answers === undefined || served === undefined) {
      for (const { aim } of asked) notLookedUp(aim);
      return;
    }
    const isServed = new Set(
      again.flatMap(({ i }, n) => (["file", "folder"].includes(served[n]?.state ?? "") ? [i] : [])),
    );
    for (const [i, { link, aim }] of asked.entries()) {
      const answer = answers[i];
      if (answer === undefined || answer.state === "outside" || answer.state === "not_named") {
        doubt("outside");
      } else if (isServed.has(i)) {
        doubt("route");
      } else if (answer.state === "missing") {
        count(path, aim, "missing");
        if (aim.above !== undefined)
          fromAbove.set(partOf(path), (fromAbove.get(partOf(path)) ?? 0) + 1);
        missing.push({ from: path, link, aim, linked: answer });
      } else {
        count(path, aim, "there");
        if (answer.state === "folder") for (const one of site.inFolder(aim.path)) linked.add(one);
        else linked.add(aim.path);
      }
    }
  }

  /** Whatever it may lead to is no page that nothing leads to. */
  function notLookedUp({ path, above }: Asked["aim"]): void {
    for (const one of site.inFolder(path)) linked.add(one);
    if (above !== undefined) linked.add(above);
    doubt("unasked");
  }

  /** Of this form, in the whole part and, of files and pictures, in the folders on the way to the target. */
  function count(from: string, { form, path }: Asked["aim"], what: "there" | "missing"): void {
    const folders = form === "document" || form === "route" ? [] : foldersAbove(path);
    for (const key of [`${partOf(from)}\n${form}`, ...folders.map((f) => `/${f}\n${form}`)]) {
      const counted = rates.get(key) ?? { there: 0, missing: 0 };
      rates.set(key, counted);
      counted[what] += 1;
    }
  }

  /** The same of any folder on the way. */
  function isLeftOut({ form, path }: Asked["aim"]): boolean {
    if (form === "document" || form === "route") return false;
    return foldersAbove(path).some(
      (folder) => !believable(form, rates.get(`/${folder}\n${form}`) ?? none),
    );
  }

  /** Links without `.md` that lead to a page tell that this is how links are written there. */
  function rate(to: string, target: string, there: boolean): void {
    if (/\.(?:md|mdx|markdown)(?:[?#]|$)/i.test(target) || target.startsWith("#")) return;
    const kind = `${partOf(to)}\nroute`;
    const counted = rates.get(kind) ?? { there: 0, missing: 0 };
    rates.set(kind, counted);
    if (there) counted.there += 1;
  }

  function checkAnchor(from: string, link: PageLink, aim: Extract<Aim, { kind: "page" }>): void {
    if (aim.fragment === "") return;
    const there = anchorsAt(aim.path);
    // Layouts of pages in such a folder add headings of their own.
    const laidOut = aim.path.split("/").some((name) => name.startsWith("_"));
    const verdict = there === undefined || laidOut ? "perhaps" : findAnchor(aim.fragment, there);
    if (verdict === "there") return;
    if (verdict === "perhaps" || there === undefined) {
      doubt("anchor");
      return;
    }
    const before = sought.get(from) ?? 0;
    sought.set(from, before + 1);
    const near = before < MOST_SOUGHT ? nearestAnchor(aim.fragment, there) : undefined;
    const { line, text, target } = link;
    const fix =
      near === undefined
        ? {}
        : { fix: { from: target, to: `${target.slice(0, target.indexOf("#"))}#${near}` } };
    found.push({ rule: "anchor_missing", path: from, line, text, target, ...fix });
  }

  function judgeMissing({ from, link, aim, linked: answer }: (typeof missing)[number]): void {
    const rule: FindingRule = link.kind === "picture" ? "picture_missing" : "link_missing";
    if (!checks.has(rule === "picture_missing" ? "pictures" : "links")) return;
    const readFromAbove = (fromAbove.get(partOf(from)) ?? 0) >= MANY;
    if (readFromAbove && (aim.above !== undefined || aim.form !== "document")) {
      if (aim.above !== undefined) linked.add(aim.above);
      doubt("absolute");
      return;
    }
    const book = site.bookOf(from);
    if (book !== undefined && book !== "" && !aim.path.startsWith(`${book}/`)) {
      doubt("outside");
      return;
    }
    const counted = rates.get(`${partOf(from)}\n${aim.form}`) ?? none;
    if (!believable(aim.form, counted) || isLeftOut(aim)) {
      doubt(aim.form === "route" ? "route" : "copy");
      return;
    }
    if (aim.form === "route" && mayBeRoute(aim.path)) {
      doubt("route");
      return;
    }
    const to = fixOf(from, aim, answer);
    const { line, text, target } = link;
    const fix =
      to === undefined ? {} : { fix: { from: target, to: to + target.slice(aim.target.length) } };
    found.push({ rule, path: from, line, text, target, ...fix });
  }

  /** Another page is called so, in its front matter or by its name. */
  function mayBeRoute(path: string): boolean {
    const name = bare(nameOf(path));
    return (
      routes.has(name) ||
      ["md", "mdx", "markdown"].some((end) => site.named(`${name}.${end}`).length > 0)
    );
  }

  function fixOf(from: string, aim: Asked["aim"], answer: Linked): string | undefined {
    if (aim.above !== undefined) return written(from, aim.above, aim.target);
    const other = site.otherCase(aim.path);
    if (other !== undefined) return written(from, other, aim.target);
    if (answer.other_case !== undefined) {
      return (
        aim.target.slice(0, aim.target.length - nameOf(aim.target).length) +
        encoded(answer.other_case)
      );
    }
    if (aim.form !== "document" || /^(?:index|readme|_index|summary)\./i.test(nameOf(aim.path))) {
      return undefined;
    }
    // One word may be the name of many things; the page of two or more that has moved has kept its name.
    if (
      !/[\p{L}\p{N}][-_. ][\p{L}\p{N}]|\p{Ll}\p{Lu}/u.test(nameOf(aim.path).replace(/\.\w+$/, ""))
    ) {
      return undefined;
    }
    const named = site.named(nameOf(aim.path)).filter((path) => isServedWith(path, from));
    const near = named.filter((path) => partOf(path) === partOf(from));
    const [only, ...more] = near.length > 0 ? near : named;
    if (only === undefined || more.length > 0) return undefined;
    const its = anchorsAt(only);
    if (aim.fragment !== "" && its !== undefined && findAnchor(aim.fragment, its) === "missing") {
      return undefined;
    }
    return written(from, only, aim.target);
  }

  /** As far as can be told: in the same book, in parts that lead to one another. */
  function isServedWith(path: string, other: string): boolean {
    return (
      site.bookOf(path) === site.bookOf(other) &&
      parts.siteOf(partOf(path)) === parts.siteOf(partOf(other))
    );
  }
}

/** Where a page is served elsewhere than it lies, so do its addresses lead elsewhere, but for those of documents. */
const servedElsewhere = (path: string, { moved }: PageLinks): boolean =>
  moved || path.split("/").some((name) => name.startsWith("_"));

/**
 * A kind of file of which most are not there was left out when the folder was copied, or a site takes it from elsewhere; a
 * few are missed all the same.
 */
function believable(
  form: AskForm,
  { there, missing }: { there: number; missing: number },
): boolean {
  if (form === "document") return true;
  if (form === "route") return there >= 10 && there >= missing * 9;
  return missing < MANY || missing <= there;
}
const MANY = 5;
const none = { there: 0, missing: 0 };

/** For more links of one page the heading that is meant is not looked for. */
const MOST_SOUGHT = 200;
const MISSING_A_TURN = 200;
/** A kind of file is left out of a folder near to the top, with all below it. */
const DEEPEST_COUNTED = 12;

/** `a/b/c.png`: a, a/b. */
function foldersAbove(path: string): string[] {
  const names = path.split("/").slice(0, -1).slice(0, DEEPEST_COUNTED);
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}

/** `../a/b.md?c#d`: b.md. Of a very long one only its beginning is looked at. */
function lastNameOf(target: string): string {
  const [path = ""] = target.slice(0, linkLimits.target).split(/[?#]/, 1);
  return nameOf(path.replace(/\/+$/, ""));
}

const encoded = (path: string): string =>
  encodeURI(path).replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));

/** In the way the old one was written, as far as that says something: with `./` where it had it. */
function written(from: string, to: string, old: string): string {
  const path = encoded(relativePath(from, to));
  return old.startsWith("./") && !path.startsWith("../") ? `./${path}` : path;
}

function withIds(root_id: string, found: readonly Omit<Finding, "id" | "root_id">[]): Finding[] {
  const seen = new Map<string, number>();
  const rules = ["link_missing", "picture_missing", "anchor_missing", "page_unlinked", "note_left"];
  const sorted = [...found].sort(
    (a, b) =>
      rules.indexOf(a.rule) - rules.indexOf(b.rule) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
  );
  return sorted.map((finding) => {
    const key = [root_id, finding.rule, finding.path, finding.target, finding.text].join("\n");
    const n = seen.get(key) ?? 0;
    seen.set(key, n + 1);
    return { id: sha256(`${key}\n${n}`).slice(0, 16), root_id, ...finding };
  });
}
