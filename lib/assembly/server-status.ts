import type { Lang } from "#lib/contracts/answer";
import type { ServerStatus } from "#lib/contracts/http";
import { say } from "#lib/platform/say";
import type { SessionStatus } from "#lib/tools/mcp-server";

/** How a running server is, for a person: why it is down is a sentence in their language. */
export function serverStatus(
  session: SessionStatus,
  lang: Lang,
): Omit<ServerStatus, "source" | "transport"> {
  const { trouble, refused, ...status } = session;
  return {
    ...status,
    ...(trouble === undefined
      ? {}
      : {
          message: say(lang, `server.${trouble.reason}`, {
            name: status.name,
            crashes: trouble.crashes,
            detail: trouble.detail ?? "?",
          }),
        }),
    ...(refused.length === 0 ? {} : { refused_tools: [...refused] }),
  };
}
