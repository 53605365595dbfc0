import type { Answer, AnswerBlock, Claim, Lang, Place } from "#lib/contracts/answer";
import { groupsOf, type LaidOut, type Outcomes, type Piece, piecesOf } from "#lib/contracts/blocks";
import { linesUnder } from "#lib/contracts/lines-under";
import { type Among, between, placePath } from "#lib/contracts/origins";
import { continuedItems, goesOn, isTogether } from "#lib/contracts/paragraphs";
import { codeSpans } from "#lib/markdown/inline-spans";
import { sentenceRanges } from "#lib/markdown/sentences";
import { softBreak } from "#lib/markdown/soft-break";
import { maskText } from "#lib/platform/secrets";
import { headingLine, leftOutLine, mayBeLine, quotedLine } from "./heading-line.ts";
import { renderOtherPlaces, renderQuotations } from "./quotations.ts";

/** What of an answer is written. */
export type Rendered = Pick<Answer, "claims" | "blocks" | "folders"> & Outcomes;

/**
 * An answer as Markdown with [1] markers, as it is shown: what is quoted under its place, with the lines around it; what may
 * answer under a line that says so; then, as a quotation, what is related. Claims are Markdown of the documents already and
 * stay as they are; only list marks, fences and table ends are put around them, and what would act is escaped: a document's
 * own "[1]", its images and its tags that load. Sentences of one source make a paragraph as far as they can be told apart in
 * it, items of one source a list; steps keep their numbers. The marker stands before the final full stop; after code and
 * tables on a line of its own. `marker` writes it otherwise than as [1]. Under a sentence in doubt stand the lines it rests
 * on, as a quotation.
 */
