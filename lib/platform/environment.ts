import { AppError } from "#lib/contracts/errors";
import { type EnvironmentValues, judgeEnvironment } from "./environment-rules.ts";
import { projectDir } from "./project.ts";

/** The environment variables in force. Read once by each process as it starts and handed on as data. */
export type Environment = EnvironmentValues;

/** Throws `config_invalid` with one sentence that names the variable, its value and what is accepted. */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const judged = judgeEnvironment(env, projectDir(env));
  if (judged.kind === "accepted") return judged.values;
  throw new AppError("config_invalid", judged.problem.message, {
    details: { variable: judged.problem.variable },
  });
}
