import type { Answer, AnswerBlock, Claim, Gap, Place, ShownLine } from "./answer.ts";
import type { Citation } from "./citation.ts";

/** What of an answer stands on the page. */
export type Shown = Pick<Answer, "claims" | "blocks" | "citations">;

/**
 * A claim, or a line in the form of one, so that both are laid out alike. `around`: a line that an answer is read in, which
 * stands in paler ink. `marked`: words of a line that met the question.
 */
export type LaidOut = Claim & { line?: true; around?: true; marked?: readonly string[] };

/** What is read as one: an answer with the lines around it, or lines of another place. */
export type Piece = {
  kind: Exclude<AnswerBlock["kind"], "around">;
  place: Place | null;
  words: LaidOut[];
};

/** The pieces in the order of showing: blocks of an answer and around it that follow each other in one place are one piece. */
export function piecesOf({ claims, blocks }: Pick<Shown, "claims" | "blocks">): Piece[] {
  const known = new Map(claims.map((claim) => [claim.id, claim]));
  const pieces: Piece[] = [];
  for (const block of blocks) {
    const kind = block.kind === "around" ? "answer" : block.kind;
    const words =
      block.kind === "answer"
        ? block.claims.flatMap((id) => known.get(id) ?? [])
        : laidOutLines(block.lines).map((line) =>
            block.kind === "around" ? { ...line, around: true as const } : line,
          );
    const last = pieces.at(-1);
    if (last?.kind === kind && kind === "answer" && samePlace(last.place, block.place))
      last.words.push(...words);
    else pieces.push({ kind, place: block.place, words });
  }
  return pieces;
}

/**
 * Pieces that answer, in a row: of one that may answer, what of the question where it is only a part of it. `quoted`: of what
 * the model that wrote the others passed over.
 */
export type Group = { kind: "sure" | "may_be" | "quoted"; about?: string; pieces: Piece[] };

/** The pieces that answer, as far as they are sure apart, and those that may answer the same thing together. */
export function groupsOf(answer: Pick<Shown, "claims" | "blocks"> & Outcomes): Group[] {
  const { outcome = null, parts } = answer;
  const groups: Group[] = [];
  for (const piece of piecesOf(answer)) {
    if (piece.kind !== "answer") continue;
    const ids = new Set(piece.words.map(({ id }) => id));
    const own = parts?.filter(({ claims }) => claims.some((id) => ids.has(id))) ?? [];
    const [part] = own;
    const unsure =
      own.length === 0 ? outcome === "may_be" : own.every((one) => one.outcome === "may_be");
    const quoted = own.length > 0 && own.every((one) => one.quoted === true);
    const kind = unsure ? "may_be" : quoted ? "quoted" : "sure";
    const about = kind !== "sure" && part !== undefined ? { about: part.question } : {};
    const last = groups.at(-1);
    if (last?.kind === kind && last.about === about.about) last.pieces.push(piece);
    else groups.push({ kind, ...about, pieces: [piece] });
  }
  return groups;
}
export type Outcomes = {
  outcome?: Answer["outcome"] | undefined;
  parts?: Answer["parts"] | undefined;
};

/** Lines in the form of claims, to be laid out as they are. They claim nothing. */
export function laidOutLines(lines: readonly ShownLine[]): LaidOut[] {
  return lines.map(({ citation, line_start, line_end, column, marks, ...one }) => {
    const marked = [...new Set(marks.map(([start, end]) => one.text.slice(start, end)))];
    const first = one.text.indexOf("\n");
    const length = first < 0 ? one.text.length : first;
    return {
      ...one,
      id: `line ${citation}:${line_start}:${column}:${one.text.length}`,
      citations: [citation],
      support: "verbatim",
      line: true,
      spans: [
        { citation, line: line_start, start: column, end: column + length },
        ...(line_end === line_start ? [] : [{ citation, line: line_end, start: 0, end: 0 }]),
      ],
      ...(marked.length === 0 ? {} : { marked }),
    };
  });
}

