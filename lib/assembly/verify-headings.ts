import type { Heading } from "#lib/citations/read-export";
import type { CitedLines, DocsOutlineOutput, Verification } from "#lib/contracts/docs-tools";
import { between, fileOf, headingPath, stemOf } from "#lib/contracts/origins";
import { maskText } from "#lib/platform/secrets";
import type { Caller, DocsCalls } from "./docs-calls.ts";

type Source = { id: number; now: Verification | undefined } & CitedLines;

/** A heading of an export, and those of its sources that do not stand under it. */
export type StrayHeading = { text: string; citations: number[] };

/**
 * Whether what an export says above its sentences still leads to their lines: page and headings as they stand in the files
 * now. Of sources that are not found any more nothing is said; they do not hold anyway. A file is read once.
 */
export function createVerifyHeadings(
  deps: { docs: Pick<DocsCalls, "outline">; labelOf: (root_id: string) => string },
  caller: Caller,
) {
  const { docs, labelOf } = deps;
  const known = new Map<string, Promise<DocsOutlineOutput | undefined>>();
  const outlineOf = (root: string, path: string) => {
    const key = JSON.stringify([root, path]);
    const read =
      known.get(key) ??
      docs
        .outline({ root, path }, caller)
        .then((outcome) => (outcome.ok ? outcome.value : undefined));
    known.set(key, read);
    return read;
  };

  return async function strayHeadings(
    headings: readonly Heading[],
    sources: ReadonlyMap<number, Source>,
  ): Promise<StrayHeading[]> {
    const stray: StrayHeading[] = [];
    for (const { text, citations } of headings) {
      const lost: number[] = [];
      for (const id of citations) {
        const source = sources.get(id);
        if (source?.now?.state !== "verified" && source?.now?.state !== "moved") continue;
        const { root_id = source.root_id, relative_path = source.relative_path } = source.now;
        const outline = await outlineOf(root_id, relative_path);
        if (outline === undefined || !pathsTo(source, outline, labelOf(root_id)).has(text))
          lost.push(id);
      }
      if (lost.length > 0 || citations.length === 0) stray.push({ text, citations: lost });
    }
    return stray;
  };
}

/** All that an export may say of how these lines are reached. */
function pathsTo(
  source: Source,
  { title, headings, relative_path }: DocsOutlineOutput,
  label: string,
): Set<string> {
  const { line_start = source.line_start, line_end = source.line_end } = source.now ?? {};
  const begun = headings.map((one) => one.line_start);
  const lines = [line_start, ...begun.filter((line) => line > line_start && line <= line_end)];
  const paths = new Set<string>();
  for (const line of lines) {
    const breadcrumb = headings
      .filter((one) => one.line_start <= line && line <= one.line_end && one.text !== "")
      .map(({ text }) => text);
    // A file that was moved was named by its earlier name.
    for (const path of [relative_path, source.relative_path]) {
      const page = title === stemOf(relative_path) ? stemOf(path) : title;
      const told = headingPath({ relative_path: path, title: page, breadcrumb }).join(between);
      const file = fileOf({ ...source, relative_path: path });
      for (const one of [told, ...[file, label].map((first) => [first, told].join(between))]) {
        paths.add(one);
        paths.add(maskText(one).text);
      }
    }
  }
  return paths;
}
