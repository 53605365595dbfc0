import { type Cited, type DraftClaim, judgeClaims, type WithheldReason } from "#lib/citations/gate";
import { placeClaims, type ReadLines } from "#lib/citations/place-claims";
import { type ExportedTurn, readExport } from "#lib/citations/read-export";
import { renderMarkdown } from "#lib/citations/render";
import { claimsOf } from "#lib/citations/written";
import { Answer, type Support } from "#lib/contracts/answer";
import type { CitedLines, Verification } from "#lib/contracts/docs-tools";
import { Thread } from "#lib/contracts/http";
import { saidError } from "#lib/platform/said-error";
import type { Caller } from "./docs-calls.ts";
import { linesOf } from "./export-thread.ts";
import type { VerifyMany } from "./verify-many.ts";

/** What an exported conversation is worth now. */
export type ExportVerdict = { holds: boolean; turns: TurnVerdict[] };
export type TurnVerdict = {
  question: string;
  /** `now` without the text of the lines; undefined when they could not be looked at. */
  sources: ({ id: number } & CitedLines & { now: Omit<Verification, "text"> | undefined })[];
  claims: ClaimVerdict[];
};
/** `lost`: markers of it whose lines do not carry it. */
export type ClaimVerdict = { text: string; citations: number[]; lost: number[] } & (
  | { support: Support }
  /** `altered`: near to its lines, where it should be theirs word for word. */
  | { reason: WithheldReason | "altered" }
);

/**
 * Judges what an exported answer says by the files as they are now: each source through `docs_verify`, each sentence by
 * the gate of every answer, against the lines that were just read. The file is taken for a claim and nothing else: its
 * states, headings and places are not believed, and what it names is looked for only where the docs tools may read.
 * Throws `validation` when there is no exported answer in it.
 */
export function createVerifyExport(deps: { verify: VerifyMany }) {
  return async function verifyExport(text: string, caller: Caller): Promise<ExportVerdict> {
    const exported = fromJson(text) ?? readExport(text);
    if (exported === undefined) throw saidError("validation", "verify.no_export");
    const found = await deps.verify(
      exported.flatMap((turn) => turn.sources),
      caller,
    );
    const turns = exported.map((turn) => judgeTurn(turn, found.splice(0, turn.sources.length)));
    return { holds: turns.every(holds), turns };
  };
}

function judgeTurn(turn: ExportedTurn, found: readonly (Verification | undefined)[]): TurnVerdict {
  const sources = turn.sources.map((source, i) => ({ ...source, now: found[i] }));
  const named = new Map([...sources].reverse().map((source) => [source.id, source])); // the first of a number counts
  const lines: ReadLines = new Map(
    [...named].flatMap(([id, { now, line_start }]) =>
      stands(now) && now?.text !== undefined
        ? [[id, { text: now.text, line_start: now.line_start ?? line_start }] as const]
        : [],
    ),
  );
  const { claims, inside_fence } = placeClaims(turn.claims, lines);
  const citations = [...named.values()].map(({ id, sha256, now, ...source }): Cited => {
    const fence = inside_fence.get(id);
    const { line_start = source.line_start, line_end = source.line_end } = now ?? {};
    return {
      id,
      sha256,
      locator: { line_start, line_end },
      ...{ title: "", breadcrumb: [] },
      ...(fence === undefined ? {} : { inside_fence: fence }),
    };
  });
  const verifications = new Map(
    [...named].flatMap(([id, { now }]) =>
      now === undefined ? [] : [[id, stands(now) ? { ...now, state: "verified" as const } : now]],
    ),
  );
  const { passed, withheld } = judgeClaims({
    claims: claims.map((claim, i) => ({ ...claim, id: String(i) })),
    ...{ citations, verifications, policy: "require_citations" },
  });
  const passedAs = new Map(passed.map((claim) => [claim.id, claim]));
  const withheldFor = new Map(withheld.map(({ claim, reason }) => [claim.id, reason]));
  const verdicts = claims.map(({ text, citations }, i): ClaimVerdict => {
    const released = passedAs.get(String(i));
    if (released !== undefined && (turn.mode === "model" || released.support === "verbatim")) {
      const lost = citations.filter((id) => !released.citations.includes(id));
      return { text, citations, lost, support: released.support };
    }
    if (released !== undefined) return { text, citations, lost: [], reason: "altered" };
    const reason = withheldFor.get(String(i)) ?? "unsupported";
    return { text, citations, lost: citations, reason };
  });
  return { question: turn.question, sources: sources.map(withoutText), claims: verdicts };
}

/** The text is what was cited, here or where it has moved to. */
const stands = (now: Pick<Verification, "state"> | undefined): boolean =>
  now?.state === "verified" || now?.state === "moved";

function withoutText<T extends { now: Verification | undefined }>({ now, ...source }: T) {
  if (now === undefined) return { ...source, now };
  const { text: _, ...place } = now;
  return { ...source, now: place };
}

const holds = ({ sources, claims }: TurnVerdict): boolean =>
  sources.every(({ now }) => stands(now)) &&
  claims.every((claim) => "support" in claim && claim.lost.length === 0);

/** A conversation or one answer as JSON. What its Markdown says beyond its claims has no source. */
function fromJson(text: string): ExportedTurn[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const thread = Thread.safeParse(json);
  const answer = Answer.safeParse(json);
  if (!thread.success && !answer.success) throw saidError("validation", "verify.no_export");
  const answers = thread.data?.messages ?? (answer.data === undefined ? [] : [answer.data]);
  return answers.map((one) => ({
    question: one.question,
    claims: [...claimsOf(renderMarkdown(one.claims)), ...unclaimed(one)],
    sources: one.citations.map((citation) => ({ id: citation.id, ...linesOf(citation) })),
    mode: one.mode,
  }));
}

function unclaimed(answer: Answer): DraftClaim[] {
  const answers = answer.status === "answered" || answer.status === "partial";
  if (!answers || answer.listings !== undefined) return [];
  if (answer.markdown === renderMarkdown(answer.claims)) return [];
  return [{ id: "markdown", kind: "sentence", text: answer.markdown, citations: [], spans: [] }];
}
