import type { ErrorCode } from "#lib/contracts/errors";
import type { AskRequest, Clock, ToolRuntime } from "#lib/contracts/ports";
import { askedPaths } from "#lib/language/asked-paths";
import type { NewId } from "#lib/platform/ids";
import { grantOfScope } from "#lib/tools/grant";
import { createDocsCalls } from "./docs-calls.ts";
import { deniedPathGap, type GapContext } from "./gaps.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";
import type { Steps } from "./steps.ts";

/**
 * A question that asks for a file outside of every folder, or for one that is never read, ends here: refused under the
 * rule of that path, with nothing searched. The docs server judges each path, as it would for a read, and its refusals
 * are in the audit. Undefined when no path of the question is refused so; a path it could not judge refuses nothing.
 */
export async function refusePaths(
  context: GapContext,
  deps: {
    request: AskRequest;
    tools: ToolRuntime;
    clock: Clock;
    ids: NewId;
    signal: AbortSignal;
    steps: Steps;
    parent_span_id: string;
    deadline: number;
  },
): Promise<Outcome | undefined> {
  const { request, tools, clock, ids, signal, steps, parent_span_id, deadline } = deps;
  const paths = askedPaths(request.question);
  if (paths.length === 0) return undefined;
  const { trace_id, run_id } = request;
  const agent = { agent_id: "primary", task_id: ids("task"), deadline };
  const grant = grantOfScope({ ...agent, scope: ["docs.read"] }, { clock, ids });
  const call = { trace_id, run_id, ...agent, grant, signal, parent_span_id };
  const docs = createDocsCalls({ tools, clock, context: call });
  const refused = new Map<ErrorCode, string[]>();
  for (const path of paths) {
    const read = await docs.read({ path, line_end: 1 });
    const rule = read.ok ? undefined : closingRule(path, read.error.rule);
    if (rule === undefined) continue;
    refused.set(rule, [...(refused.get(rule) ?? []), path]);
  }
  if (refused.size === 0) return undefined;
  const gaps = [...refused].map(([rule, typed]) => deniedPathGap(context, rule, typed));
  for (const { rule, message } of gaps) {
    if (rule !== null) steps.note("refused", ["step.refused"], "failed", { rule, message });
  }
  return emptyOutcome("denied", { gaps });
}

/** A home folder or a drive letter is nothing that a path is looked up by here; a path that begins so names no file. */
function closingRule(path: string, rule: ErrorCode | undefined): ErrorCode | undefined {
  if (rule === undefined || closing.has(rule)) return rule;
  const drive = process.platform !== "win32" && /^(?:[A-Za-z]:|\\)\\/.test(path);
  return drive || /^~[/\\]/.test(path) ? "invalid_path" : undefined;
}

/** Rules about where a path lies. Others are about a file that is in reach, or about none at all. */
const closing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "not_allowlisted",
  "traversal",
  "symlink_escape",
  "denylisted",
  "outside_project",
]);
