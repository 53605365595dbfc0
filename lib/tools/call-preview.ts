import type { CallPreview } from "#lib/contracts/ports";
import type { ToolCallContext, ToolFailure } from "#lib/contracts/tools";
import type { Handed } from "./hand-over.ts";
import type { ReadRow } from "./read-audit.ts";

type Shown = Pick<CallPreview, "arguments" | "result" | "left_out">;

/**
 * What a call was about, for whoever looks at the trace later: its arguments and what came back. Of documents it tells
 * which lines, never what they say. Nothing of an asking that is not to be stored, and nothing of what a person only looks
 * at, such as a suggestion while they type.
 */
export function previewOf(
  call: {
    tool_id: string;
    provider_id: string | undefined;
    args: unknown;
    rows: readonly ReadRow[];
    failure: ToolFailure | undefined;
    handed: Handed | undefined;
  },
  context: ToolCallContext,
): Shown | undefined {
  const { tool_id, provider_id, args, rows, failure, handed } = call;
  const documents = provider_id === docs;
  if (context.store === false || unshown.has(tool_id)) return undefined;
  // What fits no tool is nobody's arguments: of such a call its refusal is known and no word of it.
  if (provider_id === undefined || failure?.code === "validation") return undefined;
  if (documents && context.agent_id === "person") return undefined;
  const result = failure?.message ?? (documents ? placesOf(rows) : (handed?.result.stdout ?? ""));
  const left_out = documents ? 0 : (handed?.result.truncated_bytes ?? 0);
  return { arguments: textOf(args), result, ...(left_out === 0 ? {} : { left_out }) };
}

const docs = "mcp.docs";
/** Called many times for each answer, for what the audit of reads tells as well. */
const unshown: ReadonlySet<string> = new Set([`${docs}.docs_verify`, `${docs}.docs_status`]);

/** What is nested beyond writing is not told. */
function textOf(args: unknown): string {
  try {
    return JSON.stringify(args, undefined, 2) ?? "";
  } catch {
    return "";
  }
}

function placesOf(rows: readonly ReadRow[]): string {
  return rows
    .map(({ root_id = "", relative_path, line_start, line_end }) =>
      [root_id, relative_path, line_start === undefined ? "" : `${line_start}-${line_end}`]
        .filter((part) => part !== "")
        .join(" "),
    )
    .join("\n");
}
