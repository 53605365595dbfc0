import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { TaskOutput } from "#lib/contracts/envelope";

/** Where an answer stands; grade 2 is the answer, 1 a page that has to do with it. */
export type Gold = { path: string; grade: number; line_start?: number; line_end?: number };

/** A line of a set's `queries*.jsonl`, as far as it is read here. */
export type Query = {
  id: string;
  lang: string;
  question: string;
  answerable: boolean;
  kind: string;
  source?: string;
  project?: string;
  gold?: Gold[];
  gold_path?: string | null;
  gold_line_start?: number | null;
  gold_line_end?: number | null;
  answer_line_start?: number | null;
  answer_line_end?: number | null;
  answers?: string[];
  exclude_paths?: string[];
  held_out?: string;
  near_path?: string;
  parts?: unknown;
};

/**
 * In which folder a question was asked. `all`: that of the whole set. `own`: its project's alone. `far`: without its project.
 * `near`: its project's without the pages of the answer. `other`: its project's, asked with the thing of another project's
 * question in the place of its own. `cross`: the folder of another project, of a few the one that comes nearest. The last four are
 * taken for unanswerable. `absent`: its project's, which does not answer it as who wrote it made sure. `named`: that of the whole
 * set, with the project named in the question.
 */
export const conditions = [
  "all",
  "own",
  "far",
  "near",
  "other",
  "cross",
  "named",
  "absent",
] as const;
export type Condition = (typeof conditions)[number];

/** A question with what the search brought for it, and where its answer stands. */
export type Example = {
  id: string;
  set: string;
  /** Project, or article of an encyclopaedia: what is left out together. */
  group: string;
  lang: string;
  question: string;
  source: string;
  condition: Condition;
  answerable: boolean;
  gold: Gold[];
  answers: string[];
  evidence: TaskOutput | undefined;
};

/** Examples of a file that `bring-evidence.ts` wrote, one line each. */
export async function* readExamples(file: string): AsyncGenerator<Example> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
  for await (const line of lines) yield JSON.parse(line) as Example; // written by our own script
}
