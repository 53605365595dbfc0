import type { DraftClaim } from "#lib/citations/gate";
import type { Citation } from "#lib/contracts/citation";
import type { Verification } from "#lib/contracts/docs-tools";
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
