import { type Cited, type DraftClaim, judgeClaims, type Withheld } from "#lib/citations/gate";
import { placeCode } from "#lib/citations/place-code";
import { placeRow } from "#lib/citations/place-row";
import { flagClaims } from "#lib/citations/secret-claims";
import { quotableUnits } from "#lib/citations/units";
import { claimsOf, readWritten } from "#lib/citations/written";
import type { Claim, ReportLine } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Verification } from "#lib/contracts/docs-tools";
import type { TaskError } from "#lib/contracts/envelope";
import { hashLines } from "#lib/platform/lines";
import type { Verified } from "../verify-citations.ts";
import type { EvidenceBook } from "./evidence-book.ts";
import { readsAsWritten } from "./plain-sentence.ts";

/**
 * Lets out of what a model writes only what its evidence bears. A sentence is held until it is complete; then its lines are
 * read again from disk and the gate of every answer judges it. What passes is told at once, under the number that readers
 * see; what does not is kept for the one time it may be written anew. A sentence that rests on results of tools alone is no
 * claim about documents: it goes into the report.
 */
export type Release = {
  /** A piece of the reply, as it comes. */
  hear(piece: string): void;
  /**
   * The reply is over. `aside`: it was said beside calls and is no answer, so what did not pass is dropped. `cut`: what is
   * not complete by now never will be, and half a sentence may say the opposite of the whole. Resolves when all is judged.
   */
  settle(reply: { text: string; aside: boolean; cut: boolean }): Promise<void>;
  /** The reply broke off: what was complete by then is judged, and what did not pass is no loss. */
  abandon(): Promise<void>;
  /** Sentences that were withheld in place of which others were written. */
  rewrite(lines: ReadonlyMap<number, string | null>, asked: readonly Withheld[]): Promise<void>;
  readonly claims: readonly Claim[];
  readonly citations: readonly Citation[];
  readonly report: readonly ReportLine[];
  readonly withheld: readonly Withheld[];
  /** Why the lines could not be read again, tried twice; nothing more is released then, and what was told stays. */
  readonly broken: TaskError | undefined;
  /** How long each sentence was with the gate. */
  readonly judged_ms: readonly number[];
};

