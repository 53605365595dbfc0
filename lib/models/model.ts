import type { LanguageModel } from "ai";
import type { ModelQuestion, ModelReply } from "./conversation.ts";
import { replyInJson } from "./protocols/json.ts";
import { replyNatively } from "./protocols/native.ts";
import type { ModelSettings } from "./protocols/stream-turn.ts";

/** `native`: the model's own tool calls. `json`: one JSON object a turn, for models that have none. */
export type ToolProtocol = "native" | "json";

/** A language model of any provider, one turn at a time. It holds no conversation and runs no tool. */
export type Model = {
  /** Throws ModelFailure, or what the provider throws, and the signal's reason once it fires. */
  reply(asked: ModelQuestion): Promise<ModelReply>;
};

/** A model as its provider has it: nothing is tried again, and nothing is waited for less than it takes. */
export function createModel(deps: {
  model: LanguageModel;
  protocol: ToolProtocol;
  settings?: ModelSettings;
  /** What goes with a document so that a reply names it; without it, documents are no part of what is sent. */
  cites?: ModelSettings["providerOptions"];
}): Model {
  const { model, protocol, settings = {}, cites } = deps;
  return {
    reply: (asked) =>
      protocol === "native"
        ? replyNatively(model, asked, settings, cites)
        : replyInJson(model, asked, settings),
  };
}
