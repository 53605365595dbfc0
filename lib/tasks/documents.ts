import { setTimeout as sleep } from "node:timers/promises";
import {
  type CitedLines,
  DocsLinkedOutput,
  type DocsListInput,
  DocsListOutput,
  DocsReadOutput,
  DocsStatusOutput,
  DocsVerifyOutput,
  type Verification,
} from "#lib/contracts/docs-tools";
import { AppError } from "#lib/contracts/errors";
import type { ToolResult } from "#lib/contracts/tools";
import { webRootId } from "#lib/contracts/web";
import { sha256 } from "#lib/platform/hash";
import { saidError } from "#lib/platform/said-error";
import { type TextForm, writeText } from "#lib/platform/text-form";
import type { StepContext } from "./task-type.ts";

/** Documents as a step of a task reads them: by the docs tools, within its grant, and in no other way. */
export const documentTools = {
  list: "mcp.docs.docs_list",
  read: "mcp.docs.docs_read",
  linked: "mcp.docs.docs_linked",
  search: "mcp.docs.docs_search",
  verify: "mcp.docs.docs_verify",
  status: "mcp.docs.docs_status",
} as const;

/** What a step must hold that has documents asked. */
export const answeringTools: readonly string[] = [
  documentTools.search,
  documentTools.read,
  documentTools.verify,
];

export type ListedPage = { root_id: string; path: string };

/** How long the folders may take to be read for the first time, and how often is looked whether they are. */
const READ_EVERY_MS = 400;

/** All pages of these roots, or of all roots; waits until the folders have been read. */
export async function listPages(
  context: Pick<StepContext, "call" | "signal">,
  roots: readonly string[],
): Promise<ListedPage[]> {
  for (;;) {
    const pages: ListedPage[] = [];
    let cursor: string | undefined;
    let ready = true;
    do {
      const args: DocsListInput = {
        ...(roots.length === 0 ? {} : { roots: [...roots] }),
        ...(cursor === undefined ? {} : { cursor }),
      };
      const result = await context.call(documentTools.list, args);
      const listed = DocsListOutput.parse(outputOf(result));
      for (const { root_id, relative_path } of listed.files) {
        pages.push({ root_id, path: relative_path });
      }
      ready = listed.coverage?.state !== "building";
      cursor = listed.next_cursor;
    } while (cursor !== undefined && ready);
    if (ready) return pages;
    await sleep(READ_EVERY_MS, undefined, { signal: context.signal });
  }
}

/** Ids of the folders, saved pages of the web apart. */
export async function listFolders(context: Pick<StepContext, "call">): Promise<string[]> {
  const result = await context.call(documentTools.status, {});
  const { roots } = DocsStatusOutput.parse(outputOf(result));
  return roots.map(({ id }) => id).filter((id) => id !== webRootId);
}

/** Whether lines still stand, in the order in which they were given. */
export async function verifyLines(
  context: Pick<StepContext, "call">,
  lines: readonly CitedLines[],
): Promise<Verification[]> {
  const results: Verification[] = [];
  for (let at = 0; at < lines.length; at += MOST_VERIFIED) {
    const citations = lines.slice(at, at + MOST_VERIFIED);
    const result = await context.call(documentTools.verify, { citations });
    results.push(...DocsVerifyOutput.parse(outputOf(result)).results);
  }
  return results;
}
const MOST_VERIFIED = 200;

/** A page as it stands in its file, to the character, with what is needed to write it back. */
export type ExactPage = {
  root_id: string;
  path: string;
  text: string;
  form: TextForm;
  sha256: string;
};

/** Why a page is not read or not changed: a rule of the docs server, or a reason of ours. */
export type PageRefusal = { rule: string; message: string };

export type ReadText = {
  root_id: string;
  path: string;
  text: string;
  file: DocsReadOutput["file"];
};

/**
 * The whole text, page by page of the tool. Throws AppError with the rule of a refusal, and `line_limit` for a line that is
 * longer than a page may be, unless it may be `cut`.
 */
