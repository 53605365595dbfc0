import type { Claim, Span } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Config } from "#lib/contracts/config";
import type { Verification, VerifyState } from "#lib/contracts/docs-tools";
import type { DraftClaim } from "#lib/contracts/draft";
import { heldAcross, speakOther } from "#lib/entailment/across-languages";
import { linesBehind } from "#lib/entailment/rests-on";
import { type Evidence, type Finding, findSupport } from "#lib/entailment/support";
import { findRows, ownSpans } from "#lib/markdown/table-rows";
import { quotableUnits, type Unit } from "#lib/markdown/units";
import { hashLines } from "#lib/platform/lines";

/**
 * Decides which claims of an answer may be shown. Each is judged against the lines as they were just read again, never
 * against what the engine or model saw: a claim is `verbatim` when it is a whole unit of those lines, standing exactly where its
 * spans say; otherwise its words and facts are looked for in the lines (support.ts), rows cell by cell (table-rows.ts). Markers that name no citation of
 * this answer, or lines that have changed or moved, are removed; a claim left without any is withheld.
 *
 * Under `suggest_citations` nothing is withheld: what would have been passes with support `none` and no citation.
 */
export type WithheldReason =
  | "no_marker"
  | "unknown_citation"
  | "citation_changed"
  /** The lines are what was cited, and too long to be handed over for the comparison. */
  | "too_long"
  /** The lines are there and do not say it. */
  | "unsupported";

export type Withheld = { claim: DraftClaim; reason: WithheldReason; state?: VerifyState };

/** What the gate must know of a citation; its lines it is given as they were read again. */
export type Cited = Pick<
  Citation,
  "id" | "sha256" | "locator" | "title" | "breadcrumb" | "inside_fence"
>;

export type GateInput = {
  claims: DraftClaim[];
  citations: readonly Cited[];
  /** By citation id; what is missing counts as not verified. */
  verifications: ReadonlyMap<number, Verification>;
  policy: "require_citations" | "suggest_citations";
  /** `strict`: what is not said nearly as its lines say it is withheld too. */
  gate?: Config["answer"]["gate"];
};

export function judgeClaims(input: GateInput): { passed: Claim[]; withheld: Withheld[] } {
  const evidence = readEvidence(input.citations, input.verifications);
  const ids = new Set(input.citations.map((c) => c.id));
  const passed: Claim[] = [];
  const withheld: Withheld[] = [];
  let before: Claim | undefined;
  for (const claim of input.claims) {
    const judged = judge(claim, ids, evidence, input.verifications);
    const known = "support" in judged ? withKnownSubject(judged, before) : judged;
    const verdict =
      input.gate === "strict" && "support" in known && !nearlySaid.includes(known.support)
        ? ({ claim, reason: "unsupported" } as const)
        : known;
    before = "support" in verdict ? verdict : undefined;
    if ("support" in verdict) passed.push(withLines(verdict, evidence));
    else if (input.policy === "require_citations") withheld.push(verdict);
    else passed.push({ ...claim, citations: [], spans: [], support: "none" });
  }
  return { passed, withheld };
}

const nearlySaid: readonly Claim["support"][] = ["verbatim", "supported"];

const opensWithPronoun =
  /^[^\p{L}\p{N}]*(?:(?:it|its|this|these|they|their|he|she|his|her)\b|[它他她其该此这這])/iu;
/** What stands so many lines from the sentence before is still about the same. */
const sameStretch = 3;

/** "It" is what the sentence before is about, if that one is shown and rests on lines beside these; else nobody knows. */
function withKnownSubject(claim: Claim, before: Claim | undefined): Claim {
  if (claim.support !== "supported" || !opensWithPronoun.test(claim.text)) return claim;
  const beside = before?.spans.some((there) =>
    claim.spans.some(
      ({ citation, line }) =>
        citation === there.citation && Math.abs(line - there.line) <= sameStretch,
    ),
  );
  return beside === true ? claim : { ...claim, support: "doubt" };
}

/** What is not near enough to its lines to stand for them stands beside them; a line is never shown without what it needs. */
function withLines(claim: Claim, evidence: ReadonlyMap<number, Evidence>): Claim {
  if (claim.support !== "doubt" && !claim.instead) return claim;
  const rests_on = linesBehind(claim, evidence);
  return rests_on.length === 0 ? claim : { ...claim, rests_on };
}

function readEvidence(
  citations: readonly Cited[],
  verifications: ReadonlyMap<number, Verification>,
): Map<number, Evidence> {
  const evidence = new Map<number, Evidence>();
  for (const citation of citations) {
    const now = verifications.get(citation.id);
    if (now?.state !== "verified" || now.text === undefined) continue;
    if (hashLines(now.text.split("\n")) !== citation.sha256) continue;
    const units = quotableUnits(now.text, citation.locator.line_start, citation.inside_fence);
    const above = [citation.title, ...citation.breadcrumb].join("\n");
    evidence.set(citation.id, { citation: citation.id, units, above });
  }
  return evidence;
}

