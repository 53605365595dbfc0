import { ModelFailure } from "#lib/models/failure";
import { type Listing, listModels } from "#lib/models/list-models";

/** What an endpoint does not tell, it does not tell: many have no such list. */
export async function listNames(
  listing: Listing | ModelFailure,
  signal: AbortSignal,
): Promise<string[] | ModelFailure> {
  if (listing instanceof ModelFailure) return listing;
  try {
    return await listModels(listing, signal);
  } catch (error) {
    if (error instanceof ModelFailure) return error;
    throw error;
  }
}

/** How many models an endpoint tells of, or why it does not. */
export function countedNames(
  names: string[] | ModelFailure,
  endpoint: { host: string } | ModelFailure,
): { key: "model.lists"; said: { host: string; count: number } } | ModelFailure {
  if (names instanceof ModelFailure) return names;
  if (endpoint instanceof ModelFailure) return endpoint;
  return { key: "model.lists", said: { host: endpoint.host, count: names.length } };
}
