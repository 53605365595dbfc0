import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { asQuestion } from "#lib/contracts/question";
import { contentTerms } from "#lib/language/words";
import { wordTable } from "#lib/meaning/word-table";
import {
  featuresOf,
  type LikenessModel,
  likenessFeatures,
  type OfferedFor,
  offeredFor,
} from "#lib/memory/likeness";
import { likenessModel, likenessModelFile } from "#lib/memory/likeness-model";
import { recallLimits } from "#lib/memory/limits";
import { type QuestionReading, readAsked } from "#lib/memory/question-reading";
import { cosineOf } from "#lib/memory/question-vector";
import { standingOut } from "#lib/memory/standing-out";
import { projectDir } from "#lib/platform/project";
import { embedderAt } from "./embedder.ts";

/**
 * Fits how like two questions are, and from where on an earlier one is offered:
 *
 *   node training/memory/fit-likeness.ts [--embedding http://127.0.0.1:8000/v1]
 *
 * With an address of OpenAI's Embeddings also how far one must stand out by an embedding model; without, that stays as it is
 * in the file.
 *
 * Like and unlike pairs were written for it (pairs.jsonl). Other unlike ones are questions of one project of the written sets
 * (training/sets/written), those that are nearest to each other: they are about the same things and ask something else. A
 * regression with a ridge; the figures are of pairs that the weights were not fitted on, five ways.
 */
type Pair = { a: string; b: string; like: boolean };
type Row = { values: number[]; like: boolean; weight: number; fold: number; pair: Pair };

const folds = 5;
const levels = ["alone", "same_file", "same_lines"] as const;
/** Of like pairs that are offered by words so many still are where the embedding model is asked too. */
const keptOfLike = 0.97;
const ridge = 0.3;
/**
 * From where on an earlier question is offered. `alone`: by its words, which is nearly the same words. Where both answers cite
 * the same file, and where they cite the same lines, other words may say it: an unlike question mostly rests elsewhere.
 */
const offered = { alone: 0.85, same_file: 0.65, same_lines: 0.4 };
/** Of each question of a project so many of the nearest others. */
const nearest = 2;
/** Unlike pairs of the sets weigh so much beside a written one: they are many, and now and then one of them is like. */
const weightOfSets = 0.12;

/** The same of questions beside themselves in nearly the same words. */
const weightOfSame = 0.2;

const { table } = wordTable();
if (table === undefined) throw new Error("The table of word meanings cannot be used.");
const known = table;
const readings = new Map<string, QuestionReading | undefined>();
const read = (text: string): QuestionReading | undefined => {
  if (!readings.has(text)) readings.set(text, readAsked(asQuestion(text), known));
  return readings.get(text);
};

const lines = <T>(file: string): T[] =>
  readFileSync(path.join(projectDir(), file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T); // files of our own

const written = lines<Pair>("training/memory/pairs.jsonl");
const rows = [
  ...written.map((pair, i) => rowOf(pair, 1, i % folds)),
  ...ofSets(),
  ...said(),
].flat();

function rowOf(pair: Pair, weight: number, fold: number): Row[] {
  const [a, b] = [read(pair.a), read(pair.b)];
  if (a === undefined || b === undefined) return [];
  const values = featuresOf(a, b, known);
  return [
    { values: likenessFeatures.map((name) => values[name]), like: pair.like, weight, fold, pair },
  ];
}

function ofSets(): Row[][] {
  type Asked = { project: string; question: string; gold?: { path: string }[] };
  const asked = ["en", "zh"].flatMap((lang) => lines<Asked>(`training/sets/written/${lang}.jsonl`));
  const byProject = Map.groupBy(asked, ({ project }) => project);
  let at = 0;
  return [...byProject.values()].flatMap((questions) =>
    questions.flatMap(({ question, gold = [] }) => {
      const one = read(question);
      if (one === undefined) return [];
      const places = new Set(gold.map(({ path: file }) => file));
      return questions
        .filter((other) => other.question > question)
        .filter(({ gold: theirs = [] }) => !theirs.some(({ path: file }) => places.has(file)))
        .flatMap(({ question: other }) => {
          const reading = read(other);
          if (reading === undefined) return [];
          return [{ other, cosine: featuresOf(one, reading, known).cosine }];
        })
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, nearest)
        .map(({ other }) =>
          rowOf({ a: question, b: other, like: false }, weightOfSets, at++ % folds),
        );
    }),
  );
}

