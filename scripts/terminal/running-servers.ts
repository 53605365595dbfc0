import { AppError, ErrorBody } from "#lib/contracts/errors";
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
function places(environment: NodeJS.ProcessEnv): RunningServer[] {
  const { access_token, home, ...env } = readEnvironment(environment);
  const owner = readOwner(home);
  return [
    ...(owner?.address === undefined ? [] : [{ base: owner.address, access_token }]),
    ...(access_token === undefined ? [{ base: localAddress(env), access_token }] : []),
  ];
}

/** Asked without the token: it is not for whatever else may listen there. */
async function isDocent(base: string, signal: AbortSignal): Promise<boolean> {
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

/** The first server of ours that answers; undefined where none runs. */
export async function runningServer(signal: AbortSignal): Promise<RunningServer | undefined> {
  for (const server of places(process.env)) {
    if (await isDocent(server.base, signal)) return server;
  }
  return undefined;
}

/** Throws AppError with the server's own sentence when it refuses. `path` begins behind `/api`. */
export async function callServer(
  { base, access_token }: RunningServer,
  path: string,
  how: { method?: "GET" | "POST"; body?: unknown; signal?: AbortSignal } = {},
): Promise<Response> {
  const { body, method = body === undefined ? "GET" : "POST", signal } = how;
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(access_token === undefined ? {} : { authorization: `Bearer ${access_token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return response;
  const { error } = ErrorBody.parse(await response.json());
  throw new AppError(error.code, error.message);
}
