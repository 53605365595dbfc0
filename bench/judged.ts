import { judgeClaims } from "#lib/citations/gate";
import type { Claim } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { DraftClaim } from "#lib/contracts/draft";
import { sha256 } from "#lib/platform/hash";

/** What the gate says of a claim that cites the whole of a text as number 1. */
export function supportOf(
  claim: DraftClaim,
  text: string,
  breadcrumb: readonly string[] = [],
): Claim["support"] | "withheld" {
  const { passed } = judgeClaims({
    claims: [claim],
    citations: [{ ...citationOf(text), breadcrumb: [...breadcrumb] }],
    verifications: new Map([[1, { state: "verified", text }]]),
    policy: "require_citations",
  });
  return passed[0]?.support ?? "withheld";
}

/** A sentence as a model writes it, resting on the citation with number 1. */
export const written = (text: string): DraftClaim => ({
  id: "c1",
  kind: "sentence",
  text,
  citations: [1],
  spans: [],
});

function citationOf(text: string): Citation {
  return {
    id: 1,
    root_id: "bench",
    relative_path: "page.md",
    path: "/bench/page.md",
    display_path: "bench/page.md",
    title: /^# (.*)/.exec(text)?.[1] ?? "",
    breadcrumb: [],
    locator: { line_start: 1, line_end: text.split("\n").length },
    snippet: "",
    truncated: true,
    sha256: sha256(text),
    file: { bytes: text.length, mtime_ms: 0, sha256: "0".repeat(64), encoding: "utf-8" },
    score: 1,
    reason: "",
    breakdown: [],
    matched: [],
  };
}
