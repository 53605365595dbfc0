import { Answer } from "#lib/contracts/answer";
import { AskBody } from "#lib/contracts/http";
import { callServer, type RunningServer } from "../terminal/running-servers.ts";

/** What is put to the documents: a question, the model that writes where one is named, and whether the web is asked too. */
export type Asked = Pick<AskBody, "question" | "model" | "web">;

/** Throws AppError with the server's own sentence when it refuses. */
export async function askServer(
  asked: Asked,
  server: RunningServer,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await callServer(server, "/ask", { body: AskBody.parse(asked), signal });
  return Answer.parse(await response.json());
}
