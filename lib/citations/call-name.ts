/** `read notes/a.txt`: the tool of a call, and what it was about where the call says so. */
export function callName(tool_id: string, args: Record<string, unknown>): string {
  const about = [args.path, args.cmd, args.command, args.pattern, args.query].find(
    (value) => typeof value === "string",
  );
  return about === undefined ? tool_id : `${tool_id} ${String(about).slice(0, mostAbout)}`;
}

const mostAbout = 120;
