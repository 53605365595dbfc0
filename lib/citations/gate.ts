import type { Claim, Span } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Config } from "#lib/contracts/config";
import type { Verification, VerifyState } from "#lib/contracts/docs-tools";
import type { DraftClaim, Quote } from "#lib/contracts/draft";
import { heldAcross, speakOther } from "#lib/entailment/across-languages";
import type { Evidence } from "#lib/entailment/carriers";
import { judgeSentence, type SentenceVerdict } from "#lib/entailment/judge-sentence";
import { linesBehind } from "#lib/entailment/rests-on";
import { findRows, ownSpans } from "#lib/markdown/table-rows";
import { quotableUnits, type Unit } from "#lib/markdown/units";
import { hashLines } from "#lib/platform/lines";

/**
 * Decides which claims of an answer may be shown. Each is judged against the lines as they were just read again, never
 * against what the engine or model saw: a claim is `verbatim` when it is a whole unit of those lines, standing exactly where its
 * spans say; otherwise it is judged by the lines that it quotes and those that hold most of it (judge-sentence.ts), rows cell by
 * cell (table-rows.ts). Markers that name no citation of
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

export type Withheld = {
  claim: DraftClaim;
  reason: WithheldReason;
  state?: VerifyState;
  /** Facts of it that stand nowhere in what it cites, as it writes them. */
  foreign?: string[];
  /** The words that its writer named. */
  quotes?: readonly Quote[];
};

/** What the gate must know of a citation; its lines it is given as they were read again. */
export type Cited = Pick<
  Citation,
  "id" | "sha256" | "locator" | "title" | "breadcrumb" | "inside_fence"
> &
  Partial<Pick<Citation, "display_path">>;

export type GateInput = {
  claims: DraftClaim[];
  citations: readonly Cited[];
  /** By citation id; what is missing counts as not verified. */
  verifications: ReadonlyMap<number, Verification>;
  policy: "require_citations" | "suggest_citations";
  /** The question that is answered: numbers that a person brings are theirs. */
  question?: string;
  /** `strict`: what is not said nearly as its lines say it is withheld too. */
  gate?: Config["answer"]["gate"];
};

export function judgeClaims(input: GateInput): { passed: Claim[]; withheld: Withheld[] } {
  const evidence = readEvidence(input.citations, input.verifications);
  const ids = new Set(input.citations.map((c) => c.id));
  const passed: Claim[] = [];
  const withheld: Withheld[] = [];
  for (const { quotes, ...claim } of input.claims) {
    const judged = judge(claim, quotes ?? [], ids, evidence, input);
    const verdict =
      input.gate === "strict" && "support" in judged && !nearlySaid.includes(judged.support)
        ? ({ claim, reason: "unsupported" } as const)
        : judged;
    if ("support" in verdict) passed.push(withLines(verdict, evidence));
    else if (input.policy === "require_citations")
      withheld.push(quotes === undefined ? verdict : { ...verdict, quotes });
    else passed.push({ ...claim, citations: [], spans: [], support: "none" });
  }
  return { passed, withheld };
}

const nearlySaid: readonly Claim["support"][] = ["verbatim", "supported"];

/** What is not a quotation has its lines beside it; a line is never shown without what it needs. */
function withLines(claim: Claim, evidence: ReadonlyMap<number, Evidence>): Claim {
  if (claim.support === "verbatim") return claim;
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
    const above = [citation.title, ...citation.breadcrumb].join("\n");
    const known = readOf.get(now);
    const [folder = ""] = (citation.display_path ?? "").split("/");
    const same =
      known?.citation === citation.id && known.above === above && known.folder === folder;
    const units = same
      ? known.units
      : quotableUnits(now.text, citation.locator.line_start, citation.inside_fence);
    const read = same ? known : { citation: citation.id, units, above, folder };
    readOf.set(now, read);
    evidence.set(citation.id, read);
  }
  return evidence;
}

