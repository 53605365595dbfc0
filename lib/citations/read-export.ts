import type { CitedLines } from "#lib/contracts/docs-tools";
import type { DraftClaim } from "#lib/contracts/draft";
import { fenceOn } from "#lib/markdown/fences";
import { quotableUnits } from "#lib/markdown/units";
import { say } from "#lib/platform/say";
import {
  type ExportSection,
  exportSections,
  isExportLine,
  nameOf,
  type PlainSection,
  readSourceLine,
} from "./export-lines.ts";
import { isOwnLine, readHeadingLine } from "./heading-line.ts";
import { type PictureReference, readPictureLine } from "./picture-reference.ts";
import { takeQuotations } from "./quotations.ts";
import { claimsOf } from "./written.ts";

/** What an exported answer claims, and the lines it names for it; none of it is believed yet. */
export type ExportedTurn = Written & {
  question: string;
  /** `snippet`: the words that the file gives as those lines, if it gives any. */
  sources: ({ id: number; snippet?: { text: string; truncated: boolean } } & CitedLines)[];
  pictures: PictureReference[];
  /** Lines that tell what stood in a changed file: nothing can say any more whether it did. */
  unchecked: number;
};

/** `headings`: where some of the claims are said to come from, with the sources that these name. */
export type Written = { claims: DraftClaim[]; headings: Heading[] };
export type Heading = { text: string; citations: number[] };

type Section = "claims" | ExportSection;
type Part = { section: Section; lines: string[] };

/**
 * Takes an exported conversation apart, answer by answer. Whatever is under no heading of the export's own, and of what is
 * under one all that the export does not write there, counts as a claim: no sentence escapes the check by where it
 * stands. Yields nothing when the text has no answer in it.
 */
export function* readExport(text: string): Generator<ExportedTurn> {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  // Not every line that begins with # is a heading: code has such lines too.
  const headings = new Map(
    quotableUnits(lines.join("\n"), 1).flatMap((unit) => {
      const line = unit.spans[0]?.line ?? 0;
      return unit.kind === "heading" && lines[line - 1]?.startsWith("#") ? [[line, unit]] : [];
    }),
  );
  const turns: { question: string; parts: Part[] }[] = [
    { question: "", parts: [{ section: "claims", lines: [] }] },
  ];
  let known = false;
  let title = "";
  lines.forEach((line, i) => {
    const heading = headings.get(i + 1);
    if (heading?.info === "1" && i === 0) {
      title = heading.text;
      return;
    }
    if (heading?.info === "2") {
      turns.push({ question: heading.text, parts: [{ section: "claims", lines: [] }] });
      return;
    }
    const section = heading?.info === "3" ? titles.get(heading.text) : undefined;
    if (section !== undefined) {
      known = true;
      turns.at(-1)?.parts.push({ section, lines: [] });
      return;
    }
    turns.at(-1)?.parts.at(-1)?.lines.push(line);
  });
  if (!known) return;
  // An export of one question has it as its title.
  if (turns.length === 1) turns[0] = { question: title, parts: turns[0]?.parts ?? [] };
  for (const { question, parts } of turns) {
    const turn = readTurn(question, parts);
    if (
      question !== "" ||
      turn.claims.length > 0 ||
      turn.sources.length > 0 ||
      turn.pictures.length > 0
    )
      yield turn;
  }
}

const titles = new Map<string, Section>(
  exportSections.flatMap((section) =>
    (["en", "zh-CN"] as const).map((lang) => [say(lang, `export.${section}`), section] as const),
  ),
);

function readTurn(question: string, parts: readonly Part[]): ExportedTurn {
  const turn: ExportedTurn = {
    question,
    claims: [],
    headings: [],
    sources: [],
    pictures: [],
    unchecked: 0,
  };
  for (const { section, lines } of parts) {
    if (section === "sources") readSources(lines, turn);
    else if (section === "pictures") readPictures(lines, turn);
    else Object.assign(turn, joined([turn, writtenIn(section, lines)]));
  }
  return turn;
}

function readPictures(lines: readonly string[], turn: ExportedTurn): void {
  const rest: string[] = [];
  for (const line of lines) {
    const picture = readPictureLine(line, nameOf);
    if (picture === undefined) rest.push(line);
    else turn.pictures.push(picture);
  }
  turn.claims = turn.claims.concat(strangers(rest));
}

