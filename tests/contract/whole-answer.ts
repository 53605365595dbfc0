import { expect } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { nearestTo, piecesOf, placeKey } from "#lib/contracts/blocks";
import { NEAREST_PLACES, RELATED_CHARACTERS, RELATED_PLACES } from "#lib/contracts/limits";

/** What every answer keeps to, whichever version or engine made it. */
export function expectWhole(answer: Answer): void {
  Answer.parse(answer);
  const { blocks, claims, citations, outcome, status, gaps } = answer;
  const named = blocks.flatMap((block) => (block.kind === "answer" ? block.claims : []));
  expect(named).toEqual(claims.map(({ id }) => id));
  expect(new Set(named).size).toBe(named.length);

  const places = piecesOf(answer).map(({ place }) => placeKey(place));
  expect(new Set(places).size).toBe(places.length);

  const known = new Set(citations.map(({ id }) => id));
  expect(known.size).toBe(citations.length);
  const lines = blocks.flatMap((block) => (block.kind === "answer" ? [] : block.lines));
  for (const { citation, line_start, line_end, text, marks } of lines) {
    expect(known).toContain(citation);
    expect(line_end).toBeGreaterThanOrEqual(line_start);
    for (const [start, end] of marks)
      expect([start < end, end <= text.length]).toEqual([true, true]);
  }
  for (const id of claims.flatMap((claim) => claim.citations)) expect(known).toContain(id);

  const related = blocks.filter(({ kind }) => kind === "related");
  expect(related.length).toBeLessThanOrEqual(RELATED_PLACES);
  const characters = related.flatMap((block) => (block.kind === "answer" ? [] : block.lines));
  expect(characters.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(
    RELATED_CHARACTERS,
  );
  for (const gap of gaps) {
    expect(nearestTo(gap, blocks).length).toBeLessThanOrEqual(NEAREST_PLACES);
  }
  if (status === "answered" || status === "partial") {
    if (claims.length > 0) expect(["sure", "may_be"]).toContain(outcome);
  } else {
    expect(claims).toEqual([]);
    expect(outcome).toBe(status === "no_evidence" ? "not_found" : null);
  }
}
