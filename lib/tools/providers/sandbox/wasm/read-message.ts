import { z } from "zod";
import { SandboxEnd } from "#lib/contracts/sandbox";
import type { FromInstance } from "./child/protocol.ts";

const Name = z.string().max(4096);
const Bytes = z.number().int().min(0);

const Message = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("out"), stream: z.enum(["stdout", "stderr"]) }),
  z.object({ kind: z.literal("call"), id: z.number().int(), name: Name, json: z.string() }),
  z.object({
    kind: z.literal("end"),
    ended: SandboxEnd,
    exit_code: z.number().int().min(-1).max(255).nullable(),
    files: z.array(z.object({ name: Name, bytes: Bytes })),
    left_out: z.array(z.object({ name: Name, rule: z.string().max(64) })),
    cpu_ms: z.number().min(0),
  }),
  z.object({ kind: z.literal("probed"), found: z.array(z.string().max(200)).max(50) }),
]);

/** What an instance said; undefined for anything that no honest one says. Code may have gotten hold of its pipe. */
export function readMessage(head: unknown): FromInstance | undefined {
  const read = Message.safeParse(head);
  return read.success ? read.data : undefined;
}
