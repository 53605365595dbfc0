import type { ReplayComparison } from "#lib/contracts/activity";
import type { Lang } from "#lib/contracts/answer";
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
