import { z } from "zod";

export const ConnectionPurpose = z.enum([
  "model",
  "embedding",
  "mcp",
  "web_search",
  "web_fetch",
  "robots",
  "telemetry",
]);
export type ConnectionPurpose = z.infer<typeof ConnectionPurpose>;

/** One connection that the program opened, or was kept from opening by a rule. Never a word of what went over it. */
export const Connection = z.object({
  at: z.string(),
  purpose: ConnectionPurpose,
  /** Name as it was asked for, and the address it was pinned to where one was judged. */
  host: z.string(),
  port: z.number().int(),
  address: z.string().optional(),
  /** Path and query are left out: they may say what was asked. */
  method: z.string().optional(),
  trace_id: z.string().optional(),
  task_id: z.string().optional(),
  status: z.number().int().optional(),
  /** The rule that refused it, or the error that ended it. */
  rule: z.string().optional(),
  bytes_sent: z.number().int().min(0),
  bytes_received: z.number().int().min(0),
  ms: z.number().min(0),
});
export type Connection = z.infer<typeof Connection>;

/** Where connections are listed. Writing never throws into the work it describes. */
export type NetworkLog = { connection(row: Connection): void };
