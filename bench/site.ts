import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Corpus, writeFiles } from "./corpus/corpus.ts";
import type { Questions } from "./parts/spread.ts";
import { drawQuestions } from "./questions.ts";

/**
 * Where one run measures: a copy of the corpus that grows from size to size, folders for what is saved, and the
 * questions, the same ones at every size. Everything is taken away by `remove`.
 */
export type Site = {
  dir: string;
  files: number;
  questions: Questions;
  /** A folder or file name that nobody used yet; the folder is there. */
  newFolder(): string;
  growTo(files: number): void;
  remove(): void;
};

export function openSite(corpus: Corpus, questions: number): Site {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-bench-")));
  const dir = path.join(home, "documents");
  mkdirSync(dir);
  let folders = 0;
  const site: Site = {
    dir,
    files: 0,
    questions: { timed: [], before: [] },
    newFolder() {
      const folder = path.join(home, `${++folders}`);
      mkdirSync(folder);
      return folder;
    },
    growTo(files) {
      const to = Math.min(files, corpus.size);
      writeFiles(corpus, dir, site.files, to);
      site.files = to;
      if (site.questions.timed.length > 0) return;
      const drawn = drawQuestions(dir, 2 * questions);
      const half = Math.ceil(drawn.length / 2);
      site.questions = { timed: drawn.slice(0, half), before: drawn.slice(half) };
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
  return site;
}