function judge(
  claim: DraftClaim,
  known: ReadonlySet<number>,
  evidence: ReadonlyMap<number, Evidence>,
  verifications: ReadonlyMap<number, Verification>,
): Claim | Withheld {
  if (claim.citations.length === 0) return { claim, reason: "no_marker" };
  const named = [...new Set(claim.citations)].filter((id) => known.has(id));
  if (named.length === 0) return { claim, reason: "unknown_citation" };
  const standing = named.flatMap((id) => evidence.get(id) ?? []);
  const lost = named.find((id) => !evidence.has(id));
  if (standing.length === 0) return lacksLines(claim, lost, verifications);

  const quoted = standing.find((e) => quotes(claim, e));
  if (quoted) {
    const others = standing.filter((e) => e !== quoted && carries(claim, e));
    const citations = named.filter(
      (id) => id === quoted.citation || others.some((e) => e.citation === id),
    );
    return { ...claim, citations, support: "verbatim" };
  }
  const finding = find(claim, standing);
  // One name in common makes lines of another language like a sentence that says the opposite.
  const written = claim.kind !== "code" && claim.kind !== "table";
  const other =
    written &&
    !finding.copied &&
    speakOther(
      claim.text,
      finding.best.map(({ unit }) => unit),
    );
  const across = other ? heldAcross(claim.text, standing) : [];
  if (across.length > 0)
    return { ...claim, ...restingOn(across), support: "doubt", other_language: true };
  if (other || finding.support === "none") {
    return lost === undefined
      ? { claim, reason: "unsupported" }
      : lacksLines(claim, lost, verifications);
  }
  const { support, lacks } = finding;
  const told = support === "doubt" && lacks.length > 0 ? { lacks } : {};
  return { ...claim, ...restingOn(finding.best), support, ...told };
}

/** Where a sentence in other words stands is for the lines to say, not for the claim. */
function restingOn(best: Finding["best"]): Pick<Claim, "citations" | "spans"> {
  const spans = best.flatMap(({ citation, unit }): Span[] =>
    unit.spans.map((span) => ({ citation, ...span })),
  );
  return { citations: [...new Set(best.map((b) => b.citation))], spans };
}

/** What says something by where it stands is not looked for by its words. */
function find(claim: DraftClaim, standing: readonly Evidence[]): Finding {
  if (claim.kind !== "code" && claim.kind !== "table") return findSupport(claim.text, standing);
  const best = standing.flatMap(({ citation, units }) => {
    const rows = claim.kind === "table" ? (findRows(claim.text, units) ?? []) : [];
    return rows.map((unit) => ({ citation, unit }));
  });
  return { support: best.length > 0 ? "supported" : "none", best, lacks: [], copied: false };
}

function lacksLines(
  claim: DraftClaim,
  id: number | undefined,
  verifications: ReadonlyMap<number, Verification>,
): Withheld {
  const read = id === undefined ? undefined : verifications.get(id);
  const unseen = read?.state === "verified" && read.text === undefined;
  const reason = unseen ? "too_long" : "citation_changed";
  return { claim, reason, ...(read === undefined ? {} : { state: read.state }) };
}

const carries = (claim: DraftClaim, evidence: Evidence): boolean =>
  evidence.units.some((u) => u.kind !== "heading" && u.text === claim.text) ||
  find(claim, [evidence]).support === "supported";

/** Is the claim one whole unit of these lines, or some rows of one table under its header? */
function quotes(claim: DraftClaim, evidence: Evidence): boolean {
  if (claim.spans.some((s) => s.citation !== evidence.citation)) return false;
  const wanted = key(claim.spans);
  const same = (unit: Unit) =>
    unit.kind === claim.kind && unit.text === claim.text && unit.info === claim.info;
  if (evidence.units.some((u) => key(u.spans) === wanted && same(u))) return true;
  if (claim.kind === "code") return quotesLines(claim, evidence);
  return claim.kind === "table" && quotesRows(claim, evidence);
}

/** Some whole lines of a code block, one after the other. */
function quotesLines(claim: DraftClaim, evidence: Evidence): boolean {
  const [first] = claim.spans;
  if (first === undefined) return false;
  return evidence.units.some((unit) => {
    if (unit.kind !== "code" || unit.info !== claim.info) return false;
    const at = unit.spans.findIndex((span) => span.line === first.line);
    if (at === -1) return false;
    const end = at + claim.spans.length;
    const lines = unit.text.split("\n").slice(at, end).join("\n");
    return claim.text === lines && key(unit.spans.slice(at, end)) === key(claim.spans);
  });
}

function quotesRows(claim: DraftClaim, evidence: Evidence): boolean {
  const [header, rule, ...lines] = claim.text.split("\n");
  const head = claim.spans.slice(0, 2);
  const rows = evidence.units.filter((u) => u.kind === "table");
  let last = -1;
  let at = 2;
  for (const line of lines) {
    const text = [header, rule, line].join("\n");
    const next = rows.findIndex((row, i) => {
      const own = ownSpans(row);
      const spans = claim.spans.slice(at, at + own.length);
      const follows = i > last && (last === -1 || rows[last]?.block === row.block);
      return follows && row.text === text && key(row.spans) === key([...head, ...spans]);
    });
    if (next === -1) return false;
    last = next;
    at += ownSpans(rows[next] as Unit).length; // found above
  }
  return last !== -1 && at === claim.spans.length;
}

const key = (spans: readonly Omit<Span, "citation">[]): string =>
  spans.map((s) => `${s.line}:${s.start}-${s.end}`).join(" ");
