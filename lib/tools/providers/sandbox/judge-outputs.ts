import { readPath } from "#lib/access/path-form";
import { foldedName } from "#lib/platform/folded-name";
import { nameProblem } from "#lib/platform/portable-name";
import { oddName } from "../builtin/odd-name.ts";
import type { SandboxJob, SandboxLimits, SandboxRun } from "./backend.ts";

type Files = SandboxRun["files"];
type LeftOut = SandboxRun["left_out"];

/** Why a file of this name is not handed over; undefined where it is one that every system takes. Pure. */
export function outputNameProblem(name: string): string | undefined {
  const path = readPath(name);
  if (path.kind !== "relative" || path.climbs) return "invalid_path";
  const { names } = path;
  if (names.length === 0 || names.length > deepest || names.join("/") !== name)
    return "invalid_path";
  // A name that begins with a dot is one on every system too.
  if (names.some((one) => nameProblem(one.replace(/^\.(?=[^.\s])/, "")))) return "invalid_path";
  return oddName(names, names) === undefined ? undefined : "invalid_path";
}

const deepest = 32;

/**
 * What code left, as it is handed over: in the order of names, each once also where capitals are not told apart, within the limits; whatever is not has its rule.
 * `full` where a limit decided. What came in and stayed as it was is nothing that it left.
 */
export function judgeOutputs(
  left: Files,
  job: Pick<SandboxJob, "files">,
  limits: Pick<SandboxLimits, "files" | "file_bytes" | "total_bytes">,
): { files: Files; left_out: LeftOut; full: boolean } {
  const given = new Map(job.files.map(({ name, content }) => [name, content]));
  const files: Files[number][] = [];
  const left_out: LeftOut[number][] = [];
  let total = 0;
  let full = false;
  const seen = new Set<string>();
  for (const { name, content } of left.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const was = given.get(name);
    if (was !== undefined && Buffer.compare(was, content) === 0) continue;
    const folded = foldedName(name);
    const problem = seen.has(folded) ? "invalid_path" : outputNameProblem(name);
    seen.add(folded);
    const rule =
      problem ??
      (files.length >= limits.files ? "too_many_files" : undefined) ??
      (content.length > limits.file_bytes || total + content.length > limits.total_bytes
        ? "too_large"
        : undefined);
    if (rule === undefined) {
      total += content.length;
      files.push({ name, content });
    } else {
      full ||= problem === undefined;
      if (left_out.length < mostNamed) left_out.push({ name: name.slice(0, 255), rule });
    }
  }
  return { files, left_out, full };
}

/** Of those that are not handed over, so many are named. */
const mostNamed = 100;
