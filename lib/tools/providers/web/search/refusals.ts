import type { AppError } from "#lib/contracts/errors";
import { saidError } from "#lib/platform/said-error";
import type { Reply } from "../get-once.ts";

/** What the status of a reply says when it is no success. `key` is for what a service means by 401 and 403. */
export function refuseStatus(
  { status }: Reply,
  service: string,
  key: "web.search.refused" | "web.search.key" | "web.search.json_off",
): void {
  if (status === 429) {
    throw saidError("rate_limited", "web.search.rate_limited", { service }, { retryable: true });
  }
  if (status === 401 || status === 403) throw saidError("blocked", key, { service });
  if (status >= 500) {
    const said = { service, status };
    throw saidError("provider_unavailable", "web.search.down", said, { retryable: true });
  }
  if (status >= 300)
    throw saidError("provider_unavailable", "web.search.status", { service, status });
}

/** Throws what says that a service answered with something else than its format. */
export const unreadable = (service: string): AppError =>
  saidError("provider_unavailable", "web.search.unreadable", { service });

export function jsonOf(reply: Reply, service: string): unknown {
  try {
    return JSON.parse(reply.body.toString("utf8"));
  } catch {
    const challenge = /captcha|are you (?:a )?(?:human|robot)|cf-challenge/i;
    if (challenge.test(reply.body.subarray(0, 65_536).toString("utf8"))) {
      throw saidError("blocked", "web.search.challenge", { service });
    }
    throw unreadable(service);
  }
}
