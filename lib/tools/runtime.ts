import canonicalize from "canonicalize";
import { AppError } from "#lib/contracts/errors";
import type { Clock, ToolCallAudit, ToolRuntime, TraceSink } from "#lib/contracts/ports";
import type { ToolCallContext, ToolFailure, ToolInfo, ToolResult } from "#lib/contracts/tools";
import { faultOf } from "#lib/platform/fault";
import { sha256 } from "#lib/platform/hash";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { onBehalfOf } from "#lib/platform/on-behalf-of";
import type { Approvals } from "./approvals.ts";
import { callAudit } from "./call-audit.ts";
import { previewOf } from "./call-preview.ts";
import { cancelled, createCarryOut, late } from "./carry-out.ts";
import { type Consent, createConsent, type Prepared } from "./consent.ts";
import { createHandOver, type Handed, type Mask, type Output } from "./hand-over.ts";
import type { OutputLimit } from "./limits.ts";
import { createPages, cursorIn, type PageOwner } from "./pages.ts";
import type { AgentRight, Verdict } from "./policy.ts";
import type { Touches } from "./provider.ts";
import { readRows, refusalRow } from "./read-audit.ts";
import { failureFrom, failureIn, statusOf, successStatus } from "./refusal.ts";
import type { Registered, ToolRegistry } from "./registry.ts";
import type { SchemaCheck } from "./schema-check.ts";

/**
 * Every tool call of every agent and person goes through here: find, arguments, right, approval, place, time-out,
 * provider, output, limits, masking, trace, audit, one log line. Nothing is thrown for a refusal or a failure; the result
 * says what happened and under which rule.
 */
