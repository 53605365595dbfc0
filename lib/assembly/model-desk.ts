import type { Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type { ModelReport, ModelTest } from "#lib/contracts/http";
import { modelNames } from "#lib/contracts/model-names";
import type { Clock } from "#lib/contracts/ports";
import { type ConfiguredModel, createConfiguredModel } from "#lib/models/configured";
import { describeProviders, findEndpoint, type ModelKeys } from "#lib/models/endpoint";
import { ModelFailure } from "#lib/models/failure";
import { listModels } from "#lib/models/list-models";
import { errorSentence } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";

/** The model of the configuration as it is now, and a person's look at it. Keys are handed to providers and to nobody else. */
export type ModelDesk = {
  /** The one that is asked where a question names none, or the one it names. */
  current(name?: string): ConfiguredModel;
  report(lang: Lang): ModelReport;
  /** Asks the configured model one short question, and for the names of its models. */
  test(reader: { lang: Lang; signal: AbortSignal }): Promise<ModelTest>;
};

export function createModelDesk(deps: {
  config: () => Config;
  keys: ModelKeys;
  clock: Clock;
  /** How requests leave. */
  fetch?: typeof globalThis.fetch;
}): ModelDesk {
  const { keys, clock } = deps;
  const way = deps.fetch === undefined ? {} : { fetch: deps.fetch };
  let made:
    | { config: Config["model"]; models: Map<string | undefined, ConfiguredModel> }
    | undefined;
  const current = (name?: string): ConfiguredModel => {
    const { model: config } = deps.config();
    if (made?.config !== config) made = { config, models: new Map() };
    const before = made.models.get(name);
    if (before !== undefined) return before;
    const model = createConfiguredModel({ config: named(config, name), keys, clock, ...way });
    made.models.set(name, model);
    return model;
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
      models: modelNames(model),
      providers: describeProviders(keys),
    };
  }

  async function test({ lang, signal }: { lang: Lang; signal: AbortSignal }): Promise<ModelTest> {
    const { model: config } = deps.config();
    const began = clock.monotonic();
    const [names, asked] = await Promise.all([listNames(config, signal), ask(config, signal)]);
    signal.throwIfAborted();
    const said =
      asked instanceof ModelFailure
        ? { ok: false, message: errorSentence(asked, lang), kind: asked.kind }
        : { ok: asked.key !== "model.unfit", message: say(lang, asked.key, asked.said) };
    return { ...said, models: names, latency_ms: Math.round(clock.monotonic() - began) };
  }

  /** What an endpoint does not tell, it does not tell: many have no such list. */
  async function listNames(config: Config["model"], signal: AbortSignal): Promise<string[]> {
    const endpoint = findEndpoint({ config, keys, ...way });
    if (endpoint instanceof ModelFailure) return [];
    return listModels(endpoint, signal).catch(() => []);
  }

  /** It is asked for a call rather than a word: many that talk well cannot call, and then the other protocol is for them. */
  async function ask(config: Config["model"], signal: AbortSignal): Promise<Asked | ModelFailure> {
    const max_output_tokens = Math.min(config.max_output_tokens, enough);
    const tested = createConfiguredModel({
      config: { ...config, max_output_tokens },
      keys,
      clock,
      ...way,
    });
    if (tested.kind === "unavailable") return tested.error;
    const { model, name, host } = tested;
    try {
      const {
        calls,
        problem,
        first_token_ms = 0,
      } = await model.reply({
        instructions: "This is a test of the connection.",
        turns: [{ from: "agent", text: `Call the tool ${trial.name} once, now.` }],
        tools: [trial],
        signal,
      });
      const said = { name, host, ms: Math.round(first_token_ms) };
      if (calls.some((call) => call.name === trial.name)) return { key: "model.answers", said };
      return { key: problem === undefined ? "model.answers_in_words" : "model.unfit", said };
    } catch (error) {
      if (error instanceof ModelFailure) return error;
      throw error;
    }
  }
}

/** The prices are those of the one they stand beside. */
function named(config: Config["model"], name: string | undefined): Config["model"] {
  if (name === undefined || name === config.name?.trim()) return config;
  return { ...config, name, prices: null };
}

type Asked = {
  key: "model.answers" | "model.answers_in_words" | "model.unfit";
  said: Record<string, string | number>;
};

/** Nobody runs it. */
const trial = {
  name: "say_ready",
  description: "Says that you are ready.",
  input_schema: { type: "object", properties: {}, additionalProperties: false },
};

/** Some models think before they do anything. */
const enough = 1024;
