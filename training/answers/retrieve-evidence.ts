import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { DocumentPlace } from "#lib/contracts/citation";
import { type DocsHit, docsTools } from "#lib/contracts/docs-tools";
import type { TaskOutput } from "#lib/contracts/envelope";
import { asQuestion } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import { projectDir } from "#lib/platform/project";
import { readExactly } from "../../lib/agents/doc-retrieval/exact-passages.ts";
import { furtherPassages } from "../../lib/agents/doc-retrieval/further-passages.ts";
import { searchFollowUp } from "../../lib/agents/doc-retrieval/search-follow-up.ts";
import { selectPassages } from "../../lib/agents/doc-retrieval/select-passages.ts";
import { wholeSections } from "../../lib/agents/doc-retrieval/strategies/direct.ts";
import type { DocsCalls } from "../../lib/agents/docs-calls.ts";
import { docsCommand } from "../../lib/assembly/docs-command.ts";

/**
 * The evidence of a question as the sub-agent would bring it, from the real docs server over folders of a set. With
 * `leave_out` hits that it refuses are dropped before passages are chosen: the folder as if those documents were not there.
 */
export type EvidenceSource = {
  evidence(
    query: string,
    options: {
      roots?: readonly string[];
      leave_out?: (hit: DocsHit) => boolean;
      /** The question before it, and the pages that its answer cited. */
      follows?: string;
      cited_before?: readonly DocumentPlace[];
    },
  ): Promise<TaskOutput | undefined>;
  close(): Promise<void>;
};

const limits = { max_citations: 8, max_per_file: 6, max_snippet_chars: 700 };
/** A run that is paused for hours goes on where it was: the time that it stood still counts, too. */
const patienceMs = 24 * 3_600_000;
/** So many hits are asked for where some are left out, so that enough remain. */
const withSpare = 50;
const usual = 20;

export async function openEvidence(
  home: string,
  roots: readonly string[],
): Promise<EvidenceSource> {
  const project = projectDir();
  const folders = roots.map((root) => ({ id: path.basename(root), label: path.basename(root) }));
  const [command = "", ...args] = docsCommand(project, roots);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    DOCENT_PROJECT: project,
    DOCENT_LOG_LEVEL: "warn",
    DOCENT_HOME: home,
  };
  const transport = new StdioClientTransport({ command, args, env, stderr: "inherit" });
  const client = new Client({ name: "docent-fit", version: "1" });
  await client.connect(transport);
  const call = async <Name extends keyof typeof docsTools>(name: Name, given: object) => {
    const { structuredContent, isError } = await client.callTool(
      { name, arguments: { ...given } },
      undefined,
      { timeout: patienceMs },
    );
    if (isError) {
      const message = JSON.stringify(structuredContent);
      return {
        ok: false as const,
        error: { code: "tool_exec" as const, message, retryable: false },
      };
    }
    return { ok: true as const, output: docsTools[name].output.parse(structuredContent) };
  };
  for (;;) {
    const status = await call("docs_status", {});
    if (!status.ok)
      throw new Error(`The docs server does not tell its state: ${status.error.message}`);
    const { coverage } = docsTools.docs_status.output.parse(status.output);
    if (coverage.state === "ready") break;
    await call("docs_search", { query: "ready" });
  }
  // Only these two calls are made of it.
  const docs = {
    search: (input: object) => call("docs_search", input),
    read: (input: object) => call("docs_read", input),
  } as unknown as DocsCalls;
  return {
    async evidence(query, { roots: narrowed, leave_out, follows, cited_before }) {
      const analysis = analyseQuestion(query, { folders });
      const { found, readings } = await searchFollowUp(
        docs,
        {
          query: asQuestion(query),
          include_text: true,
          limit: leave_out === undefined ? usual : withSpare,
          ...(narrowed === undefined ? {} : { roots: [...narrowed] }),
        },
        analysis,
        {
          ...(follows === undefined ? {} : { follows: asQuestion(follows) }),
          ...(cited_before === undefined ? {} : { cited_before }),
        },
      );
      if (!found.ok || found.output.hits.length === 0) return undefined;
      const { hits, terms, coverage } = found.output;
      const kept =
        leave_out === undefined ? hits : hits.filter((hit) => !leave_out(hit)).slice(0, usual);
      if (kept.length === 0) return undefined;
      const selections = selectPassages(kept, limits);
      const evidence = await readExactly(selections, docs, limits.max_snippet_chars, wholeSections);
      const further = furtherPassages(kept, evidence);
      const follow_up = readings([evidence, further]);
      return {
        ...{ query, target_roots: [...(narrowed ?? [])], ...evidence, further, terms, coverage },
        ...(follow_up === undefined ? {} : { follow_up }),
      };
    },
    close: () => client.close(),
  };
}
