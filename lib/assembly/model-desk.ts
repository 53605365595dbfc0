import type { Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type { ModelReport, ModelTest } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import { type ConfiguredModel, createConfiguredModel } from "#lib/models/configured";
import { describeProviders, findEndpoint, type ModelKeys } from "#lib/models/endpoint";
import { ModelFailure } from "#lib/models/failure";
import { listModels } from "#lib/models/list-models";
import { errorSentence } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";

/** The model of the configuration as it is now, and a person's look at it. Keys are handed to providers and to nobody else. */
export type ModelDesk = {
  current(): ConfiguredModel;
  report(lang: Lang): ModelReport;
  /** Asks the configured model one short question, and for the names of its models. */
  test(reader: { lang: Lang; signal: AbortSignal }): Promise<ModelTest>;
};

export function createModelDesk(deps: {
  config: () => Config;
  keys: ModelKeys;
  clock: Clock;
}): ModelDesk {
  const { keys, clock } = deps;
  let made: { config: Config["model"]; model: ConfiguredModel } | undefined;
  const current = (): ConfiguredModel => {
    const { model: config } = deps.config();
    if (made?.config !== config) {
      made = { config, model: createConfiguredModel({ config, keys, clock }) };
    }
    return made.model;
  };
  return { current, report, test };

  function report(lang: Lang): ModelReport {
    const { model } = deps.config();
    const now = current();
    return {
      ...(now.kind === "ready"
        ? { state: "ready" as const, host: now.host }
        : { state: "unavailable" as const, message: errorSentence(now.error, lang) }),
      provider: model.provider,
      name: model.name,
      providers: describeProviders(keys),
    };
  }

  async function test({ lang, signal }: { lang: Lang; signal: AbortSignal }): Promise<ModelTest> {
    const { model: config } = deps.config();
    const began = clock.monotonic();
    const [names, failure] = await Promise.all([listNames(config, signal), ask(config, signal)]);
    signal.throwIfAborted();
    const said =
      failure.kind === "failed"
        ? { ok: false, message: errorSentence(failure.error, lang), kind: failure.error.kind }
        : { ok: true, message: say(lang, "model.answers", failure.said) };
    return { ...said, models: names, latency_ms: Math.round(clock.monotonic() - began) };
  }

  /** What an endpoint does not tell, it does not tell: many have no such list. */
  async function listNames(config: Config["model"], signal: AbortSignal): Promise<string[]> {
    const endpoint = findEndpoint({ config, keys });
    if (endpoint instanceof ModelFailure) return [];
    return listModels(endpoint, signal).catch(() => []);
  }

  async function ask(config: Config["model"], signal: AbortSignal): Promise<Asked> {
    const max_output_tokens = Math.min(config.max_output_tokens, enough);
    const tested = createConfiguredModel({ config: { ...config, max_output_tokens }, keys, clock });
    if (tested.kind === "unavailable") return { kind: "failed", error: tested.error };
    const { model, name, host } = tested;
    try {
      const { first_token_ms = 0 } = await model.reply({
        instructions: "Reply in one word.",
        turns: [{ from: "agent", text: "Reply with the word: ready" }],
        tools: [],
        signal,
      });
      return { kind: "said", said: { name, host, ms: Math.round(first_token_ms) } };
    } catch (error) {
      if (error instanceof ModelFailure) return { kind: "failed", error };
      throw error;
    }
  }
}

type Asked =
  | { kind: "said"; said: { name: string; host: string; ms: number } }
  | { kind: "failed"; error: ModelFailure };

/** Some models think before they say one word. */
const enough = 1024;
