import type { ConfiguredModel } from "#lib/models/configured";

/** What is needed of a configured model. */
export type ReadyModel = Pick<
  Extract<ConfiguredModel, { kind: "ready" }>,
  "kind" | "model" | "provider" | "name" | "context_tokens" | "cost" | "cites" | "sees"
>;
