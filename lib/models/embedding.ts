import os from "node:os";
import { type EmbeddingModel, embedMany, InvalidResponseDataError } from "ai";
import type { EmbeddingConfig } from "#lib/contracts/config";
import { type EmbeddingIdentity, EmbeddingVector } from "#lib/contracts/embedding";
import { embeddingProviders } from "./embedding/list.ts";
import type { EmbeddingProvider } from "./embedding/provider.ts";
import type { Endpoint, ModelKeys } from "./endpoint.ts";
import { type Explained, explainFailure } from "./explain-failure.ts";
import { ModelFailure } from "./failure.ts";
import { type Patience, patiently } from "./patience.ts";
import { createReach, type Fetch } from "./reach.ts";

/**
 * The embedding model of the configuration, or one sentence on why there is none. Nothing is sent before it is asked. Who
 * asks has looked whether the person agreed.
 */
export type ConfiguredEmbedding =
  | {
      kind: "ready";
      identity: EmbeddingIdentity;
      /** Texts as vectors, in their order. Throws ModelFailure, and the signal's reason once it fires. */
      embed(texts: readonly string[], asked: EmbedAsked): Promise<Embedded>;
      /** What so many tokens cost, where a price is configured. */
      cost(tokens: number): number | undefined;
    }
  | { kind: "unavailable"; error: ModelFailure };

export type EmbeddingEndpoint = Omit<Endpoint, "provider"> & { provider: EmbeddingProvider };

/** `of`: what a model's prefix is put in front of. `total_ms`: for the answer as a whole, with every try. */
export type EmbedAsked = {
  of: "query" | "passage";
  signal: AbortSignal;
  total_ms: number;
  /** Called directly before each try; where it fires the signal nothing is sent. */
  before?: () => void;
};

/** `tokens` as the provider counts them; 0 where it does not. */
export type Embedded = { vectors: number[][]; tokens: number };

export function createConfiguredEmbedding(deps: {
  config: EmbeddingConfig;
  keys: ModelKeys;
  patience: Pick<Patience, "pause" | "random" | "clock">;
  fetch?: Fetch;
}): ConfiguredEmbedding {
  const { config: embedding, patience } = deps;
  const found = findEmbeddingEndpoint({ ...deps, config: embedding });
  if (found instanceof ModelFailure) return { kind: "unavailable", error: found };
  const { provider, host, at } = found;
  const { base_url } = at;
  const name = embedding.name?.trim() ?? "";
  if (name === "") {
    return { kind: "unavailable", error: new ModelFailure("no_name", { host }) };
  }
  const model = provider.open({ ...at, name });
  const { query_prefix, passage_prefix } = embedding;
  const dimensions = embedding.dimensions;
  const price = embedding.price;
  const sent = (values: string[], { signal, total_ms, before }: Omit<EmbedAsked, "of">) =>
    patiently(
      {
        signal,
        host,
        explain: found.explain,
        patience: { ...patience, idle_ms: total_ms, total_ms },
      },
      async (abortSignal) => {
        before?.();
        abortSignal.throwIfAborted();
        return embedOnce({ model, provider, values, dimensions, abortSignal });
      },
    );
  return {
    kind: "ready",
    identity: {
      ...{ provider: provider.id, name, address: base_url },
      ...{ dimensions, query_prefix, passage_prefix },
    },
    embed: (texts, { of, ...rest }) => {
      const prefix = of === "query" ? query_prefix : passage_prefix;
      return sent(
        texts.map((text) => prefix + text),
        rest,
      );
    },
    cost: (tokens) => (price === null ? undefined : (tokens * price) / 1_000_000),
  };
}

/** Whether the provider runs on this machine, so that what it is given goes to nobody. */
export const runsHere = (provider: EmbeddingConfig["provider"]): boolean =>
  embeddingProviders.some(({ id, here }) => id === provider && here !== undefined);

/** Where the configured provider answers: origin and path, without the slash at its end; of one on this machine its folder. */
export function addressOf({ provider, base_url, name }: EmbeddingConfig): string | undefined {
  const own = embeddingProviders.find(({ id }) => id === provider);
  if (own?.here !== undefined) return name?.trim() ? own.here.addressOf(name) : undefined;
  const given = base_url ?? own?.base_url;
  if (given === null || given === undefined) return undefined;
  const { origin, pathname } = new URL(given);
  return (origin + pathname).replace(/\/+$/, "");
}

/** Where the configured provider answers, and how it is reached. Nothing is sent. */
export function findEmbeddingEndpoint(deps: {
  config: EmbeddingConfig;
  keys: ModelKeys;
  fetch?: Fetch;
}): EmbeddingEndpoint | ModelFailure {
  const { config, keys } = deps;
  const provider = embeddingProviders.find(({ id }) => id === config.provider);
  if (provider === undefined) return new ModelFailure("off", {});
  const base_url = addressOf(config);
  if (base_url === undefined)
    return new ModelFailure(provider.here === undefined ? "no_address" : "no_folder", {});
  if (provider.here !== undefined) return endpointHere(provider, provider.here, base_url, config);
  const { host } = new URL(base_url);
  const { key_variable: variable } = provider;
  const key = keys[variable];
  if (key === undefined && provider.key_needed) {
    return new ModelFailure("no_key", { variable, host });
  }
  const held = key === undefined ? {} : { key };
  const name = config.name?.trim() ?? "";
  return {
    provider,
    host,
    at: { base_url, fetch: createReach(base_url, deps.fetch), ...held },
    explain: (error) => explain(error, { provider, host, name, ...held }),
  };
}

