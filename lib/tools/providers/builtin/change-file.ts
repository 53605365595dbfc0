import nodePath from "node:path";
import { z } from "zod";
import { runsByItself } from "#lib/access/auto-run-names";
import { holdFolder } from "#lib/access/hold-folder";
import { endsAsFolder, namesBelow } from "#lib/access/path-form";
import {
  MOST_BYTES,
  readTarget,
  replaceFile,
  type Target,
  tooLarge,
} from "#lib/access/replace-file";
import { createWriteJournal } from "#lib/access/write-journal";
import { sha256 } from "#lib/platform/hash";
import { saidError } from "#lib/platform/said-error";
import { plainForm, readText, type TextForm, writeText } from "#lib/platform/text-form";
import type { ProviderCall, Touches } from "../../provider.ts";
import { allowed, type ToolRoom } from "./builtin-tool.ts";
import { oddName } from "./odd-name.ts";
import { showChange } from "./show-change.ts";

/**
 * A change to one file of the workspace, worked out without touching anything. It is worked out once to be shown and once
 * to be made; the two are one change while they are bound to the same file with the same bytes.
 */
export type PlannedChange = {
  root: string;
  /** From the root down to the file. */
  names: readonly string[];
  target: Target | undefined;
  before: FileText | undefined;
  after: FileText;
  bytes: Buffer;
  bound_to: string;
};

/** An argument of the tools that change a file. */
export function expectedHash() {
  return z
    .string()
    .regex(/^[\da-fA-F]{64}$/)
    .optional()
    .describe(
      "SHA-256 of the file's bytes as you last saw it, as read gives it; a file that is another one by now is left as it is.",
    );
}

export type FileText = { text: string; form: TextForm };

/** `make` gives the new text; it gets undefined where there is no file. Throws AppError with the rule of a refusal. */
export function planChange(
  room: ToolRoom,
  asked: { path: string; expected_sha256?: string | undefined },
  make: (before: FileText | undefined) => FileText,
): PlannedChange {
  const roots = room.roots.now();
  const verdict = allowed(roots.judge(asked.path, "new"));
  if (verdict.is === "absent" && endsAsFolder(asked.path)) {
    throw saidError("invalid_path", "tool_write.names_folder");
  }
  const root = roots.first()?.real_path;
  const names = root === undefined ? undefined : namesBelow(root, verdict.real_path);
  if (root === undefined || names === undefined) {
    throw saidError("not_allowlisted", "tool_write.elsewhere");
  }
  if (runsByItself(names)) throw saidError("denylisted", "tool_write.auto_run");
  const odd = oddName(names, verdict.new_names);
  if (odd !== undefined) throw odd;

  const target = targetAt(root, names);
  const was = target === undefined ? null : sha256(target.bytes);
  const { expected_sha256 } = asked;
  if (expected_sha256 !== undefined && expected_sha256.toLowerCase() !== was) {
    throw saidError("path_changed", "tool_write.stale");
  }
  const before = target && readText(target.bytes);
  const after = make(before);
  const bytes = writeText(after.text, after.form);
  if (bytes.length > MOST_BYTES) throw tooLarge();
  return {
    root,
    names,
    target,
    before,
    after,
    bytes,
    bound_to: sha256(JSON.stringify([verdict.real_path, was])),
  };
}

function targetAt(root: string, names: readonly string[]): Target | undefined {
  const folder = holdFolder(root, names.slice(0, -1));
  if (folder === undefined) return undefined;
  try {
    const target = readTarget(folder, nameIn(names));
    folder.check();
    return target;
  } finally {
    folder.close();
  }
}

export function touchesChange(planned: PlannedChange): Touches {
  const { root, names, bound_to } = planned;
  const { before, after } = withMarks(planned);
  return {
    resource: { kind: "folder", path: nodePath.join(root, ...names.slice(0, -1)) },
    cwd: root,
    shows: showChange({ path: names.join("/"), before, after }),
    bound_to,
  };
}

/** Both texts; with the byte order mark before them where the change adds or removes it, so that the diff has it too. */
function withMarks({ before, after }: PlannedChange): {
  before: string | undefined;
  after: string;
} {
  const same = (before?.form ?? plainForm).bom === after.form.bom;
  const written = ({ text, form }: FileText) => (form.bom && !same ? `\ufeff${text}` : text);
  return { before: before && written(before), after: written(after) };
}

/** Throws `approval_mismatch` when this is not the change that was shown; nothing is written then. */
export async function makeChange(
  planned: PlannedChange,
  call: ProviderCall,
  room: ToolRoom,
): Promise<void> {
  const { root, names, target, bytes } = planned;
  if (call.touches?.bound_to !== planned.bound_to) {
    throw saidError("approval_mismatch", "tool_write.not_as_shown");
  }
  if (target?.bytes.equals(bytes)) return;
  const folder = holdFolder(root, names.slice(0, -1), { make: true });
  if (folder === undefined) throw saidError("path_changed", "tool_write.folder_changed");
  try {
    await replaceFile({
      ...{ folder, name: nameIn(names), target, bytes, signal: call.signal },
      journal: createWriteJournal(room.home),
    });
  } catch (error) {
    folder.unmake();
    throw error;
  } finally {
    folder.close();
  }
}

/** A path that leads to the root itself is a folder, which was refused. */
function nameIn(names: readonly string[]): string {
  return names.at(-1) ?? ".";
}
