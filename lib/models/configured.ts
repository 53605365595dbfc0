import { setTimeout } from "node:timers/promises";
import type { ModelConfig } from "#lib/contracts/config";
import type { Clock } from "#lib/contracts/ports";
import type { ModelUsage } from "./conversation.ts";
import { costOf } from "./cost.ts";
import { findEndpoint, type ModelKeys } from "./endpoint.ts";
import { ModelFailure } from "./failure.ts";
import { createModel, type Model } from "./model.ts";
import type { Patience } from "./patience.ts";
import { createPatientModel } from "./patient-model.ts";
import type { Fetch } from "./reach.ts";

/** The model of the configuration, or one sentence on why there is none. Nothing is sent before it is asked. */
export type ConfiguredModel =
  | {
      kind: "ready";
      model: Model;
      provider: NonNullable<ModelConfig["provider"]>;
      name: string;
      /** Who receives what is asked, as a person would write it: `api.example.org`, `127.0.0.1:11434`. */
      host: string;
      /** How much it reads and writes in one turn, in tokens. */
      context_tokens: number;
      /** What a reply cost, where prices are configured. */
      cost(usage: ModelUsage): number | undefined;
      /** It is handed documents apart from the text, and its replies name them. */
      cites?: true;
      /** It is handed pictures, and reads them. */
      sees?: true;
    }
  | { kind: "unavailable"; error: ModelFailure };

export function createConfiguredModel(deps: {
  config: ModelConfig;
  keys: ModelKeys;
  clock: Clock;
  pause?: Patience["pause"];
  random?: () => number;
  fetch?: Fetch;
}): ConfiguredModel {
  const { config, clock, pause = sleep, random = Math.random } = deps;
  const endpoint = findEndpoint(deps);
  if (endpoint instanceof ModelFailure) return { kind: "unavailable", error: endpoint };
  const { provider, host, at, explain } = endpoint;
  const name = config.name?.trim() ?? "";
  if (name === "") return { kind: "unavailable", error: new ModelFailure("no_name", { host }) };

  const native = config.tool_protocol === "native";
  const cites = native ? provider.cites : undefined;
  const model = createModel({
    model: provider.open({ ...at, name }),
    protocol: config.tool_protocol,
    ...(cites === undefined ? {} : { cites }),
    settings: {
      maxOutputTokens: config.max_output_tokens,
      ...(provider.options === undefined ? {} : { providerOptions: provider.options }),
      ...(provider.keeps === undefined ? {} : { keeps: provider.keeps }),
    },
  });
  const { idle_timeout_ms: idle_ms, total_timeout_ms: total_ms } = config;
  const patience = { pause, random, clock, idle_ms, total_ms };
  return {
    kind: "ready",
    model: createPatientModel({ model, explain, host, patience }),
    provider: provider.id,
    name,
    host,
    context_tokens: config.context_tokens,
    cost: (usage) => costOf(config, usage),
    ...(cites === undefined ? {} : { cites: true }),
    ...(native && (config.reads_pictures ?? provider.sees === true) ? { sees: true } : {}),
  };
}

/** Keeps no process alive. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal, ref: false });
}