function writtenIn(section: "claims" | PlainSection, lines: readonly string[]): Written {
  if (section === "claims") return sentencesOf(lines);
  const near = section === "gaps" ? takeQuotations(lines) : { rest: lines, quotations: [] };
  const claims = strangers(near.rest.filter((line) => !isExportLine(section, line)));
  return joined([{ claims, headings: [] }, ...near.quotations.map(ownSentences)]);
}

export function joined(all: readonly Written[]): Written {
  return {
    claims: all.flatMap(({ claims }) => claims),
    headings: all.flatMap(({ headings }) => headings),
  };
}

/** Below a source that had changed the export shows how, as a fenced difference. */
function readSources(lines: readonly string[], turn: ExportedTurn): void {
  let fence: string | undefined;
  let below = false;
  const rest: string[] = [];
  for (const line of lines) {
    if (fence !== undefined) {
      if (line === `  ${fence}`) fence = undefined;
      else turn.unchecked += 1;
      continue;
    }
    const source = readSourceLine(line);
    fence = below ? /^ {2}(`{3,})diff$/.exec(line)?.[1] : undefined;
    below = source !== undefined || (below && line === "");
    if (source !== undefined) turn.sources.push(source);
    else if (fence === undefined) rest.push(line);
  }
  turn.claims = turn.claims.concat(strangers(rest));
}

/** Lines that no export has where they stand: they say something and name no source for it. */
function strangers(lines: readonly string[]): DraftClaim[] {
  return lines
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .map(withoutSource);
}

export const withoutSource = (text: string): DraftClaim => ({
  id: "stranger",
  kind: "sentence",
  text,
  citations: [],
  spans: [],
});

/** The claims of a text, and as claims without a source whatever else can be read there: a heading, a tag, a comment. */
export function sentencesOf(written: readonly string[]): Written {
  const { rest, quotations } = takeQuotations(written);
  return joined([ownSentences(rest), ...quotations.map(ownSentences)]);
}

/** Claims, each under the line that says where it comes from, if one stands above it. */
function ownSentences(lines: readonly string[]): Written {
  const code = new Set(
    quotableUnits(lines.join("\n"), 1).flatMap(({ kind, spans }) =>
      kind === "code" ? spans.map(({ line }) => line) : [],
    ),
  );
  const stretches: { heading?: string; lines: string[] }[] = [{ lines: [] }];
  lines.forEach((line, i) => {
    const own = !code.has(i + 1);
    const program = own && isOwnLine(line);
    const heading = own && !program ? readHeadingLine(line) : undefined;
    if (heading === undefined) stretches.at(-1)?.lines.push(program ? "" : line);
    else stretches.push({ heading, lines: [] });
  });
  return joined(
    stretches.map(({ heading, lines }) => {
      const claims = claimsIn(lines);
      const citations = [...new Set(claims.flatMap((claim) => claim.citations))];
      return { claims, headings: heading === undefined ? [] : [{ text: heading, citations }] };
    }),
  );
}

function claimsIn(lines: readonly string[]): DraftClaim[] {
  const text = lines.join("\n");
  const read = new Map<number, { start: number; end: number }[]>();
  const infos = new Map<number, string>();
  for (const unit of quotableUnits(text, 1)) {
    if (unit.kind === "heading") continue;
    const above = (unit.spans[0]?.line ?? 0) - 1;
    if (unit.kind === "code") infos.set(above, unit.info ?? "");
    for (const span of unit.spans) {
      const known = read.get(span.line);
      if (known === undefined) read.set(span.line, [span]);
      else known.push(span);
    }
  }
  const rest = lines.map((line, i) => {
    const spans = read.get(i + 1);
    // The number of a step is a part of its claim, and so is what a fence says of the code in it.
    if (spans !== undefined) return outside(line, spans).replace(/^[\s>]*\d{1,9}[.)]/, "");
    const info = infos.get(i + 1);
    return info !== undefined && fenceOn(line)?.info.trim() === info ? "" : line;
  });
  return [...claimsOf(text), ...strangers(rest)];
}

/** What of a line stands in none of the spans. */
function outside(line: string, spans: readonly { start: number; end: number }[]): string {
  let left = "";
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start > at) left += ` ${line.slice(at, start)}`;
    at = Math.max(at, end);
  }
  return `${left} ${line.slice(at)}`;
}
