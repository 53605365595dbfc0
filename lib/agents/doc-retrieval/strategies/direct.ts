import { readSearch } from "../../search-outcome.ts";
import { readExactly } from "../exact-passages.ts";
import { furtherPassages } from "../further-passages.ts";
import { searchFollowUp } from "../search-follow-up.ts";
import { selectPassages } from "../select-passages.ts";
import type { RetrievalStrategy } from "../strategy.ts";

/** The answer is nearly always in one of so many of the best sections, and what belongs to it stands beside it. */
export const wholeSections = 3;

/** Without a model: one search, the best passages, each completed to a whole thought and read exactly. */
export const directStrategy: RetrievalStrategy = {
  name: "direct",
  async retrieve(request, io) {
    const { target_roots, query, analysis, constraints } = request.input;
    const began = io.clock.monotonic();
    const input = {
      query,
      ...(analysis === undefined ? {} : { analysis }),
      include_text: true,
      ...(target_roots.length > 0 ? { roots: target_roots } : {}),
      ...(constraints?.pages === undefined ? {} : { pages: constraints.pages }),
      lang: io.lang,
    };
    const searched = await searchFollowUp(io.docs, input, analysis, constraints ?? {});
    const outcome = readSearch(request, searched.found);
    const metrics = (files: number, hits: number) => ({
      latency_ms: Math.round(io.clock.monotonic() - began),
      files_scanned: files,
      hits,
    });
    if (outcome.kind === "ended") {
      const files = outcome.result.output.coverage?.files_searchable ?? 0;
      return { ...outcome.result, metrics: metrics(files, 0) };
    }
    const { hits, output, search } = outcome;
    const selections = selectPassages(hits, io.limits);
    io.onCandidates(
      selections.map((s) => ({
        display_path: s.best.display_path,
        line_start: s.line_start,
        line_end: s.line_end,
      })),
      selections.map(({ best: { text: _, kind: _kind, ...citation } }) => citation),
    );
    const { max_snippet_chars } = io.limits;
    const evidence = await readExactly(selections, io.docs, max_snippet_chars, wholeSections);
    const further = furtherPassages(hits, evidence);
    const follow_up = searched.readings([evidence, further]);
    const ids = { trace_id: request.trace_id, task_id: request.task_id };
    const counted = metrics(search.coverage.files_searchable, hits.length);
    if (evidence.citations.length === 0) {
      const message = "The passages that were found could not be read again. Ask again.";
      return {
        ...ids,
        status: "error",
        output,
        errors: [{ code: "unreadable", message, retryable: true }],
        metrics: counted,
      };
    }
    const read = { ...evidence, further, ...(follow_up === undefined ? {} : { follow_up }) };
    return { ...ids, status: "ok", output: { ...output, ...read }, metrics: counted };
  },
};
