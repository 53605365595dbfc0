import type { LanguageModel } from "ai";
import type { ModelQuestion, ModelReply } from "./conversation.ts";
import { replyInJson } from "./protocols/json.ts";
import { replyNatively } from "./protocols/native.ts";

/** `native`: the model's own tool calls. `json`: one JSON object a turn, for models that have none. */
export type ToolProtocol = "native" | "json";

/** A language model of any provider, one turn at a time. It holds no conversation, runs no tool and retries nothing. */
export type Model = {
  /** Throws what the provider throws, and the signal's reason once it fires. */
  reply(asked: ModelQuestion): Promise<ModelReply>;
};

export function createModel(deps: { model: LanguageModel; protocol: ToolProtocol }): Model {
  const { model, protocol } = deps;
  const reply = protocol === "native" ? replyNatively : replyInJson;
  return { reply: (asked) => reply(model, asked) };
}
