import { type Cited, judgeClaims, type Withheld } from "#lib/citations/gate";
import { renumbered } from "#lib/citations/number";
import { placeCode } from "#lib/citations/place-code";
import { placeRow } from "#lib/citations/place-row";
import { flagClaims } from "#lib/citations/secret-claims";
import { holdsBrokenMarker } from "#lib/citations/span-markers";
import { claimsOf, readWritten } from "#lib/citations/written";
import type { Claim, Lang, ReportLine } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Config } from "#lib/contracts/config";
import type { Verification } from "#lib/contracts/docs-tools";
import type { DraftClaim } from "#lib/contracts/draft";
import type { TaskError } from "#lib/contracts/envelope";
import { heldBy, wordsHeld } from "#lib/entailment/coverage";
import { leansBack, onlyAnnounces } from "#lib/entailment/leans-back";
import { pointFrom } from "#lib/entailment/point";
import { quotableUnits } from "#lib/markdown/units";
import { hashLines } from "#lib/platform/lines";
import { say } from "#lib/platform/say";
import type { Verified } from "../verify-citations.ts";
import type { EvidenceBook } from "./evidence-book.ts";
import { inBatches } from "./in-batches.ts";
import { readsAsWritten } from "./plain-sentence.ts";
import { missingIn } from "./prompt.ts";

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
  /** Is it withheld for no more than the sentence before it, which it says something of? */
  leans(one: Withheld): boolean;
  /** Puts shown sentences in doubt, each with what its lines say. */
  doubt(ids: ReadonlySet<string>, lang: Lang): void;
  /** In the order of the reply, as are the others. */
  readonly claims: readonly Claim[];
  readonly citations: readonly Citation[];
  readonly report: readonly ReportLine[];
  readonly withheld: readonly Withheld[];
  /** What of the question the model says its evidence does not answer, in its words. */
  readonly missing: readonly string[];
  /** Why the lines could not be read again, tried twice; nothing more is released then, and what was told stays. */
  readonly broken: TaskError | undefined;
  /** How long it took from when each sentence was complete until it was judged. */
  readonly judged_ms: readonly number[];
};

