import type { Answer, Beside, Claim } from "./answer.ts";
import { runsOf } from "./answer-alone.ts";
import type { Citation } from "./citation.ts";

type Page = Pick<Citation, "relative_path" | "title">;
type Place = Page & Pick<Citation, "root_id" | "breadcrumb">;

/**
 * The page and the headings that lead to a passage, from the outside in: what tells a reader of which thing its words
 * speak. A page that has no title goes by its file's name.
 */
export function headingPath({
  relative_path,
  title,
  breadcrumb,
}: Omit<Place, "root_id">): string[] {
  const headings = breadcrumb.map(withoutAnchor);
  const [first = ""] = headings;
  const file = relative_path.slice(relative_path.lastIndexOf("/") + 1);
  const stem = stemOf(relative_path);
  // "ch03-keys.md" above its heading "Keys" says nothing more.
  if (title === stem) return lettersOf(first, stem) ? headings : [file, ...headings];
  const page = withoutAnchor(title);
  return page === first ? headings : [page, ...headings];
}

/** What a file is called where its text has no title. */
export const stemOf = (relative_path: string): string =>
  relative_path.slice(relative_path.lastIndexOf("/") + 1).replace(/\.(?:md|markdown|mdx)$/i, "");

/** Site generators read such an end as the address of the heading; a page on `{#if}` is called just that. */
const withoutAnchor = (heading: string): string =>
  heading.replace(/\s*\{\s*[#/][^{}]*\}\s*$/, "") || heading;

function lettersOf(heading: string, stem: string): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return heading !== "" && letters(stem).endsWith(letters(heading));
}

/** Of two files that have the same headings, say two versions of a manual, each is named as well. */
export function toldPath(place: Place, shown: readonly Place[]): string {
  const path = headingPath(place).join(between);
  const twin = shown.some(
    (one) => !sameFile(one, place) && headingPath(one).join(between) === path,
  );
  return twin ? [fileOf(place), path].join(between) : path;
}

export const between = " › ";
export const fileOf = ({ root_id, relative_path }: Pick<Place, "root_id" | "relative_path">) =>
  `${root_id}/${relative_path}`;

const sameFile = (a: Place, b: Place): boolean => fileOf(a) === fileOf(b);
const sameSection = (a: Place | undefined, b: Place | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  sameFile(a, b) &&
  headingPath(a).join("\n") === headingPath(b).join("\n");

/** Claims in a row from one section. `from`: the first of its passages; undefined where the section is told above already. */
export type Stretch = { from: Citation | undefined; claims: Claim[] };

export type Shown = { claims: readonly Claim[]; citations: readonly Citation[] };

/** What is shown of an answer: runs of claims that stand beside it or are it, each in its stretches. */
export function stretchesOf({
  claims,
  citations,
}: Shown): { beside: Beside | undefined; stretches: Stretch[] }[] {
  const known = new Map(citations.map((one) => [one.id, one]));
  let before: Citation | undefined;
  return runsOf(claims).map(({ beside, claims }) => {
    const stretches: Stretch[] = [];
    for (const claim of claims) {
      const from = known.get(claim.citations[0] ?? 0);
      const goesOn = from === undefined || sameSection(before, from);
      const last = stretches.at(-1);
      if (goesOn && last !== undefined) last.claims.push(claim);
      else {
        const told = goesOn && beside === "section";
        stretches.push({ from: told ? undefined : from, claims: [claim] });
      }
      before = from ?? before;
    }
    return { beside, stretches };
  });
}

/** Quotations are read under their headings; what a model writes names its subject itself. */
export const headedBy = ({
  citations,
  mode = "quote",
}: Pick<Shown, "citations"> & Partial<Pick<Answer, "mode">>) => (mode === "quote" ? citations : []);
