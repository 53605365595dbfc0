import type { Quote } from "#lib/contracts/draft";
import { type Around, aroundCarrier, type Carrier, carriersIn, type Evidence } from "./carriers.ts";
import { contentWeight, type HeldWords, heldBy, joinHeld, wordsHeld } from "./coverage.ts";
import { entailmentLimits } from "./limits.ts";
import { locateQuote } from "./locate-quote.ts";

/** A line that a sentence rests on, with what is read with it. `quoted`: the writer named it, the program did not choose it. */
export type RestingLine = {
  citation: number;
  carrier: Carrier;
  around: Around;
  quoted: boolean;
};

export type ChosenLines = {
  lines: RestingLine[];
  /** Citations whose quoted words stand nowhere in them. */
  unfounded: number[];
};

/**
 * The lines that a sentence rests on: those that its quotes stand in, and the few that hold most of what these leave out. A
 * quote that says too little to find anything by ("the") counts as none.
 */
export function chooseLines(
  sentence: string,
  quotes: readonly Quote[],
  standing: readonly Evidence[],
): ChosenLines {
  const unfounded: number[] = [];
  const all = standing.flatMap((evidence) =>
    carriersIn(evidence.units)
      .filter(({ items }) => items === undefined)
      .map((carrier) => ({ citation: evidence.citation, carrier, evidence })),
  );
  const named = new Set<(typeof all)[number]>();
  for (const { citation, text } of quotes) {
    const evidence = standing.find((one) => one.citation === citation);
    if (evidence === undefined) continue;
    const own = all.filter((one) => one.citation === citation);
    if (contentWeight(text) < 1) continue;
    const units = locateQuote(text, evidence.units, sentence);
    if (units.length === 0) unfounded.push(citation);
    const within = own.filter(({ carrier }) => units.includes(carrier.unit));
    const holding = within.filter(
      ({ carrier }) => heldBy(text, carrier.words).share >= entailmentLimits.quote_share,
    );
    for (const one of holding.length > 0 ? holding : within) named.add(one);
  }
  const failed = unfounded.filter(
    (citation) => ![...named].some((one) => one.citation === citation),
  );
  // Whatever holds little of it alone adds little to others.
  const usable = all
    .filter(({ citation }) => !failed.includes(citation))
    .map((one) => ({ one, share: heldBy(sentence, one.carrier.words).share }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, entailmentLimits.tried)
    .map(({ one }) => one);
  let held: HeldWords | undefined;
  const add = (words: HeldWords) => {
    held = held === undefined ? words : joinHeld(held, words);
  };
  for (const { carrier } of named) add(carrier.words);
  const chosen = new Set(named);
  const topics = wordsHeld(standing.map(({ above }) => above).join("\n"));
  while (chosen.size < named.size + entailmentLimits.rests) {
    const base = held === undefined ? topics : joinHeld(held, topics);
    const share = heldBy(sentence, base).share;
    let best: { one: (typeof all)[number]; share: number } | undefined;
    for (const one of usable) {
      if (chosen.has(one)) continue;
      const with_it = heldBy(sentence, joinHeld(base, one.carrier.words)).share;
      if (with_it > (best?.share ?? share + entailmentLimits.worth_resting))
        best = { one, share: with_it };
    }
    if (best === undefined) break;
    chosen.add(best.one);
    add(best.one.carrier.words);
  }
  const lines = [...chosen].map(
    (one): RestingLine => ({
      citation: one.citation,
      carrier: one.carrier,
      around: aroundCarrier(one.carrier, one.evidence),
      quoted: named.has(one),
    }),
  );
  return { lines, unfounded: failed };
}
