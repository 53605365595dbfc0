import type { ModelConfig } from "#lib/contracts/config";
import { type Explained, explainFailure } from "./explain-failure.ts";
import { ModelFailure } from "./failure.ts";
import type { ModelAddress, ModelProvider } from "./provider.ts";
import { providers } from "./providers/list.ts";
import { createReach, type Fetch } from "./reach.ts";

/** The keys of the environment, by the name of their variable. */
export type ModelKeys = Readonly<Record<string, string>>;

/** Where the configured provider answers, and how it is reached. Nothing is sent. */
export type Endpoint = {
  provider: ModelProvider;
  /** Who receives what is asked, as a person would write it: `api.example.org`, `127.0.0.1:11434`. */
  host: string;
  at: ModelAddress;
  explain: (error: unknown) => Explained;
};

export function findEndpoint(deps: {
  config: ModelConfig;
  keys: ModelKeys;
  fetch?: Fetch;
}): Endpoint | ModelFailure {
  const { config, keys } = deps;
  const provider = providers.find(({ id }) => id === config.provider);
  if (provider === undefined) return new ModelFailure("off", {});
  const base_url = (config.base_url ?? provider.base_url)?.replace(/\/+$/, "");
  if (base_url === undefined) return new ModelFailure("no_address", {});
  const { host } = new URL(base_url);
  const { key_variable: variable } = provider;
  const key = keys[variable];
  if (key === undefined && provider.key_needed) {
    return new ModelFailure("no_key", { variable, host });
  }
  const held = key === undefined ? {} : { key };
  const name = config.name ?? "";
  return {
    provider,
    host,
    at: { base_url, fetch: createReach(base_url, deps.fetch), ...held },
    explain: (error) => explainFailure(error, { provider, host, name, ...held }),
  };
}

/** What each provider needs and whether it is there: that a key is set, and never the key. */
export function describeProviders(keys: ModelKeys) {
  return providers.map(({ id, key_variable, key_needed, base_url }) => ({
    id,
    key_variable,
    key_needed,
    key_set: keys[key_variable] !== undefined,
    base_url,
  }));
}
