import { isDeepStrictEqual } from "node:util";
import { createAccess } from "#lib/access/access";
import { builtInDenylist } from "#lib/access/denylist";
import type { Lang } from "#lib/contracts/answer";
import { Config, type RootConfig } from "#lib/contracts/config";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { ConfigDocument } from "#lib/contracts/http";
import type { MemorySwitches } from "#lib/contracts/memory";
import type { ConfigFile, LoadedConfig } from "#lib/platform/config-file";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { configChanges } from "./config-changes.ts";
import type { Caller, DocsCalls } from "./docs-calls.ts";
import type { PersonAudit } from "./person-audit.ts";
import { rootsInLang } from "./roots-in-lang.ts";

export type Problem = { path: string; message: string };
export type Settings = ReturnType<typeof createSettings>;
export type SaveResult =
  | { kind: "saved"; document: ConfigDocument }
  | { kind: "conflict" }
  | { kind: "invalid"; problems: Problem[] };

export type UndoResult =
  | { kind: "undone"; document: ConfigDocument }
  | { kind: "conflict" }
  | { kind: "nothing" };

const ROOTS_WAIT_MS = 3000;

/**
 * The configuration as Settings shows and saves it. A folder that is new or has another path is looked at before the
 * save, with the same verdict the docs server will give it; one that could not be read is refused, not saved.
 */
