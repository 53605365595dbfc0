import type { ReplayComparison } from "#lib/contracts/activity";
import type { Answer, Lang } from "#lib/contracts/answer";
import type { Fact } from "#lib/contracts/memory";
import { readStatedFact } from "#lib/language/stated-fact";
import { say } from "#lib/platform/say";
import type { recordedModel } from "./recorded-model.ts";
import type { standInTools } from "./stand-in-tools.ts";

/** What a comparison begins with. */
export function nothing(
  trace_id: string,
  kind: ReplayComparison["kind"],
  replayed_at: string,
): Omit<ReplayComparison, "verdict" | "message" | "asked_at" | "status"> {
  return {
    ...{ trace_id, kind, replayed_at, model: "none", ms: 0 },
    ...{ claims: [], citations: [], artifacts: [], stood_in: 0, effects: 0, notices: [] },
  };
}

export function noticesOf(
  recorded: ReturnType<typeof recordedModel> | undefined,
  standing: ReturnType<typeof standInTools>,
  lang: Lang,
): string[] {
  const calls = standing.stoodIn();
  return [
    ...(calls > 0 ? [say(lang, "activity.replay.stood_in", { calls })] : []),
    ...standing.gone().map((tool) => say(lang, "activity.replay.tool_gone", { tool })),
    ...((recorded?.missing() ?? 0) > 0 ? [say(lang, "activity.replay.reply_missing")] : []),
    ...((recorded?.left() ?? 0) > 0 ? [say(lang, "activity.replay.replies_left")] : []),
  ];
}

/**
 * What a question was understood with, as its answer keeps it: those facts in the words of then, whatever was stated,
 * changed or forgotten since. Of a folder that they name only one that there is now is searched first.
 */
export function factsOf(
  { understood_with = [], remember }: Pick<Answer, "understood_with" | "remember">,
  folders: readonly { id: string; label: string }[],
  lang: Lang,
): { facts: { facts?: Fact[] }; notices: string[] } {
  const facts = understood_with.map(
    ({ concept_id, text }): Fact => ({ concept_id, text, ...readStatedFact(text, folders) }),
  );
  // A message that stated one is told from a question only where memory was on.
  if (facts.length === 0) return { facts: remember === undefined ? {} : { facts }, notices: [] };
  return {
    facts: { facts },
    notices: [say(lang, "activity.replay.facts", { count: facts.length })],
  };
}
