import type { LanguageModel } from "ai";
import type { ModelProviderId } from "#lib/contracts/config";
import type { FailureKind } from "./failure.ts";
import type { ModelSettings } from "./protocols/stream-turn.ts";
import type { Fetch } from "./reach.ts";

/**
 * A provider of models, as one file of `providers/` describes it. It reads nothing of the environment and opens no
 * connection of its own: address, key and the way out are handed in.
 */
export type ModelProvider = {
  id: ModelProviderId;
  /** The environment variable that holds the key. */
  key_variable: string;
  key_needed: boolean;
  /** Where it answers if nothing else is configured; null where only the configuration can say. */
  base_url: string | null;
  /** An object of the provider, never a name: a name would be sent to a gateway on the network. */
  open(at: ModelAddress & { name: string }): LanguageModel;
  options?: NonNullable<ModelSettings["providerOptions"]>;
  /** It keeps what begins alike only where it is told how far: what goes with the end of the instructions and of a lead. */
  keeps?: NonNullable<ModelSettings["providerOptions"]>;
  /** It says of a reply which documents it rests on: what goes with a document so that it does. */
  cites?: NonNullable<ModelSettings["providerOptions"]>;
  /** Its models read pictures; of one behind an address that a person set nobody knows. */
  sees?: true;
  /** The models it has, where it tells. Throws when what comes is no such list. */
  catalogue: {
    path: string;
    headers(key: string | undefined): Record<string, string>;
    read(body: unknown): string[];
  };
  /** What a refusal means, where its status alone does not tell. `body` may be anything. */
  judge?(status: number, body: string): FailureKind | undefined;
};

export type ModelAddress = { base_url: string; key?: string; fetch: Fetch };
