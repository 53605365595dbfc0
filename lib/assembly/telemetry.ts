import type { OtlpExport } from "#lib/activity/otlp-export";
import { type Kept, toldStatus } from "#lib/contracts/activity";
import type { Answer, Lang } from "#lib/contracts/answer";
import type { NetworkLog } from "#lib/contracts/network";
import type { TraceSink } from "#lib/contracts/ports";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import { maskText } from "#lib/platform/secrets";

/**
 * OpenTelemetry, off unless an endpoint is set: then spans and figures are sent there in batches, beside the work and never
 * waited for. Questions and answers go along only where that is switched on as well.
 */
export function createTelemetry(deps: {
  endpoint: string | undefined;
  content: boolean;
  version: string;
  network: NetworkLog;
  log: Logger;
}) {
  const { endpoint, content, network, log } = deps;
  const host = endpoint === undefined ? undefined : new URL(endpoint).host;
  const waiting: (() => void)[] = [];
  const words = new Map<string, { question: string; answer: string }>();
  let sending: OtlpExport | undefined;
  let begun = false;
  let sent = 0;
  let failed = 0;
  let trouble: string | undefined;

  /** Loaded only where it is of use: it is a large package. */
  async function load(at: string): Promise<void> {
    const { createOtlpExport } = await import("#lib/activity/otlp-export");
    sending = createOtlpExport({
      ...{ endpoint: at, version: deps.version, network },
      told({ ok, spans, reason = "" }) {
        if (ok) sent += spans;
        else failed += spans;
        if (!ok && trouble === undefined) log.warn({ host, reason }, "telemetry is not taken");
        trouble = ok ? undefined : reason;
      },
    });
    for (const work of waiting.splice(0)) work();
  }

  /** Until it is loaded a few things wait; of more the oldest are dropped. */
  function later(work: () => void): void {
    if (sending !== undefined) {
      work();
      return;
    }
    if (!begun) return;
    waiting.push(work);
    if (waiting.length > mostWaiting) waiting.shift();
  }

  return {
    begin(): void {
      if (endpoint === undefined || begun) return;
      begun = true;
      load(endpoint).catch((error: unknown) => {
        trouble = "not loaded";
        log.error(faultOf(error), "telemetry could not be begun");
      });
    },
    /** A sink that sends spans on their way to `inner`. */
    over<Sink extends TraceSink>(inner: Sink): Sink {
      if (endpoint === undefined) return inner;
      return {
        ...inner,
        span(span) {
          inner.span(span);
          const said = span.kind === "request" ? words.get(span.trace_id) : undefined;
          words.delete(span.trace_id);
          later(() =>
            sending?.span(
              span,
              said === undefined
                ? {}
                : {
                    "gen_ai.input.messages": message("user", said.question),
                    "gen_ai.output.messages": message("assistant", said.answer),
                  },
            ),
          );
        },
      };
    },
    /** Told before the span of the whole asking is. `kept`: its words may be written down, and sent where that is set. */
    answered(answer: Answer, kept: boolean): void {
      if (endpoint === undefined) return;
      const { trace_id, question, markdown, metrics } = answer;
      later(() => sending?.answered(toldStatus(answer), metrics.latency_ms));
      if (!content || !kept) return;
      words.set(trace_id, { question: maskText(question).text, answer: maskText(markdown).text });
      if (words.size > mostWaiting) words.delete(words.keys().next().value ?? "");
    },
    report(lang: Lang): Kept["telemetry"] {
      if (host === undefined) {
        const message = say(lang, "activity.telemetry.off");
        return { state: "off", message, content: false, sent, failed };
      }
      const state = trouble === undefined ? "on" : "failing";
      const message =
        trouble === undefined
          ? say(lang, `activity.telemetry.${content ? "on_content" : "on"}`, { host })
          : say(lang, "activity.telemetry.failing", { host, reason: trouble });
      return { state, message, host, content, sent, failed };
    },
    async close(): Promise<void> {
      await sending?.close();
    },
  };
}

const mostWaiting = 1000;

const message = (role: string, content: string): string =>
  JSON.stringify([{ role, parts: [{ type: "text", content }] }]);
