import type { AuthScope } from "#lib/contracts/envelope";
import type { Clock, ToolRuntime } from "#lib/contracts/ports";
import { readCollectionQuestion } from "#lib/language/collection-question";
import { questionLang } from "#lib/language/question-lang";
import type { NewId } from "#lib/platform/ids";
import { grantOfScope } from "#lib/tools/grant";
import { createDocsCalls } from "../docs-calls.ts";
import type { SubAgent } from "../sub-agent.ts";
import { agenticStrategy, type Searcher } from "./strategies/agentic.ts";
import { directStrategy } from "./strategies/direct.ts";
import { listingStrategy } from "./strategies/listing.ts";
import type { RetrievalIo } from "./strategy.ts";

/**
 * The doc-retrieval sub-agent: brings evidence, writes no prose, delegates nothing. Its grant is fixed here and no
 * configuration widens it; each task has a grant of its own, made of its scope, which may be narrower.
 */
const grant: readonly AuthScope[] = ["docs.search", "docs.read"];
/** Where a page holds the answer, the line itself, a row or the cure, is often not among the first few passages of it. */
const defaultPerFile = 6;

export function createDocRetrieval(deps: {
  tools: ToolRuntime;
  clock: Clock;
  ids: NewId;
  retrieval: () => { max_citations: number; max_snippet_chars: number };
  /** Chooses the searches of a task that asks for it, where there is one at that moment; the model is named by the task. */
  searcher?: (model?: string) => Searcher | undefined;
}): SubAgent {
  const { tools, clock, ids, retrieval, searcher } = deps;
  return {
    id: "doc_retrieval",
    grant,
    async run(request, context) {
      const { max_citations, max_snippet_chars } = retrieval();
      const constraints = request.input.constraints;
      const { task_id, auth_scope } = request;
      const right = {
        task_id,
        agent_id: "doc_retrieval",
        scope: auth_scope,
        deadline: context.deadline,
      };
      const calling = {
        trace_id: request.trace_id,
        run_id: request.run_id,
        task_id,
        agent_id: right.agent_id,
        grant: grantOfScope(right, { clock, ids }),
        deadline: context.deadline,
        signal: context.signal,
        parent_span_id: context.span_id,
      };
      const docs = createDocsCalls({ tools, clock, tell: context.tell, context: calling });
      const narrowed = constraints?.pages !== undefined;
      // Pages that were picked for a question are no collection to count.
      const asked = narrowed ? undefined : readCollectionQuestion(request.input.query, clock.now());
      const chooser =
        constraints?.strategy === "agentic" ? searcher?.(constraints.model) : undefined;
      const searching = chooser === undefined ? directStrategy : agenticStrategy(chooser);
      const strategy = asked === undefined ? searching : listingStrategy(asked);
      const io: RetrievalIo = {
        docs,
        tools,
        context: calling,
        clock,
        limits: {
          max_snippet_chars,
          max_citations: Math.min(constraints?.max_citations ?? max_citations, max_citations),
          max_per_file: constraints?.max_per_file ?? defaultPerFile,
        },
        lang: questionLang(request.input.query, constraints?.lang),
        onCandidates: (files, citations, queries) =>
          context.tell(
            { kind: "candidates", at: clock.now().toISOString(), detail: { files, queries } },
            citations && { citations },
          ),
      };
      const result = await strategy.retrieve(request, io);
      return { ...result, output: { strategy: strategy.name, ...result.output } };
    },
  };
}