export function createSettings(deps: {
  file: ConfigFile;
  /** What is known of every folder, also of one that whoever looks may not read: who sets it up has to find it. */
  docs: Pick<DocsCalls, "status">;
  audit: PersonAudit;
  /** Gives what is saved instead, just before the save; what it throws forbids the save. */
  beforeSave: (before: Config, next: Config, trace_id: string, lang: Lang) => Promise<Config>;
  project_dir: string;
  home: string;
}) {
  const { file, docs, audit, beforeSave, project_dir, home } = deps;

  async function read(caller: Caller, lang: Lang): Promise<ConfigDocument> {
    return document(file.current(lang), caller, lang);
  }

  async function save(
    next: unknown,
    if_match: string,
    caller: Caller,
    lang: Lang,
  ): Promise<SaveResult> {
    const before = file.current(lang);
    if (before.etag !== if_match) return { kind: "conflict" };
    const parsed = Config.safeParse(next);
    const problems = parsed.success ? folderProblems(parsed.data, before.config, lang) : [];
    if (problems.length > 0) {
      told("http.config.save", before, caller, "config_invalid");
      return { kind: "invalid", problems };
    }
    const outcome = await write(next, before, caller, lang);
    if (outcome.kind === "conflict") return { kind: "conflict" };
    if (outcome.kind === "invalid") return outcome;
    return { kind: "saved", document: await document(outcome.loaded, caller, lang) };
  }

  /** Every save goes this way: what cannot be audited is not saved. */
  async function write(next: unknown, before: LoadedConfig, caller: Caller, lang: Lang) {
    await audit.ready();
    const parsed = Config.safeParse(next);
    const current = parsed.success && file.current().etag === before.etag;
    const saved = current
      ? await beforeSave(before.config, parsed.data, caller.trace_id, lang)
      : next;
    const outcome = file.save(saved, before.etag, lang);
    if (outcome.kind === "saved") told("http.config.save", outcome.loaded, caller);
    else told("http.config.save", before, caller, "config_invalid");
    return outcome;
  }

  async function undo(if_match: string, caller: Caller, lang: Lang): Promise<UndoResult> {
    await audit.ready();
    const outcome = file.undo(if_match, lang);
    if (outcome.kind !== "undone") return outcome;
    told("http.config.undo", outcome.loaded, caller);
    return { kind: "undone", document: await document(outcome.loaded, caller, lang) };
  }

  /** Throws `not_found` for an id that no folder of the configuration has. */
  function refuseUnknown(root_id: string | undefined): void {
    const { roots } = file.current().config.doc_access;
    if (root_id === undefined || roots.some((root) => root.id === root_id)) return;
    throw saidError("not_found", "error.root_not_found", { id: root_id });
  }

  /** One folder, or all of them. What is so already is not saved again. */
  async function pause(
    paused: boolean,
    root_id: string | undefined,
    caller: Caller,
    lang: Lang,
  ): Promise<void> {
    refuseUnknown(root_id);
    const before = file.current(lang);
    const { config } = before;
    const roots = config.doc_access.roots.map((root) => {
      if (root_id !== undefined && root.id !== root_id) return root;
      const { paused: _, ...kept } = root;
      return paused ? { ...kept, paused } : kept;
    });
    if (isDeepStrictEqual(roots, config.doc_access.roots)) return;
    const next = { ...config, doc_access: { ...config.doc_access, roots } };
    const outcome = await write(next, before, caller, lang);
    if (outcome.kind !== "saved") throw saidError("config_invalid", "error.config_conflict");
  }

  /** Whether a skill is switched on. What is so already is not saved again. */
  async function switchSkill(
    name: string,
    enabled: boolean,
    caller: Caller,
    lang: Lang,
  ): Promise<void> {
    const before = file.current(lang);
    const { config } = before;
    const others = config.skills.disabled.filter((one) => one !== name);
    const disabled = enabled ? others : [...others, name];
    if (isDeepStrictEqual(disabled, config.skills.disabled)) return;
    const next = { ...config, skills: { ...config.skills, disabled } };
    const outcome = await write(next, before, caller, lang);
    if (outcome.kind !== "saved") throw saidError("config_invalid", "error.config_conflict");
  }

  /** The switches of memory. What is so already is not saved again. */
  async function switchMemory(
    { enabled, recall }: MemorySwitches,
    caller: Caller,
    lang: Lang,
  ): Promise<void> {
    const before = file.current(lang);
    const { config } = before;
    const memory = {
      enabled: enabled ?? config.memory.enabled,
      recall: recall ?? config.memory.recall,
    };
    if (isDeepStrictEqual(memory, config.memory)) return;
    const outcome = await write({ ...config, memory }, before, caller, lang);
    if (outcome.kind !== "saved") throw saidError("config_invalid", "error.config_conflict");
  }

  function told(
    tool_id: "http.config.save" | "http.config.undo",
    { saved_to, etag }: LoadedConfig,
    { trace_id }: Caller,
    rule?: "config_invalid",
  ): void {
    audit.tell({
      trace_id,
      tool_id,
      path: saved_to,
      sha256: etag,
      ...(rule === undefined ? {} : { rule }),
    });
  }

  function folderProblems(next: Config, before: Config, lang: Lang): Problem[] {
    const known = new Set(before.doc_access.roots.map((root) => root.path));
    return resolved(next).flatMap((found, i) => {
      const path = next.doc_access.roots[i]?.path;
      if (found.state === "ok" || path === undefined || known.has(path)) return [];
      const { label, reason } = found;
      const key = reason === "missing" ? "access.no_folder" : (`access.root.${reason}` as const);
      const message = say(lang, key, { label });
      return [{ path: `doc_access.roots[${i}].path`, message }];
    });
  }

  /** The folders of a configuration as they are on disk now, in its order. */
  function resolved({ doc_access }: Config) {
    const { roots, deny, doc_file_patterns, max_file_bytes, allow_outside_project } = doc_access;
    const limits = { deny, doc_file_patterns, max_file_bytes, allow_outside_project };
    return createAccess({ ...limits, roots, project_dir, home }).roots;
  }

  async function document(
    loaded: LoadedConfig,
    caller: Caller,
    lang: Lang,
  ): Promise<ConfigDocument> {
    const status = await docs.status({ ...caller, timeout_ms: ROOTS_WAIT_MS });
    const { config, etag, sources, saved_to, error } = loaded;
    const lastSave = file.lastSave();
    return {
      config,
      etag,
      sources,
      saved_to,
      undoable: lastSave !== undefined,
      ...(lastSave === undefined
        ? {}
        : {
            last_save: {
              ...(lastSave.at === undefined ? {} : { at: lastSave.at }),
              changes: lastSave.before === undefined ? [] : configChanges(lastSave.before, config),
            },
          }),
      ...(error === undefined ? {} : { error }),
      roots: status.ok
        ? rootsInLang(status.value.roots, lang)
        : config.doc_access.roots.map((root) => unknownRoot(root, lang)),
      built_in_deny: builtInDenylist(process.platform),
    };
  }

  return {
    read,
    save,
    undo,
    pause,
    switchSkill,
    switchMemory,
    refuseUnknown,
  };
}

/** What can be said of a folder while the docs server does not answer. */
function unknownRoot(root: RootConfig, lang: Lang): RootStatus {
  return {
    id: root.id,
    label: root.label,
    path: root.path,
    state: "waiting",
    message: say(lang, "error.docs_unavailable"),
    files: 0,
    files_known: 0,
    bytes: 0,
    sections: 0,
    skipped: [],
  };
}