/** A claim that is told as a line. */
export function lineOf(claim: Claim, marks: ShownLine["marks"] = []): ShownLine {
  const { kind, text, info, left_out, contains_secret } = claim;
  const own = ownSpans(claim);
  const lines = own.map(({ line }) => line);
  return {
    citation: claim.citations[0] ?? 1,
    ...{ line_start: Math.min(...lines), line_end: Math.max(...lines), text, marks, kind },
    column: own[0]?.start ?? 0,
    ...(info === undefined ? {} : { info }),
    ...(left_out === undefined ? {} : { left_out }),
    ...(contains_secret === undefined ? {} : { contains_secret }),
  };
}

/** The header of a table stands above its rows, and is not where they stand. */
const ownSpans = ({ kind, spans }: Pick<Claim, "kind" | "spans">) =>
  spans.slice(kind === "table" && spans.length > 2 ? 2 : 0);

/** By where words of one file stand in it. */
export function byLine(one: Pick<Claim, "kind" | "spans">, other: typeof one): number {
  const [a, b] = [one, other].map((words) => ownSpans(words)[0]);
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.start ?? 0) - (b?.start ?? 0);
}

/** The section that a passage is of. Two files are never one place, whatever their headings. */
export function placeOf({
  root_id,
  relative_path,
  display_path,
  title,
  breadcrumb,
}: Omit<Place, "root_label"> & Pick<Citation, "display_path">): Place {
  const end = `/${relative_path}`;
  const root_label = display_path.endsWith(end) ? display_path.slice(0, -end.length) : root_id;
  return { root_id, root_label, relative_path, title, breadcrumb };
}

export const placeKey = (place: Omit<Place, "root_label"> | null): string =>
  place === null
    ? ""
    : JSON.stringify([place.root_id, place.relative_path, place.title, place.breadcrumb]);

const samePlace = (a: Place | null, b: Place | null): boolean => placeKey(a) === placeKey(b);

/** What of an answer that is still being told is shown: claims that no block has told of yet stand behind the others. */
export function toldBlocks(
  claims: readonly Claim[],
  blocks: readonly AnswerBlock[],
): AnswerBlock[] {
  const placed = new Set(blocks.flatMap((block) => (block.kind === "answer" ? block.claims : [])));
  const rest = claims.map(({ id }) => id).filter((id) => !placed.has(id));
  return rest.length === 0
    ? [...blocks]
    : [...blocks, { kind: "answer", place: null, claims: rest }];
}

/** The blocks of lines that come nearest to what a gap is about. */
export function nearestTo(
  { nearest }: Pick<Gap, "nearest">,
  blocks: readonly AnswerBlock[],
): LinesBlock[] {
  const ids = new Set(nearest.map(({ id }) => id));
  return blocks.flatMap((block) =>
    block.kind === "nearest" && block.lines.some(({ citation }) => ids.has(citation))
      ? [block]
      : [],
  );
}
export type LinesBlock = Exclude<AnswerBlock, { kind: "answer" }>;

/** The claims, with the lines of blocks in the form of claims. */
export const allWords = (shown: Pick<Shown, "claims" | "blocks">): LaidOut[] =>
  piecesOf(shown).flatMap(({ words }) => words);

/** Of words that rest on one source the claims; of one that only lines come from, these. */
export function ownFirst(words: readonly LaidOut[]): readonly LaidOut[] {
  const claims = words.filter(({ line }) => line === undefined);
  return claims.length > 0 ? claims : words;
}

/** What the claims of an answer cite, and not what lines beside them come from. */
export function citedByClaims({
  claims,
  citations,
}: {
  claims: readonly Pick<Claim, "citations">[];
  citations: readonly Citation[];
}): Citation[] {
  const cited = new Set(claims.flatMap((claim) => claim.citations));
  return citations.filter(({ id }) => cited.has(id));
}
