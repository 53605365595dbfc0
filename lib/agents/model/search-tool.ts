import { z } from "zod";
import type { Citation } from "#lib/contracts/citation";
import type { DraftAnswer } from "#lib/contracts/draft";
import type { ToolInfo, ToolResult } from "#lib/contracts/tools";
import { sha256 } from "#lib/platform/hash";
import type { NewId } from "#lib/platform/ids";
import type { Gathered } from "../answer-part.ts";
import { claimsOf } from "../compose.ts";
import { resultText } from "../loop/result-text.ts";
import type { EvidenceBook } from "./evidence-book.ts";
import { shortened, within } from "./first-evidence.ts";
import { foundFor } from "./gathered.ts";
import { isFitting, verdictOf } from "./parts.ts";
import { written } from "./prompt.ts";
import type { OwnTool } from "./tool-calls.ts";

/**
 * The doc-retrieval agent, offered as a tool. What it brings is evidence only where it answers what was searched for, by
 * the same measure as an answer of quotations: passages that merely share words are no ground to stand on.
 */
export const searchToolId = "agent.doc_retrieval";

const Arguments = z.object({ query: z.string().min(1).max(1000) });

export function searchTool(deps: {
  code: string;
  book: EvidenceBook;
  ids: NewId;
  search: (query: string) => Promise<Gathered>;
  /** What answers the words searched for; `fresh` is evidence that there was none of before. */
  onFound: (
    query: string,
    found: Gathered,
    verdict: DraftAnswer,
    fresh: readonly Citation[],
  ) => void;
}): OwnTool {
  return {
    info,
    needs: "mcp.docs.docs_search",
    async call(args) {
      const began = performance.now();
      const read = Arguments.safeParse(args);
      const result = (more: Partial<ToolResult>): ToolResult => ({
        ...{ ok: true, stdout: "", stderr: "", truncated_lines: 0, truncated_bytes: 0 },
        ...more,
        meta: {
          tool_id: searchToolId,
          provider_id: "agents",
          invocation_id: deps.ids("inv"),
          latency_ms: Math.round(performance.now() - began),
          redacted: false,
        },
      });
      if (!read.success) {
        const message = 'Give { "query": "…" }: a question in a few words.';
        const failed = result({
          ok: false,
          error: { code: "validation", message, retryable: false },
        });
        return { result: failed, told: resultText(failed) };
      }
      const { query } = read.data;
      const gathered = await deps.search(query);
      const verdict = verdictOf(gathered, "searched");
      if (verdict === undefined || !isFitting(verdict)) {
        const told = "Nothing that surely answers this was found. Other words may find it.";
        return { result: result({ stdout: told }), told };
      }
      // What answers goes first, for not all may have room.
      const answering = new Set(claimsOf(verdict).flatMap((claim) => claim.citations));
      const ranked = foundFor(gathered).toSorted(
        (a, b) => Number(answering.has(b.citation.id)) - Number(answering.has(a.citation.id)),
      );
      const found = within(shortened(ranked), mostOfSearch, true);
      const known = found.flatMap(({ citation }) => deps.book.holding(citation) ?? []);
      const before = deps.book.citations().length;
      const shown = deps.book.addPassages(
        found.filter(({ citation }) => deps.book.holding(citation) === undefined),
      );
      deps.onFound(query, gathered, verdict, deps.book.citations().slice(before));
      const told = [
        shown.length === 0 ? "Nothing new was found." : written(shown, deps.code),
        ...(known.length === 0 ? [] : [`Found again, see above: ${numbered(known)}.`]),
      ].join("\n\n");
      return { result: result({ stdout: told }), told };
    },
  };
}

const numbered = (numbers: readonly number[]): string =>
  [...new Set(numbers)].map((number) => `[${number}]`).join(", ");

/** Tokens of one search: the best of it, for what more it finds another search may ask. */
const mostOfSearch = 1_200;

const input_schema = z.toJSONSchema(Arguments);

const info: ToolInfo = {
  id: searchToolId,
  provider_id: "agents",
  name: searchToolId,
  description:
    "Searches the person's documents and brings numbered passages. Ask in the words, and in the language, that the documents may use.",
  input_schema,
  capability_level: "L0",
  risk: "safe",
  side_effects: "none",
  requires_confirm: false,
  timeout_ms: 30_000,
  definition_hash: sha256(JSON.stringify(input_schema)),
  enabled: true,
};
