import { homedir } from "node:os";
import { createAccess } from "#lib/access/access";
import { completeFolder, startingPlaces } from "#lib/access/complete-folder";
import { namesBelow } from "#lib/access/path-form";
import { realPlace } from "#lib/access/rules";
import { surveyFolder } from "#lib/access/survey-folder";
import type { Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import { AppError, ErrorCode } from "#lib/contracts/errors";
import type { Completion, InspectBody, Inspection, inspectWarnings } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import type { PersonAudit } from "./person-audit.ts";
import { createRateLimit } from "./rate-limit.ts";

type Looker = { trace_id: string; signal: AbortSignal };
type Warning = (typeof inspectWarnings)[number];

const manyFiles = 20_000;

/**
 * The two looks outside the roots: what a folder would make readable, and names of folders for completion. A person's
 * own request alone comes here; each is counted against a limit and audited, and says names and sizes, never content.
 */
export function createLookOutside(deps: {
  config: () => Config;
  audit: PersonAudit;
  project_dir: string;
  home: string;
  clock: Clock;
}) {
  const { config, audit, project_dir, home, clock } = deps;
  const mayInspect = createRateLimit({ most: 60, clock });
  const mayComplete = createRateLimit({ most: 600, clock });

  function border() {
    const { roots, deny, doc_file_patterns, max_file_bytes, allow_outside_project } =
      config().doc_access;
    const limits = { deny, doc_file_patterns, max_file_bytes, allow_outside_project };
    return { ...limits, roots, project_dir, home };
  }

  async function inspect(body: InspectBody, looker: Looker, lang: Lang): Promise<Inspection> {
    mayInspect();
    await audit.ready();
    const act = { trace_id: looker.trace_id, tool_id: "http.roots.inspect" as const };
    try {
      const inspection = await look(body, looker.signal, lang);
      audit.tell({ ...act, path: body.path });
      return inspection;
    } catch (error) {
      const failed = looker.signal.aborted ? saidError("cancelled", "error.cancelled") : error;
      const code = ErrorCode.safeParse(failed instanceof AppError ? failed.code : "unknown");
      audit.tell({ ...act, path: body.path, rule: code.data ?? "unknown" });
      throw failed;
    }
  }

  async function look(body: InspectBody, signal: AbortSignal, lang: Lang): Promise<Inspection> {
    const options = border();
    const { path, patterns, hidden, include_dependencies } = body;
    const candidate = {
      path,
      ...(patterns === undefined ? {} : { patterns }),
      ...(hidden === undefined ? {} : { hidden }),
      ...(include_dependencies === undefined ? {} : { include_dependencies }),
    };
    const { max_files } = config().doc_access;
    const survey = await surveyFolder(candidate, { options, max_files, clock, signal });
    const warn = (code: Warning, label = "") => ({
      code,
      message: say(lang, `inspect.${code}`, { label }),
    });
    if (survey.kind === "closed") {
      const { reason, rule, label } = survey.root;
      if (reason !== "outside_project") {
        const key = reason === "missing" ? "access.no_folder" : (`access.root.${reason}` as const);
        throw new AppError(rule, say(lang, key, { label }));
      }
      const nothing = { files: 0, bytes: 0, sample: [], denied: [], complete: true };
      return { real_path: survey.root.path, ...nothing, warnings: [warn("outside_project")] };
    }
    const { kind: _, ...found } = survey;
    const holds = (place: string) => namesBelow(found.real_path, place) !== undefined;
    const warnings = createAccess(options).roots.flatMap((root) => {
      const place = root.state === "ok" ? root.real_path : root.path;
      const inside = namesBelow(place, found.real_path) !== undefined;
      if (inside && holds(place)) return [warn("same_folder", root.label)];
      if (inside) return [warn("inside_root", root.label)];
      return holds(place) ? [warn("holds_root", root.label)] : [];
    });
    if (holds(realPlace(homedir()))) warnings.push(warn("home_folder"));
    if (holds(realPlace(home))) warnings.push(warn("holds_state"));
    if (found.files > manyFiles || !found.complete) warnings.push(warn("many_files"));
    if (found.files === 0 && found.complete) warnings.push(warn("no_files"));
    return { ...found, warnings };
  }

  async function complete(prefix: string, looker: Looker): Promise<Completion> {
    mayComplete();
    await audit.ready();
    const { roots: _, ...options } = border();
    audit.tell({ trace_id: looker.trace_id, tool_id: "http.roots.complete", path: prefix });
    const found = await completeFolder(prefix, { options, signal: looker.signal });
    return prefix === "" ? { ...found, ...(await startingPlaces(options)) } : found;
  }

  return { inspect, complete };
}
