import { askKinds } from "#lib/contracts/question";
import { type AskedQuestion, type AskedTerm, tellingCoverage } from "./asked-question.ts";
import { type Field, union } from "./candidates.ts";
import { features } from "./features.ts";
import type { AnswerPlace } from "./place.ts";
import { heldOf, ratio } from "./ratio.ts";

/**
 * What the decision rests on: the values of the chosen unit, and what only the whole field shows. Used by two fitted models:
 * do the documents answer at all, and is what was chosen right.
 */
export type DecisionFeature = {
  name: string;
  says: string;
  /** What it is read of: the chosen unit, the field whatever is chosen, the best place, or how likelihood is spread. */
  of: "unit" | "field" | "place" | "spread";
  /** Read from the table of word meanings: 0 without it. */
  meaning?: true;
  value(found: Found): number;
};

export type Found = {
  asked: AskedQuestion;
  field: Field;
  places: readonly AnswerPlace[];
  /** Values of all candidates, in the order of `features`, and which of them is chosen. */
  values: readonly (readonly number[])[];
  chosen: number;
};

/** The most that a feature says of any candidate. */
function most(name: string): DecisionFeature["value"] {
  const at = features.findIndex((feature) => feature.name === name);
  return ({ values }) => values.reduce((sum, row) => Math.max(sum, row[at] ?? 0), 0);
}

const ofField: readonly DecisionFeature[] = [
  {
    of: "spread",
    name: "best-share",
    says: "So much of all likelihood is in the best place.",
    value: ({ places }) => places[0]?.share ?? 0,
  },
  {
    of: "spread",
    name: "second-share",
    says: "So much of it is in the second place.",
    value: ({ places }) => places[1]?.share ?? 0,
  },
  {
    of: "field",
    name: "most-telling",
    says: "Some unit with its headings holds so much of what tells what is asked about.",
    value: most("covered-telling-above"),
  },
  {
    of: "field",
    name: "most-of-passage",
    says: "Some passage holds so much of the question.",
    value: most("covered-passage"),
  },
  {
    of: "field",
    name: "most-absolute",
    says: "The search found so much of the question in one passage.",
    value: ({ field }) => Math.min(1, field.best),
  },
  {
    of: "field",
    name: "most-pairs",
    says: "Some unit has so many of the question's neighbouring words.",
    value: most("pairs"),
  },
  {
    of: "field",
    name: "nearest-heading",
    says: "Some heading is worded so nearly as the question.",
    value: most("heading-worded"),
  },
  {
    of: "field",
    name: "absent",
    says: "So much of what tells what is asked about stands in no passage.",
    value: ({ asked }) => absentShare(asked, () => true),
  },
  {
    of: "field",
    name: "absent-name",
    says: "So much of what is a name stands in no passage.",
    value: ({ asked }) => absentShare(asked, ({ name }) => name),
  },
  {
    of: "field",
    name: "absent-thing",
    says: "So many of the things it is about stand in no passage.",
    value: ({ asked }) => heldOf(asked.things, new Set(absentTerms(asked))),
  },
  {
    of: "field",
    name: "most-things",
    says: "Some unit with its headings names so many of the things it is about.",
    value: most("thing"),
  },
  {
    of: "place",
    name: "place-things",
    says: "The best place names so many of the things it is about.",
    value: (found) => heldOf(found.asked.things, wordsOfPlace(found)),
  },
  {
    of: "place",
    name: "place-actions",
    says: "The best place speaks of so much of what is to be done.",
    value: (found) => heldOf(found.asked.actions, wordsOfPlace(found)),
  },
  {
    of: "place",
    name: "place-telling",
    says: "The best place holds so much of what tells what is asked about.",
    value: (found) => tellingCoverage(wordsOfPlace(found), found.asked),
  },
  {
    of: "place",
    name: "heaviest-missing",
    says: "The weightiest word that the best place lacks is so much of the question.",
    value: (found) =>
      Math.max(
        0,
        ...tellingOf(found.asked)
          .filter(lackedBy(found))
          .map(({ weight }) => weight),
      ),
  },
  {
    of: "place",
    name: "words-missing",
    says: "The best place lacks so many of the words that tell what is asked about.",
    value: (found) => {
      const telling = tellingOf(found.asked);
      return ratio(telling.filter(lackedBy(found)).length, telling.length);
    },
  },
  {
    of: "place",
    name: "elsewhere",
    says: "So much of what tells what is asked about stands in the folders, and not in the best place.",
    value: (found) =>
      tellingOf(found.asked)
        .filter(({ absent }) => !absent)
        .filter(lackedBy(found))
        .reduce((sum, { weight }) => sum + weight, 0),
  },
  {
    of: "place",
    name: "line-things",
    says: "A line of the best place names so many of the things it is about.",
    value: ({ asked, places }) =>
      Math.max(
        0,
        ...(places[0]?.candidates ?? []).map((one) => heldOf(asked.things, one.words.terms)),
      ),
  },
  {
    of: "field",
    name: "rarest-passages",
    says: "The weightiest word that stands somewhere stands in few passages.",
    value: ({ asked }) => {
      const rarest = asked.terms.find(({ term }) => term === asked.rarest);
      return rarest === undefined ? 0 : 1 / (1 + Math.log(Math.max(1, rarest.passages)));
    },
  },
  {
    of: "field",
    name: "most-told",
    meaning: true,
    says: "Some passage tells so much of what is asked about, in the same words or others.",
    value: most("passage-tells"),
  },
  {
    of: "field",
    name: "most-near",
    meaning: true,
    says: "Some unit means so nearly what the question does.",
    value: most("near"),
  },
  {
    of: "field",
    name: "most-near-heading",
    meaning: true,
    says: "Some heading means so nearly what the question does.",
    value: most("heading-near"),
  },
  {
    of: "place",
    name: "place-told",
    meaning: true,
    says: "The best place tells so much of what is asked about, in the same words or others.",
    value: (found) => found.field.nearness?.told(wordsOfPlace(found)) ?? 0,
  },
  {
    of: "place",
    name: "heaviest-untold",
    meaning: true,
    says: "The weightiest word that the best place says in no way is so much of the question.",
    value: (found) => found.field.nearness?.untold(wordsOfPlace(found)) ?? 0,
  },
  {
    of: "place",
    name: "place-near",
    meaning: true,
    says: "The best place means so nearly what the question does.",
    value: (found) => found.field.nearness?.cosine(wordsOfPlace(found)) ?? 0,
  },
  ...askKinds.map(
    (kind): DecisionFeature => ({
      of: "field",
      name: `asks: ${kind}`,
      says: "It is a question of this kind.",
      value: ({ asked }) => Number(asked.kind === kind),
    }),
  ),
  {
    of: "field",
    name: "few-words",
    says: "The question has few words.",
    value: ({ asked }) => 1 / (1 + asked.terms.length),
  },
  {
    of: "field",
    name: "chinese",
    says: "The question is Chinese: pairs of characters reach other scores than words.",
    value: ({ asked }) => Number(asked.analysis.lang === "zh-CN"),
  },
];

