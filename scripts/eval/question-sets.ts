import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/**
 * The question files to run: `<sets>/<name>/docs` beside `<sets>/<name>/queries*.jsonl`, or one file with its folder.
 * Only what a run needs of a question is read here; the rest of the line belongs to the scorer.
 */
const Query = z.looseObject({ id: z.string().min(1), question: z.string() });
export type Query = z.infer<typeof Query>;

export type QuestionFile = {
  /** Name in tables and floors: `en-docs/queries-linked`. */
  name: string;
  file: string;
  queries: Query[];
  /** Ids of lines without a question: nothing can be asked, the scorer counts them as not answered. */
  blank: string[];
};

/** One folder of documents, served once, with all its question files. */
export type QuestionSet = { name: string; root: string; files: QuestionFile[] };

export function findSets(folder: string): QuestionSet[] {
  const sets = readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const root = path.join(folder, name, "docs");
      if (!isFolder(root)) return [];
      const files = readdirSync(path.join(folder, name))
        .filter((file) => /^queries.*\.jsonl$/.test(file))
        .sort()
        .map((file) =>
          questionFile(`${name}/${path.parse(file).name}`, path.join(folder, name, file)),
        );
      return files.length > 0 ? [{ name, root, files }] : [];
    });
  if (sets.length === 0) {
    throw new Error(
      `${folder} holds no question set: a set is a folder with docs/ and at least one queries*.jsonl.`,
    );
  }
  return sets;
}

export function singleSet(queries: string, root: string): QuestionSet {
  if (!existsSync(queries)) throw new Error(`--queries: ${queries} does not exist.`);
  if (!isFolder(root)) throw new Error(`--root: ${root} is not a folder.`);
  const name = path.parse(queries).name;
  return { name, root, files: [questionFile(name, queries)] };
}

function questionFile(name: string, file: string): QuestionFile {
  const lines = readFileSync(file, "utf8").split("\n");
  const queries = lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [Query.parse(JSON.parse(line))];
    } catch {
      throw new Error(`${file}, line ${index + 1}: a question needs "id" and "question" as JSON.`);
    }
  });
  return {
    name,
    file,
    queries: queries.filter((query) => query.question.trim() !== ""),
    blank: queries.filter((query) => query.question.trim() === "").map((query) => query.id),
  };
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
