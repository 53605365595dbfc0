import { z } from "zod";
import type { Preview } from "#lib/contracts/activity";
import type { ModelReply } from "#lib/models/conversation";

/** A model's reply as it is kept to be looked at and to be given again; what only its provider can read is left out. */
export const KeptReply = z.object({
  text: z.string(),
  calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.unknown() })),
  tokens: z.number(),
  usage: z.object({
    input: z.number(),
    cached: z.number(),
    output: z.number(),
    counted: z.boolean(),
  }),
  stopped: z.enum(["length", "filtered"]).optional(),
  problem: z.string().optional(),
});
export type KeptReply = z.infer<typeof KeptReply>;

/** As the model has it: what is absent is absent. */
export function asReply({ stopped, problem, ...reply }: KeptReply): ModelReply {
  return {
    ...reply,
    ...(stopped === undefined ? {} : { stopped }),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** For a person: what it said, then what it called. One that was cut is shown as far as it goes. */
export function readReply(kept: Preview): Preview {
  const reply = KeptReply.safeParse(parsed(kept.text)).data;
  if (reply === undefined) return kept;
  const calls = reply.calls.map(
    (call) => `→ ${call.name} ${JSON.stringify(call.arguments, undefined, 2)}`,
  );
  return { text: [reply.text, ...calls].filter((one) => one !== "").join("\n\n"), left_out: 0 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
