import { type AskedFolder, ownFolders } from "#lib/agents/asked-folders";
import type { Suggestions, SuggestQuery } from "#lib/contracts/http";
import { saidError } from "#lib/platform/said-error";
import { type Caller, type DocsCalls, unanswered } from "./docs-calls.ts";

type Suggestion = Suggestions["suggestions"][number];

/** Headings that are looked at, and that are looked up, before somebody types. */
const mostOffered = 20;
const mostLooks = 9;
/** So many of what was looked up is remembered, until the index or the folders change. */
const mostKnown = 500;

/**
 * What could be asked. While somebody types: titles and headings. Before: questions that headings of one's own folders
 * answer, each looked up, and only one whose own file is found first is offered; where there is none, titles.
 */
export function createSuggestQuestions(deps: {
  docs: Pick<DocsCalls, "suggest" | "search">;
  roots: () => readonly AskedFolder[];
}) {
  const { docs } = deps;
  const known = new Map<string, boolean>();
  let knownAt = "";
  const stateOf = (generation: number) =>
    [generation, ...deps.roots().map(({ id }) => id)].join("\n");

  async function suggest({ q, limit, lang }: SuggestQuery, caller: Caller): Promise<Suggestions> {
    const own = q.trim() === "" ? ownFolders(deps.roots()) : [];
    const roots = own.length === 0 ? {} : { roots: own };
    const given = await docs.suggest(
      {
        ...{ text: q, ...roots },
        ...(q.trim() === "" ? { limit: mostOffered } : limit === undefined ? {} : { limit }),
        ...(lang === undefined ? {} : { lang }),
      },
      caller,
    );
    if (!given.ok) throw unanswered(given.failure);
    return q.trim() === "" ? begin(given.value, limit ?? mostOffered, caller) : given.value;
  }

  async function begin(given: Suggestions, limit: number, caller: Caller): Promise<Suggestions> {
    const { suggestions: offered, index_generation } = given;
    const state = stateOf(index_generation);
    if (state !== knownAt) known.clear();
    knownAt = state;
    const questions: Suggestion[] = [];
    let looks = 0;
    for (const one of offered) {
      if (questions.length === limit || looks === mostLooks) break;
      if (one.kind !== "heading") continue;
      looks += 1;
      if (await leadsToItself(one, caller)) questions.push(one);
    }
    const titles = offered.filter(({ kind }) => kind === "title");
    const suggestions = questions.length > 0 ? questions : titles.slice(0, limit);
    return { suggestions, index_generation };
  }

  async function leadsToItself(one: Suggestion, caller: Caller): Promise<boolean> {
    const key = [one.root_id, one.relative_path, one.text].join("\n");
    if (caller.signal.aborted) throw saidError("cancelled", "error.cancelled");
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = await docs.search({ query: one.text, limit: 1 }, caller);
    const hit = found.ok ? found.value.hits[0] : undefined;
    const leads = hit?.root_id === one.root_id && hit.relative_path === one.relative_path;
    const same = found.ok && stateOf(found.value.index_generation) === knownAt;
    if (same && found.value.coverage.state === "ready") {
      if (known.size >= mostKnown) known.clear();
      known.set(key, leads);
    }
    return leads;
  }

  return suggest;
}
