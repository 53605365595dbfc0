import type { Citation } from "#lib/contracts/citation";
import type { DocsReadOutput } from "#lib/contracts/docs-tools";
import { quotableUnits } from "#lib/markdown/units";
import { linesHoldSecret } from "#lib/platform/secrets";
import type { Gathered } from "../answer-part.ts";
import type { DocsCalls } from "../docs-calls.ts";
import { citedLines, type Found } from "./evidence-book.ts";

/**
 * The sections of the best page that no search brought: what answers often stands beside what was found. In reading order,
 * those around the best hit where the page is long. Nothing where the page cannot be read.
 */
export async function restOfPage(
  gathered: readonly Gathered[],
  docs: Pick<DocsCalls, "read">,
): Promise<Found[]> {
  const [best] = gathered.flatMap(({ result }) => result.output.citations);
  if (best === undefined) return [];
  const at = { path: best.relative_path, root: best.root_id };
  const { line_start, line_end } = best.locator;
  const around = {
    line_start: Math.max(1, line_start - linesAround),
    line_end: line_end + linesAround,
  };
  const read = await docs.read({ ...at, ...around });
  if (!read.ok || read.output.truncated === true) return [];
  const known = gathered
    .flatMap(({ result, own }) => [...result.output.citations, ...(own?.citations ?? [])])
    .filter((one) => one.root_id === best.root_id && one.relative_path === best.relative_path);
  const sections = sectionsOf(read.output).flatMap((section) =>
    withoutLines(
      section,
      known.map(({ locator }) => locator),
    ),
  );
  const near = sections.toSorted(
    (a, b) => distance(a, best) - distance(b, best) || a.line_start - b.line_start,
  );
  let left = mostLetters - known.reduce((sum, one) => sum + one.snippet.length, 0);
  const taken = near.filter(({ text }) => {
    if (text.trim() === "" || text.length > left) return false;
    left -= text.length;
    return true;
  });
  return taken
    .toSorted((a, b) => a.line_start - b.line_start)
    .map((section) => foundIn(section, read.output, best));
}

/** More than so many lines before or behind it hold no answer beside it. */
const linesAround = 400;
/** Of a page, in letters, what it was found by counted. */
const mostLetters = 12_000;

type Lines = { line_start: number; line_end: number };
type Section = Lines & { text: string; breadcrumb: string[] };

/** From each heading to the next; what stands above the first one is a section too. */
function sectionsOf(page: DocsReadOutput): Section[] {
  const lines = page.text.split("\n");
  const headings = quotableUnits(page.text, page.line_start).flatMap(
    ({ kind, text, info, spans }) =>
      kind === "heading"
        ? [{ level: Number(info), text, line_start: spans[0]?.line ?? page.line_start }]
        : [],
  );
  const starts = [{ level: 0, text: "", line_start: page.line_start }, ...headings];
  const above: string[] = [];
  return starts.flatMap(({ level, text, line_start }, i): Section[] => {
    if (level > 0) {
      above.length = Math.min(above.length, level - 1);
      above[level - 1] = text;
    }
    const line_end = (starts[i + 1]?.line_start ?? page.line_end + 1) - 1;
    if (line_end < line_start) return [];
    const own = lines.slice(line_start - page.line_start, line_end - page.line_start + 1);
    // A page may begin with a heading of the second level.
    const breadcrumb = Object.values(above);
    return [{ line_start, line_end, text: own.join("\n"), breadcrumb }];
  });
}

/** What of a section other passages do not have, in pieces of lines that stand together. */
function withoutLines(section: Section, taken: readonly Lines[]): Section[] {
  const lines = section.text.split("\n");
  const pieces: Section[] = [];
  let open: string[] = [];
  const close = (end: number) => {
    if (open.length > 0)
      pieces.push({
        ...{ text: open.join("\n"), breadcrumb: section.breadcrumb },
        ...{ line_start: end - open.length + 1, line_end: end },
      });
    open = [];
  };
  for (const [i, text] of lines.entries()) {
    const at = section.line_start + i;
    if (taken.some((one) => one.line_start <= at && at <= one.line_end)) close(at - 1);
    else open.push(text);
  }
  close(section.line_end);
  return pieces;
}

const distance = (a: Lines, { locator }: Citation): number =>
  Math.max(0, a.line_start - locator.line_end, locator.line_start - a.line_end);

function foundIn(
  { text, breadcrumb, ...lines }: Section,
  page: DocsReadOutput,
  best: Citation,
): Found {
  const heading = breadcrumb.at(-1);
  const { inside_fence: _, contains_secret: __, ...same } = best;
  const citation: Citation = {
    ...same,
    breadcrumb,
    locator: { ...lines, ...(heading === undefined ? {} : { heading }) },
    ...citedLines(text.split("\n")),
    file: page.file,
    score: 0,
    reason: "",
    breakdown: [],
    matched: [],
  };
  const secret = linesHoldSecret(
    text,
    {
      line_start: lines.line_start - page.line_start + 1,
      line_end: lines.line_end - page.line_start + 1,
    },
    () => page.text.split("\n"),
  );
  return {
    citation: secret ? { ...citation, contains_secret: true } : citation,
    passage: { citation_id: 1, text, kind: "prose" },
  };
}
