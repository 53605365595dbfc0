import type { Lang } from "#lib/contracts/answer";
import {
  type DocsListOutput,
  type DocsOutlineOutput,
  type DocsPictureOutput,
  type DocsPicturesOutput,
  type DocsReadOutput,
  type DocsSearchOutput,
  type DocsStatusOutput,
  type DocsSuggestInput,
  type DocsSuggestOutput,
  type DocsToolName,
  docsTools,
  type Verification,
} from "#lib/contracts/docs-tools";
import { AppError, PathRule, SkipRule } from "#lib/contracts/errors";
import type { Clock, ToolRuntime } from "#lib/contracts/ports";
import type { ToolResult } from "#lib/contracts/tools";
import type { NewId } from "#lib/platform/ids";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { grantOfScope } from "#lib/tools/grant";

/** On whose behalf a document is looked at outside an answer: a person at the page, or the page's preview. */
export type Caller = {
  agent_id: "person" | "preview";
  trace_id: string;
  signal: AbortSignal;
  timeout_ms?: number;
};

type PathArgs = { path: string; root?: string };
type LineArgs = PathArgs & { line_start?: number; line_end?: number; cursor?: string };
type SearchArgs = { query: string; limit: number };
type SkippedArgs = { root: string; cursor?: string };
type PictureArgs = {
  within: { root_id: string; relative_path: string; line_start: number; line_end: number }[];
  limit: number;
};
type PictureOfArgs = PathArgs & { from?: { path: string; line: number } };
type VerifyArgs = {
  root_id: string;
  relative_path: string;
  line_start: number;
  line_end: number;
  sha256: string;
};
export type Failure = NonNullable<ToolResult["error"]>;
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/** The docs tools as the page's routes call them: through the same runtime, policy, trace and audit as an agent. */
export type DocsCalls = {
  read(args: LineArgs, caller: Caller): Promise<Outcome<DocsReadOutput>>;
  outline(args: PathArgs, caller: Caller): Promise<Outcome<DocsOutlineOutput>>;
  search(args: SearchArgs, caller: Caller): Promise<Outcome<DocsSearchOutput>>;
  verify(args: VerifyArgs, caller: Caller): Promise<Outcome<Verification>>;
  /** In the order they were given. */
  verifyAll(args: readonly VerifyArgs[], caller: Caller): Promise<Outcome<Verification[]>>;
  status(caller: Caller, args?: { look_again?: boolean }): Promise<Outcome<DocsStatusOutput>>;
  skipped(args: SkippedArgs, caller: Caller): Promise<Outcome<DocsListOutput>>;
  suggest(args: DocsSuggestInput, caller: Caller): Promise<Outcome<DocsSuggestOutput>>;
  /** Those of one document's lines that may be shown. */
  pictures(args: PictureArgs, caller: Caller): Promise<Outcome<DocsPicturesOutput>>;
  picture(args: PictureOfArgs, caller: Caller): Promise<Outcome<DocsPictureOutput>>;
};

const DEFAULT_TIMEOUT_MS = 10_000;

export function createDocsCalls(deps: { tools: ToolRuntime; clock: Clock; ids: NewId }): DocsCalls {
  const { tools, clock, ids } = deps;

  async function call<T>(
    name: DocsToolName,
    args: unknown,
    caller: Caller,
    parse: (output: unknown) => T,
  ): Promise<Outcome<T>> {
    const right = {
      task_id: ids("task"),
      agent_id: caller.agent_id,
      deadline: clock.monotonic() + (caller.timeout_ms ?? DEFAULT_TIMEOUT_MS),
    };
    const result = await tools.invoke(`mcp.docs.${name}`, args, {
      trace_id: caller.trace_id,
      run_id: ids("run"),
      ...right,
      grant: grantOfScope({ ...right, scope: ["docs.search", "docs.read"] }, { clock, ids }),
      signal: caller.signal,
    });
    if (result.ok) return { ok: true, value: parse(result.structured) };
    if (result.error) return { ok: false, failure: result.error };
    throw new AppError("unknown", `${name} failed without saying why.`);
  }

  return {
    read: (args, caller) =>
      call("docs_read", args, caller, (o) => docsTools.docs_read.output.parse(o)),
    outline: (args, caller) =>
      call("docs_outline", args, caller, (o) => docsTools.docs_outline.output.parse(o)),
    search: (args, caller) =>
      call("docs_search", args, caller, (o) => docsTools.docs_search.output.parse(o)),
    skipped: (args, caller) =>
      call("docs_list", { ...args, skipped: true }, caller, (o) =>
        docsTools.docs_list.output.parse(o),
      ),
    suggest: (args, caller) =>
      call("docs_suggest", args, caller, (o) => docsTools.docs_suggest.output.parse(o)),
    pictures: (args, caller) =>
      call("docs_pictures", args, caller, (o) => docsTools.docs_pictures.output.parse(o)),
    picture: (args, caller) =>
      call("docs_picture", args, caller, (o) => docsTools.docs_picture.output.parse(o)),
    status: (caller, args = {}) =>
      call("docs_status", args, caller, (o) => docsTools.docs_status.output.parse(o)),
    verifyAll: (args, caller) =>
      call(
        "docs_verify",
        { citations: args },
        caller,
        (output) => docsTools.docs_verify.output.parse(output).results,
      ),
    verify: (args, caller) =>
      call("docs_verify", { citations: [args] }, caller, (output) => {
        const [first] = docsTools.docs_verify.output.parse(output).results;
        if (!first) throw new AppError("tool_exec", "docs_verify answered for no citation.");
        return first;
      }),
  };
}

/** A failure that is no verdict about the path, as the error its reader gets. */
export function unanswered(failure: Failure): AppError {
  if (failure.code === "cancelled") return saidError("cancelled", "error.cancelled");
  const code = failure.code === "timeout" ? "timeout" : "provider_unavailable";
  return saidError(code, "error.docs_unavailable", {}, { retryable: true, cause: failure });
}

/** A failure as the error of its reader: the path's rule, wrong arguments, or no answer at all. */
export function refusalOf(failure: Failure, lang: Lang): AppError {
  if (failure.code === "validation") return new AppError("validation", failure.message);
  const rule = pathVerdict(failure);
  if (rule === undefined) return unanswered(failure);
  const { setting } = failure;
  const sentence = refusalSentence(failure, lang);
  return new AppError(rule, sentence, setting === undefined ? {} : { setting });
}

/** The rule by which the docs server said no to a path: it may not be read, or what stands there is no text. */
export function pathVerdict(failure: Failure): SkipRule | undefined {
  const rule = SkipRule.safeParse(failure.rule ?? failure.code);
  return rule.success ? rule.data : undefined;
}

/** The docs server speaks English; in Chinese the rule's own sentence stands for it. */
export function refusalSentence(failure: Failure, lang: Lang): string {
  const rule = pathVerdict(failure);
  return lang === "en" || rule === undefined ? failure.message : ruleSentence(rule, lang);
}

/** What a rule means that keeps a path from being read: of the rules for contents only one does. */
export function ruleSentence(rule: SkipRule, lang: Lang): string {
  const path = PathRule.safeParse(rule);
  return say(lang, path.success ? `rule.${path.data}` : "rule.not_text");
}
