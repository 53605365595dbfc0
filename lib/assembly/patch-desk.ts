import { createAccess } from "#lib/access/access";
import { createPatchApplier, type PatchOutcome, type Recovered } from "#lib/access/apply-patch";
import type { Config } from "#lib/contracts/config";
import type { AppError } from "#lib/contracts/errors";
import type { PatchBody, PatchConflict, PatchFileInfo, PatchInfo } from "#lib/contracts/patches";
import { mayRead, type Person } from "#lib/contracts/people";
import type { TaskStore } from "#lib/contracts/ports";
import type { Logger } from "#lib/platform/logger";
import { errorSentence, saidError } from "#lib/platform/said-error";
import { type FilePatch, readPatch } from "#lib/platform/unified-diff";
import type { TaskEngine } from "#lib/tasks/task-engine";
import type { PersonAudit } from "./person-audit.ts";
import type { Reader } from "./reader.ts";

/**
 * Patches of tasks as a person at the page applies and undoes them: the one way by which documents change. What was shown
 * is what is meant: a call names every file and its version, and is refused where the patch is another one.
 */
export type PatchDesk = {
  /** With its files as they are at this moment. Throws `not_found`. */
  look(patch_id: string, reader: Reader): Promise<PatchInfo>;
  apply(patch_id: string, body: PatchBody, reader: Reader): Promise<PatchDone>;
  undo(patch_id: string, body: PatchBody, reader: Reader): Promise<PatchDone>;
  /** Brings what an earlier program left half done to an end, and drops what is kept of patches that are gone. */
  begin(): Promise<void>;
  /** Drops what is kept of patches whose task was deleted. */
  sweep(): Promise<void>;
};
export type PatchDone =
  | { kind: "done"; patch: PatchInfo }
  | { kind: "conflict"; error: AppError; conflicts: PatchConflict[] };

