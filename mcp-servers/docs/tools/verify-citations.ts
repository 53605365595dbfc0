import { type CitedLines, longestQuotedBytes, type Verification } from "#lib/contracts/docs-tools";
import { AppError, SkipRule } from "#lib/contracts/errors";
import { webRootId } from "#lib/contracts/web";
import { hashLines, sliceLines } from "#lib/platform/lines";
import { savedPageSource } from "#lib/search/saved-page-source";
import { findMovedLines } from "../find-moved-lines.ts";
import type { Shelf } from "../library.ts";
import { type ReadDocument, readDocument } from "../read-document.ts";
import { defineTool } from "../tool.ts";

/** Of many long texts the last are left out; their state and lines stand. */
const maxTotalTextBytes = 1024 * 1024;

export const verifyCitations = defineTool({
  name: "docs_verify",
  title: "Check citations against the files",
  description:
    "Re-reads cited lines from disk and compares their SHA-256: verified, moved (the same text stands elsewhere), changed, missing or denied. Results come in the order of the request.",
  async run(input, { shelf, signal, progress }) {
    const read = readOnce(shelf);
    const lookAgain = once(() => shelf.index.lookAgain(signal));
    let budget = maxTotalTextBytes;
    const results: Verification[] = [];
    for (const [i, cited] of input.citations.entries()) {
      signal.throwIfAborted();
      const result = await verify(cited, { shelf, read, lookAgain, signal });
      const bytes = Buffer.byteLength(result.text ?? "");
      if (bytes > Math.min(longestQuotedBytes, budget)) delete result.text;
      else budget -= bytes;
      results.push(result);
      progress(i + 1, input.citations.length, `${i + 1} of ${input.citations.length} checked`);
    }
    return { results };
  },
  summarize({ results }) {
    const counts = new Map<string, number>();
    for (const { state } of results) counts.set(state, (counts.get(state) ?? 0) + 1);
    return [...counts].map(([state, n]) => `${n} ${state}`).join(", ");
  },
});

type Read = (root_id: string, path: string) => Promise<ReadDocument | Unread>;
type Unread = { kind: "missing" } | { kind: "denied"; rule: SkipRule; setting: string | undefined };

type Means = { shelf: Shelf; read: Read; lookAgain: () => Promise<void>; signal: AbortSignal };

async function verify(cited: CitedLines, means: Means): Promise<Verification> {
  const { read, signal } = means;
  const document = await read(cited.root_id, cited.relative_path);
  if ("kind" in document && document.kind === "denied") {
    const { rule, setting } = document;
    return { state: "denied", rule, ...(setting === undefined ? {} : { setting }) };
  }
  const here = "kind" in document ? undefined : document;
  if (here !== undefined && matches(here, cited.line_start, cited.line_end, cited.sha256)) {
    return found("verified", here, cited.line_start, cited.line_end);
  }
  const count = cited.line_end - cited.line_start + 1;
  if (here !== undefined) {
    const start = await findMovedLines(here.lines, cited, signal);
    if (start !== undefined) return found("moved", here, start, start + count - 1);
  }
  const elsewhere = await findInIndex(cited, count, means);
  if (elsewhere !== undefined) return elsewhere;
  if (here === undefined) return { state: "missing" };
  const line_end = Math.min(cited.line_end, here.lines.length);
  if (line_end < cited.line_start) return { state: "changed", relative_path: cited.relative_path };
  return found("changed", here, cited.line_start, line_end);
}

/** The index may be older than the files, so what it names is read and hashed before it is believed. */
async function findInIndex(
  cited: CitedLines,
  count: number,
  { shelf, read, lookAgain }: Means,
): Promise<Verification | undefined> {
  if (count < 1) return undefined;
  const find = async () => {
    const place = shelf.index.findByHash(cited.sha256, count, cited);
    if (place === undefined) return undefined;
    const document = await read(place.root_id, place.relative_path);
    if ("kind" in document) return undefined;
    const { line_start, line_end } = place;
    if (!matches(document, line_start, line_end, cited.sha256)) return undefined;
    const moved = found("moved", document, line_start, line_end);
    return { ...moved, root_id: document.verdict.root.id };
  };
  const known = await find();
  if (known !== undefined) return known;
  await lookAgain(); // it may stand in a file that was just saved
  return find();
}

function matches(document: ReadDocument, start: number, end: number, sha256: string): boolean {
  if (end < start || end > document.lines.length) return false;
  return hashLines(sliceLines(document.lines, start, end)) === sha256;
}

function found(
  state: "verified" | "moved" | "changed",
  document: ReadDocument,
  line_start: number,
  line_end: number,
): Verification {
  const { root, relative_path } = document.verdict;
  const source = root.id === webRootId ? savedPageSource(document.lines) : undefined;
  return {
    state,
    relative_path,
    ...(source === undefined ? {} : { source }),
    line_start,
    line_end,
    file_sha256: document.file.sha256,
    text: sliceLines(document.lines, line_start, line_end).join("\n"),
  };
}

/** Each file is read once per call, however many citations name it. */
function readOnce(shelf: Shelf): Read {
  const known = new Map<string, Promise<ReadDocument | Unread>>();
  return (root_id, path) => {
    const key = `${root_id}\0${path}`;
    const reading = known.get(key) ?? readOrRefuse(shelf, root_id, path);
    known.set(key, reading);
    return reading;
  };
}

async function readOrRefuse(
  shelf: Shelf,
  root_id: string,
  path: string,
): Promise<ReadDocument | Unread> {
  try {
    return await readDocument(shelf.access, path, root_id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.details?.missing === true) return { kind: "missing" };
    const rule = SkipRule.safeParse(error.code);
    return {
      kind: "denied",
      rule: rule.success ? rule.data : "not_a_document",
      setting: error.setting,
    };
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}
