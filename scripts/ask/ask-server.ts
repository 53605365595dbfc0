import { Answer } from "#lib/contracts/answer";
import { AppError, ErrorBody } from "#lib/contracts/errors";
import { AskBody } from "#lib/contracts/http";
import { isDocent, type RunningServer } from "../terminal/running-servers.ts";

/** What is put to the documents: a question, the model that writes where one is named, and whether the web is asked too. */
export type Asked = Pick<AskBody, "question" | "model" | "web">;

/**
 * The answer of a server that runs at this address; undefined when none does, or what answers there is no Docent.
 * Throws AppError with the server's own sentence when it refuses.
 */
export async function askServer(
  asked: Asked,
  { base, access_token }: RunningServer,
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
