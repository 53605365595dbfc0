import type { ReplayChange, ReplayComparison } from "#lib/contracts/activity";
import type { Answer } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";

/** Two answers to one question, held against each other: which sentences and lines are the same, and where they first part ways. */
export type Compared = Pick<ReplayComparison, "claims" | "citations"> & {
  counts: Record<ReplayChange, number>;
  first?: { step: "plan" | "search" | "compose" | "status"; before: string; after: string };
};

type Place = { root_id: string; relative_path: string; line_start: number; line_end: number };
type Ranked = Place & { rank: number };
type Line = { place: Ranked; sha256: string };
type Said = { text: string; places: Place[]; hashes: string[] };

export function compareAnswers(before: Answer, after: Answer): Compared {
  const lines = matchLines(linesOf(before), linesOf(after));
  const claims = matchClaims(saidIn(before), saidIn(after));
  const counts = { same: 0, moved: 0, changed: 0, new: 0, gone: 0 };
  for (const { change } of claims) counts[change] += 1;
  const first = firstDifference(before, after, lines, claims);
  return {
    claims: claims.map(({ change, before, after }) => ({
      change,
      ...(before === undefined ? {} : { before: shown(before) }),
      ...(after === undefined ? {} : { after: shown(after) }),
    })),
    citations: lines.map(({ change, before, after }) => ({
      change,
      ...(before === undefined ? {} : { before: before.place }),
      ...(after === undefined ? {} : { after: after.place }),
    })),
    counts,
    ...(first === undefined ? {} : { first }),
  };
}

type Pair<T> = { change: ReplayChange; before?: T; after?: T };

function firstDifference(
  before: Answer,
  after: Answer,
  lines: readonly Pair<Line>[],
  claims: readonly Pair<Said>[],
): Compared["first"] {
  const searched = [before, after].map((answer) => answer.searched.join(" · "));
  const [were = "", are = ""] = searched;
  if (were !== are) return { step: "plan", before: were, after: are };
  const other = lines.find(
    (line) => line.change !== "same" || line.before?.place.rank !== line.after?.place.rank,
  );
  if (other !== undefined) {
    return { step: "search", before: placeText(other.before), after: placeText(other.after) };
  }
  const said = claims.find(({ change }) => change !== "same");
  if (said !== undefined) {
    return { step: "compose", before: said.before?.text ?? "", after: said.after?.text ?? "" };
  }
  if (before.status === after.status) return undefined;
  return { step: "status", before: before.status, after: after.status };
}

function placeText(line: Line | undefined): string {
  if (line === undefined) return "";
  const { relative_path, line_start, line_end, rank } = line.place;
  return `${rank}. ${relative_path}:${line_start}-${line_end}`;
}

function matchLines(before: readonly Line[], after: readonly Line[]): Pair<Line>[] {
  return matched(before, after, [
    ["same", (a, b) => samePlace(a.place, b.place) && a.sha256 === b.sha256],
    ["moved", (a, b) => a.sha256 === b.sha256],
    ["changed", (a, b) => samePage(a.place, b.place) && overlap(a.place, b.place)],
    ["changed", (a, b) => samePage(a.place, b.place)],
  ]);
}

function matchClaims(before: readonly Said[], after: readonly Said[]): Pair<Said>[] {
  return matched(before, after, [
    ["same", (a, b) => wordsOf(a.text) === wordsOf(b.text) && samePlaces(a, b)],
    ["moved", (a, b) => wordsOf(a.text) === wordsOf(b.text)],
    ["changed", (a, b) => onOnePage(a, b) && alike(a.text, b.text) >= 0.3],
    ["changed", (a, b) => alike(a.text, b.text) >= 0.5],
  ]);
}

/** Each is paired once, by the first rule that fits; what is left over is gone or new. */
function matched<T>(
  before: readonly T[],
  after: readonly T[],
  rules: readonly [ReplayChange, (a: T, b: T) => boolean][],
): Pair<T>[] {
  const pairs = new Map<T, Pair<T>>();
  const taken = new Set<T>();
  for (const [change, fits] of rules) {
    for (const one of before) {
      if (pairs.has(one)) continue;
      const other = after.find((other) => !taken.has(other) && fits(one, other));
      if (other === undefined) continue;
      taken.add(other);
      pairs.set(one, { change, before: one, after: other });
    }
  }
  return [
    ...before.map((one): Pair<T> => pairs.get(one) ?? { change: "gone", before: one }),
    ...after
      .filter((one) => !taken.has(one))
      .map((one): Pair<T> => ({ change: "new", after: one })),
  ];
}

/** Ranks are by the numbers of the citations. */
function linesOf(answer: Answer): Line[] {
  return answer.citations.map((citation) => ({
    place: { ...placeOf(citation), rank: citation.id },
    sha256: citation.sha256,
  }));
}

function saidIn(answer: Answer): Said[] {
  return answer.claims.map(({ text, citations }) => {
    const cited = citations.flatMap((id) => answer.citations.find((one) => one.id === id) ?? []);
    return { text, places: cited.map(placeOf), hashes: cited.map(({ sha256 }) => sha256) };
  });
}

function placeOf({ root_id, relative_path, locator }: Citation): Place {
  const { line_start, line_end } = locator;
  return { root_id, relative_path, line_start, line_end };
}

const shown = ({ text, places }: Said) => ({ text, places });
const samePage = (a: Place, b: Place): boolean =>
  a.root_id === b.root_id && a.relative_path === b.relative_path;
const samePlace = (a: Place, b: Place): boolean =>
  samePage(a, b) && a.line_start === b.line_start && a.line_end === b.line_end;
const overlap = (a: Place, b: Place): boolean =>
  a.line_start <= b.line_end && b.line_start <= a.line_end;
const onOnePage = (a: Said, b: Said): boolean =>
  a.places.some((one) => b.places.some((other) => samePage(one, other)));

function samePlaces(a: Said, b: Said): boolean {
  return (
    a.places.length === b.places.length &&
    a.places.every((place, i) => {
      const other = b.places[i];
      return other !== undefined && samePlace(place, other) && a.hashes[i] === b.hashes[i];
    })
  );
}

const wordsOf = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** Of all words of both, how many they share; of Chinese, of all characters. */
function alike(a: string, b: string): number {
  const [ours, theirs] = [piecesOf(a), piecesOf(b)];
  let both = 0;
  for (const piece of ours) if (theirs.has(piece)) both += 1;
  const all = ours.size + theirs.size - both;
  return all === 0 ? 1 : both / all;
}

function piecesOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []);
}
