import { z } from "zod";
import type { Lang } from "#lib/contracts/answer";
import { AppError } from "#lib/contracts/errors";
import { DocsCheck, Findings } from "#lib/contracts/findings";
import { maskMark } from "#lib/contracts/mask-mark";
import { oneLine } from "#lib/platform/one-line";
import { errorSentence, saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { writeText } from "#lib/platform/text-form";
import { hunksBetween, writePatch } from "#lib/platform/unified-diff";
import {
  documentTools,
  type ExactPage,
  listPages,
  readExact,
  readText,
  refusalOf,
  withEach,
} from "../documents.ts";
import { fixFindings } from "../editing/fix-findings.ts";
import { applyForeign, readForeignDiff } from "../editing/foreign-diff.ts";
import { replacer } from "../editing/replace-text.ts";
import { applyEdits, LONGEST_PAGE, readEdits, wishQuestion } from "../editing/wish.ts";
import { type KeptFiles, keepWithinLimits } from "../editing/within-limits.ts";
import { defineTaskType, type Step, type StepContext } from "../task-type.ts";
import { checkingSteps, readFindings } from "./check-docs.ts";

const MOST_WISHED = 50;

/** What should change, and where; the fields of a form. Each way of editing has its own, and needs them. */
const EditInput = z
  .strictObject({
    way: z
      .enum(["replace", "fix", "diff", "wish"])
      .describe(
        "replace: search and replace. fix: mend what check_docs finds. diff: a unified diff given by hand. wish: what a model should change in some pages.",
      ),
    folders: z
      .array(z.string().min(1).max(200))
      .max(100)
      .default([])
      .describe("Ids of the folders; all where none is named. A diff needs one."),
    pages: z
      .array(z.string().min(1).max(4096))
      .max(1000)
      .default([])
      .describe(
        "Paths of pages in their folder; all pages where none is named. A wish needs some.",
      ),
    find: z.string().max(10_000).optional().describe("replace: the text to look for."),
    replace: z.string().max(100_000).optional().describe("replace: what stands in its place."),
    whole_word: z.boolean().default(false).describe("replace: only where it is a whole word."),
    ignore_case: z.boolean().default(false).describe("replace: capital and small letters alike."),
    expression: z
      .boolean()
      .default(false)
      .describe("replace: find is a regular expression (RE2) for one line; $1 is a group."),
    checks: z
      .array(DocsCheck)
      .default([])
      .describe("fix: what to look for; everything that can be mended where nothing is named."),
    check_task: z
      .string()
      .max(100)
      .optional()
      .describe(
        "fix: the check_docs task whose findings are meant; a new check where none is named.",
      ),
    findings: z
      .array(z.string().max(64))
      .max(20_000)
      .default([])
      .describe("fix: ids of the findings; all of them where none is named."),
    diff: z.string().max(2_000_000).optional().describe("diff: the unified diff."),
    wish: z.string().max(4000).optional().describe("wish: what should change."),
  })
  .superRefine((input, ctx) => {
    const needs: Record<typeof input.way, boolean> = {
      replace: (input.find ?? "") !== "" && input.replace !== undefined,
      fix: true,
      diff: (input.diff ?? "").trim() !== "" && input.folders.length === 1,
      wish: (input.wish ?? "").trim() !== "" && input.pages.length > 0,
    };
    if (needs[input.way]) return;
    const fields = {
      replace: "find, replace",
      fix: "",
      diff: "diff, folders (one)",
      wish: "wish, pages",
    };
    ctx.addIssue({ code: "custom", message: `${input.way} needs ${fields[input.way]}` });
  });
type EditInput = z.output<typeof EditInput>;

/** What one page becomes: the same text where nothing fits, with what was left and why. */
type Made = { text: string; count: number; left?: string[] };
/** What became of all pages. */
type Changed = { files: KeptFiles; counts: { path: string; places: number }[]; left: Left[] };
type Left = { path: string; reason: string };
/** Without a root it is looked for in all of them. */
type NamedPage = { root_id?: string | undefined; path: string };

/** Makes a patch of a wish: a diff bound to the bytes of every file it names. No document is changed by it. */
export const editDocs = defineTaskType({
  type: "edit_docs",
  input: EditInput,
  steps(input) {
    const fresh = input.way === "fix" && input.check_task === undefined;
    const { folders, checks } = input;
    return [
      ...(fresh ? checkingSteps({ folders, checks }) : []),
      {
        name: "propose_changes",
        effect: false,
        tools: [documentTools.list, documentTools.read],
        run: (context) => propose(context, input),
      },
      writeSummary,
    ];
  },
});

const Proposed = z.object({
  files: z.number(),
  places: z.number(),
  more: z.number(),
  counts: z.array(z.object({ path: z.string(), places: z.number() })),
  left: z.array(z.object({ path: z.string(), reason: z.string() })),
  left_in_all: z.number(),
});

/** So many are named in the summary. */
const MOST_NAMED = 500;

async function propose(context: StepContext, input: EditInput): Promise<z.infer<typeof Proposed>> {
  const { files, counts, left } = await changesOf(context, input);
  const order = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
  const kept = files.kept();
  if (kept.length > 0) {
    // The task's id is in it, so that a second attempt of this step is the same patch.
    const patch_id = `${context.task_id}-patch`;
    await context.artifact("changes.patch", "text/x-diff", writePatch(kept), { patch_id });
  }
  const names = new Set(kept.map(({ root_id, path }) => `${root_id}/${path}`));
  const own = counts.filter(({ path }) => names.has(path));
  return {
    files: kept.length,
    places: own.reduce((sum, { places }) => sum + places, 0),
    more: files.more(),
    counts: own.sort(order).slice(0, MOST_NAMED),
    left: left.sort(order).slice(0, MOST_NAMED),
    left_in_all: left.length,
  };
}

function changesOf(context: StepContext, input: EditInput): Promise<Changed> {
  switch (input.way) {
    case "replace":
      return byReplacing(context, input);
    case "fix":
      return byFixing(context, input);
    case "diff":
      return byDiff(context, input);
    case "wish":
      return byWish(context, input);
  }
}

async function byReplacing(context: StepContext, input: EditInput): Promise<Changed> {
  const { find = "", replace = "", whole_word, ignore_case, expression } = input;
  const make = replacer({ find, replace, whole_word, ignore_case, expression });
  const pages = await pagesOf(context, input);
  return changeEach(context, pages, async (page) => make(page.text), { quickly: make });
}

async function byFixing(context: StepContext, input: EditInput): Promise<Changed> {
  const { check_task, pages, folders, checks } = input;
  const bytes =
    check_task === undefined
      ? undefined
      : await context.readArtifact("findings.json", { task_id: check_task });
  const found =
    bytes === undefined
      ? await readFindings(context)
      : Findings.parse(JSON.parse(bytes.toString("utf8")));
  const ids = new Set(input.findings);
  const meant = found.findings.filter(
    ({ id, root_id, path, rule }) =>
      (ids.size === 0 || ids.has(id)) &&
      (pages.length === 0 || pages.includes(path)) &&
      (folders.length === 0 || folders.includes(root_id)) &&
      (checks.length === 0 || checks.some((check) => rules[check] === rule)),
  );
  const fixable = meant.filter(({ fix }) => fix !== undefined);
  const guesses = meant.length - fixable.length;
  if (guesses > 0) {
    context.notice(
      "finding_without_fix",
      say(context.lang, "edit.finding.guess", { count: guesses }),
    );
  }
  const places = new Map(
    fixable.map(({ root_id, path }) => [`${root_id}\n${path}`, { root_id, path }]),
  );
  return changeEach(context, [...places.values()], async ({ root_id, path, text }) => {
    const own = fixable.filter((one) => one.root_id === root_id && one.path === path);
    const made = fixFindings(text, own);
    const left = made.gone > 0 ? [say(context.lang, "edit.finding.gone")] : [];
    return { ...made, left };
  });
}

async function byDiff(context: StepContext, { diff = "", folders }: EditInput): Promise<Changed> {
  const parts = readForeignDiff(diff);
  const [root_id = ""] = folders;
  const pages = parts.map(({ path }) => ({ root_id, path }));
  const apply = async (page: ExactPage, index: number) => {
    const made = applyForeign(page.text, parts[index]?.hunks ?? []);
    if (made.kind === "applied") return made;
    throw saidError("validation", "edit.diff.misfit", { line: made.line });
  };
  // Two names of the diff may be one file, where the disk does not tell their letters apart.
  return changeEach(context, pages, apply, { told_twice: true });
}

async function byWish(context: StepContext, input: EditInput): Promise<Changed> {
  const { model, lang } = context;
  const { wish = "" } = input;
  if (model === undefined) throw saidError("model_unavailable", "edit.wish.no_model");
  const pages = await pagesOf(context, input);
  if (pages.length > MOST_WISHED) {
    throw saidError("validation", "edit.wish.too_many", { most: MOST_WISHED });
  }
  return changeEach(context, pages, async (page) => {
    if (page.text.length > LONGEST_PAGE) throw saidError("too_large", "edit.wish.too_long");
    const { text } = await model.write(wishQuestion(wish, page));
    const edits = readEdits(text);
    if (edits === undefined) throw saidError("validation", "edit.wish.unreadable");
    const made = applyEdits(page.text, edits, lang);
    return edits.length === 0 ? { ...made, left: [say(lang, "edit.wish.no_edits")] } : made;
  });
}

/** Those that are named, or all of the folders. */
async function pagesOf(context: StepContext, { pages, folders }: EditInput): Promise<NamedPage[]> {
  if (pages.length === 0) return listPages(context, folders);
  const [only] = folders;
  return pages.map((path) => (folders.length === 1 ? { root_id: only, path } : { path }));
}

/**
 * `quickly`: what the page would become, so that only one that changes is proven to be one that can be written back.
 * `told_twice`: a page that is named twice is not simply meant once.
 */
async function changeEach(
  context: StepContext,
  pages: readonly NamedPage[],
  make: (page: ExactPage, index: number) => Promise<Made>,
  { quickly, told_twice = false }: { quickly?: (text: string) => Made; told_twice?: boolean } = {},
): Promise<Changed> {
  const { lang } = context;
  const files = keepWithinLimits();
  const counts: Changed["counts"] = [];
  const left: Left[] = [];
  const seen = new Set<string>();
  let done = 0;
  await withEach(pages, async (named, index) => {
    try {
      const first = quickly === undefined ? undefined : (await readText(context, named)).text;
      const early = first === undefined ? undefined : quickly?.(first);
      const page = early?.count === 0 ? undefined : await readExact(context, named);
      const path = page === undefined ? "" : `${page.root_id}/${page.path}`;
      if (seen.has(path)) {
        if (told_twice) left.push({ path, reason: say(lang, "patch.twice", { path }) });
      } else if (page !== undefined) {
        seen.add(path);
        const made = early !== undefined && first === page.text ? early : await make(page, index);
        for (const reason of made.left ?? []) left.push({ path, reason });
        const hunks = hunksBetween(page.text, made.text);
        if (hunks.length > 0) {
          refuseUnheld(made.text, page);
          files.add({ root_id: page.root_id, path: page.path, base_sha256: page.sha256, hunks });
          counts.push({ path, places: made.count });
        }
      }
    } catch (error) {
      const { rule } = refusalOf(error);
      left.push({ path: shown(named), reason: reasonOf(error, rule, lang) });
    }
    done += 1;
    context.progress(done, pages.length);
  });
  return { files, counts, left };
}

const shown = ({ root_id, path }: NamedPage): string =>
  root_id === undefined ? path : `${root_id}/${path}`;

const reasonOf = (error: unknown, rule: string, lang: Lang): string =>
  error instanceof AppError ? `${errorSentence(error, lang)} (${rule})` : rule;

/**
 * A character that the file's encoding does not have would refuse the whole patch when it is applied. The mark that stands
 * for a masked secret comes from what was shown, not from a page: it would overwrite the real text.
 */
function refuseUnheld(text: string, { form, text: before }: ExactPage): void {
  const marks = (one: string) => one.split(maskMark).length;
  if (marks(text) > marks(before)) throw saidError("validation", "edit.masked");
  writeText(text, form);
}

const rules = {
  links: "link_missing",
  pictures: "picture_missing",
  anchors: "anchor_missing",
  orphans: "page_unlinked",
  todos: "note_left",
} as const;

const writeSummary: Step = {
  name: "write_summary",
  effect: false,
  tools: [],
  async run(context) {
    const made = await context.output("propose_changes", Proposed);
    await context.artifact("summary.md", "text/markdown", summaryOf(made, context.lang));
    return { files: made.files, places: made.places, left: made.left_in_all };
  },
};

function summaryOf(made: z.infer<typeof Proposed>, lang: Lang): string {
  const { files, places, more, counts, left, left_in_all } = made;
  const parts = [`# ${say(lang, "edit.title")}`];
  if (files === 0) parts.push(say(lang, "edit.none"));
  else {
    parts.push(say(lang, "edit.files", { files, places }), say(lang, "edit.unchanged"));
    if (more > 0) parts.push(say(lang, "edit.rest", { files, more }));
    const head = `| ${say(lang, "edit.table.file")} | ${say(lang, "edit.table.places")} |`;
    const rows = counts.map((one) => `| ${cell(one.path)} | ${one.places} |`);
    parts.push([head, "| --- | --- |", ...rows].join("\n"));
  }
  if (left.length > 0) {
    const rows = left.map(({ path, reason }) => `| ${cell(path)} | ${cell(reason)} |`);
    const head = `| ${say(lang, "edit.table.file")} | |`;
    parts.push(
      `## ${say(lang, "edit.left")} (${left_in_all})`,
      [head, "| --- | --- |", ...rows].join("\n"),
    );
  }
  return `${parts.join("\n\n")}\n`;
}

const cell = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>|]/g, "\\$&");