/** The same question as one writes it another time. */
function said(): Row[][] {
  const ways: Record<string, ((text: string) => string)[]> = {
    en: [
      (text) => text.toLowerCase().replace(/[?.]$/, ""),
      (text) => `Hi, ${text.charAt(0).toLowerCase()}${text.slice(1)} Thanks!`,
      (text) => text.replace(/^how do I/i, "how can I").replace(/^what is/i, "what's"),
      (text) => `${text} please`,
    ],
    zh: [
      (text) => text.replace(/[？?。]$/, ""),
      (text) => `请问${text}`,
      (text) => `${text}，谢谢`,
      (text) => text.replace("怎么", "如何").replace("多少", "几"),
    ],
  };
  return ["en", "zh"].flatMap((lang) =>
    lines<{ question: string }>(`training/sets/written/${lang}.jsonl`)
      .filter((_, i) => i % 4 === 0)
      .map(({ question }, i) => {
        const another = (ways[lang] ?? [])[i % 4]?.(question) ?? question;
        return rowOf({ a: question, b: another, like: true }, weightOfSame, i % folds);
      }),
  );
}

type Weights = { bias: number; weights: number[] };

/** What would count against likeness although it can only speak for it, or the other way round, says something of the pairs alone. */
const signs: Partial<Record<(typeof likenessFeatures)[number], 1 | -1>> = {
  ...{ cosine: 1, said: 1, said_least: 1, shared: 1, action_least: 1 },
  ...{ swapped: -1, extra: -1, fixed_swapped: -1, fixed_extra: -1 },
  ...{ numbers_differ: -1, opposed: -1, kind_differs: -1 },
};

/** Without the features whose weights have the wrong sign, one after the other. */
function fitted(given: readonly Row[]): Weights {
  const out = new Set<number>();
  for (;;) {
    const found = newton(
      given.map((row) => ({ ...row, values: row.values.map((v, i) => (out.has(i) ? 0 : v)) })),
    );
    const wrong = likenessFeatures
      .map((name, i) => ({ i, by: (signs[name] ?? 0) * (found.weights[i] ?? 0) }))
      .filter(({ by }) => by < 0)
      .sort((a, b) => a.by - b.by)[0];
    if (wrong === undefined) return found;
    out.add(wrong.i);
  }
}

/** Newton's method, as often as it moves. */
function newton(given: readonly Row[]): Weights {
  const width = likenessFeatures.length + 1;
  let at = new Array<number>(width).fill(0);
  for (let step = 0; step < 30; step++) {
    const gradient = at.map((weight, i) => (i === 0 ? 0 : -ridge * weight));
    const hessian: number[][] = at.map((_, i) =>
      at.map((__, j) => (i !== j ? 0 : i === 0 ? 1e-9 : ridge)),
    );
    for (const { values, like, weight } of given) {
      const x = [1, ...values];
      const p = 1 / (1 + Math.exp(-x.reduce((sum, v, i) => sum + v * (at[i] ?? 0), 0)));
      for (let i = 0; i < width; i++) {
        gradient[i] = (gradient[i] ?? 0) + weight * (Number(like) - p) * (x[i] ?? 0);
        const row = hessian[i] ?? [];
        for (let j = 0; j < width; j++)
          row[j] = (row[j] ?? 0) + weight * p * (1 - p) * (x[i] ?? 0) * (x[j] ?? 0);
      }
    }
    const move = solved(hessian, gradient);
    at = at.map((weight, i) => weight + (move[i] ?? 0));
    if (Math.max(...move.map(Math.abs)) < 1e-9) break;
  }
  const [bias = 0, ...weights] = at;
  return { bias, weights };
}