export function createPatchDesk(deps: {
  home: string;
  project_dir: string;
  config: () => Config;
  /** Folders that stand in place of the configured ones; nobody said of them that they may be changed. */
  replaced: boolean;
  tasks: () => Promise<Pick<TaskStore, "patch" | "changePatch">>;
  /** Of all people: what an earlier program left is brought to its end whosever it is. */
  everyones: () => Promise<Pick<TaskStore, "patch" | "changePatch">>;
  engine: Pick<TaskEngine, "artifact">;
  audit: PersonAudit;
  /** Who is at work. */
  person: () => Person;
  log: Logger;
}): PatchDesk {
  const { home, project_dir, config, replaced, tasks, everyones, engine, audit, person, log } =
    deps;
  const patches = createPatchApplier({ home });
  let begun: Promise<void> | undefined;

  function border() {
    const { roots, deny, doc_file_patterns, max_file_bytes, allow_outside_project } =
      config().doc_access;
    const rules = { deny, doc_file_patterns, max_file_bytes, allow_outside_project };
    const who = person();
    const open = replaced ? [] : roots.filter((root) => mayRead(who, root));
    const closed = roots.filter((root) => !mayRead(who, root));
    return createAccess({ ...rules, roots: open, closed, project_dir, home });
  }

  async function filesOf(patch_id: string): Promise<{ task_id: string; files: FilePatch[] }> {
    const found = await (await tasks()).patch(patch_id);
    if (found === undefined) throw saidError("not_found", "patch.not_found");
    const { bytes } = await engine.artifact(found.task_id, found.artifact.name);
    const files = readPatch(bytes.toString("utf8"));
    if (files === undefined) throw saidError("validation", "patch.unreadable");
    return { task_id: found.task_id, files };
  }

  async function look(patch_id: string, { lang }: Reader): Promise<PatchInfo> {
    await begin();
    const { task_id, files } = await filesOf(patch_id);
    const access = border();
    const labels = new Map(access.roots.map((root) => [root.id, root.label]));
    const shown: PatchFileInfo[] = [];
    for (const file of files) {
      const at = await patches.look(patch_id, file, access);
      shown.push({
        ...file,
        root_label: labels.get(file.root_id) ?? file.root_id,
        state: at.state,
        ...("error" in at ? { message: errorSentence(at.error, lang) } : {}),
      });
    }
    return { patch_id, task_id, state: patches.state(patch_id), files: shown };
  }

  async function act(
    what: "apply" | "undo",
    patch_id: string,
    body: PatchBody,
    reader: Reader,
  ): Promise<PatchDone> {
    await begin();
    await audit.ready();
    const { files } = await filesOf(patch_id);
    refuseOther(files, body);
    const tool_id = `http.patches.${what}` as const;
    const { trace_id } = reader;
    let outcome: PatchOutcome;
    try {
      outcome = await patches[what](patch_id, files, border());
    } catch (error) {
      // Whatever it was, it was about this patch; its files are as they were.
      const rule = ruleOf(error);
      audit.tell({ trace_id, tool_id, path: patch_id, ...(rule === undefined ? {} : { rule }) });
      throw error;
    }
    if (outcome.kind === "conflict") {
      const { conflicts } = outcome;
      audit.tell({ trace_id, tool_id, path: patch_id, rule: "conflict" });
      if (what === "apply") await (await tasks()).changePatch(patch_id, ["open"], "conflict");
      const error = saidError("conflict", "patch.conflict", { count: conflicts.length });
      return { kind: "conflict", error, conflicts };
    }
    for (const { root_id, path, sha256 } of outcome.files) {
      audit.tell({ trace_id, tool_id, path: `${root_id}/${path}`, sha256 });
    }
    await noteDone(patch_id, what === "apply" ? "applied" : "undone");
    return { kind: "done", patch: await look(patch_id, reader) };
  }

  function begin(): Promise<void> {
    begun ??= takeUp().catch((error: unknown) => {
      begun = undefined; // tried again by whoever comes next
      throw error;
    });
    return begun;
  }

  async function takeUp(): Promise<void> {
    for (const one of await patches.recover()) await tell(one);
    await sweep();
  }

  async function tell({ patch_id, to, outcome }: Recovered): Promise<void> {
    const said = { patch_id, state: to, outcome };
    if (outcome === "stuck") {
      log.error(
        said,
        "a patch that was being applied when the program ended could not be brought to an end",
      );
      return;
    }
    log.warn(
      said,
      "a patch was being applied when the program ended; it has been brought to an end",
    );
    if (to === "applied" || to === "undone") await noteDone(patch_id, to);
  }

  async function noteDone(patch_id: string, to: "applied" | "undone"): Promise<void> {
    const from = to === "applied" ? (["open", "conflict"] as const) : (["applied"] as const);
    await (await everyones()).changePatch(patch_id, from, to);
  }

  async function sweep(): Promise<void> {
    for (const id of patches.ids()) {
      const found = await (await everyones()).patch(id);
      if (found === undefined && patches.state(id) !== "interrupted") {
        await patches.forget(id);
      }
    }
  }

  return {
    look,
    apply: (patch_id, body, reader) => act("apply", patch_id, body, reader),
    undo: (patch_id, body, reader) => act("undo", patch_id, body, reader),
    begin,
    sweep,
  };
}

/** What a person saw must be what the patch is: the same files in the same versions, whatever their order. */
function refuseOther(files: readonly FilePatch[], { files: seen }: PatchBody): void {
  const key = ({ root_id, path, base_sha256 }: PatchBody["files"][number]) =>
    JSON.stringify([root_id, path, base_sha256]);
  const meant = new Set(files.map(key));
  const same = seen.length === files.length && seen.every((file) => meant.delete(key(file)));
  if (!same) throw saidError("validation", "patch.other_files");
}

function ruleOf(error: unknown): AppError["code"] | undefined {
  // An AppError has one of our codes; whatever else was thrown has none of them.
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return error instanceof Error && error.name === "AppError"
    ? (code as AppError["code"])
    : undefined;
}
