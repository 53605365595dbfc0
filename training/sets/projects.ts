import { readFileSync } from "node:fs";
import { hasHan, type Lang } from "./asks.ts";
import { type Page, readPage } from "./page.ts";
import { openRepository } from "./repository.ts";

/** One language of one project: a line of projects.tsv. */
export type Source = {
  project: string;
  repo: string;
  commit: string;
  lang: Lang;
  /** Folders of pages, `.` for the whole repository. */
  folders: string[];
  /** Ends of names that are wanted, or with `!` not wanted. */
  files: string[];
  leave_out: string[];
  domain: string;
  licence: string;
  locked: boolean;
};

const columns = "project repo commit lang folders files leave_out domain licence locked".split(" ");

export function readProjects(file: string): Source[] {
  const [head = "", ...rows] = readFileSync(file, "utf8").trimEnd().split("\n");
  if (head !== columns.join("\t"))
    throw new Error(`${file}: the header is not ${columns.join(", ")}`);
  const list = (cell = "-") => (cell === "-" ? [] : cell.split(";"));
  return rows.map((row, index) => {
    const cells = row.split("\t");
    const [
      project = "",
      repo = "",
      commit = "",
      lang,
      folders,
      files,
      leave_out,
      domain = "",
      licence = "",
      locked,
    ] = cells;
    if (cells.length !== columns.length || (lang !== "en" && lang !== "zh")) {
      throw new Error(`${file}, line ${index + 2}: not a project`);
    }
    return {
      project,
      repo,
      commit,
      lang,
      folders: list(folders),
      files: list(files),
      leave_out: list(leave_out),
      domain,
      licence,
      locked: locked === "yes",
    };
  });
}

/** Pages that answer nothing: what changed when, translations of other rows, machinery. */
const aside =
  /(?:^|\/)(?:changelogs?|changes|what-?s-new|release[-_ ]?notes?|releases?|blog|news|_posts|archived?|old_lessons|versioned_docs|node_modules|vendor|\.[\w-]+|licen[cs]e|code[-_]of[-_]conduct|summary|_?sidebar|_navbar|404|agents|claude|exercises?|quiz(?:zes)?)(?:\.\w+$|\/|[-_]\d|$)/i;

/** A page of a project: where its repository has it, where its set has it, and its name within its folder. */
export type PageFile = { file: string; path: string; name: string; folder: number };

/** The files of the folders of a line of projects.tsv that are in its language by their names, of all of its repository. */
export function pageFiles(files: readonly string[], source: Source): PageFile[] {
  const only = source.files.filter((end) => !end.startsWith("!"));
  return files.flatMap((file) => {
    const folder = source.folders.findIndex((name) => name === "." || file.startsWith(`${name}/`));
    if (folder < 0 || source.leave_out.some((out) => file.startsWith(out))) return [];
    if (only.length > 0 && !only.some((end) => file.endsWith(end))) return [];
    if (source.files.some((end) => end.startsWith("!") && file.endsWith(end.slice(1)))) return [];
    const name =
      source.folders[folder] === "." ? file : file.slice((source.folders[folder]?.length ?? 0) + 1);
    return [{ file, path: source.folders.length > 1 ? file : name, name, folder }];
  });
}

export function readPages(repos: string, source: Source): Page[] {
  const repository = openRepository(repos, source.repo, source.commit);
  const wanted = pageFiles(repository.files, source).filter(({ name }) => !aside.test(name));
  const texts = repository.read(wanted.map(({ file }) => file));
  return wanted.flatMap(({ file, path, name, folder }) => {
    const key = `${folder}/${name}`
      .toLowerCase()
      .replace(/[.-](?:en|zh|zh[-_]cn|en[-_]us|zh-hans)(?=\.\w+$)/, "")
      .replace(/\.\w+$/, "");
    const page = readPage(path, key, texts.get(file) ?? "");
    return isIn(page, source.lang) ? [page] : [];
  });
}

/** A page that nobody translated yet stands in the other language. */
function isIn(page: Page, lang: Lang): boolean {
  const text = page.lines
    .filter((line) => !line.code)
    .map((line) => line.text)
    .join("\n");
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 60) return false;
  const signs = hasHan(text) ? (text.match(/\p{Script=Han}/gu)?.length ?? 0) : 0;
  return lang === "zh" ? signs / letters > 0.15 : signs / letters < 0.05;
}
