import type { TraceNode } from "#lib/contracts/records";
import { sha256 } from "#lib/platform/hash";

/** Our own spans in the words of OpenTelemetry and its conventions for generative AI: names, kinds, numbers and ids, no text. */
export type OtlpSource = Omit<TraceNode, "children"> & { parent_span_id?: string };

export type OtlpAttributes = Record<string, string | number | boolean>;

export type OtlpFacts = {
  name: string;
  /** As the protocol numbers them: 1 internal, 2 server, 3 client. */
  kind: 1 | 2 | 3;
  trace: string;
  span: string;
  parent?: string;
  started_ms: number;
  ended_ms: number;
  /** Absent where it went well. */
  error?: string;
  attributes: OtlpAttributes;
};

export const serviceName = "docent";

export function factsOf(trace_id: string, span: OtlpSource): OtlpFacts {
  const started_ms = Date.parse(span.started_at);
  const failed = span.status !== "ok" && span.status !== "no_hit";
  const error = span.deny_reason ?? span.status;
  const { name, kind, attributes } = described(span);
  return {
    ...{ name, kind, trace: otlpTraceId(trace_id), span: otlpSpanId(span.span_id) },
    ...(span.parent_span_id === undefined ? {} : { parent: otlpSpanId(span.parent_span_id) }),
    started_ms,
    ended_ms: started_ms + span.ms,
    ...(failed ? { error } : {}),
    attributes: {
      ...attributes,
      ...plain("docent", span.attributes),
      ...{ "docent.trace_id": trace_id, "docent.run_id": span.run_id },
      "docent.span_id": span.span_id,
      "docent.status": span.status,
      ...(span.task_id === undefined ? {} : { "docent.task_id": span.task_id }),
      ...(failed ? { "error.type": error } : {}),
    },
  };
}

/** Other programs know ids of so many hexadecimal digits. Ours go along as attributes. */
export const otlpTraceId = (trace_id: string): string => sha256(trace_id).slice(0, 32);
const otlpSpanId = (span_id: string): string => sha256(span_id).slice(0, 16);

function described(span: OtlpSource): Pick<OtlpFacts, "name" | "kind" | "attributes"> {
  const { agent_id = "", tool_id } = span;
  const agent: OtlpAttributes = agent_id === "" ? {} : { "gen_ai.agent.name": agent_id };
  switch (span.kind) {
    case "request":
      return {
        name: `invoke_agent ${agent_id || "primary"}`,
        kind: 2,
        attributes: { "gen_ai.operation.name": "invoke_agent", ...agent },
      };
    case "agent":
    case "task":
      return {
        name: `invoke_agent ${agent_id || span.name}`,
        kind: 1,
        attributes: { "gen_ai.operation.name": "invoke_agent", ...agent },
      };
    case "model":
      return {
        name: `chat ${span.name}`,
        kind: 3,
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.request.model": span.name,
          ...agent,
          ...renamed(span.attributes, {
            provider: "gen_ai.provider.name",
            input: "gen_ai.usage.input_tokens",
            output: "gen_ai.usage.output_tokens",
            cached: "gen_ai.usage.cache_read.input_tokens",
          }),
        },
      };
    case "tool_call":
      return {
        name: `execute_tool ${tool_id ?? span.name}`,
        kind: 1,
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": tool_id ?? span.name,
          "gen_ai.tool.call.id": span.span_id,
          ...agent,
        },
      };
    default:
      return { name: `${span.kind} ${span.name}`, kind: 1, attributes: agent };
  }
}

function renamed(from: Record<string, unknown>, names: Record<string, string>): OtlpAttributes {
  return plainOf(Object.entries(names).map(([own, theirs]) => [theirs, from[own]] as const));
}

function plain(prefix: string, values: Record<string, unknown>): OtlpAttributes {
  return plainOf(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
}

function plainOf(entries: readonly (readonly [string, unknown])[]): OtlpAttributes {
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" || typeof value === "boolean"
        ? [[name, value] as const]
        : [],
    ),
  );
}
