import type { Dir, Dirent } from "node:fs";
import { constants } from "node:fs";
import { access as canReach, lstat, opendir } from "node:fs/promises";
import nodePath from "node:path";
import type { PathRule } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import { type Access, createAccess } from "./access.ts";
import type { HealthyRoot, UnhealthyRoot } from "./resolve-root.ts";
import type { AccessOptions } from "./rules.ts";

/**
 * What a folder would make readable if it were added, found with the verdicts that the docs server will use. It looks
 * outside the roots, so only a person's own request may come here: no tool and no server imports it. It opens no file,
 * follows no link, does not enter what is denied, and stops when time or names run out.
 */
export type Survey =
  | { kind: "closed"; root: UnhealthyRoot }
  | {
      kind: "surveyed";
      real_path: string;
      files: number;
      bytes: number;
      sample: { relative_path: string; bytes: number }[];
      denied: Denied[];
      complete: boolean;
    };
export type Denied = { rule: PathRule; count: number; hidden: number; examples: string[] };

export type Candidate = {
  path: string;
  patterns?: readonly string[];
  hidden?: boolean;
  include_dependencies?: boolean;
};

export type SurveyLimits = { ms: number; names: number };
const usualLimits: SurveyLimits = { ms: 3000, names: 200_000 };
const mostSamples = 12;
const samplesAFolder = 3;
const mostExamples = 3;
const atOnce = 64;

export async function surveyFolder(
  candidate: Candidate,
  deps: {
    options: AccessOptions;
    max_files: number;
    clock: Clock;
    signal: AbortSignal;
    limits?: SurveyLimits;
  },
): Promise<Survey> {
  const { options, max_files, clock, signal, limits = usualLimits } = deps;
  const id = "/"; // no root of a configuration may be called so
  const root = { id, label: nodePath.basename(candidate.path) || candidate.path, ...candidate };
  const access = createAccess({ ...options, roots: [...options.roots, root] });
  const [folder] = access.roots.filter((one) => one.id === id);
  if (folder === undefined) throw new Error("a root of the options is among the roots of Access");
  if (folder.state === "unhealthy") return { kind: "closed", root: folder };

  const count = openCount(folder.real_path, options.max_file_bytes, max_files);
  const ends = clock.monotonic() + limits.ms;
  const folders = [""];
  let names = 0;
  let complete = true;
  for (let at = 0; at < folders.length && complete; at += 1) {
    const below = folders[at] ?? "";
    const dir = await open(nodePath.join(folder.real_path, below));
    if (dir === undefined) {
      count.deny(below, "unreadable");
      continue;
    }
    const waiting: Promise<void>[] = [];
    let samples = samplesAFolder;
    for await (const entry of dir) {
      signal.throwIfAborted();
      names += 1;
      if (names > limits.names || clock.monotonic() > ends) {
        complete = false;
        break;
      }
      const relative = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        const refused = access.screen(folder, relative, "folder");
        if (refused === undefined) folders.push(relative);
        else count.deny(relative, refused.rule);
      } else {
        waiting.push(look(entry, relative, folder, access, count, () => samples-- > 0));
        if (waiting.length >= atOnce) await Promise.all(waiting.splice(0));
      }
    }
    await Promise.all(waiting);
  }
  return { kind: "surveyed", real_path: folder.real_path, ...count.result(), complete };
}

type Count = ReturnType<typeof openCount>;

async function look(
  entry: Dirent,
  relative: string,
  folder: HealthyRoot,
  access: Access,
  count: Count,
  wantsSample: () => boolean,
): Promise<void> {
  if (entry.isSymbolicLink()) {
    // What a link inside leads to is counted under its own name; a link to a folder is not walked.
    const verdict = await access.judge(relative, folder.id);
    if (verdict.kind === "allowed" || verdict.rule === "not_regular_file") return;
    count.deny(relative, verdict.rule);
    return;
  }
  const refused = access.screen(folder, relative, "file");
  if (refused === undefined) await count.file(relative, wantsSample);
  else count.deny(relative, refused.rule);
}

function openCount(real_path: string, max_file_bytes: number, max_files: number) {
  const denied = new Map<PathRule, Denied>();
  const sample: { relative_path: string; bytes: number }[] = [];
  let files = 0;
  let bytes = 0;

  function deny(relative: string, rule: PathRule): void {
    const so = denied.get(rule) ?? { rule, count: 0, hidden: 0, examples: [] };
    denied.set(rule, so);
    so.count += 1;
    const isHidden = rule === "not_a_document" && /(^|\/)\./.test(relative);
    if (isHidden) so.hidden += 1;
    if (so.examples.length < mostExamples) so.examples.push(relative);
  }

  return {
    deny,
    async file(relative: string, wantsSample: () => boolean): Promise<void> {
      const path = nodePath.join(real_path, relative);
      try {
        const stat = await lstat(path);
        if (!stat.isFile()) return deny(relative, "not_regular_file");
        if (stat.size > max_file_bytes) return deny(relative, "too_large");
        await canReach(path, constants.R_OK);
        if (files >= max_files) return deny(relative, "too_many_files");
        files += 1;
        bytes += stat.size;
        if (sample.length < mostSamples && wantsSample()) {
          sample.push({ relative_path: relative, bytes: stat.size });
        }
      } catch {
        deny(relative, "unreadable");
      }
    },
    result: () => ({
      files,
      bytes,
      sample: sample.sort((a, b) => (a.relative_path < b.relative_path ? -1 : 1)),
      denied: [...denied.values()].sort((a, b) => b.count - a.count),
    }),
  };
}

async function open(path: string): Promise<Dir | undefined> {
  try {
    return await opendir(path, { bufferSize: 256 });
  } catch {
    return undefined; // it vanished, or the system does not let us in
  }
}