export function createRelease(deps: {
  book: EvidenceBook;
  policy: "require_citations" | "suggest_citations";
  verify: (citations: readonly Citation[]) => Promise<Verified>;
  /** Which call of a tool a number stands for. */
  actionOf: (number: number) => number | undefined;
  onClaim: (claim: Claim, cited: readonly Citation[]) => void;
  onReport: (line: ReportLine) => void;
  now: () => number;
}): Release {
  const { book, policy, verify, actionOf, onClaim, onReport, now } = deps;
  const claims: Claim[] = [];
  const citations: Citation[] = [];
  const report: ReportLine[] = [];
  const withheld: Withheld[] = [];
  const judged_ms: number[] = [];
  const numbers = new Map<number, number>();
  const said = new Set<string>();
  let broken: TaskError | undefined;
  let heard = "";
  let looked = 0;
  let inTurn: Promise<void> = Promise.resolve();
  let failing: Withheld[] = [];
  let count = 0;

  /** False when nothing of it is new. */
  function take(drafts: readonly DraftClaim[]): boolean {
    let fresh = false;
    for (const draft of drafts) {
      const key = JSON.stringify([draft.kind, draft.text, draft.citations]);
      if (said.has(key)) continue;
      said.add(key);
      fresh = true;
      inTurn = inTurn.then(async () => {
        if (broken !== undefined) return;
        const began = now();
        const judgement = await judge(draft);
        judged_ms.push(now() - began);
        if (judgement !== undefined) failing.push(judgement);
      });
    }
    return fresh;
  }

  async function judge(draft: DraftClaim): Promise<Withheld | undefined> {
    const named = new Set(draft.citations);
    const cited = book.citations().filter(({ id }) => named.has(id));
    const first = await verify(cited);
    const verified = first.ok ? first : await verify(cited);
    if (!verified.ok) {
      broken = verified.error;
      return undefined;
    }
    const results = [...named].flatMap((number) => {
      const text = book.result(number);
      return text === undefined ? [] : [{ number, text }];
    });
    const verifications = new Map<number, Verification>(verified.verifications);
    for (const { number, text } of results) verifications.set(number, { state: "verified", text });
    const lines = [...named].map((number) => verifications.get(number)?.text ?? "");
    if (draft.kind !== "code" && !readsAsWritten(draft.text, lines)) {
      return { claim: draft, reason: "unsupported" };
    }
    const against = (citations: readonly Cited[]) =>
      judgeClaims({
        claims: [placed(draft, cited, verifications)],
        citations,
        verifications,
        policy,
      });
    // What documents bear is a claim about documents; what results bear besides is none.
    const byDocuments = against(cited);
    const borne = byDocuments.passed.some(({ support }) => support !== "none");
    const verdict = borne || results.length === 0 ? byDocuments : against(results.map(citedResult));
    for (const claim of verdict.passed) tell(claim);
    return verdict.withheld[0];
  }

  function tell(claim: Claim): void {
    const documents = claim.citations.filter((id) => book.result(id) === undefined);
    count += 1;
    if (documents.length === 0 && claim.citations.length > 0) {
      const calls = claim.citations.flatMap((number) => actionOf(number) ?? []);
      const { text, kind, info, support } = claim;
      const line = {
        ...{ id: `r${count}`, text, kind, calls: [...new Set(calls)], support },
        ...(info === undefined ? {} : { info }),
      };
      report.push(line);
      onReport(line);
      return;
    }
    const fresh: Citation[] = [];
    for (const id of documents) {
      const citation = book.citations().find((one) => one.id === id);
      if (citation === undefined || numbers.has(id)) continue;
      numbers.set(id, numbers.size + 1);
      fresh.push({ ...citation, id: numbers.size });
    }
    const [flagged = claim] = flagClaims(
      [{ ...claim, citations: documents }],
      [...book.citations()],
      [...book.passages()],
    );
    const told: Claim = {
      ...flagged,
      id: `c${claims.length + 1}`,
      citations: documents.flatMap((id) => numbers.get(id) ?? []),
      spans: claim.spans.flatMap((span) => {
        const citation = numbers.get(span.citation);
        return citation === undefined ? [] : [{ ...span, citation }];
      }),
    };
    citations.push(...fresh);
    claims.push(told);
    onClaim(told, fresh);
  }

  return {
    hear(piece) {
      heard += piece;
      // What is shown without a source is shown only of an answer, and whether it is one is known at its end.
      if (policy !== "require_citations" || heard.length - looked < lookEvery) return;
      const { complete, rest } = readWritten(heard);
      take(complete);
      heard = heard.slice(rest);
      looked = heard.length;
    },
    async settle({ text, aside, cut }) {
      heard = "";
      looked = 0;
      const drafts = cut ? readWritten(text).complete : claimsOf(text);
      if (policy === "require_citations" || !aside) take(drafts.filter(says));
      await inTurn;
      if (!aside) withheld.push(...failing.filter(({ claim }) => says(claim)));
      failing = [];
    },
    async abandon() {
      await inTurn;
      failing = [];
    },
    async rewrite(lines, asked) {
      const kept = withheld.filter((one) => {
        const at = asked.indexOf(one);
        return at === -1 || lines.get(at + 1) === undefined;
      });
      for (const [i, before] of asked.entries()) {
        const [draft] = claimsOf(lines.get(i + 1) ?? "");
        if (draft === undefined) continue;
        const { kind, info } = before.claim;
        const list = kind === "list_item" || kind === "step";
        const anew = list ? { ...draft, kind, ...(info === undefined ? {} : { info }) } : draft;
        if (!take([anew])) failing.push(before);
      }
      await inTurn;
      withheld.splice(0, withheld.length, ...kept, ...failing);
      failing = [];
    },
    claims,
    citations,
    report,
    withheld,
    judged_ms,
    get broken() {
      return broken;
    },
  };
}

/** Letters that come between two looks at what is complete. */
const lookEvery = 12;

/** "In short:" leads to what follows and states nothing. */
const says = ({ text, kind, citations }: DraftClaim): boolean =>
  citations.length > 0 || kind === "code" || !/[:：]$/.test(text);

/** Code is shown as a quotation or not at all, and a whole row as one, so where they stand is looked for. */
function placed(
  draft: DraftClaim,
  cited: readonly Citation[],
  verifications: ReadonlyMap<number, Verification>,
): DraftClaim {
  const place = draft.kind === "code" ? placeCode : placeRow;
  if (draft.kind !== "code" && draft.kind !== "table") return draft;
  for (const { id, locator, inside_fence } of cited) {
    const text = verifications.get(id)?.text;
    if (text === undefined) continue;
    const found = place(draft, id, quotableUnits(text, locator.line_start, inside_fence));
    if (found !== undefined) return found;
  }
  return draft;
}

/** Nothing stands above a result: how the call is named is the model's own writing. */
function citedResult({ number, text }: { number: number; text: string }): Cited {
  return {
    id: number,
    sha256: hashLines(text.split("\n")),
    locator: { line_start: 1, line_end: text.split("\n").length },
    title: "",
    breadcrumb: [],
  };
}
