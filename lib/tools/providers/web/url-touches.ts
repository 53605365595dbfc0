import { z } from "zod";
import type { ToolCallContext } from "#lib/contracts/tools";
import { maskText } from "#lib/platform/secrets";
import type { Touches } from "../../provider.ts";
import { deniedHost, refusedUrl } from "./fetch-page.ts";
import { judgeUrl, onHostList } from "./judge-url.ts";
import type { WebCall, WebRoom } from "./web-tool.ts";

export const UrlArgument = z
  .string()
  .min(1)
  .max(2048)
  .describe("An http or https address, as a person or a search named it.");

/**
 * What a call on an address touches: its host. Throws the refusal of what may not be asked for at all. A host that is
 * allowed, by the settings or for longer than one call, is not asked about again, unless only a document or a page can
 * have named the address.
 */
export function touchesUrl(
  given: string,
  args: Record<string, unknown>,
  room: WebRoom,
  by: ToolCallContext | undefined,
): Touches {
  const judged = judgeUrl(given);
  if (judged.kind === "refused") throw refusedUrl(judged.rule, judged.host);
  const { host } = judged;
  return {
    resource: { kind: "host", host },
    cwd: null,
    shows: { kind: "call", arguments: args },
    ...leaveFor(host, given, room, by),
  };
}

/** Throws `blocked` for a host that the settings keep out. */
function leaveFor(
  host: string,
  url: string,
  room: WebRoom,
  by: ToolCallContext | undefined,
): Pick<Touches, "asks"> {
  const { allow_hosts, deny_hosts } = room.settings();
  if (onHostList(host, deny_hosts, { below: true })) throw deniedHost(host);
  const named = by === undefined || by.agent_id === "person" || room.found.isNamed(url, by);
  if (!named) return { asks: "each_time" };
  return onHostList(host, allow_hosts) ? { asks: "never" } : {};
}

/** Whether a call may follow a redirect to another host: whether it might have been made there in the first place. */
export function mayReach(call: WebCall, room: WebRoom) {
  return (_url: string, host: string): Promise<boolean> => {
    const { allow_hosts } = room.settings();
    const asks = onHostList(host, allow_hosts) ? { asks: "never" as const } : {};
    return call.permits({ resource: { kind: "host", host }, ...asks });
  };
}

/** The address without secrets: in its text as it stands, and in what the values of its query spell. */
export function maskUrl(given: string): { url: string; redacted: boolean } {
  if (!URL.canParse(given)) return { url: given, redacted: false };
  const url = new URL(given);
  for (const [name, value] of [...url.searchParams]) {
    const told = maskText(`${name}=${value}`);
    if (told.redacted) url.searchParams.set(name, told.text.slice(name.length + 1));
  }
  const whole = maskText(url.href);
  if (whole.redacted) return { url: whole.text, redacted: true };
  const redacted = url.href !== new URL(given).href;
  return { url: redacted ? url.href : given, redacted };
}
