import { later } from "../parts/later.tsx";
import { wantChat } from "./use-later-chat.ts";

/** What a conversation needs only once it has a question: the first screen is drawn without their code. */
export const TurnView = later(() => import("../answer/turn-view.tsx").then((m) => m.TurnView));
export const SourcePane = later(() =>
  import("../source/source-pane.tsx").then((m) => m.SourcePane),
);
export const ThreadActions = later(() =>
  import("../threads/thread-actions.tsx").then((m) => m.ThreadActions),
);

/** Fetches what the answer to a question is shown with. */
export async function wantAnswerParts(): Promise<void> {
  // Without the code of a chat a conversation can be read.
  await Promise.all([TurnView.want(), ThreadActions.want(), wantChat().catch(() => undefined)]);
}
