import { type SourceRef, sourceHref } from "./source-ref.ts";

/** The whole address of a source of the open conversation, for another window or another person at this server. */
export function sourceAddress(ref: SourceRef): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}${sourceHref(ref)}`;
}
