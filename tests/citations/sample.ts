import type { AnswerBlock, Claim } from "#lib/contracts/answer";
import { asAnswerBlocks } from "#lib/contracts/arrange-blocks";
import { placeOf, type Shown } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { Verification } from "#lib/contracts/docs-tools";
import type { DraftClaim } from "#lib/contracts/draft";
import { quotableUnits } from "#lib/markdown/units";
import { sha256 } from "#lib/platform/hash";

/** A citation of all of `text`, which starts at `firstLine` of its file. */
export function cite(id: number, text: string, firstLine = 1, score = 0.8): Citation {
  return {
    id,
    root_id: "docs",
    relative_path: `page-${id}.md`,
    path: `/docs/page-${id}.md`,
    display_path: `docs/page-${id}.md`,
    title: `Page ${id}`,
    breadcrumb: [],
    locator: { line_start: firstLine, line_end: firstLine + text.split("\n").length - 1 },
    snippet: text.slice(0, 200),
    truncated: text.length > 200,
    sha256: sha256(text),
    file: { bytes: text.length, mtime_ms: 0, sha256: "0".repeat(64), encoding: "utf-8" },
    score,
    reason: "",
    breakdown: [],
    matched: [],
  };
}

export const verified = (text: string): Verification => ({ state: "verified", text });

/** The quotable units of a passage as claims that cite it. */
export function claimsOf(id: number, text: string, firstLine = 1): DraftClaim[] {
  return quotableUnits(text, firstLine).flatMap((unit, i): DraftClaim[] =>
    unit.kind === "heading"
      ? []
      : [
          {
            id: `c${i + 1}`,
            kind: unit.kind,
            text: unit.text,
            citations: [id],
            spans: unit.spans.map((s) => ({ citation: id, ...s })),
            ...(unit.info === undefined ? {} : { info: unit.info }),
          },
        ],
  );
}

/** Blocks of given words as an answer has them, each in the place of its first citation. */
export function shownOf(
  blocks: readonly { kind: AnswerBlock["kind"]; words: Claim[] }[],
  citations: readonly Citation[],
): Shown & { folders: [] } {
  const placed = blocks.map((block, i) => {
    const from = citations.find(({ id }) => id === block.words[0]?.citations[0]);
    const words = block.words.map((claim, n) => ({ ...claim, id: `c${i + 1}.${n + 1}` }));
    return { kind: block.kind, words, place: from === undefined ? null : placeOf(from) };
  });
  return { ...asAnswerBlocks(placed), citations: [...citations], folders: [] };
}
