import type { Access } from "#lib/access/access";
import type { Allowed } from "#lib/access/verdict";
import type { FileVersion } from "#lib/contracts/citation";
import type { PassageKind } from "#lib/contracts/docs-tools";
import { AppError, SkipRule } from "#lib/contracts/errors";
import { decode } from "#lib/platform/decode";
import { sha256 } from "#lib/platform/hash";
import { hashLines, sliceLines, splitLines } from "#lib/platform/lines";
import { say } from "#lib/platform/say";
import type { EngineDocument } from "./engines/engine.ts";
import { type Cut, type Heading, readMarkdown } from "./markdown/document.ts";
import { searchableText } from "./markdown/searchable.ts";

/** What the index remembers of a file: where things stand and in which version. Never its text. */
export type Facts = {
  title: string;
  aliases: string[];
  file: FileVersion;
  lines: number;
  headings: Heading[];
  passages: PassageFacts[];
  cuts: Cut[];
};

export type PassageFacts = {
  /** 1-based, inclusive, in the file's lines. */
  line_start: number;
  line_end: number;
  kind: PassageKind;
  breadcrumb: string[];
  /** The first 16 digits of the hash of its lines. */
  hash: string;
};

export type OpenFile = { lines: string[]; file: FileVersion };

/** Bytes of a judged file as lines and version. Throws AppError with the rule. */
export async function openFile(access: Access, verdict: Allowed): Promise<OpenFile> {
  const { bytes, stat } = await access.open(verdict);
  const decoded = decode(bytes);
  if (decoded.kind === "not_text") {
    throw new AppError("not_text", say("en", "docs.not_text", { reason: decoded.reason }));
  }
  return {
    lines: splitLines(decoded.text),
    file: {
      bytes: stat.size,
      mtime_ms: stat.mtime_ms,
      sha256: sha256(bytes),
      encoding: decoded.encoding,
    },
  };
}

export const hashDigits = 16;

/** A file as facts to keep and as words for the engine. */
export function readFacts(
  { lines, file }: OpenFile,
  place: { key: string; relative_path: string; order: string },
): { facts: Facts; document: EngineDocument } {
  const markdown = readMarkdown(lines, place.relative_path);
  const passages = markdown.passages.filter((p) => !p.silent);
  return {
    facts: {
      title: markdown.title,
      aliases: markdown.aliases,
      file,
      lines: lines.length,
      headings: markdown.headings,
      cuts: markdown.cuts,
      passages: passages.map((p) => ({
        line_start: p.start + 1,
        line_end: p.end,
        kind: p.kind,
        breadcrumb: p.breadcrumb,
        hash: hashLines(sliceLines(lines, p.start + 1, p.end)).slice(0, hashDigits),
      })),
    },
    document: {
      key: place.key,
      order: place.order,
      title: [markdown.title, ...markdown.aliases].join("\n"),
      path: [place.relative_path, ...markdown.about].join("\n"),
      passages: passages.map((p) => ({
        line: p.start + 1,
        heading: [...p.breadcrumb, p.breadcrumb.at(-1) ?? ""].join("\n"),
        ...searchableText(p, markdown.lines),
      })),
    },
  };
}

/** The rule a file is left out by when it could not be read; what no rule names counts as unreadable. */
export function skipOf(error: unknown): { rule: SkipRule; message: string } {
  const rule = SkipRule.safeParse(error instanceof AppError ? error.code : undefined);
  return error instanceof AppError && rule.success
    ? { rule: rule.data, message: error.message }
    : { rule: "unreadable", message: say("en", "rule.unreadable") };
}
