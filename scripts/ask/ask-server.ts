import { Answer } from "#lib/contracts/answer";
import { AppError, ErrorBody } from "#lib/contracts/errors";
import { AskBody, Health, HealthOutside } from "#lib/contracts/http";

/** What is put to the documents: a question, and the model that writes where one is named. */
export type Asked = Pick<AskBody, "question" | "model">;

const HEALTH_MS = 1500;

/**
 * The answer of a server that runs at this address; undefined when none does, or what answers there is no Docent.
 * Throws AppError with the server's own sentence when it refuses.
 */
export async function askServer(
  asked: Asked,
  { base, access_token }: { base: string; access_token: string | undefined },
  signal: AbortSignal,
): Promise<Answer | undefined> {
  if (!(await isDocent(base, signal))) return undefined;
  const body: AskBody = AskBody.parse(asked);
  const response = await fetch(`${base}/api/ask`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(access_token === undefined ? {} : { authorization: `Bearer ${access_token}` }),
    },
    body: JSON.stringify(body),
    signal,
  });
  const got: unknown = await response.json();
  if (response.ok) return Answer.parse(got);
  const { error } = ErrorBody.parse(got);
  throw new AppError(error.code, error.message);
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
