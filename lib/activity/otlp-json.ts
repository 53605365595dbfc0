import { factsOf, type OtlpAttributes, type OtlpSource, serviceName } from "./otlp-span.ts";

/** One trace as an OTLP `ExportTraceServiceRequest` in JSON, which collectors and viewers of traces read. */
export function otlpOf(trace_id: string, spans: readonly OtlpSource[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues({ "service.name": serviceName }) },
        scopeSpans: [
          {
            scope: { name: serviceName },
            spans: spans.map((span) => {
              const facts = factsOf(trace_id, span);
              const { parent, error } = facts;
              return {
                traceId: facts.trace,
                spanId: facts.span,
                ...(parent === undefined ? {} : { parentSpanId: parent }),
                ...{ name: facts.name, kind: facts.kind },
                startTimeUnixNano: nanos(facts.started_ms),
                endTimeUnixNano: nanos(facts.ended_ms),
                attributes: keyValues(facts.attributes),
                status: error === undefined ? {} : { code: 2, message: error },
              };
            }),
          },
        ],
      },
    ],
  };
}

/** A number of this size is no number of JSON. */
function nanos(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}

function keyValues(attributes: OtlpAttributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