export function createToolRuntime(deps: {
  registry: Pick<ToolRegistry, "resolve">;
  schemas: SchemaCheck;
  /** What the configuration lets an agent do, as it is at the moment of the call. */
  agent: (id: string) => AgentRight;
  /** Without it nobody can be asked. */
  approvals?: Approvals;
  /** `kept`: how many characters of one output are kept for later pages. */
  limits: { output: OutputLimit; kept?: number; timeout_ms: number };
  /** A copy in which secrets are masked. */
  mask: Mask;
  /** Throws unless all that `trace` was told is stored: what cannot be audited is not done. */
  beforeAct: () => Promise<void>;
  trace: TraceSink;
  clock: Clock;
  ids: NewId;
  log: Logger;
}): ToolRuntime {
  const { registry, schemas, approvals, limits, mask, trace, clock, ids, log } = deps;
  const consenting = createConsent({ approvals, agent: deps.agent, clock });
  const carryOut = createCarryOut({ clock, timeout_ms: limits.timeout_ms });
  const pages = createPages({ clock, ids });
  const handOver = createHandOver({ mask, pages, limit: limits.output, most: limits.kept ?? KEPT });

  /** Fills in `call` as it goes, so that of a call that ends early there is told what was known by then. */
  async function run(
    toolId: string,
    args: unknown,
    context: ToolCallContext,
    call: Call,
  ): Promise<Output> {
    const { signal } = context;
    const deadline = () => context.deadline + call.consent.waited;
    if (signal.aborted) throw cancelled(toolId);
    if (deadline() <= clock.monotonic()) throw late(toolId);

    async function find(): Promise<Registered> {
      const left = Math.max(0, Math.ceil(deadline() - clock.monotonic()));
      const found = await registry.resolve(
        toolId,
        AbortSignal.any([signal, AbortSignal.timeout(left)]),
      );
      call.registered = found;
      return found;
    }

    async function prepare({ provider, tool }: Registered): Promise<Prepared> {
      const fitted = schemas.fit(tool.input_schema, args, provider.ours);
      if (!fitted.ok) {
        // What it may not call at all, it is not told how to call.
        allowOrThrow(
          await consenting.judge({ tool, touches: nothing }, context, call.consent, "allowed"),
        );
        throw new AppError(
          "validation",
          `The arguments of ${tool.name} do not fit: ${fitted.problem}.`,
        );
      }
      // The registry takes no tool whose input schema is not of type object, so what fits it is a record.
      const fit = fitted.value as Record<string, unknown>;
      call.args = fit;
      call.hashed = hashed(fit);
      // Whoever may not call it anywhere has nothing worked out for them; where it may, what it touches decides.
      const anywhere = { ...context, grant: { ...context.grant, resources: "any" as const } };
      allowOrThrow(
        await consenting.judge({ tool, touches: nothing }, anywhere, call.consent, "allowed"),
      );
      const touches = await touchesOf({ provider, tool }, fit);
      call.touches = touches;
      return { provider, tool, args: fit, touches };
    }

    async function touchesOf(
      { provider, tool }: Registered,
      fit: Record<string, unknown>,
    ): Promise<Touches> {
      try {
        const shows = { kind: "call" as const, arguments: fit };
        const by = provider.ours ? context : undefined;
        return provider.touches?.(tool, fit, by) ?? { ...nothing, shows };
      } catch (error) {
        // Nor is it told what stands where it may not work.
        allowOrThrow(
          await consenting.judge({ tool, touches: nothing }, context, call.consent, "allowed"),
        );
        const shown = context.approval_id ?? call.consent.approval_id;
        if (shown === undefined || !(error instanceof AppError)) throw error;
        throw new AppError(
          "approval_mismatch",
          `What it would change is not as it was shown any more. ${error.message}`,
          { cause: error },
        );
      }
    }

    const found = await find();
    const owner = pageOwner(found.tool.id, context);
    const cursor = cursorIn(args);
    if (cursor !== undefined) {
      allowOrThrow(
        await consenting.judge({ ...found, touches: nothing }, context, call.consent, "allowed"),
      );
      const { rest, beyond, lines } = pages.take(cursor, owner);
      const wanted = lines === undefined ? {} : { page_lines: lines };
      return { text: rest, beyond, is_error: false, clean: true, ...wanted };
    }
    const { provider, tool, ...ready } = await consenting.obtain(
      await prepare(found),
      context,
      call.consent,
      async () => prepare(await find()),
    );
    if (tool.side_effects !== "none") {
      trace.call(auditOf(toolId, context, call, { status: "unknown" }));
      await deps.beforeAct();
      await context.onAct?.();
    }
    log.debug(
      {
        ...whoOf(context),
        event: "tool_call.started",
        tool_id: tool.id,
        provider_id: provider.id,
        invocation_id: call.invocation_id,
      },
      "tool call",
    );
    const result = await carryOut(provider, tool, ready.args, {
      signal,
      deadline: deadline(),
      touches: ready.touches,
      permits: async (touched) => {
        const touches = { ...nothing, ...touched };
        const verdict = await consenting.judge({ tool, touches }, context, call.consent, "none");
        return verdict.kind === "allow";
      },
      by: { ...context, ...approvedBy(call.consent), invocation_id: call.invocation_id },
      ...(context.onProgress === undefined ? {} : { onProgress: context.onProgress }),
    });
    call.consent.waited += result.waited_ms ?? 0;
    if (tool.output_schema && !result.is_error) {
      const output = schemas.fit(tool.output_schema, result.structured, provider.ours);
      if (!output.ok) {
        throw new AppError(
          "tool_exec",
          `${tool.name} answered with something that breaks its own output schema: ${output.problem}.`,
        );
      }
    }
    return { ...result, clean: provider.verbatim === true };
  }

  function auditOf(
    toolId: string,
    context: ToolCallContext,
    call: Call,
    ended: Pick<ToolCallAudit, "status"> & Partial<ToolCallAudit>,
  ): ToolCallAudit {
    const { tool } = call.registered ?? {};
    const { arguments_bytes, arguments_sha256 } = call.hashed ?? hashed(call.args);
    return callAudit(context, {
      invocation_id: call.invocation_id,
      tool_id: recordedName(toolId, tool),
      tool,
      resource: call.touches?.resource ?? null,
      consent: call.consent,
      started_at: call.started_at,
      ended_at: clock.now().toISOString(),
      arguments_bytes,
      arguments_sha256,
      ...ended,
    });
  }

  async function invoke(
    toolId: string,
    args: unknown,
    context: ToolCallContext,
  ): Promise<ToolResult> {
    const began = clock.monotonic();
    const call: Call = {
      invocation_id: ids("inv"),
      started_at: clock.now().toISOString(),
      consent: { required: false, waited: 0 },
      args,
    };
    let output: Output | undefined;
    let failure: ToolFailure | undefined;
    let handed: Handed | undefined;
    let ours = false;
    try {
      const { trace_id, task_id } = context;
      output = await onBehalfOf({ trace_id, task_id }, () => run(toolId, args, context, call));
      const { provider, tool } = call.registered ?? {};
      ours = provider?.ours === true;
      failure = failureIn(tool?.name ?? toolId, output, ours);
      if (failure && !output.clean) failure = maskFailure(failure);
      handed = handOver(output, pageOwner(toolId, context));
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ ...faultOf(error) }, "tool fault");
      failure = maskFailure(failureFrom(error));
    }
    const provider_id = call.registered?.provider.id;
    const tool_id = recordedName(toolId, call.registered?.tool);
    const { consent } = call;
    const ms = Math.round(clock.monotonic() - began);
    const status = failure
      ? statusOf(failure)
      : ours
        ? successStatus(handed?.result.structured)
        : "ok";
    const denied = failure && status === "denied" ? (failure.rule ?? failure.code) : undefined;
    const redacted = handed?.redacted ?? false;
    const who = whoOf(context);
    const provided = provider_id === undefined ? {} : { provider_id };
    const refused = denied === undefined ? {} : { deny_reason: denied };

    trace.span({
      ...who,
      span_id: call.invocation_id,
      run_id: context.run_id,
      ...(context.parent_run_id === undefined ? {} : { parent_run_id: context.parent_run_id }),
      ...(context.parent_span_id === undefined ? {} : { parent_span_id: context.parent_span_id }),
      kind: "tool_call",
      name: tool_id.slice(tool_id.lastIndexOf(".") + 1),
      tool_id,
      started_at: call.started_at,
      ms,
      status,
      ...refused,
      attributes: {
        ...provided,
        ...(failure ? { code: failure.code, retryable: failure.retryable } : {}),
        ...(consent.result === undefined ? {} : { approval: consent.result }),
        ...(handed?.result.truncated_bytes ? { truncated: handed.result.truncated_bytes } : {}),
      },
    });
    const rows = failure
      ? denied === undefined
        ? []
        : [refusalRow(args, denied)]
      : (output?.reads ?? readRows(toolId, args, output?.structured));
    const { run_id, step_id } = context;
    const of = { run_id, ...(step_id === undefined ? {} : { step_id }) };
    const { invocation_id } = call;
    for (const row of rows) {
      trace.read({ at: call.started_at, ...who, ...of, invocation_id, tool_id, ...row });
    }
    const shown = previewOf(
      { tool_id, provider_id, args: call.args, rows, failure, handed },
      context,
    );
    if (shown !== undefined) {
      const { trace_id, thread_id } = context;
      const place = { trace_id, ...(thread_id === undefined ? {} : { thread_id }) };
      trace.preview?.({ span_id: invocation_id, ...place, at: call.started_at, ...shown });
    }
    trace.call(
      auditOf(toolId, context, call, {
        status,
        ...refused,
        ...(failure === undefined ? {} : { error_class: failure.code }),
        result_bytes: handed?.bytes ?? 0,
        result_sha256: handed?.sha256 ?? sha256(""),
        redacted,
      }),
    );
    const { exit_code, truncated_lines = 0, truncated_bytes = 0 } = handed?.result ?? {};
    log.info(
      {
        ...who,
        event: failure ? "tool_call.failed" : "tool_call.completed",
        tool_id,
        ...provided,
        latency_ms: ms,
        status,
        ...refused,
        ...(failure ? { error_class: failure.code } : {}),
        ...(exit_code === undefined ? {} : { exit_code }),
        ...(truncated_bytes > 0 ? { truncated_lines, truncated_bytes } : {}),
        ...(redacted ? { redacted } : {}),
      },
      "tool call",
    );

    const { structured, ...text } = handed?.result ?? nothingHanded;
    const result: ToolResult = {
      ok: failure === undefined,
      ...(failure === undefined ? {} : { error: failure }),
      ...text,
      ...(structured === undefined || failure ? {} : { structured }),
      meta: {
        tool_id,
        ...provided,
        invocation_id: call.invocation_id,
        latency_ms: ms,
        redacted,
        ...(consent.approval_id === undefined ? {} : { approval_id: consent.approval_id }),
        ...(consent.waited > 0 ? { waited_ms: Math.round(consent.waited) } : {}),
        ...(output?.tokens === undefined ? {} : { tokens: output.tokens }),
      },
    };
    const { approval_id, holds } = consent;
    if (approval_id !== undefined && holds !== undefined) await finish(approval_id, result, holds);
    return result;
  }

  /** A server may quote in its reasons what it was given. Masked first: half a secret is none to look at. */
  function maskFailure(failure: ToolFailure): ToolFailure {
    const { value } = mask(failure.message.slice(0, LOOKED_AT));
    return { ...failure, message: value.slice(0, REASON) };
  }

  async function finish(
    approval_id: string,
    result: ToolResult,
    from: "allowed" | "running",
  ): Promise<void> {
    try {
      await approvals?.finish(approval_id, result, from);
    } catch (error) {
      log.error({ approval_id, ...faultOf(error) }, "the end of an approved call is not stored");
    }
  }

  return { invoke };
}