/** Lines that were read again for several sentences are taken apart once. */
const readOf = new WeakMap<Verification, Evidence>();

function judge(
  claim: DraftClaim,
  quotes: readonly Quote[],
  known: ReadonlySet<number>,
  evidence: ReadonlyMap<number, Evidence>,
  { verifications, question }: Pick<GateInput, "verifications" | "question">,
): Claim | Withheld {
  if (claim.citations.length === 0) return { claim, reason: "no_marker" };
  const named = [...new Set(claim.citations)].filter((id) => known.has(id));
  if (named.length === 0) return { claim, reason: "unknown_citation" };
  const standing = named.flatMap((id) => evidence.get(id) ?? []);
  const lost = named.find((id) => !evidence.has(id));
  if (standing.length === 0) return lacksLines(claim, lost, verifications);

  const quoted = standing.find((e) => quotesWhole(claim, e));
  if (quoted) {
    const others = standing.filter((e) => e !== quoted && carries(claim, e));
    const citations = named.filter(
      (id) => id === quoted.citation || others.some((e) => e.citation === id),
    );
    return { ...claim, citations, support: "verbatim" };
  }
  if (claim.kind === "code" || claim.kind === "table") {
    const rows = claim.kind === "table" ? rowsIn(claim, standing) : [];
    if (rows.length > 0) return { ...claim, ...restingOn(rows), support: "supported" };
    return withheld(claim, lost, verifications);
  }
  const verdict = judgeSentence(claim.text, quotes, standing, question);
  const best = verdict.lines.map(({ citation, carrier: { unit } }) => ({ citation, unit }));
  // Words of another language cannot be held against these.
  const worded = standing
    .flatMap(({ units }) => units)
    .filter(({ kind }) => kind !== "code" && kind !== "heading");
  const read = best.length > 0 ? best.map(({ unit }) => unit) : worded;
  if (speakOther(claim.text, read)) {
    const across = heldAcross(claim.text, standing, quotes);
    return across.length > 0
      ? { ...claim, ...restingOn(across), support: "doubt", other_language: true }
      : withheld(claim, lost, verifications);
  }
  if (verdict.kind === "refuse") {
    const { foreign } = verdict;
    const told = foreign.length === 0 ? {} : { foreign };
    return { ...withheld(claim, lost, verifications), ...told };
  }
  return { ...claim, ...restingOn(best), ...supportOf(verdict) };
}

function supportOf({ kind, point }: SentenceVerdict): Pick<Claim, "support" | "point"> {
  if (kind === "near") return { support: "supported" };
  if (kind !== "doubt") return { support: "own_words" };
  return { support: "doubt", ...(point === undefined ? {} : { point }) };
}

function withheld(
  claim: DraftClaim,
  lost: number | undefined,
  verifications: ReadonlyMap<number, Verification>,
): Withheld {
  return lost === undefined
    ? { claim, reason: "unsupported" }
    : lacksLines(claim, lost, verifications);
}

/** Where a sentence in other words stands is for the lines to say, not for the claim. */
function restingOn(
  best: readonly { citation: number; unit: Unit }[],
): Pick<Claim, "citations" | "spans"> {
  const units = best.filter((one, i) => best.findIndex(({ unit }) => unit === one.unit) === i);
  const spans = units.flatMap(({ citation, unit }): Span[] =>
    unit.spans.map((span) => ({ citation, ...span })),
  );
  return { citations: [...new Set(best.map((b) => b.citation))], spans };
}

/** What says something by where it stands is not looked for by its words. */
const rowsIn = (claim: DraftClaim, standing: readonly Evidence[]) =>
  standing.flatMap(({ citation, units }) =>
    (findRows(claim.text, units) ?? []).map((unit) => ({ citation, unit })),
  );

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
  evidence.units.some((u) => u.kind !== "heading" && u.text === claim.text);

/** Is the claim one whole unit of these lines, or some rows of one table under its header? */
function quotesWhole(claim: DraftClaim, evidence: Evidence): boolean {
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
