import type { Answer, Place } from "./answer.ts";

/**
 * The page and the headings that lead to a passage, from the outside in: what tells a reader of which thing its words
 * speak. A page that has no title goes by its file's name.
 */
export function headingPath({
  relative_path,
  title,
  breadcrumb,
}: Pick<Place, "relative_path" | "title" | "breadcrumb">): string[] {
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

/** What a place is told apart from: the other places of its answer, and the folders that were searched for it. */
export type Among = Pick<Answer, "blocks" | "folders">;

/**
 * A place as an answer names it: its folder where more than one was searched, the page, the headings. Of two files that have
 * the same headings in one folder, say two versions of a manual, each is named as well.
 */
export function placePath(place: Place, { blocks, folders }: Among): string[] {
  const path = headingPath(place);
  const told = path.join(between);
  const twin = blocks.some(
    ({ place: other }) =>
      other !== null &&
      other.root_id === place.root_id &&
      other.relative_path !== place.relative_path &&
      headingPath(other).join(between) === told,
  );
  if (twin) return [fileOf(place), ...path];
  return folders.length > 1 ? [place.root_label, ...path] : path;
}

export const between = " › ";
/** The page and the headings that a passage stands under, on one line, as its answer names them. */
export const crumbOf = (place: Pick<Place, "relative_path" | "title" | "breadcrumb">): string =>
  headingPath(place).join(between);
export const fileOf = ({ root_id, relative_path }: Pick<Place, "root_id" | "relative_path">) =>
  `${root_id}/${relative_path}`;
