import type { DraftAnswer, DraftClaim } from "#lib/contracts/draft";
import type { AskKind } from "#lib/contracts/question";
import { opensWithCue } from "#lib/language/answer-cues";
import type { Unit } from "#lib/markdown/units";
import type { AskedQuestion } from "./asked-question.ts";
import type { Source } from "./candidates.ts";
import { MOST_ITEMS } from "./limits.ts";
import type { AnswerPlace } from "./place.ts";
import { hasHeader, ownText, readText } from "./unit-text.ts";

/**
 * What is shown of one place: the unit that answers with what belongs to it, and around it what a reader needs to read it.
 * Lists and tables come whole, or say how many of their items are left out.
 *
 *   a fact       the unit itself; around it the rest of its paragraph, or what announces its list
 *   a way, list  the unit with its whole list or table, what announces it, and what follows in its section as far as it fits
 */
export type Stretch = {
  source: Source;
  /** In the order of the file. */
  answer: readonly Unit[];
  /** What may be shown around them, the most needed first. */
  around: readonly Unit[];
  /** Behind which unit so many items or rows are left out. */
  left_out: ReadonlyMap<Unit, number>;
};

/** A piece of a section: a paragraph, a list with its items, a table, a piece of code. */
type Piece = readonly Unit[];

const wantsWhole: ReadonlySet<AskKind> = new Set(["procedure", "list", "error", "comparison"]);

export function stretchOf(place: AnswerPlace, asked: AskedQuestion, most: number): Stretch {
  const { source, unit } = place.best;
  const section = sectionOf(source.units, place.best.index);
  const pieces = piecesOf(section);
  const at = pieces.findIndex((piece) => piece.includes(unit));
  const own = pieces[at] ?? [unit];
  const lead = leadOf(pieces, at);
  const whole = wantsWhole.has(asked.kind);
  const kept = whole ? fitting(own, unit, most) : ofFact(own, unit);
  const answer = [...(whole && lead !== undefined ? [lead] : []), ...kept];
  const promised = kept.at(-1)?.announces || (whole && kept.at(-1) === own.at(-1));
  for (let next = at + 1; promised && next < pieces.length; next++) {
    const piece = pieces[next] ?? [];
    const announced = answer.at(-1)?.announces === true;
    const taken = announced ? fitting(piece, piece[0] as Unit, most) : piece; // no piece is empty
    if (!announced && (!whole || lengthOf([...answer, ...piece]) > most)) break;
    answer.push(...taken);
    if (taken.length < piece.length) break;
  }
  const shown = new Set(answer);
  const rest = own.filter((one) => !shown.has(one));
  const around = [
    ...(lead !== undefined && !shown.has(lead) ? [lead] : []),
    ...(isText(unit) ? nearestFirst(rest, own.indexOf(unit)) : []),
    ...(opensWithCue(unit.text, "dangling") && own[0] === unit
      ? (pieces[at - 1] ?? []).slice(-1)
      : []),
  ];
  return { source, answer, around, left_out: leftOut(pieces, shown) };
}

/** Units between the two headings that the unit stands between. */
function sectionOf(units: readonly Unit[], index: number): readonly Unit[] {
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

/** What announces a list, a table or code: the sentence right before it. */
function leadOf(pieces: readonly Piece[], at: number): Unit | undefined {
  const before = pieces[at - 1]?.at(-1);
  const [first] = pieces[at] ?? [];
  return first !== undefined && !isText(first) && before?.announces ? before : undefined;
}

const isText = ({ kind }: Unit): boolean => kind === "sentence" || kind === "quote";
const isItem = ({ kind }: Unit): boolean => kind === "list_item" || kind === "step";

/** A sentence, a row, or an item with what is inside it. */
function ofFact(piece: Piece, unit: Unit): Unit[] {
  if (!isItem(unit)) return [unit];
  const from = piece.indexOf(unit);
  const next = piece.findIndex((one, i) => i > from && isItem(one) && one.depth <= unit.depth);
  return piece.slice(from, next === -1 ? piece.length : next);
}

/** The whole piece, or as much of it as fits, from its beginning where the unit is still among it, else from the unit on. */
function fitting(piece: Piece, unit: Unit, most: number): Unit[] {
  const opening = within(piece, most);
  return opening.includes(unit) ? opening : within(piece.slice(piece.indexOf(unit)), most);
}

function within(units: readonly Unit[], most: number): Unit[] {
  const taken: Unit[] = [];
  for (const unit of units) {
    const fits = taken.length < MOST_ITEMS && lengthOf([...taken, unit]) <= most;
    if (taken.length > 0 && !fits) break;
    taken.push(unit);
  }
  return taken;
}

export const lengthOf = (units: readonly Unit[]): number =>
  units.reduce((sum, unit) => sum + readText(unit).length, 0);

const nearestFirst = (units: readonly Unit[], at: number): Unit[] => {
  const before = units.slice(0, at).reverse();
  const after = units.slice(at);
  return before
    .flatMap((unit, i) => [unit, ...after.slice(i, i + 1)])
    .concat(after.slice(before.length));
};

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