const absentTerms = ({ terms }: AskedQuestion): string[] =>
  terms.filter(({ absent }) => absent).map(({ term }) => term);

const tellingOf = ({ terms }: AskedQuestion) => terms.filter(({ telling }) => telling);

const lackedBy = (found: Found) => {
  const words = wordsOfPlace(found);
  return ({ term }: AskedTerm) => !words.has(term);
};

/** All words of the best place with its headings; read once, for many features ask for them. */
function wordsOfPlace({ places }: Found): ReadonlySet<string> {
  const [place] = places;
  if (place === undefined) return new Set();
  const known = read.get(place);
  if (known !== undefined) return known;
  const words = union(...place.candidates.flatMap((one) => [one.words.terms, one.above]));
  read.set(place, words);
  return words;
}
const read = new WeakMap<AnswerPlace, ReadonlySet<string>>();

const absentShare = (
  asked: AskedQuestion,
  counts: (term: AskedQuestion["terms"][number]) => boolean,
): number =>
  asked.terms.reduce(
    (sum, term) => sum + (term.absent && term.telling && counts(term) ? term.weight : 0),
    0,
  );

export const decisionFeatures: readonly DecisionFeature[] = [
  ...features.map(({ name, says, meaning }, i) => ({
    of: "unit" as const,
    ...(meaning === undefined ? {} : { meaning }),
    name: `chosen: ${name}`,
    says,
    value: ({ values, chosen }: Found) => values[chosen]?.[i] ?? 0,
  })),
  ...ofField,
];