export async function readText(
  context: Pick<StepContext, "call">,
  page: { root_id?: string | undefined; path: string; cut?: boolean },
): Promise<ReadText> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await readOnce(context, page);
    } catch (error) {
      // Saved in between: read from the beginning, once.
      if (!(error instanceof AppError) || error.code !== "path_changed" || attempt > 0) throw error;
    }
  }
}

async function readOnce(
  context: Pick<StepContext, "call">,
  { root_id, path, cut = false }: { root_id?: string | undefined; path: string; cut?: boolean },
): Promise<ReadText> {
  const pieces: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const result = await context.call(documentTools.read, {
      ...{ path, line_ends: true },
      ...(root_id === undefined ? {} : { root: root_id }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const read = DocsReadOutput.parse(outputOf(result));
    if (read.truncated && !cut) throw saidError("line_limit", "edit.long_line");
    pieces.push(read.truncated ? `${read.text}\n` : read.text);
    cursor = read.next_cursor;
    if (cursor !== undefined) continue;
    return {
      root_id: read.root_id,
      path: read.relative_path,
      text: pieces.join(""),
      file: read.file,
    };
  }
}

/**
 * The page with the form of its file, proven: its text written in that form has the hash of the file. Throws AppError
 * `bad_encoding` where it could not be written back byte for byte.
 */
export async function readExact(
  context: Pick<StepContext, "call">,
  page: { root_id?: string | undefined; path: string },
): Promise<ExactPage> {
  const { root_id, path, text, file } = await readText(context, page);
  const encoding = encodings.find((one) => one === file.encoding);
  for (const bom of [false, true]) {
    if (encoding === undefined || (encoding.startsWith("utf-16") && !bom)) continue;
    const form: TextForm = { encoding, bom };
    if (hashOf(text, form) === file.sha256) {
      return { root_id, path, text, form, sha256: file.sha256 };
    }
  }
  throw saidError("bad_encoding", "edit.not_exact", { encoding: file.encoding });
}

const encodings: TextForm["encoding"][] = ["utf-8", "utf-16le", "utf-16be", "gbk", "latin1"];

function hashOf(text: string, form: TextForm): string | undefined {
  try {
    return sha256(writeText(text, form));
  } catch (error) {
    if (error instanceof AppError) return undefined; // it does not hold this text
    throw error;
  }
}

/** Of targets that a page names, in their order. */
export async function askLinked(
  context: Pick<StepContext, "call">,
  { root_id, path }: ListedPage,
  targets: readonly { line: number; target: string }[],
): Promise<DocsLinkedOutput["results"]> {
  const results: DocsLinkedOutput["results"] = [];
  for (let at = 0; at < targets.length; at += MOST_TARGETS) {
    const result = await context.call(documentTools.linked, {
      ...{ path, root: root_id },
      targets: targets.slice(at, at + MOST_TARGETS),
    });
    results.push(...DocsLinkedOutput.parse(outputOf(result)).results);
  }
  return results;
}
const MOST_TARGETS = 500;

/** A few at a time, in any order; the first failure ends it. */
export async function withEach<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
const AT_ONCE = 4;

/** Throws the failure of a call as it is. */
function outputOf(result: ToolResult): unknown {
  if (result.ok) return result.structured;
  const { error } = result;
  if (error === undefined) throw saidError("tool_exec", "edit.no_reason");
  throw new AppError(error.rule ?? error.code, error.message, {
    retryable: error.retryable,
    ...(error.setting === undefined ? {} : { setting: error.setting }),
  });
}

/** A refusal of one page, which costs that page alone; anything else ends the step. */
export function refusalOf(error: unknown): PageRefusal {
  if (error instanceof AppError && costsOnePage(error.code)) {
    return { rule: error.code, message: error.message };
  }
  throw error;
}

const general = new Set<string>([
  "cancelled",
  "budget",
  "timeout",
  "provider_unavailable",
  "provider_closed",
  "tool_not_found",
  "tool_not_granted",
  "audit_unavailable",
  "busy",
  "unknown",
]);
const costsOnePage = (code: string): boolean => !general.has(code);
