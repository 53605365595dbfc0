import type { FileListing } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import { type DocsListOutput, longestQuotedBytes } from "#lib/contracts/docs-tools";
import type { Passage, TaskResult } from "#lib/contracts/envelope";
import type { CollectionQuestion } from "#lib/language/collection-question";
import { contentTerms, tokenize } from "#lib/language/words";
import { say } from "#lib/platform/say";
import { type DocsCalls, statusOfFailure } from "../../docs-calls.ts";
import { failedResult } from "../../task-results.ts";
import type { RetrievalIo, RetrievalStrategy } from "../strategy.ts";

/** The file list instead of the ranking: which files fit, how many of how many, and the lines to open in the first. */
export function listingStrategy(asked: CollectionQuestion): RetrievalStrategy {
  return {
    name: "listing",
    async retrieve(request, io) {
      const began = io.clock.monotonic();
      const listed = await listFiles(asked, request.input.target_roots, io.docs);
      if (!listed.ok) {
        return failedResult(request, statusOfFailure(listed.error), listed.error);
      }
      const { files, total, searched = total, coverage } = listed.output;
      const shown = files.slice(0, mostListed);
      const evidence = await quoteFiles(shown, asked, io);
      const listing: FileListing = {
        kind: asked.kind,
        ...(asked.kind === "mentions" ? { about: asked.about } : {}),
        ...(asked.kind === "changed" ? { since: asked.since.toISOString() } : {}),
        total,
        searched,
        files: shown.map(
          ({ root_id, relative_path, display_path, title, modified_at, mentions }) => ({
            root_id,
            relative_path,
            display_path: display_path ?? `${root_id}/${relative_path}`,
            title,
            ...(modified_at === undefined ? {} : { modified_at }),
            ...(mentions === undefined ? {} : { mentions }),
          }),
        ),
      };
      const words = asked.kind === "mentions" ? contentTerms(asked.about) : [];
      const output: TaskResult["output"] = {
        query: request.input.query,
        target_roots: request.input.target_roots,
        ...evidence,
        terms: words.map((term) => ({ term, passages: total, weight: 1 / words.length })),
        ...(coverage === undefined ? {} : { coverage }),
        listing,
      };
      const ids = { trace_id: request.trace_id, task_id: request.task_id };
      const latency_ms = Math.round(io.clock.monotonic() - began);
      const metrics = { latency_ms, files_scanned: searched, hits: total };
      if (evidence.citations.length > 0) return { ...ids, status: "ok", output, metrics };
      const gaps = [{ about: request.input.query, tried: words }];
      return { ...ids, status: "no_hit", output: { ...output, gaps }, metrics };
    },
  };
}

/** More rows than these are a number, not a list to read. */
const mostListed = 50;

type Files = DocsListOutput["files"];

/** One list over the folders that were asked for, so that a file counts once; no folder named means all of them. */
function listFiles(asked: CollectionQuestion, roots: readonly string[], docs: DocsCalls) {
  const named = roots.length === 0 ? {} : { roots: [...new Set(roots)] };
  switch (asked.kind) {
    case "files":
      return docs.list(named);
    case "mentions":
      return docs.list({ ...named, mentions: asked.about, sort: "mentions" });
    case "changed":
      return docs.list({ ...named, changed_since: asked.since.toISOString(), sort: "changed" });
  }
}

/** The lines that put a file on the list, read exactly; a file that changed meanwhile is listed without them. */
async function quoteFiles(
  files: Files,
  asked: CollectionQuestion,
  io: RetrievalIo,
): Promise<{ citations: Citation[]; passages: Passage[] }> {
  const quoted = files.filter((file) => file.lead !== undefined).slice(0, io.limits.max_citations);
  io.onCandidates(
    quoted.map(({ root_id, relative_path, display_path, lead }) => ({
      display_path: display_path ?? `${root_id}/${relative_path}`,
      line_start: lead?.line_start ?? 1,
      line_end: lead?.line_end ?? 1,
    })),
  );
  const read = await Promise.all(
    quoted.map(({ root_id, relative_path, lead }) =>
      io.docs.read({
        path: relative_path,
        root: root_id,
        line_start: lead?.line_start,
        line_end: lead?.line_end,
      }),
    ),
  );
  const citations: Citation[] = [];
  const passages: Passage[] = [];
  quoted.forEach((file, i) => {
    const outcome = read[i];
    const { lead } = file;
    if (!outcome?.ok || lead === undefined) return;
    const { text, path, line_start, line_end, sha256, file: version } = outcome.output;
    if (line_end !== lead.line_end || outcome.output.truncated === true) return;
    const id = citations.length + 1;
    const heading = lead.breadcrumb.at(-1);
    const detail = reasonOf(asked, file, io.lang);
    citations.push({
      id,
      root_id: file.root_id,
      relative_path: file.relative_path,
      path,
      display_path: file.display_path ?? `${file.root_id}/${file.relative_path}`,
      title: file.title,
      breadcrumb: lead.breadcrumb,
      locator: { line_start, line_end, ...(heading === undefined ? {} : { heading }) },
      snippet: cut(text, io.limits.max_snippet_chars),
      truncated: text.length > io.limits.max_snippet_chars,
      sha256,
      file: version,
      score: 1,
      reason: detail,
      breakdown: [{ signal: "listing", value: 1, detail, params: {} }],
      matched: asked.kind === "mentions" ? wordsIn(text, asked.about) : [],
      ...(lead.inside_fence === undefined ? {} : { inside_fence: lead.inside_fence }),
    });
    if (Buffer.byteLength(text) <= longestQuotedBytes) {
      passages.push({ citation_id: id, text, kind: lead.kind });
    }
  });
  return { citations, passages };
}

function reasonOf(asked: CollectionQuestion, file: Files[number], lang: "en" | "zh-CN"): string {
  switch (asked.kind) {
    case "files":
      return say(lang, "listing.reason.files");
    case "mentions":
      return say(lang, "listing.reason.mentions", {
        count: file.mentions ?? 1,
        about: asked.about,
      });
    case "changed": {
      const at = new Date(file.modified_at ?? 0);
      const form = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeStyle: "short" });
      return say(lang, "listing.reason.changed", { at: form.format(at) });
    }
  }
}

/** Whole lines as far as they fit, else the beginning of the first. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf("\n", most);
  if (end > 0) return text.slice(0, end);
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most);
}

/** The words of the wording as they are written in the text, for marking. */
function wordsIn(text: string, about: string): string[] {
  const terms = new Set(contentTerms(about));
  const words = new Set<string>();
  for (const { term, start, end } of tokenize(text)) {
    if (terms.has(term)) words.add(text.slice(start, end));
  }
  return [...words].slice(0, 50);
}
