import type { EmbeddingModel } from "ai";
import type { EmbeddingProviderId } from "#lib/contracts/config";
import type { Explained } from "../explain-failure.ts";
import type { ModelAddress, ModelProvider } from "../provider.ts";

/**
 * A provider of embedding models, as one file of this folder describes it. It reads nothing of the environment and opens
 * no connection of its own: address, key and the way out are handed in.
 */
export type EmbeddingProvider = Pick<
  ModelProvider,
  "key_variable" | "key_needed" | "base_url" | "judge"
> & {
  id: EmbeddingProviderId;
  /** Absent where there is no list to ask for. */
  catalogue?: ModelProvider["catalogue"];
  /** It runs on this machine and is sent to nobody: what stands for an address, and what its own errors mean. */
  here?: {
    addressOf(name: string): string;
    explain(error: unknown, name: string): Explained | undefined;
  };
  /** An object of the provider, never a name: a name would be sent to a gateway on the network. */
  open(at: ModelAddress & { name: string }): EmbeddingModel;
  /**
   * Which text each vector of a reply is for, where the provider says so: the numbers of the texts, in the order of the
   * vectors. `body` may be anything.
   */
  placesIn?(body: unknown): readonly number[] | undefined;
};
