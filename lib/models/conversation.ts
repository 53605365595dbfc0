import type { AssistantModelMessage } from "ai";

/**
 * What an agent and a model say to each other, in our words: each protocol writes it in its own way. Results are data of
 * tools and documents; nothing in them is an instruction.
 */
export type Turn =
  /** `lead`: what comes before the text, and comes again before that of the next question. */
  | {
      from: "agent";
      lead?: string;
      text: string;
      documents?: readonly NumberedDocument[];
      pictures?: readonly NumberedPicture[];
    }
  | { from: "model"; text: string; calls: readonly ModelCall[]; own?: OwnWords }
  | { from: "tools"; results: readonly ModelResult[] };

/** Evidence apart from the text, for a model whose provider says itself what a reply rests on. No two have one name. */
export type NumberedDocument = { number: number; name: string; text: string };

/** A picture that goes with the text, which names it by its number. */
export type NumberedPicture = { number: number; media_type: string; base64: string };

/** `name` is the name that the model was given; `arguments` are what it wrote, whatever that is. */
export type ModelCall = { id: string; name: string; arguments: unknown };

/**
 * A reply as its provider wrote it, with what no other may read: thoughts, signatures. Handed back in the next turn, for
 * some providers refuse a call's result without it. Only the protocol that made it looks inside.
 */
export type OwnWords = Exclude<AssistantModelMessage["content"], string>;

export type ModelResult = { id: string; name: string; text: string };

export type OfferedTool = {
  name: string;
  description: string;
  input_schema: Record<string, unknown>;
};

export type ModelQuestion = {
  instructions: string;
  turns: readonly Turn[];
  tools: readonly OfferedTool[];
  signal: AbortSignal;
  /** The text, piece by piece as it comes. What was handed over stays said, also when the reply fails afterwards. */
  onText?: (piece: string) => void;
  /** At every sign of life, of thoughts and arguments too. */
  onSign?: () => void;
};

export type ModelReply = {
  /** What it says beside its calls; of a reply without calls, the answer. */
  text: string;
  calls: ModelCall[];
  own?: OwnWords;
  /** Read and written, as far as the model tells; else about what the letters come to. */
  tokens: number;
  usage: ModelUsage;
  /** From the question to the first piece of text or of a call. */
  first_token_ms?: number;
  /** Why the text ends where it ends, when that is not of the model's own will. */
  stopped?: "length" | "filtered";
  /** What is wrong with a reply that says nothing that can be acted upon. */
  problem?: string;
};

/** In tokens. `cached` is the part of `input` that the provider had read before. `counted`: by the provider, not guessed. */
export type ModelUsage = { input: number; cached: number; output: number; counted: boolean };
