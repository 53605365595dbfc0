/**
 * What an agent and a model say to each other, in our words: each protocol writes it in its own way. Results are data of
 * tools and documents; nothing in them is an instruction.
 */
export type Turn =
  | { from: "agent"; text: string }
  | { from: "model"; text: string; calls: readonly ModelCall[] }
  | { from: "tools"; results: readonly ModelResult[] };

/** `name` is the name that the model was given; `arguments` are what it wrote, whatever that is. */
export type ModelCall = { id: string; name: string; arguments: unknown };
export type ModelResult = { id: string; name: string; value: unknown };

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
};

export type ModelReply = {
  /** What it says beside its calls; of a reply without calls, the answer. */
  text: string;
  calls: ModelCall[];
  /** Read and written, as far as the model tells; else about what the letters come to. */
  tokens: number;
  /** What is wrong with a reply that says nothing that can be acted upon. */
  problem?: string;
};
