import { z } from "zod";
import { AppError } from "#lib/contracts/errors";
import { saidError } from "#lib/platform/said-error";
import type { MessageKey } from "#lib/platform/say";

/** Why a skill cannot be loaded: where, and a sentence that is written when its reader is known. */
export function badSkill(
  file: string,
  key: MessageKey & `skill.${string}`,
  params: Record<string, string | number> = {},
  line?: number,
): AppError {
  const where = line === undefined ? { file } : { file, line };
  return saidError("skill_invalid", key, params, { details: { where } });
}

/** Undefined for an error that is none of a skill's. */
export function placeOfProblem(error: unknown): { file: string; line?: number } | undefined {
  if (!(error instanceof AppError) || error.code !== "skill_invalid") return undefined;
  const { success, data } = Details.safeParse(error.details);
  if (!success) return undefined;
  const { file, line } = data.where;
  return line === undefined ? { file } : { file, line };
}

const Details = z.object({ where: z.object({ file: z.string(), line: z.number().optional() }) });
