import type { Access } from "#lib/access/access";
import type { Allowed } from "#lib/access/verdict";
import type { FileVersion } from "#lib/contracts/citation";
import { AppError, SkipRule } from "#lib/contracts/errors";
import type { Cut } from "#lib/markdown/document";
import { decode } from "#lib/platform/decode";
import { sha256 } from "#lib/platform/hash";
import { splitLines } from "#lib/platform/lines";
import { say } from "#lib/platform/say";
import type { PackedOutline } from "./packed-outline.ts";
import type { SynonymGroup } from "./synonym-lines.ts";

/** What the index remembers of a file: where things stand and in which version. Never its text. */
export type Facts = {
  title: string;
  aliases: string[];
  file: FileVersion;
  lines: number;
  outline: PackedOutline;
  cuts: Cut[];
  /** Of a page that says which words mean the same; they count where it stands at the top of a root. */
  synonyms?: SynonymGroup[];
  /** It may refer to pictures. */
  pictures?: true;
};

export type OpenFile = {
  lines: string[];
  /** The same with what ends each line. */
  text: string;
  file: FileVersion;
};

/** Bytes of a judged file as lines and version. Throws AppError with the rule. */
export async function openFile(access: Access, verdict: Allowed): Promise<OpenFile> {
  const { bytes, stat } = await access.open(verdict);
  const decoded = decode(bytes);
  if (decoded.kind === "not_text") {
    throw new AppError("not_text", say("en", "docs.not_text", { reason: decoded.reason }));
  }
  return {
    lines: splitLines(decoded.text),
    text: decoded.text,
    file: {
      bytes: stat.size,
      mtime_ms: stat.mtime_ms,
      sha256: sha256(bytes),
      encoding: decoded.encoding,
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
