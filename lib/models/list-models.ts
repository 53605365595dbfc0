import type { Endpoint } from "./endpoint.ts";
import { ModelFailure } from "./failure.ts";
import type { ModelProvider } from "./provider.ts";

/** Where to look, whatever kind of model is there. */
export type Listing = Pick<Endpoint, "at" | "explain" | "host"> & {
  provider: Partial<Pick<ModelProvider, "catalogue">>;
};

/** The names of the models that an endpoint tells of, in its own order; none where there is no list. Asked once. Throws ModelFailure. */
export async function listModels(listing: Listing, signal: AbortSignal): Promise<string[]> {
  const { provider, at, explain, host } = listing;
  if (provider.catalogue === undefined) return [];
  const { path, headers, read } = provider.catalogue;
  const time = AbortSignal.timeout(longest);
  try {
    const response = await at.fetch(`${at.base_url}${path}`, {
      headers: { accept: "application/json", ...headers(at.key) },
      signal: AbortSignal.any([signal, time]),
    });
    const text = await response.text();
    if (!response.ok) throw refused(response.status, text);
    return [...new Set(read(JSON.parse(text)))].slice(0, most);
  } catch (error) {
    signal.throwIfAborted();
    if (time.aborted) throw new ModelFailure("too_slow", { host, seconds: longest / 1000 });
    const { kind, params, status } = explain(error);
    throw new ModelFailure(kind, params, status === undefined ? {} : { status });
  }
}

const longest = 10_000;
const most = 1000;

/** In the form in which the AI SDK throws what a server refuses. */
function refused(statusCode: number, responseBody: string): Error {
  return Object.assign(new Error(), { statusCode, responseBody });
}
