import type { Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type { ModelReport, ModelTest } from "#lib/contracts/http";
import { modelNames } from "#lib/contracts/model-names";
import type { ModelTrial } from "#lib/contracts/model-trials";
import type { Clock } from "#lib/contracts/ports";
import { type ConfiguredModel, createConfiguredModel } from "#lib/models/configured";
import { describeProviders, findEndpoint, type ModelKeys } from "#lib/models/endpoint";
import { ModelFailure } from "#lib/models/failure";
import { errorSentence } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { countedNames, listNames } from "./list-names.ts";
import type { PersonAudit } from "./person-audit.ts";
import type { Reader } from "./reader.ts";

/** The model of the configuration as it is now, and a person's look at it. Keys are handed to providers and to nobody else. */
export type ModelDesk = {
  /** The one that is asked where a question names none, or the one it names. */
  current(name?: string): ConfiguredModel;
  report(lang: Lang): ModelReport;
  /**
   * Asks the configured model, or the one that is tried, one short question, and for the names of its models. Of one that
   * is tried without a name only the names are asked for.
   */
  test(
    reader: Pick<Reader, "lang" | "trace_id" | "signal">,
    tried?: ModelTrial,
  ): Promise<ModelTest>;
};

export function createModelDesk(deps: {
  config: () => Config;
  keys: ModelKeys;
  clock: Clock;
  audit: PersonAudit;
  /** How requests leave. */
  fetch?: typeof globalThis.fetch;
}): ModelDesk {
  const { keys, clock, audit } = deps;
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

  async function test(
    { lang, trace_id, signal }: Pick<Reader, "lang" | "trace_id" | "signal">,
    tried?: ModelTrial,
  ): Promise<ModelTest> {
    const config = { ...deps.config().model, ...tried };
    const began = clock.monotonic();
    const endpoint = findEndpoint({ config, keys, ...way });
    if (tried !== undefined) {
      const path = endpoint instanceof ModelFailure ? "" : endpoint.at.base_url;
      await audit.ready();
      audit.tell({ trace_id, tool_id: "http.models.test", path });
    }
    const listing = listNames(endpoint, signal);
    const isNamed = tried === undefined || (tried.name ?? "").trim() !== "";
    const [names, asked] = await Promise.all([
      listing,
      isNamed ? ask(config, signal) : listing.then((list) => countedNames(list, endpoint)),
    ]);
    signal.throwIfAborted();
    const said =
      asked instanceof ModelFailure
        ? { ok: false, message: errorSentence(asked, lang), kind: asked.kind }
        : { ok: asked.key !== "model.unfit", message: say(lang, asked.key, asked.said) };
    const models = names instanceof ModelFailure ? [] : names;
    return { ...said, models, latency_ms: Math.round(clock.monotonic() - began) };
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
  key: "model.answers" | "model.answers_in_words" | "model.unfit" | "model.lists";
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