/** Looking for secrets takes some tenths of a second for as much. */
const KEPT = 1_048_576;
/** Characters of a reason that are handed on, and how many of it are looked at for secrets. */
const REASON = 500;
const LOOKED_AT = 32_768;

type Call = {
  invocation_id: string;
  started_at: string;
  consent: Consent;
  /** As given until they fit, with defaults from then on. */
  args: unknown;
  registered?: Registered;
  touches?: Touches;
  hashed?: { arguments_bytes: number; arguments_sha256: string };
};

const nothing: Touches = { resource: null, cwd: null, shows: { kind: "call", arguments: {} } };
/** What is kept of a call may name the question that a person allowed it by. */
const approvedBy = ({ approval_id }: Consent) => (approval_id === undefined ? {} : { approval_id });

const nothingHanded: Handed["result"] = {
  stdout: "",
  stderr: "",
  truncated_lines: 0,
  truncated_bytes: 0,
};

function pageOwner(tool_id: string, { agent_id, thread_id }: ToolCallContext): PageOwner {
  return { tool_id, agent_id, thread_id: thread_id ?? null };
}

function whoOf({ trace_id, task_id, agent_id }: ToolCallContext) {
  return { trace_id, task_id, agent_id };
}

function allowOrThrow(verdict: Verdict): void {
  if (verdict.kind === "deny") throw new AppError(verdict.rule, verdict.reason);
}

/** In canonical form where they have one: half of a surrogate pair, for one, has none. */
function hashed(args: unknown): NonNullable<Call["hashed"]> {
  const text = canonical(args);
  return { arguments_bytes: Buffer.byteLength(text), arguments_sha256: sha256(text) };
}

function canonical(args: unknown): string {
  for (const write of [canonicalize, JSON.stringify]) {
    try {
      return write(args) ?? "";
    } catch {
      // nested too deep to be written, or in no canonical form
    }
  }
  return "";
}

/** What is no name of a tool may be anything that a model or a document says: of it nothing is recorded. */
function recordedName(toolId: string, tool: ToolInfo | undefined): string {
  return tool?.id ?? (/^[\w.:-]{1,128}$/.test(toolId) ? toolId : "?");
}
