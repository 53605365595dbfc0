import type { z } from "zod";
import type { Lang } from "#lib/contracts/answer";
import { AppError } from "#lib/contracts/errors";
import { problemSentence, problemsOf } from "#lib/platform/config-problems";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";

/** A body or query in the shape of its schema. Throws `validation` with a sentence that names the first wrong field. */
export function parseRequest<S extends z.ZodObject>(
  schema: S,
  value: unknown,
  lang: Lang,
): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") {
    const known = Object.keys(schema.shape).join(", ");
    throw saidError("validation", "error.unknown_field", { key: issue.keys.join(", "), known });
  }
  const [problem] = problemsOf(parsed.error.issues, value);
  if (problem === undefined) throw parsed.error; // a failed parse always has an issue
  const sentence = problemSentence(problem, lang);
  const { path } = problem;
  throw new AppError(
    "validation",
    path === "" ? sentence : say(lang, "error.invalid_field", { path, problem: sentence }),
  );
}