function solved(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const n = rows.length;
  for (let i = 0; i < n; i++) {
    const best = rows.findIndex(
      (row, r) =>
        r >= i &&
        Math.abs(row[i] ?? 0) === Math.max(...rows.slice(i).map((one) => Math.abs(one[i] ?? 0))),
    );
    const [pivot = [], swapped = []] = [rows[best], rows[i]];
    rows[i] = pivot;
    rows[best] = swapped;
    for (let r = 0; r < n; r++) {
      const row = rows[r] ?? [];
      if (r === i) continue;
      const by = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (let c = i; c <= n; c++) row[c] = (row[c] ?? 0) - by * (pivot[c] ?? 0);
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1));
}

const chanceOf = ({ values }: Row, { bias, weights }: Weights): number =>
  1 / (1 + Math.exp(-values.reduce((sum, v, i) => sum + v * (weights[i] ?? 0), bias)));

const heldOut = rows.map((row) => ({ row, chance: 0 }));
for (let fold = 0; fold < folds; fold++) {
  const by = fitted(rows.filter((row) => row.fold !== fold));
  for (const one of heldOut) if (one.row.fold === fold) one.chance = chanceOf(one.row, by);
}

const ofPairs = heldOut.filter(({ row }) => row.weight === 1);
const across = ({ values }: Row) => values[likenessFeatures.indexOf("other_language")] === 1;
const groups: [string, (row: Row) => boolean][] = [
  ["like, one language", (row) => row.weight === 1 && row.like && !across(row)],
  ["like, two languages", (row) => row.weight === 1 && row.like && across(row)],
  ["unlike, written to be near", (row) => row.weight === 1 && !row.like],
  ["unlike, nearest of one project", (row) => row.weight === weightOfSets],
  ["like, in nearly the same words", (row) => row.weight === weightOfSame],
];
console.log("of pairs that were not fitted on, at least so like:");
for (const point of [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
  const counts = groups.map(([name, is]) => {
    const of = heldOut.filter(({ row }) => is(row));
    return `${name} ${of.filter(({ chance }) => chance >= point).length} of ${of.length}`;
  });
  console.log(`  ${point}: ${counts.join("; ")}`);
}
const byWords = (is: boolean) =>
  ofPairs.filter(({ row }) => row.like === is && sharedWords(row.pair) >= 0.8).length;
console.log(`  by four of five words in common: like ${byWords(true)}, unlike ${byWords(false)}`);

function sharedWords({ a, b }: Pair): number {
  const [one, other] = [new Set(contentTerms(a)), new Set(contentTerms(b))];
  const both = [...one].filter((term) => other.has(term)).length;
  return both / (one.size + other.size - both);
}

if (process.argv.includes("--list")) {
  for (const { row, chance } of heldOut.toSorted((a, b) => b.chance - a.chance)) {
    const misses = row.like !== chance >= offered.alone;
    if (misses)
      console.log(row.like ? "missed" : "WRONG ", chance.toFixed(3), row.pair.a, "|", row.pair.b);
  }
}

const at = process.argv.indexOf("--embedding");
const stands_out =
  at === -1
    ? likenessModel().offered.stands_out
    : await standsOutFrom(embedderAt(process.argv[at + 1] ?? ""));
const all = fitted(rows);
const rounded = (number: number) => Math.round(number * 1e4) / 1e4;
const model: LikenessModel = {
  bias: rounded(all.bias),
  weights: Object.fromEntries(
    likenessFeatures.map((name, i) => [name, rounded(all.weights[i] ?? 0)]),
  ) as LikenessModel["weights"], // every feature has one
  offered: { ...offered, stands_out },
};
writeFileSync(path.join(projectDir(), likenessModelFile), `${JSON.stringify(model, null, 2)}\n`);
console.log(model);

/**
 * From where on the cosine of an embedding model stands out: the farthest at which nearly all like pairs are offered that
 * are offered without it, also where the fewest questions are known. The cosines of the table of word meanings are told
 * beside it as if they were of another model, with a scale of its own.
 */
async function standsOutFrom(
  embed: (texts: readonly string[]) => Promise<Map<string, readonly number[]>>,
): Promise<number> {
  const asked = ["en", "zh"].flatMap((lang) =>
    lines<{ question: string }>(`training/sets/written/${lang}.jsonl`).map((one) => one.question),
  );
  const others = [...new Set(asked)];
  const vectors = await embed([
    ...new Set([...rows.flatMap(({ pair: { a, b } }) => [a, b]), ...others]),
  ]);
  const { newest, least } = recallLimits.background;
  const few = (["en", "zh-CN"] as const).flatMap((lang) => {
    const some = others.filter((text) => read(text)?.lang === lang);
    // A few more, for the two of a pair are not among them.
    return some.filter((_, i) => i % Math.floor(some.length / (least + 2)) === 0);
  });
  const cosines = {
    model: (a: string, b: string) => angle(vectors.get(a) ?? [], vectors.get(b) ?? []),
    table: (a: string, b: string) => {
      const [one, other] = [read(a), read(b)];
      return one === undefined || other === undefined ? 0 : cosineOf(one.vector, other.vector);
    },
  };
  const judged = Object.entries(cosines).flatMap(([name, cosine]) =>
    Object.entries({ many: others.slice(-newest), few }).map(([known, background]) => ({
      what: `${name}, ${known} known`,
      all: heldOut.map((one) => ({ ...one, stands_out: outOf(one.row.pair, cosine, background) })),
    })),
  );
  const from = [4, 3.5, 3, 2.5, 2, 1.5, 1, 0.5].find((point) =>
    judged
      .filter(({ what }) => what.startsWith("model"))
      .every(({ all: these }) => {
        const like = these.filter(({ row }) => row.like && row.weight === 1);
        const before = offeredOf(like, Number.NEGATIVE_INFINITY).length;
        return offeredOf(like, point).length >= keptOfLike * before;
      }),
  );
  const point = from ?? 0;
  console.log(`by an embedding model, from ${point} on, offered ${levels.join(", ")}:`);
  for (const [name, is] of groups) {
    const of = (these: (typeof judged)[number]["all"], out: number) => {
      const some = these.filter(({ row }) => is(row));
      return levels.map((level) => offeredOf(some, out, level).length).join(", ");
    };
    const without = of(judged[0]?.all ?? [], Number.NEGATIVE_INFINITY);
    const with_ = judged.map(({ what, all: these }) => `${what} ${of(these, point)}`);
    console.log(`  ${name}: without ${without}; ${with_.join("; ")}`);
  }
  return point;
}

type WithModel = { chance: number; stands_out: number };

/** Those that are offered at this level or at a stricter one. */
function offeredOf<One extends WithModel>(
  some: readonly One[],
  stands_out: number,
  level: OfferedFor = "same_lines",
): One[] {
  const upTo = levels.slice(0, levels.indexOf(level) + 1);
  return some.filter((one) => {
    const given = { likeness: one.chance, stands_out: one.stands_out };
    const found = offeredFor(given, { ...offered, stands_out });
    return found !== undefined && upTo.includes(found);
  });
}

/** How far `a` stands out for who asks `b`. */
function outOf(
  { a, b }: Pair,
  cosine: (a: string, b: string) => number,
  background: readonly string[],
): number {
  const others = background.filter((text) => text !== a && text !== b);
  const standsOut = standingOut(
    others.map((text) => ({ lang: read(text)?.lang ?? "", cosine: cosine(b, text) })),
  );
  return standsOut(cosine(b, a), read(a)?.lang ?? "") ?? 0;
}

function angle(a: readonly number[], b: readonly number[]): number {
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, one, i) => sum + one * (y[i] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}
