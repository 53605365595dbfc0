import { codeLength, writeCode } from "#lib/meaning/text-code";
import type { AskedMeaning } from "./by-meaning.ts";
import { byPlace } from "./by-place.ts";
import type { EngineQuery } from "./engine.ts";
import { isAlive } from "./held.ts";
import type { Segment } from "./segment.ts";

export type Place = { segment: Segment; passage: number };

/**
 * The passages whose own text is nearest to the question, by the bits in which their codes differ; equals by place, so that
 * the list does not depend on how the index came about.
 */
export function nearestPassages(
  segments: readonly Segment[],
  { comparison, index: { table, scan } }: AskedMeaning,
  { count, keys }: { count: number; keys: EngineQuery["keys"] },
): Place[] {
  const code = new Uint32Array(codeLength(table));
  writeCode(comparison.sum, code, 0);
  /** Among so many bits lie as many as are wanted; beyond them nothing is looked at any more. */
  let most = table.dimensions;
  let within = 0;
  const found = new Uint32Array(most + 1);
  const near: (Place & { bits: number })[] = [];
  const lists = segments.map(({ codes }) => codes);
  scan.near(lists, code, most, (list, passage, bits) => {
    const segment = segments[list];
    if (segment === undefined || bits > most || !isWanted(segment, passage, keys)) return most;
    near.push({ segment, passage, bits });
    found[bits] = (found[bits] ?? 0) + 1;
    within += 1;
    while (within - (found[most] ?? 0) >= count) within -= found[most--] ?? 0;
    return most;
  });
  return near
    .filter(({ bits }) => bits <= most)
    .sort((a, b) => a.bits - b.bits || byPlace(a, b))
    .slice(0, count);
}

/** It has a text, is still there, and its document may be searched. */
function isWanted(segment: Segment, passage: number, keys: EngineQuery["keys"]): boolean {
  const { documents, document, sequenceStarts } = segment;
  if (sequenceStarts[passage] === sequenceStarts[passage + 1]) return false;
  const number = document[passage] ?? 0;
  return isAlive(segment, number) && keys?.has(documents[number]?.key ?? "") !== false;
}

/** Passages by the key of their document and their number in it, those that are there and may be searched. */
export function passagesNamed(
  segments: readonly Segment[],
  named: NonNullable<EngineQuery["nearest"]>,
  keys: EngineQuery["keys"],
): Place[] {
  return segments.flatMap((segment) =>
    segment.documents.flatMap(({ key, first, count }, number): Place[] => {
      const passages = named.get(key);
      if (passages === undefined || keys?.has(key) === false || !isAlive(segment, number))
        return [];
      return [...passages.keys()]
        .filter((passage) => passage < count)
        .map((passage) => ({ segment, passage: first + passage }));
    }),
  );
}
