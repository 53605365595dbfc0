import type { ToolResult } from "#lib/contracts/tools";

/**
 * A result as a model reads it: how the call ended in one line, then what it gave back as it is, then how to go on where
 * something was left out. `output` stands in the place of its own text. Never more than the agent itself is handed.
 */
export function resultText(result: ToolResult, output = outputOf(result)): string {
  const { ok, error, exit_code, stderr, truncated_bytes, next_page_cursor } = result;
  const exit = exit_code === undefined ? [] : [`Exit code ${exit_code}.`];
  const { code = "unknown", message = "", rule } = error ?? {};
  const failed = `Failed (${rule === undefined || rule === code ? code : `${code}, ${rule}`}). ${message}`;
  const cut = ok && truncated_bytes > 0 ? [`${truncated_bytes} bytes more were left out.`] : [];
  const next =
    ok && next_page_cursor !== undefined
      ? [`The next page has the cursor ${next_page_cursor}.`]
      : [];
  return (
    [
      [...(ok ? [] : [failed.trim()]), ...exit].join(" "),
      output,
      ...(stderr === "" || output.includes(stderr) ? [] : [`On stderr:\n${stderr}`]),
      [...cut, ...next].join(" "),
    ]
      .filter((part) => part.trim() !== "")
      .join("\n\n") || "Done."
  );
}

function outputOf({ structured, stdout }: ToolResult): string {
  return structured === undefined ? stdout : JSON.stringify(structured);
}
