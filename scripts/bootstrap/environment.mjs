import { projectDir } from "./project.mjs";
import { Refusal } from "./tell.mjs";

/** The environment's settings, judged before any long work by the file that the program itself uses. Needs Node 24. */
export async function judgedEnvironment() {
  const { judgeEnvironment } = await import("../../lib/platform/environment-rules.ts");
  const judged = judgeEnvironment(process.env, projectDir);
  if (judged.kind === "refused") throw new Refusal(judged.problem.message);
  return judged.values;
}
