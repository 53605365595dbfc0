import { type Candidate, emptyOutline, type Outline, type Question } from "../signals/signal.ts";
import { wordsIn } from "../signals/words.ts";
import { type Chosen, sumUp } from "./choose-documents.ts";
import type { Held } from "./held.ts";
import type { Judge } from "./judge.ts";
import { mostAtOnce } from "./most-at-once.ts";
import { countOf, isInText } from "./segment.ts";

/** Reused from document to document: no two are open at the same time. */
let counts = new Uint32Array(1024);
let shares = new Float64Array(256);
let together = roomFor(32);
const outline = emptyOutline();

/** For a document of fewer passages it does not pay to ask which share is too little in this very one. */
const fewPassages = 12;

/**
 * Hands over the passages of a document that hold a term, those that may come into the list, each with its outline.
 * A share that is too little for a document is not for its passages: they have of the document what all of it has.
 */
export function openDocument(
  home: Held,
  chosen: Chosen,
  at: number,
  question: Question,
  judge: Judge,
  onCandidate: (candidate: Candidate, outline: Outline) => void,
): void {
  const { segment, terms } = home;
  const number = chosen.document[at] ?? 0;
  const document = segment.documents[number];
  if (document === undefined) return;
  const { first, count } = document;
  const width = question.terms.length;
  sumUp(outline, home, number, chosen.entries, at * width, question);
  const held = holdTogether(home, chosen, at, question);
  outline.share = mostAtOnce(together.shares, together.places, held);
  outline.words = mostAtOnce(together.words, together.places, held);
  if (!judge.reaches(judge.boundOf(outline))) return;
  makeRoom(count, width);
  for (const { number: i, share, found } of terms) {
    const entry = (chosen.entries[at * width + i] ?? 0) - 1;
    if (entry < 0) continue;
    const end = found.starts[entry + 1] ?? 0;
    for (let posting = found.starts[entry] ?? 0; posting < end; posting++) {
      const p = (segment.passages[posting] ?? 0) - first;
      counts[p * width + i] = segment.counts[posting] ?? 0;
      shares[p] = (shares[p] ?? 0) + share;
    }
  }
  const least = count < fewPassages ? 0 : judge.tooLittle(outline);
  let inDocument: readonly number[] | undefined;
  for (let p = 0; p < count; p++) {
    const share = shares[p] ?? 0;
    if (share <= least) continue;
    const passage = first + p;
    outline.share = share;
    outline.first = p === 0;
    outline.words = wordsIn(counts, segment, passage, question, p * width);
    outline.headed = headedIn(counts, p * width, question);
    outline.near = nearIn(counts, p * width, question);
    if (!judge.reaches(judge.boundOf(outline))) continue;
    const own = new Array<number>(width);
    for (let i = 0; i < width; i++) own[i] = counts[p * width + i] ?? 0;
    inDocument ??= occurrencesOf(home, chosen, at, width);
    const documentLength = home.lengths[number] ?? 0;
    onCandidate({ segment, passage, counts: own, inDocument, documentLength }, outline);
  }
}

/** Of the terms that the document holds what each can give to a passage, and where it stands; how many they are. */
function holdTogether(home: Held, { entries }: Chosen, at: number, question: Question): number {
  const width = question.terms.length;
  if (together.places.length < width) together = roomFor(width * 2);
  let held = 0;
  for (const { number, share, found, grown } of home.terms) {
    const entry = (entries[at * width + number] ?? 0) - 1;
    if (entry < 0) continue;
    together.shares[held] = share;
    together.words[held] = share * grown * (found.peaks[entry] ?? 0);
    together.places[held] = found.places[entry] ?? 0;
    held += 1;
  }
  return held;
}

function roomFor(terms: number) {
  return {
    shares: new Float64Array(terms),
    words: new Float64Array(terms),
    places: new Int32Array(terms),
  };
}

/** Of each term of the question how often it stands in the document. */
function occurrencesOf({ terms }: Held, { entries }: Chosen, at: number, width: number): number[] {
  const all = new Array<number>(width).fill(0);
  for (const { number, found } of terms) {
    const entry = (entries[at * width + number] ?? 0) - 1;
    if (entry >= 0) all[number] = found.occurrences[entry] ?? 0;
  }
  return all;
}

/** Empty, and large enough. */
function makeRoom(count: number, width: number): void {
  if (counts.length < count * width) counts = new Uint32Array(count * width * 2);
  else counts.fill(0, 0, count * width);
  if (shares.length < count) shares = new Float64Array(count * 2);
  else shares.fill(0, 0, count);
}

/** What the shares of neighbouring terms sum to that both stand in the text of a passage; its counts begin at `at`. */
function nearIn(counts: Uint32Array, at: number, { terms }: Question): number {
  let near = 0;
  let before = 0;
  for (let i = 0; i < terms.length; i++) {
    const share = isInText(counts[at + i] ?? 0) ? (terms[i]?.share ?? 0) : 0;
    near += Math.min(before, share);
    before = share;
  }
  return near;
}

function headedIn(counts: Uint32Array, at: number, { terms }: Question): number {
  let headed = 0;
  for (let i = 0; i < terms.length; i++)
    if (countOf(counts[at + i] ?? 0, "section") > 0) headed += terms[i]?.told ?? 0;
  return headed;
}
