/**
 * An unforeseen exception as the log may hold it: its class and where it was thrown. The message is left out, since it
 * may quote a document or a question.
 */
export function faultOf(error: unknown): { fault: string; at: string[] } {
  if (!(error instanceof Error)) return { fault: typeof error, at: [] };
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  return { fault: error.name, at: frames.slice(0, 8).map((line) => line.trim()) };
}