/** Of a model on this machine, which nothing is sent to. */
function endpointHere(
  provider: EmbeddingProvider,
  { explain: own }: NonNullable<EmbeddingProvider["here"]>,
  base_url: string,
  config: EmbeddingConfig,
): EmbeddingEndpoint {
  const name = config.name?.trim() ?? "";
  const host = os.hostname();
  return {
    provider,
    host,
    at: { base_url, fetch: refuseToSend },
    explain: (error) => own(error, name) ?? explain(error, { provider, host, name }),
  };
}

const refuseToSend: Fetch = () => Promise.reject(new Error("nothing is sent by a model here"));

/** What each provider needs and whether it is there: that a key is set, and never the key. */
export function describeEmbeddingProviders(keys: ModelKeys) {
  return embeddingProviders.map(({ id, key_variable, key_needed, base_url, here }) => ({
    id,
    here: here !== undefined,
    key_variable,
    key_needed,
    key_set: keys[key_variable] !== undefined,
    base_url,
  }));
}

/** A reply that was read and is not what was asked for: no vector for each text, or vectors of another length. */
class UnfitVectors extends Error {
  readonly length: { got: number; wanted: number } | undefined;
  constructor(length?: { got: number; wanted: number }) {
    super("unfit vectors");
    this.length = length;
  }
}

function explain(error: unknown, asked: Parameters<typeof explainFailure>[1]): Explained {
  const { host, name } = asked;
  // The same texts would be answered in the same way. The SDK counts the vectors before we do.
  const unfit = { kind: "vectors", params: { host, name }, again: false } as const;
  if (InvalidResponseDataError.isInstance(error)) return unfit;
  if (!(error instanceof UnfitVectors)) return explainFailure(error, asked);
  return error.length === undefined
    ? unfit
    : { kind: "dimensions", params: { ...unfit.params, ...error.length }, again: false };
}

async function embedOnce(asked: {
  model: EmbeddingModel;
  provider: EmbeddingProvider;
  values: string[];
  dimensions: number | null;
  abortSignal: AbortSignal;
}): Promise<Embedded> {
  const { model, provider, values, dimensions, abortSignal } = asked;
  const { embeddings, usage, responses } = await embedMany({
    model,
    values,
    ...(dimensions === null ? {} : { dimensions }),
    abortSignal,
    maxRetries: 0,
    maxParallelCalls: 1,
  });
  const bodies = (responses ?? []).map((response) => response?.body);
  const vectors = inOrder(embeddings, placesOf(bodies, provider));
  if (vectors.length !== values.length) throw new UnfitVectors();
  const wanted = dimensions ?? vectors[0]?.length ?? 0;
  for (const vector of vectors) {
    if (!EmbeddingVector.safeParse(vector).success || !pointsSomewhere(vector)) {
      throw new UnfitVectors();
    }
    if (vector.length !== wanted) throw new UnfitVectors({ got: vector.length, wanted });
  }
  return { vectors, tokens: believed(usage.tokens, values) };
}

/** One of nothing but zeros is near to nothing. They are kept and compared as 32-bit numbers, and so is their length. */
function pointsSomewhere(vector: readonly number[]): boolean {
  let squares = 0;
  for (const number of vector) {
    const kept = Math.fround(number);
    squares = Math.fround(squares + Math.fround(kept * kept));
  }
  return squares > 0 && Number.isFinite(squares);
}

/** A count that is none is as if there were none; a text has no more tokens than bytes, and a few around it. */
function believed(tokens: number, values: readonly string[]): number {
  if (!(tokens >= 0)) return 0;
  const most = values.reduce((sum, value) => sum + Buffer.byteLength(value) + tokensAround, 0);
  return Math.min(Math.round(tokens), most);
}
const tokensAround = 16;

/** The numbers of the texts that the vectors are for, over all requests that the texts were sent in. */
function placesOf(
  bodies: readonly unknown[],
  { placesIn }: EmbeddingProvider,
): number[] | undefined {
  const all: number[] = [];
  for (const body of bodies) {
    const places = placesIn?.(body);
    if (places === undefined) return undefined;
    const before = all.length;
    all.push(...places.map((place) => before + place));
  }
  return all;
}

/** Throws UnfitVectors when two vectors are for one text. Without places they are in order. */
function inOrder(vectors: number[][], places: readonly number[] | undefined): number[][] {
  if (places === undefined || places.length !== vectors.length) return vectors;
  const ordered: number[][] = [];
  for (const [i, place] of places.entries()) {
    const vector = vectors[i];
    if (vector === undefined || place >= vectors.length || ordered[place] !== undefined)
      throw new UnfitVectors();
    ordered[place] = vector;
  }
  return ordered;
}
