import type { AgentInfo } from "#lib/contracts/http";
import type { QuestionText } from "#lib/contracts/question";
import type { AskEvent } from "#lib/contracts/stream";
import type { ToolInfo } from "#lib/contracts/tools";
import { asksToKnow } from "#lib/language/asks-to-know";
import { skillReadTool } from "#lib/skills/narrow";
import type { ReadySkills } from "#lib/skills/ready-skills";
import type { Gathered, PartDeps } from "../answer-part.ts";
import type { GapContext } from "../gaps.ts";
import { openSkillWork } from "../skill-work.ts";
import type { EvidenceBook } from "./evidence-book.ts";
import { ownCitationsOf, searchedFor, tokensOf } from "./gathered.ts";
import { moreTools, moreToolsId } from "./more-tools.ts";
import { createOwnSearches } from "./own-searches.ts";
import { waysOf } from "./prompt.ts";
import { searchTool, searchToolId } from "./search-tool.ts";
import { createToolCalls } from "./tool-calls.ts";

/** Tools that stay on offer where a model has to search for the others. */
export const alwaysOffered: ReadonlySet<string> = new Set([
  searchToolId,
  skillReadTool,
  moreToolsId,
]);

/**
 * What the model may call while it writes: the search of documents, the tools of its agent, and skills. A question that only
 * wants to know something, or that the documents answer, is told of no other tools until the model asks for them.
 */
export async function toolsAtHand(
  context: GapContext & { question: QuestionText },
  gathered: readonly Gathered[],
  deps: PartDeps & {
    agent: AgentInfo;
    offered: readonly ToolInfo[];
    known: readonly ToolInfo[];
    skills: ReadySkills | undefined;
    search: (query: string) => Promise<Gathered>;
    asked: readonly Gathered[];
    book: EvidenceBook;
    code: string;
    within: string;
    emit: (event: AskEvent) => void;
  },
) {
  const { request, agent, spans, clock, signal, steps, emit, book, code, tools } = deps;
  const searched: string[] = [];
  let search_tokens = deps.beside.tokens + gathered.reduce((sum, one) => sum + tokensOf(one), 0);
  const own = createOwnSearches(context, deps.asked.flatMap(ownCitationsOf));
  const searching = searchTool({
    ...{ code, book, ids: spans.ids, onFound: own.found },
    search: async (query) => {
      const found = await deps.search(query);
      searched.push(...searchedFor(found));
      search_tokens += tokensOf(found);
      return found;
    },
  });
  const skills = await openSkillWork(deps.skills, { offered: deps.offered, all: deps.known });
  const works = deps.offered.some(isForWork);
  // What only wants to know something, and what the documents answer, may need no more than them.
  const plain =
    works &&
    (gathered.length > 0 || asksToKnow(context.question)) &&
    !skills.mayFit(context.question);
  const offered = [searching.info, ...(plain ? [] : deps.offered)];
  const more = moreTools({
    ...{ offered: deps.offered, skills: skills.names },
    ...{ told: waysOf(skills.told), ids: spans.ids },
    onAsked: () => offered.push(...deps.offered.filter((one) => !offered.includes(one))),
  });
  if (plain) offered.push(more.info);
  const changing: ReadonlySet<string> = new Set(
    deps.offered.filter(({ side_effects }) => side_effects !== "none").map(({ id }) => id),
  );
  const calls = createToolCalls({
    ...{ request, tools, book, code, steps, emit, clock, signal, skills, changing },
    own: [searching, ...(plain ? [more] : [])],
    ids: spans.ids,
    granted: deps.offered.map(({ id }) => id),
    level: agent.permission,
    call_ms: agent.limits.max_wall_time_ms,
    span_id: deps.within,
  });
  return {
    calls,
    /** Grows where the model asks for more. */
    offered,
    known: [...deps.known.map(({ id }) => id), ...(plain ? [moreToolsId] : [])],
    /** Whether it is told how to work with tools, and of which skills. */
    told: { tools: works && !plain, skills: skills.told },
    changing,
    /** What it searched for of its own accord, and what that may mean for a reader. */
    searched,
    noticeOfSearches: own.notice,
    /** What other models read and wrote for it. */
    delegated: () => calls.delegated() + search_tokens,
  };
}

/** To have read how work is done is not to have done any. */
export const isForWork = ({ id }: Pick<ToolInfo, "id">): boolean => id !== skillReadTool;
