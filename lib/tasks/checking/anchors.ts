import type { PageLinks } from "#lib/markdown/link-reader";

/**
 * The names by which places of a page can be linked to. Sites make them from headings by rules of their own, so there are
 * those of GitHub's rule and of tags, which are exact, and forms in which most rules agree, which say "perhaps".
 *
 *   ## 1. What's new?   exact: 1-whats-new     loose: 1whatsnew, whatsnew
 */
export type Anchors = {
  exact: ReadonlySet<string>;
  loose: ReadonlySet<string>;
  composed: boolean;
  /** The exact ones in small letters, by how many letters they have. */
  byLength: ReadonlyMap<number, readonly Named[]>;
};
type Named = { name: string; small: string };

export function anchorsOf({ headings, anchors, composed }: PageLinks): Anchors {
  const exact = new Set<string>();
  const loose = new Set<string>();
  const used = new Map<string, number>();
  for (const heading of headings) {
    const slug = githubSlug(heading);
    const before = used.get(slug) ?? 0;
    used.set(slug, before + 1);
    exact.add(before === 0 ? slug : `${slug}-${before}`);
    for (const form of looseForms(heading)) loose.add(form);
  }
  for (const name of anchors) {
    exact.add(name);
    exact.add(name.toLowerCase());
    for (const form of looseForms(name)) loose.add(form);
  }
  const byLength = new Map<number, Named[]>();
  for (const name of exact) {
    const small = name.toLowerCase();
    const alike = byLength.get(small.length);
    if (alike === undefined) byLength.set(small.length, [{ name, small }]);
    else alike.push({ name, small });
  }
  return { exact, loose, composed, byLength };
}

export type AnchorVerdict = "there" | "perhaps" | "missing";

export function findAnchor(fragment: string, { exact, loose, composed }: Anchors): AnchorVerdict {
  if (exact.has(fragment)) return "there";
  if (special.test(fragment)) return "perhaps";
  if (looseForms(fragment).some((form) => loose.has(form) || loose.has(form.replace(/\d+$/, "")))) {
    return "perhaps";
  }
  return composed ? "perhaps" : "missing";
}

/** Lines of code, tabs, footnotes, routes of an application, a text to scroll to, and what a table of contents counts. */
const special =
  /^(?:L\d|lines?-|tabs?[/-]|tabpanel|fn|__tabbed_|tag:|cite|ref-|user-content-|[/!?]|:~:|_\d+$|id\d+$|issuecomment|discussion|page=|t=\d)|^(?:top|toc|contents|readme|end|bottom|content|main)?$/i;

/** As github-slugger does it. */
export function githubSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replace(/ /g, "-");
}

function looseForms(text: string): string[] {
  const whole = text.normalize("NFKC").toLowerCase();
  const forms = [
    whole,
    whole.replace(/^[^\p{L}]+/u, ""),
    whole.normalize("NFKD").replace(/[^ -~]/g, ""),
    whole.replace(/&(?:[a-z]+|#\d+);/g, ""),
    whole.replace(/:[a-z0-9_+-]+:/g, ""),
    whole.replace(/&/g, "and"),
    whole.replace(/\+/g, "plus").replace(/#/g, "sharp"),
    whole.replace(/[([（][^)\]）]*[)\]）]/g, ""),
  ];
  return [...new Set(forms.map((form) => form.replace(/[^\p{L}\p{N}]/gu, "")))].filter(
    (form) => form !== "",
  );
}

/** Names beyond this length, and more names of about one length than so many, are not compared. */
const LONGEST_COMPARED = 200;
const MOST_COMPARED = 1000;

/** The one name that differs by a slip of the pen; undefined where finding it would take long. */
export function nearestAnchor(fragment: string, { byLength }: Anchors): string | undefined {
  if (fragment.length > LONGEST_COMPARED) return undefined;
  const most = Math.min(3, Math.floor(fragment.length / 5));
  const sought = fragment.toLowerCase();
  const alike: Named[] = [];
  for (let length = sought.length - most; length <= sought.length + most; length++) {
    const named = byLength.get(length) ?? [];
    if (alike.length + named.length > MOST_COMPARED) return undefined;
    alike.push(...named);
  }
  let best: { name: string; distance: number } | undefined;
  let alone = true;
  for (const { name, small } of alike) {
    const distance = editDistance(sought, small, most);
    if (distance > most) continue;
    if (best === undefined || distance < best.distance) {
      best = { name, distance };
      alone = true;
    } else if (distance === best.distance) alone = false;
  }
  return alone ? best?.name : undefined;
}

/** How many letters must be put in, taken out or changed; `most + 1` for more than that. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const value = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      next.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return most + 1;
    row = next;
  }
  return row[b.length] ?? most + 1;
}
