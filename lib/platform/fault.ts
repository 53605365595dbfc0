export type Fault = { fault: string; at: string[] };

/**
 * An unforeseen exception as the log may hold it: its class, the system's code for it and where it was thrown. The
 * message is left out, since it may quote a document or a question.
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { fault: typeof error, at: [] };
  const code = "code" in error && /^[A-Z][A-Z0-9_]*$/.test(String(error.code)) ? error.code : "";
  const stack = (error.stack ?? "").replace(error.message, ""); // it may look like frames itself
  const frames = stack.split("\n").filter((line) => line.startsWith("    at "));
  return {
    fault: `${error.name} ${code}`.trim(),
    at: frames.slice(0, 8).map((line) => line.trim()),
  };
}
