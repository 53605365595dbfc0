import { z } from "zod";
import type { ToolResult } from "#lib/contracts/tools";
import { builtInId } from "./built-in.ts";

const Part = z.object({ next_offset: z.number() });

/**
 * The arguments that bring what comes after a result: a rest that is kept is asked for by its cursor alone; of a file,
 * of which a part was asked for, the next part is. Undefined at the end.
 */
export function nextCall(
  { next_page_cursor: cursor, structured, meta }: ToolResult,
  given: Record<string, unknown>,
): Record<string, unknown> | undefined {
  if (cursor !== undefined) return { cursor };
  if (meta.provider_id !== builtInId || meta.tool_id !== "read") return undefined;
  const part = Part.safeParse(structured);
  return part.success ? { ...given, offset: part.data.next_offset } : undefined;
}
