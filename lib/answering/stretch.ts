import type { DraftAnswer, DraftClaim } from "#lib/contracts/draft";
import { opensWithCue } from "#lib/language/answer-cues";
import type { Unit } from "#lib/markdown/units";
import type { AskedQuestion } from "./asked-question.ts";
import type { Source } from "./candidates.ts";
import {
  countsAsItem,
  extentFeatures,
  growFrom,
  lengthOf,
  type Reach,
  reachesOf,
  takenOf,
} from "./extent.ts";
import { type AnsweringModel, logOdds, probability } from "./models.ts";
import type { AnswerPlace } from "./place.ts";
import { hasHeader, ownText, readText } from "./unit-text.ts";

/**
 * What is shown of one place: the unit that answers with what belongs to it, and before it what a reader needs to read it.
 * A list or table that is cut says how many of its items are left out.
 */
export type Stretch = {
  source: Source;
  /** In the order of the file. */
  answer: readonly Unit[];
  /** What may be shown around them. */
  around: readonly Unit[];
  /** Behind which unit so many items or rows are left out. */
  left_out: ReadonlyMap<Unit, number>;
};

/** A unit belongs from this probability on; characters of the answer at most. */
export type StretchBounds = { least: number; most: number };

/** A piece of a section: a paragraph, a list with its items, a table, a piece of code. */
type Piece = readonly Unit[];

export function stretchOf(
  place: AnswerPlace,
  asked: AskedQuestion,
  { extent }: AnsweringModel,
  { least, most }: StretchBounds,
): Stretch {
  const { source, unit, index } = place.best;
  const section = sectionOf(source.units, index);
  const reaches = reachesOf(place, section, asked.kind);
  const judge = (reach: Reach) =>
    takenOf(
      reach,
      probability(
        logOdds(
          extent,
          extentNames,
          extentFeatures.map(({ value }) => value(reach)),
        ),
      ),
    );
  const own = { length: readText(unit).length, item: countsAsItem(unit) };
  const judged = { above: reaches.above.map(judge), below: reaches.below.map(judge) };
  const taken = growFrom(own, judged, least, most);
  const at = section.indexOf(unit);
  const answer = section.slice(at - taken.above, at + taken.below + 1);
  const [first] = answer;
  const before = section[at - taken.above - 1];
  const needed = before?.announces || (first && opensWithCue(first.text, "dangling"));
  const around = before !== undefined && needed ? [before] : [];
  return { source, answer, around, left_out: leftOut(piecesOf(section), new Set(answer)) };
}

export const extentNames = extentFeatures.map(({ name }) => name);

/** Units between the two headings that the unit stands between. */
export function sectionOf(units: readonly Unit[], index: number): readonly Unit[] {
  const isHeading = ({ kind }: Unit) => kind === "heading";
  const from = units.slice(0, index).findLastIndex(isHeading) + 1;
  const to = units.findIndex((unit, i) => i > index && isHeading(unit));
  return units.slice(from, to === -1 ? units.length : to);
}

function piecesOf(section: readonly Unit[]): Piece[] {
  const pieces: Unit[][] = [];
  for (const unit of section) {
    const last = pieces.at(-1);
    const before = last?.at(-1);
    const same =
      before !== undefined &&
      (before.block === unit.block ||
        (unit.list !== undefined && last?.[0]?.list === unit.list) ||
        // What is inside an item belongs to its list.
        (last?.[0]?.list !== undefined && unit.depth > (last[0]?.depth ?? 0)));
    if (same) last?.push(unit);
    else pieces.push([unit]);
  }
  return pieces;
}

const isText = ({ kind }: Unit): boolean => kind === "sentence" || kind === "quote";
const isItem = ({ kind }: Unit): boolean => kind === "list_item" || kind === "step";

/** Of lists and tables that are shown in part: how many of their items or rows are not. */
function leftOut(pieces: readonly Piece[], shown: ReadonlySet<Unit>): Map<Unit, number> {
  const counts = new Map<Unit, number>();
  for (const piece of pieces) {
    const kept = piece.filter((unit) => shown.has(unit));
    const last = kept.at(-1);
    if (last === undefined || isText(last) || last.kind === "code") continue;
    const depth = Math.min(...piece.filter(isItem).map((unit) => unit.depth));
    const counted = piece.filter(
      (unit) => unit.kind === "table" || (isItem(unit) && unit.depth === depth),
    );
    const count = counted.filter((unit) => !shown.has(unit)).length;
    if (count > 0 && kept.length > 1) counts.set(last, count);
  }
  return counts;
}

/** A stretch as blocks in the order of the file: around, answer, around. Nothing stands around it beyond `most` characters. */
export function readPlace(
  { source, answer, around, left_out }: Stretch,
  most: number,
  newId: () => string,
): DraftAnswer["blocks"] {
  const beside: Unit[] = [];
  for (const unit of around) if (lengthOf([...beside, unit]) <= most) beside.push(unit);
  const position = (unit: Unit) => source.units.indexOf(unit);
  const first = Math.min(...answer.map(position));
  const claimsOf = (units: readonly Unit[]) =>
    mergeRows(units.toSorted((a, b) => position(a) - position(b))).map(
      ({ unit, of }): DraftClaim => {
        const count = of.map((one) => left_out.get(one)).find((one) => one !== undefined);
        const citation = source.citation.id;
        return {
          id: newId(),
          // Headings stand in no stretch.
          kind: unit.kind as DraftClaim["kind"],
          text: unit.text,
          citations: [citation],
          spans: unit.spans.map((span) => ({ citation, ...span })),
          ...(unit.info === undefined ? {} : { info: unit.info }),
          ...(count === undefined ? {} : { left_out: count }),
        };
      },
    );
  const before = claimsOf(beside.filter((unit) => position(unit) < first));
  const claims = claimsOf(answer);
  const after = claimsOf(beside.filter((unit) => position(unit) >= first));
  return [
    ...(before.length > 0 ? [{ kind: "around" as const, lines: before }] : []),
    { kind: "answer", claims },
    ...(after.length > 0 ? [{ kind: "around" as const, lines: after }] : []),
  ];
}

/** Rows of one table as one table under its header. */
function mergeRows(units: readonly Unit[]): { unit: Unit; of: Unit[] }[] {
  const merged: { unit: Unit; of: Unit[] }[] = [];
  for (const unit of units) {
    const last = merged.at(-1);
    if (
      last !== undefined &&
      hasHeader(unit) &&
      last.unit.kind === "table" &&
      last.unit.block === unit.block
    ) {
      const spans = [...last.unit.spans, ...unit.spans.slice(2)];
      last.unit = { ...last.unit, text: `${last.unit.text}\n${ownText(unit)}`, spans };
      last.of.push(unit);
    } else merged.push({ unit, of: [unit] });
  }
  return merged;
}
