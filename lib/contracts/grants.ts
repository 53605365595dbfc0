import { z } from "zod";

/** L0 reads, L1 writes files, L2 executes or reaches the network. */
export const CapabilityLevel = z.enum(["L0", "L1", "L2"]);
export type CapabilityLevel = z.infer<typeof CapabilityLevel>;

/** What a tool may touch: a folder (absolute path or root id), a host, or commands that begin with these words. */
export const GrantResource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("folder"), path: z.string() }),
  z.object({ kind: z.literal("host"), host: z.string() }),
  z.object({ kind: z.literal("command"), prefix: z.array(z.string()).min(1) }),
]);
export type GrantResource = z.infer<typeof GrantResource>;

/**
 * The right of one agent for one task or step: tools × resources × level × expiry. It ends with its task, and a
 * sub-agent gets one of its own, never its parent's.
 */
export const CapabilityGrant = z.object({
  grant_id: z.string(),
  task_id: z.string(),
  step_id: z.string().optional(),
  agent_id: z.string(),
  /** Tool ids, exactly. */
  tools: z.array(z.string()),
  /** What the holder may hand to a sub-agent beside its own tools, and may not call itself. */
  delegable: z.array(z.string()).optional(),
  level: CapabilityLevel,
  /** `any` for tools that bring a boundary of their own, as the docs server does. */
  resources: z.union([z.literal("any"), z.array(GrantResource)]),
  /** Wall clock, ISO 8601: for people. */
  expires_at: z.string(),
  /** The same moment in the clock's `monotonic()` milliseconds: what is judged, whatever the wall clock does. */
  deadline: z.number(),
});
export type CapabilityGrant = z.infer<typeof CapabilityGrant>;
