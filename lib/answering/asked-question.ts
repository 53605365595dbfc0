import type { QueryTerm } from "#lib/contracts/envelope";
import type { AskKind, QuestionAnalysis, QuestionTerm } from "#lib/contracts/question";

/**
 * A question as features see it: its words with what the index knows of them. Nothing of its text is read here; what its
 * words are and what is asked stands in the analysis.
 */
export type AskedQuestion = {
  analysis: QuestionAnalysis;
  kind: AskKind;
  /** With the index's weights; they sum to 1. */
  terms: readonly AskedTerm[];
  /** It was read without a verb that stands nowhere: nothing is sure to answer it. */
  in_part: boolean;
  known: ReadonlySet<string>;
  /** Neighbouring words, as `a b`. */
  pairs: ReadonlySet<string>;
  /** Terms of what is done, and of what it is done to or asked about. */
  actions: ReadonlySet<string>;
  things: ReadonlySet<string>;
  identifiers: readonly string[];
  /** Its words as they are written, in small letters, function words too; Chinese by character. */
  written: ReadonlySet<string>;
  /** The weightiest word that stands somewhere and tells what is asked about. */
  rarest: string | undefined;
};

export type AskedTerm = {
  term: string;
  weight: number;
  /** False of words around the matter: circumstances, talk, pairs of characters across a word border. */
  telling: boolean;
  /** No passage of the folders holds it. */
  absent: boolean;
  /** It is written as a name is. */
  name: boolean;
  /** Passages that hold it. */
  passages: number;
};

export function readAsked(analysis: QuestionAnalysis, found: readonly QueryTerm[]): AskedQuestion {
  const read = new Map(analysis.terms.map((one) => [one.term, one]));
  const index = withoutAbsentDeeds(found, read);
  const all = index.reduce((sum, { weight }) => sum + weight, 0);
  const readAs = new Map(
    index.flatMap((one) => standsFor(one, analysis).map((own) => [own.term, one.term])),
  );
  const terms = index.map((of): AskedTerm => {
    const { term, weight, passages } = of;
    const one = read.get(term) ?? standsFor(of, analysis)[0];
    return {
      term,
      weight: all === 0 ? 0 : weight / all,
      telling: one === undefined || tells(one),
      absent: passages === 0,
      name: one?.role === "name" || one?.role === "identifier",
      passages,
    };
  });
  const words = analysis.terms.filter(
    ({ crossing, kind }) => !crossing && kind !== "part" && kind !== "han_single",
  );
  const pairs = words.slice(1).map(({ term }, i) => `${words[i]?.term} ${term}`);
  const [rarest] = terms
    .filter(({ absent, telling }) => telling && !absent)
    .toSorted((a, b) => b.weight - a.weight);
  const ofClass = (wanted: QuestionTerm["class"]) =>
    new Set(
      analysis.terms
        .filter((one) => one.class === wanted)
        .map(({ term }) => readAs.get(term) ?? term),
    );
  return {
    analysis,
    kind: analysis.asks[0]?.kind ?? "other",
    terms,
    in_part: index.length < found.length,
    known: new Set(terms.map(({ term }) => term)),
    pairs: new Set(pairs),
    actions: ofClass("action"),
    things: ofClass("thing"),
    identifiers: analysis.terms
      .filter(({ role }) => role === "identifier" || role === "name")
      .map(({ written }) => written.toLowerCase()),
    written: new Set(analysis.words),
    rarest: rarest?.term,
  };
}

/**
 * A verb that stands nowhere says little of what is asked ("it got wiped"), for pages name their matter by nouns: the question is
 * read as if it had not been written, as long as any of its words stands somewhere. Of Chinese the dictionary tells verbs too seldom.
 */
function withoutAbsentDeeds(
  index: readonly QueryTerm[],
  read: ReadonlyMap<string, QuestionTerm>,
): readonly QueryTerm[] {
  const isDeed = (one: QuestionTerm | undefined) =>
    one?.kind === "word" && one.class === "action" && one.role === "content";
  const told = index.filter(({ term, passages }) => passages > 0 || !isDeed(read.get(term)));
  return told.some(({ passages }) => passages > 0) ? told : index;
}

/** The question's own words that a word of the index stands for: it corrects them, or means the same. */
function standsFor({ in_place_of }: QueryTerm, { terms }: QuestionAnalysis): QuestionTerm[] {
  if (in_place_of === undefined) return [];
  const theirs = in_place_of.toLowerCase();
  return terms.filter(({ written }) => theirs.includes(written.toLowerCase()));
}

const tells = ({ role, crossing }: QuestionTerm): boolean =>
  role !== "circumstance" && role !== "talk" && !crossing;

/** Words of a text, as far as a question looks for its own among them. */
export type Held = Pick<ReadonlySet<string>, "has">;

/** All words of these sets, without a set of them: of hundreds a question looks for some ten. */
export const heldByAny = (...sets: readonly ReadonlySet<string>[]): Held => ({
  has: (term) => sets.some((set) => set.has(term)),
});

/** Share of the question's weight that these words hold, 0 to 1. */
export function coverage(held: Held, asked: AskedQuestion): number {
  return asked.terms.reduce((sum, { term, weight }) => sum + (held.has(term) ? weight : 0), 0);
}

/** The same of the words that tell what is asked about; 1 where there are none. */
export function tellingCoverage(held: Held, asked: AskedQuestion): number {
  let all = 0;
  let sum = 0;
  for (const { term, weight, telling } of asked.terms) {
    if (!telling) continue;
    all += weight;
    if (held.has(term)) sum += weight;
  }
  return all === 0 ? 1 : sum / all;
}
