import type { Claim, Gap, NearPassage } from "./answer.ts";
import type { Citation } from "./citation.ts";

/** The lines of a near passage in the form of claims, to be laid out as they are. They claim nothing. */
export function laidOutLines({ id, lines = [] }: NearPassage): Claim[] {
  return lines.map(({ line_start, line_end, column, ...one }, i) => ({
    ...one,
    ...{ id: `near${i + 1}`, citations: [id], support: "verbatim" as const },
    spans: [
      { citation: id, line: line_start, start: column, end: column },
      { citation: id, line: line_end, start: 0, end: 0 },
    ],
  }));
}

/** The passages with lines of their own, of all gaps of an answer. */
function closestPassages(gaps: readonly Gap[]): NearPassage[] {
  return gaps.flatMap(({ nearest }) => nearest.filter(({ lines }) => lines !== undefined));
}

/** Whatever an answer shows words of: what it cites, and the passages that come closest without answering. */
export function quotedSources(answer: {
  citations: readonly Citation[];
  gaps: readonly Gap[];
}): Citation[] {
  const sources = new Map<number, Citation>(answer.citations.map((one) => [one.id, one]));
  for (const { lines: _, ...one } of closestPassages(answer.gaps))
    if (!sources.has(one.id)) sources.set(one.id, one);
  return [...sources.values()];
}
