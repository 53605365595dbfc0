import type { Answer, ReportLine, ToolAction } from "#lib/contracts/answer";
import { toldBlocks } from "#lib/contracts/blocks";
import type { Step } from "#lib/contracts/step";
import type { RunEvent } from "#lib/contracts/stream";

/** What had been told of an answer that was never brought to its end: all of it had been checked by then. */
export function toldBy(events: readonly RunEvent[]): Pick<
  Answer,
  "claims" | "blocks" | "citations" | "notices" | "mode"
> & {
  actions: ToolAction[];
  report: ReportLine[];
  steps: Step[];
} {
  const claims = events.flatMap((event) => (event.kind === "claim" ? [event.data] : []));
  const actions = events.flatMap((event) => (event.kind === "action" ? [event.data] : []));
  const quoted = claims.every(({ support }) => support === "verbatim") && actions.length === 0;
  const steps = events.flatMap((event) => (event.kind === "step" ? [event.data] : []));
  const told = events.flatMap((event) => (event.kind === "block" ? [event.data] : []));
  const blocks = toldBlocks(claims, told);
  return {
    claims,
    blocks,
    actions,
    citations: events.flatMap((event) => (event.kind === "citation" ? [event.data] : [])),
    notices: events.flatMap((event) => (event.kind === "notice" ? [event.data] : [])),
    report: events.flatMap((event) => (event.kind === "report" ? [event.data] : [])),
    steps: [...new Map(steps.map((step) => [step.id, step])).values()],
    mode: quoted ? "quote" : "model",
  };
}