export function createRelease(deps: {
  book: EvidenceBook;
  /** Numbers of the evidence that the model was handed as a picture. */
  pictures?: ReadonlySet<number>;
  policy: "require_citations" | "suggest_citations";
  question: string;
  /** `answer.gate` of the settings. */
  gate: Config["answer"]["gate"];
  verify: (citations: readonly Citation[]) => Promise<Verified>;
  /** Which call of a tool a number stands for. */
  actionOf: (number: number) => number | undefined;
  onClaim: (claim: Claim, cited: readonly Citation[]) => void;
  onReport: (line: ReportLine) => void;
  now: () => number;
  /** Of what the program itself says of a sentence. */
  lang?: Lang;
}): Release {
  const { book, policy, gate, question, verify, actionOf, onClaim, onReport, now } = deps;
  const claims: Placed<Claim>[] = [];
  const citations: Citation[] = [];
  const report: Placed<ReportLine>[] = [];
  const judged_ms: number[] = [];
  const numbers = new Map<number, number>();
  /** What was said, with its paragraph. */
  const said = new Map<string, number>();
  const missing = new Set<string>();
  let withheld: Placed<Withheld>[] = [];
  let failing: Placed<Withheld>[] = [];
  /** Sentences about "it" whose sentence before is withheld. */
  const leaning = new Map<Withheld, DraftClaim>();
  /** What announces a list or code, until something of it is shown. */
  let leads: Placed<DraftClaim>[] = [];
  const kinds = new Map<number, DraftClaim["kind"]>();
  let broken: TaskError | undefined;
  let heard = "";
  /** What was heard begins in the middle of a paragraph. */
  let inside = false;
  let looked = 0;
  let written = 0;
  /** Which paragraph of the reply a place is in: what is withheld joins no sentence to the one before it. */
  const paragraphs = new Map<number, number>();
  let paragraph = 0;
  let paragraphsSeen = 0;
  /** What a paragraph begins with, where it is an item of a list. */
  const items = new Map<number, Pick<DraftClaim, "kind" | "info">>();
  let told = 0;
  const judging = inBatches({ work: judgeAll, most_together: 24, most_batches: 64 });

  /** False when nothing of it is new. `place`: that of the sentence in whose stead they are. */
  function take(drafts: readonly DraftClaim[], place?: number): boolean {
    let fresh = false;
    for (const draft of drafts) {
      const part = missingIn(draft.text);
      const key = JSON.stringify([draft.kind, draft.text, draft.citations, draft.quotes]);
      const before = said.get(key);
      // What goes on behind it is in its paragraph, though it is not told again.
      if (place === undefined && before !== undefined) paragraph = before;
      else if (place === undefined && draft.goes_on !== true) {
        paragraphsSeen += 1;
        paragraph = paragraphsSeen;
        const { kind, info } = draft;
        if (isItem(kind)) items.set(paragraph, info === undefined ? { kind } : { kind, info });
      }
      if (part !== undefined) missing.add(part);
      if (part !== undefined || before !== undefined) continue;
      said.set(key, paragraph);
      fresh = true;
      written += 1;
      const at = place ?? written;
      kinds.set(at, draft.kind);
      paragraphs.set(at, paragraphs.get(at) ?? paragraph);
      judging.add({ one: draft, place: at, since: now() });
    }
    return fresh;
  }

  /** The lines of all are read again in one call. */
  async function judgeAll(batch: readonly (Placed<DraftClaim> & { since: number })[]) {
    if (broken !== undefined) return;
    const named = new Set(batch.flatMap(({ one }) => one.citations));
    const cited = book.citations().filter(({ id }) => named.has(id));
    const verified = await verifyTwice(cited.slice(0, mostVerified));
    for (const { one, place, since } of batch) {
      if (verified === undefined) return;
      // Others are served in between.
      await new Promise((resolve) => setImmediate(resolve));
      const judgement = judge(one, place, verified);
      judged_ms.push(now() - since);
      if (judgement !== undefined) failing.push({ one: judgement, place });
    }
  }

  async function verifyTwice(cited: readonly Citation[]) {
    const first = await verify(cited);
    const verified = first.ok ? first : await verify(cited);
    if (verified.ok) return verified.verifications;
    broken = verified.error;
    return undefined;
  }

  function judge(
    draft: DraftClaim,
    place: number,
    found: ReadonlyMap<number, Verification>,
  ): Withheld | undefined {
    const named = new Set(draft.citations);
    const cited = book.citations().filter(({ id }) => named.has(id));
    const results = [...named].flatMap((number) => {
      const text = book.result(number);
      return text === undefined ? [] : [{ number, text }];
    });
    const verifications = new Map(found);
    for (const { number, text } of results) verifications.set(number, { state: "verified", text });
    const lines = [...named].map((number) => verifications.get(number)?.text ?? "");
    if (announces(draft)) {
      leads.push({ one: draft, place });
      return { claim: draft, reason: "no_marker" };
    }
    if (draft.kind !== "code" && holdsBrokenMarker(draft.text))
      return { claim: draft, reason: "unsupported" };
    if (draft.kind !== "code" && !readsAsWritten(draft.text, lines)) {
      return { claim: draft, reason: "unsupported" };
    }
    const against = (citations: readonly Cited[]) =>
      judgeClaims({
        claims: [placed(draft, cited, verifications)],
        citations,
        verifications,
        policy,
        gate,
        question,
      });
    // What documents bear is a claim about documents; what results bear besides is none.
    const byDocuments = against(cited);
    const borne = byDocuments.passed.some(({ support }) => support !== "none");
    const verdict = borne || results.length === 0 ? byDocuments : against(results.map(citedResult));
    if (verdict.passed.length > 0 && leansOnLost(draft, place)) {
      const { quotes: _, ...claim } = draft;
      const one: Withheld = { claim, reason: "unsupported" };
      leaning.set(one, draft);
      return one;
    }
    for (const claim of verdict.passed) {
      const lead = claim.citations.length === 0 ? undefined : leadOf(claim, place);
      if (lead !== undefined) {
        leads = leads.filter((one) => one !== lead);
        const titles = cited.flatMap(({ title, breadcrumb }) => [title, ...breadcrumb]);
        // The gate has not judged it: the question is no source of it, and where only near copies are let out it is none.
        const announced = [...titles, ...lines].join("\n");
        if (gate !== "strict" && onlyAnnounces(lead.one.text, announced)) {
          const { info: _, left_out: __, ...rest } = claim;
          const { text } = lead.one;
          tell({ ...rest, kind: "sentence", text, support: "own_words" }, lead.place);
        }
      }
      tell(claim, place);
    }
    const [withheld] = verdict.withheld;
    const seen = withheld === undefined ? undefined : seenIn(withheld, cited, found);
    if (seen !== undefined) tell(seen, place);
    if (seen !== undefined || withheld === undefined) return undefined;
    // With lines of its own or without, it is shown where what it announces is.
    const unmarked = { ...draft, citations: [] };
    if (!announces(unmarked)) return withheld;
    leads.push({ one: unmarked, place });
    return { claim: unmarked, reason: "no_marker" };
  }

  /** What rests on a picture alone no text bears out: it is told as what the model saw, to be looked at by the reader. */
  function seenIn(
    { claim, reason }: Withheld,
    cited: readonly Citation[],
    found: ReadonlyMap<number, Verification>,
  ): Claim | undefined {
    const pictures = cited.filter(({ id }) => deps.pictures?.has(id) === true);
    const alone = claim.citations.every((id) => pictures.some((one) => one.id === id));
    const standing = pictures.every(({ id }) => found.get(id)?.state === "verified");
    if (!alone || !standing || pictures.length === 0) return undefined;
    if (reason !== "unsupported" || gate === "strict" || claim.kind === "code") return undefined;
    const { quotes: _, ...own } = claim;
    const point = say(deps.lang ?? "en", "answer.seen_in_picture");
    return { ...own, citations: pictures.map(({ id }) => id), support: "doubt", spans: [], point };
  }

  /** A sentence goes on where the one shown before it is of its paragraph; where nothing of its item is, the item begins with it. */
  function inParagraphs(): Claim[] {
    const begun = new Set<number>();
    let last: number | undefined;
    return inPlaces(claims).map(({ one, place }) => {
      const { goes_on: _, ...rest } = one;
      const own = paragraphs.get(place) ?? 0;
      const goesOn = own === last;
      const item = begun.has(own) ? {} : items.get(own);
      begun.add(own);
      last = own;
      if (one.kind !== "sentence") return rest;
      return goesOn ? { ...rest, goes_on: true } : { ...rest, ...item };
    });
  }

  /** What it says "it" of stands in a sentence before it that is not shown. */
  function leansOnLost({ text }: DraftClaim, place: number): boolean {
    const before = (one: { place: number }) => one.place === place - 1;
    const lost = !claims.some(before) && [...failing, ...withheld].some(before);
    return lost && paragraphs.get(place - 1) === paragraphs.get(place) && leansBack(text);
  }

  /** What announces it: of a list or block only such things stand in between. */
  function leadOf({ kind }: Claim, place: number): Placed<DraftClaim> | undefined {
    const lead = leads.findLast((one) => one.place < place);
    if (lead === undefined || !isLed(kind)) return undefined;
    for (let at = lead.place + 1; at < place; at += 1) if (!isLed(kinds.get(at))) return undefined;
    return lead;
  }

  function tell(claim: Claim, place: number): void {
    const documents = claim.citations.filter((id) => book.result(id) === undefined);
    told += 1;
    if (documents.length === 0 && claim.citations.length > 0) {
      const calls = claim.citations.flatMap((number) => actionOf(number) ?? []);
      const { text, kind, info, support } = claim;
      const line = {
        ...{ id: `r${told}`, text, kind, calls: [...new Set(calls)], support },
        ...(info === undefined ? {} : { info }),
      };
      report.push({ one: line, place });
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
    const one: Claim = { ...renumbered(flagged, numbers), id: `c${claims.length + 1}` };
    citations.push(...fresh);
    claims.push({ one, place });
    onClaim(inParagraphs().find(({ id }) => id === one.id) ?? one, fresh);
  }

  return {
    hear(piece) {
      heard += piece;
      // What is shown without a source is shown only of an answer, and whether it is one is known at its end.
      if (policy !== "require_citations") return;
      const grown = heard.length - looked;
      if (grown < lookEvery || grown < heard.length / mostLooks) return;
      const { complete, rest } = readWritten(heard, inside);
      take(complete);
      if (rest > 0) inside = !/\n\s*$/.test(heard.slice(0, rest));
      heard = heard.slice(rest);
      looked = heard.length;
    },
    async settle({ text, aside, cut }) {
      heard = "";
      inside = false;
      looked = 0;
      const drafts = cut ? readWritten(text).complete : claimsOf(text);
      if (policy === "require_citations" || !aside) take(drafts);
      await judging.drain();
      if (!aside) withheld.push(...failing.filter(({ one }) => says(one.claim)));
      failing = [];
    },
    async abandon() {
      // What came since the last look may have ended a sentence.
      if (policy === "require_citations") take(readWritten(heard, inside).complete);
      await judging.drain();
      failing = [];
    },
    async rewrite(lines, asked) {
      const again = asked.flatMap((before) => withheld.filter(({ one }) => one === before));
      const answered = again.filter((_, i) => lines.get(i + 1) !== undefined);
      for (const [i, before] of again.entries()) {
        const [draft] = claimsOf(lines.get(i + 1) ?? "");
        if (draft === undefined) continue;
        const { kind, info } = before.one.claim;
        const anew = isItem(kind)
          ? { ...draft, kind, ...(info === undefined ? {} : { info }) }
          : draft;
        if (!take([anew], before.place)) failing.push(before);
      }
      await judging.drain();
      withheld = [...withheld.filter((one) => !answered.includes(one)), ...failing];
      failing = [];
      for (const { one, place } of inPlaces(withheld)) {
        const draft = leaning.get(one);
        if (draft === undefined || !claims.some((shown) => shown.place === place - 1)) continue;
        withheld = withheld.filter((other) => other.one !== one);
        judging.add({ one: draft, place, since: now() });
        await judging.drain();
      }
      withheld.push(...failing);
      failing = [];
    },
    leans: (one) => leaning.has(one),
    doubt(ids, lang) {
      for (const placed of claims) {
        const { one } = placed;
        if (!ids.has(one.id)) continue;
        const line = nearestOf(one);
        placed.one = { ...one, support: "doubt", point: pointFrom(line, lang) };
      }
    },
    get claims() {
      return inParagraphs();
    },
    citations,
    get report() {
      return inPlace(report);
    },
    get withheld() {
      return inPlace(withheld);
    },
    get missing() {
      return [...missing];
    },
    judged_ms,
    get broken() {
      return broken;
    },
  };
}

/** Where in what the model wrote it stands: what is written anew comes later and has the place of what it is written for. */
type Placed<T> = { one: T; place: number };

function inPlaces<T>(placed: readonly Placed<T>[]): Placed<T>[] {
  return [...placed].sort((a, b) => a.place - b.place);
}
const inPlace = <T>(placed: readonly Placed<T>[]): T[] => inPlaces(placed).map(({ one }) => one);

/** Of the lines that a claim rests on the one that has most of it. */
function nearestOf({ text, rests_on = [] }: Claim): string {
  const held = (line: string) => heldBy(text, wordsHeld(line)).share;
  return rests_on.reduce((best, { text }) => (held(text) > held(best) ? text : best), "");
}

/** As many as one call takes. */
const mostVerified = 200;

/** Letters that come between two looks at what is complete. */
const lookEvery = 12;
/** Each letter is looked at about so often, however long nothing is complete. */
const mostLooks = 16;

const isItem = (kind: DraftClaim["kind"] | undefined): boolean =>
  kind === "list_item" || kind === "step";
const isLed = (kind: DraftClaim["kind"] | undefined): boolean =>
  isItem(kind) || kind === "code" || kind === "table";

/** "In short:" leads to what follows and states nothing. */
const announces = ({ text, kind, citations }: DraftClaim): boolean =>
  citations.length === 0 && kind !== "code" && /[:：]$/.test(text);
const says = (draft: DraftClaim): boolean => !announces(draft);

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