export function renderAnswer(answer: Rendered, lang: Lang, marker = bracketed): string {
  const groups = groupsOf(answer).flatMap(({ kind, about, pieces }) => [
    ...(kind === "may_be" ? [mayBeLine(pieces.length, about, lang)] : []),
    ...(kind === "quoted" && about !== undefined ? [quotedLine(about, lang)] : []),
    ...pieces.map((piece) => renderPiece(piece, answer, lang, marker)),
  ]);
  return [...groups, renderApart(answer, "related", lang, marker)]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** The lines that come nearest, as one quotation that says what it is; empty where there are none. */
export const renderNearest = (
  blocks: readonly AnswerBlock[],
  among: Among,
  lang: Lang,
  marker = bracketed,
): string => renderApart({ ...among, claims: [], blocks: [...blocks] }, "nearest", lang, marker);

function renderApart(
  answer: Rendered,
  kind: "related" | "nearest",
  lang: Lang,
  marker: typeof bracketed,
): string {
  const pieces = piecesOf(answer).filter((piece) => piece.kind === kind);
  if (pieces.length === 0) return "";
  const bodies = pieces.map((piece) => renderPiece(piece, answer, lang, marker));
  return renderOtherPlaces(bodies.join("\n\n"), kind, lang);
}

function renderPiece(
  { place, words }: Piece,
  among: Among,
  lang: Lang,
  marker: typeof bracketed,
): string {
  const body = renderMarkdown(words, lang, marker);
  return place === null ? body : `${lineAbove(place, among)}\n\n${body}`;
}

/** A heading may hold a secret, and this line goes along with whatever is copied or exported. */
const lineAbove = (place: Place, among: Among): string =>
  headingLine(maskText(placePath(place, among).join(between)).text);

/** Claims alone, with what stands under those in doubt. */
export function renderMarkdown(claims: readonly LaidOut[], lang: Lang, marker = bracketed): string {
  const under = linesUnder(claims);
  const continued = continuedItems(claims);
  let text = "";
  let indents: number[] = [];
  claims.forEach((claim, i) => {
    const before = claims[i - 1];
    const together = before !== undefined && isTogether(before, claim, continued);
    const leaves = before !== undefined && continued.has(before) && !continued.has(claim);
    const flows = together && !under.has(before) && !leaves && before.left_out === undefined;
    const item = isItem(claim);
    const nested = together && indents.length > 0;
    if (item) indents = nested ? levels(indents, column(claim)) : [column(claim)];
    else if (!continued.has(claim) && !(claim.kind === "code" && nested && column(claim) > 0))
      indents = [];
    const pad =
      indents.length === 0 ? "" : "   ".repeat(item ? indents.length - 1 : indents.length);
    const joint = text === "" ? "" : glue(before, claim, flows, text);
    const body = layOut(claim, marker);
    const opens = text === "" || joint.includes("\n");
    if (!claim.instead) text += joint + (opens ? indent(body, pad) : body);
    if (claim.left_out !== undefined)
      text += `\n\n${indent(leftOutLine(claim.left_out, lang), pad)}`;
    const lines = under.get(claim);
    if (lines === undefined) return;
    const inside = !item ? pad : claim.support === "verbatim" ? "   ".repeat(indents.length) : "";
    const quoted = renderQuotations(lines, lang, (one) => layOut(one, marker));
    text += `${text === "" ? "" : "\n\n"}${indent(quoted, inside)}`;
  });
  return text;
}

const isItem = (claim: Claim): boolean => claim.kind === "list_item" || claim.kind === "step";
/** Where the item stands in its line; of what is not the line that is no number, and it is a level with any. */
const column = (claim: Claim): number =>
  claim.support === "verbatim" ? (claim.spans[0]?.start ?? 0) : Number.NaN;

/** Columns of the items around an item, by where they stand in the file; the last is its own. */
function levels(outer: readonly number[], at: number): number[] {
  // The column is that of the words, so a longer number ("10.") is one off its siblings.
  return [...outer.filter((c) => c < at - 1), at];
}

function glue(
  before: LaidOut | undefined,
  claim: LaidOut,
  together: boolean,
  text: string,
): string {
  if (!together || before === undefined) return "\n\n";
  if (isItem(claim) && isItem(before)) return "\n";
  if (claim.kind === "quote" && before.kind === "quote") return "\n>\n";
  const inItem = isItem(before) && claim.goes_on === true;
  const sentences = claim.kind === "sentence" && (before.kind === "sentence" || inItem);
  const flows = sentences && goesOn(before, claim);
  return flows && areTold(before.text, claim.text) ? softBreak(text, claim.text) : "\n\n";
}

/** Whether both are read as sentences of their own where one follows the other: not after "as follows:" or a bare link. */
function areTold(one: string, next: string): boolean {
  if (/(?<!\.)\.$/.test(one)) return true; // behind a marker it ends a sentence whatever comes next
  const between = softBreak(one, next);
  const at = one.length + between.length;
  return sentenceRanges(one + between + next).some(({ start }) => start === at);
}

const bracketed = (citation: number): string => `[${citation}]`;

function layOut(
  claim: Pick<Claim, "kind" | "text" | "info" | "citations">,
  marker: (citation: number) => string,
): string {
  const marks = claim.citations.map(marker).join("");
  switch (claim.kind) {
    case "code": {
      const longest = Math.max(2, ...(claim.text.match(/`+/g) ?? []).map((run) => run.length));
      const fence = "`".repeat(longest + 1);
      return `${fence}${claim.info ?? ""}\n${claim.text}\n${fence}${marks === "" ? "" : `\n\n${marks}`}`;
    }
    case "table": {
      const table = headed(harmless(claim.text));
      return marks === "" ? table : `${table}\n\n${marks}`;
    }
    case "list_item":
      return `- ${marked(claim.text, marks)}`;
    case "step":
      return `${claim.info ?? "1"}. ${marked(claim.text, marks)}`;
    case "quote":
      return `> ${marked(claim.text, marks)}`;
    case "sentence":
      return marked(claim.text, marks);
  }
}

/** A row whose header is not at hand gets an empty one: Markdown has no table without. */
function headed(text: string): string {
  const rows = text.split("\n");
  if (/^[\s|:-]+$/.test(rows[1] ?? "")) return text;
  const cells = (rows[0]?.replace(/\\\|/g, "").match(/\|/g)?.length ?? 2) - 1;
  return [`|${"  |".repeat(cells)}`, `|${"--|".repeat(cells)}`, text].join("\n");
}

/** "Text." and [1] as "Text [1]."; Chinese needs no space; a sentence without a full stop gets the marker after it. */
function marked(text: string, marks: string): string {
  const escaped = harmless(text);
  if (marks === "") return escaped;
  const stop = /(?<![.。])[.。]$/.exec(escaped);
  const words = stop ? escaped.slice(0, stop.index) : escaped;
  const end = stop ? stop[0] : "";
  const space = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef][*_~]*$/u.test(words) ? "" : " ";
  return `${words}${space}${marks}${end}`;
}

/**
 * A document may hold "[7]" itself, a footnote or an injection: escaped, so that only the answer's own markers are markers.
 * Inline code, tags and links stay as they are.
 */
function withoutMarkers(text: string): string {
  const kept = [
    ...codeSpans(text),
    ...[...text.matchAll(/(?<!\\)<[^<>]*>/g)].map((t) => ({
      start: t.index,
      end: t.index + t[0].length,
    })),
  ];
  return text.replace(
    /(\\*)\[(\d+(?:[ ,;–-]+\d+)*)\](\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\))?/g,
    (whole: string, slashes: string, digits: string, link: string | undefined, at: number) => {
      if (kept.some((k) => at >= k.start && at < k.end)) return whole;
      if (slashes.length % 2 === 1) return `${slashes}[${digits}\\]${link ?? ""}`;
      if (link !== undefined) return whole;
      return `${slashes}\\[${digits}\\]`;
    },
  );
}

/** A document's words as an answer writes them: nothing in them acts or counts as a marker of its own. */
export const harmless = (text: string): string => withoutMarkers(withoutLoading(text));

/**
 * An answer is pasted and exported: there, a document's image would be loaded by whatever shows the Markdown, and tell its
 * host so. Images and tags stand as text; links, bare tags such as `<br>` and code stay as they are. A tag is written as an
 * entity, for a backslash means nothing within a block of HTML; nor do backticks there.
 */
function withoutLoading(text: string): string {
  const code = mayOpenHtml.test(text) ? [] : codeSpans(text);
  return text.replace(
    /(\\*)(!\[|<(?=(?:img|svg|image|iframe|object|embed|script|style|link|video|audio|base|meta|form)\b|[a-z][\w-]*[\s/][^<>]*=))/gi,
    (whole: string, slashes: string, active: string, at: number) => {
      if (code.some((span) => at >= span.start && at < span.end)) return whole;
      if (active === "![") return `${slashes}!\\[`;
      return `${slashes.slice(slashes.length % 2)}&lt;`;
    },
  );
}

/** A line that begins with a tag, also within a quotation or an item. */
const mayOpenHtml = /^[\s>*+\d.)-]*<[a-z/!?]/im;

const indent = (text: string, pad: string): string =>
  pad === "" ? text : text.replace(/^(?=.)/gm, pad);
