import { z } from "zod";

export const ConnectionPurpose = z.enum([
  "model",
  "embedding",
  "mcp",
  "search",
  "web_search",
  "web_fetch",
  "robots",
  "telemetry",
  "sign_in",
]);
export type ConnectionPurpose = z.infer<typeof ConnectionPurpose>;

/**
 * One connection that the program opened, or was kept from opening by a rule. Never a word of what went over it. Bytes and
 * time are 0 until it has ended.
 */
export const Connection = z.object({
  /** By which its end is told; absent in rows of earlier versions, which know only of ends. */
  connection_id: z.string().optional(),
  /** `interrupted`: the program ended while it was open. */
  state: z.enum(["open", "ended", "interrupted"]),
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

/**
 * Where connections are listed: told as one opens, and again with the same id once it has ended. What is told as `open` is
 * on the disk when this returns, as far as the disk takes it. Writing never throws into the work it describes.
 */
export type NetworkLog = { connection(row: Connection & { connection_id: string }): void };

/** How our docs server tells the program that started it of its connections, as a notification. */
export const connectionNotice = "notifications/docent/connection";
export const ConnectionNotice = z.object({
  method: z.literal(connectionNotice),
  params: Connection.extend({ connection_id: z.string() }),
});

/** One that a rule kept from being opened, or that is not open any more. */
export const noTraffic = { bytes_sent: 0, bytes_received: 0, ms: 0 } as const;
