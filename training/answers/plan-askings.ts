import path from "node:path";
import type { Condition, Example, Gold, Query } from "./example.ts";
import { numberOf, projectOf, withOtherThing } from "./other-thing.ts";

/** Of so many other projects the nearest is asked; they stand this far apart in the list. */
const triedElsewhere = 3;
const stride = 11;
const holding: ReadonlySet<Condition> = new Set(["all", "own", "named"]);

/** One asking of a question. */
export type Asking = {
  /** The project whose folder alone is open, or undefined where that of the whole set is. */
  project: string | undefined;
  /** Roots that are searched, all that are open unless given. */
  roots?: readonly string[];
  /** Pages that are taken for missing. */
  without?: ReadonlySet<string>;
};
/** An example without its evidence, and where to ask for it: of several askings the one that finds the most is kept. */
export type Planned = { example: Omit<Example, "evidence">; askings: readonly Asking[] };

/**
 * What is asked of a set, and in which order it is written. `files` are its `queries*.jsonl` by their names, `projects` the folders
 * of its docs where there are several: each is then a root by itself.
 */
export function planAskings(
  name: string,
  files: readonly (readonly [string, readonly Query[]])[],
  projects: readonly string[],
  wanted: ReadonlySet<Condition>,
): Planned[] {
  return files.flatMap(([file, queries]) => {
    const answerable = queries.filter((one) => one.answerable);
    const about = {
      set: path.basename(file, ".jsonl").replace("queries", name),
      typed: file.includes("typed"),
    };
    return queries.flatMap((query) => planOf(query, answerable, projects, wanted, about));
  });
}

function planOf(
  query: Query,
  others: readonly Query[],
  projects: readonly string[],
  wanted: ReadonlySet<Condition>,
  { set, typed }: { set: string; typed: boolean },
): Planned[] {
  const apart = projects.length > 1;
  const gold = goldOf(query);
  const own = projectOf(query);
  const near = query.near_path ?? undefined;
  const absent = `absent ${query.held_out ?? query.id}`;
  const usual = apart ? (query.source ?? query.kind) : query.kind;
  const base = {
    id: query.id,
    set,
    group: apart
      ? own || near?.split("/")[0] || absent
      : (gold[0]?.path ?? near ?? query.held_out ?? query.id),
    lang: query.lang,
    source: typed ? "typed" : usual,
    answers: query.answers ?? [],
  };
  const planned: Planned[] = [];
  const plan = (condition: Condition, askings: readonly Asking[], question = query.question) => {
    const answerable = query.answerable && holding.has(condition);
    planned.push({
      example: { ...base, question, condition, answerable, gold: answerable ? gold : [] },
      askings,
    });
  };
  const excluded = new Set(query.exclude_paths ?? []);
  const readable = excluded.size === 0 ? {} : { without: excluded };
  const whole = { project: undefined, ...readable };
  const there = { project: own, roots: [own] };
  if (!query.answerable) {
    if (apart && query.kind === "absent") plan("absent", [there]);
    else plan("all", [whole]);
    return planned;
  }
  if (wanted.has("all")) plan("all", [whole]);
  if (query.parts !== undefined) return planned;
  const missing = { without: new Set(gold.map((one) => one.path)) };
  if (!apart) {
    if (wanted.has("far")) plan("far", [{ project: undefined, ...missing }]);
    return planned;
  }
  if (wanted.has("named")) plan("named", [whole], naming(query, own));
  if (wanted.has("own")) plan("own", [{ ...there, ...readable }]);
  if (wanted.has("far"))
    plan("far", [{ project: undefined, roots: projects.filter((one) => one !== own) }]);
  if (wanted.has("near")) plan("near", [{ ...there, ...missing }]);
  const question = wanted.has("other") ? withOtherThing(query, others) : undefined;
  if (question !== undefined) plan("other", [there], question);
  if (wanted.has("cross")) {
    const few = elsewhereFor(query.id, own, projects);
    plan(
      "cross",
      few.map((one) => ({ project: one, roots: [one] })),
    );
  }
  return planned;
}

/** The question with its project named, as people do where there are several. */
function naming({ question, lang }: Query, project: string): string {
  const name = project.replaceAll("-", " ");
  if (lang === "zh") return `${name} 里，${question}`;
  const bare = question.replace(/[?.!\s]+$/, "");
  return `${bare} in ${name}?`;
}

/** A few other projects; the same question gives the same ones. */
function elsewhereFor(id: string, own: string, projects: readonly string[]): string[] {
  const others = projects.filter((one) => one !== own);
  const from = numberOf(id) % others.length;
  const few = Math.min(triedElsewhere, others.length);
  return Array.from({ length: few }, (_, i) => others[(from + i * stride) % others.length] ?? "");
}

function goldOf(query: Query): Gold[] {
  const { gold, gold_path, gold_line_start, gold_line_end, answer_line_start, answer_line_end } =
    query;
  if (gold !== undefined) return gold;
  if (gold_path === undefined || gold_path === null) return [];
  const line_start = answer_line_start ?? gold_line_start ?? 1;
  const line_end = answer_line_end ?? gold_line_end ?? line_start;
  return [{ path: gold_path, grade: 2, line_start, line_end }];
}
