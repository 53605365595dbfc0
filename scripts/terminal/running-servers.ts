import { Health, HealthOutside } from "#lib/contracts/http";
import { readEnvironment } from "#lib/platform/environment";
import { localAddress } from "#lib/platform/listening";
import { readOwner } from "#lib/platform/state-owner";

/** A server of ours, and what it is shown so that it answers. */
export type RunningServer = { base: string; access_token: string | undefined };

const HEALTH_MS = 1500;

/**
 * Where a server of ours may run. The one that owns the state folder says where it answers, and it alone is shown the token
 * there. One with a state of its own may be at the configured address, and so may anything else.
 */
export function runningServers(environment: NodeJS.ProcessEnv): RunningServer[] {
  const { access_token, home, ...env } = readEnvironment(environment);
  const owner = readOwner(home);
  return [
    ...(owner?.address === undefined ? [] : [{ base: owner.address, access_token }]),
    ...(access_token === undefined ? [{ base: localAddress(env), access_token }] : []),
  ];
}

/** Asked without the token: it is not for whatever else may listen there. */
export async function isDocent(base: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`${base}/api/health`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(HEALTH_MS)]),
    });
    const health: unknown = await response.json();
    return Health.safeParse(health).success || HealthOutside.safeParse(health).success;
  } catch {
    return false; // nothing listens there, or it does not speak JSON
  }
}
