import { AppError } from "#lib/contracts/errors";
import { mayHoldPictures } from "#lib/markdown/pictures";
import { type Decoded, decode } from "#lib/platform/decode";
import { sha256 } from "#lib/platform/hash";
import { hashLines, sliceLines, splitLines } from "#lib/platform/lines";
import { say } from "#lib/platform/say";
import { type DocumentWords, readWords } from "../engines/document-words.ts";
import type { Facts } from "../facts.ts";
import { hashDigits, packOutline } from "../packed-outline.ts";
import { documentText } from "./document-text.ts";
import { readDocument } from "./read-document.ts";

/** The bytes of one file and how much of it is wanted. */
export type FileToRead = {
  bytes: Uint8Array;
  mtime_ms: number;
  relative_path: string;
  /** Of an outline the words are not wanted. */
  words: boolean;
  /** False when reading the front matter has already taken too long once: it is passed over and reported. */
  front_matter: boolean;
};

export type FileRead = { facts: Facts; words?: DocumentWords };

/**
 * From bytes to facts and words. May take very long or very much memory on a hostile file, so it runs in the worker
 * only. `onFrontMatter` is told before and after the front matter is read. Throws AppError with the rule.
 */
export function readFile(
  { bytes, mtime_ms, relative_path, words, front_matter }: FileToRead,
  onFrontMatter: (reading: boolean) => void,
): FileRead {
  const decoded = decode(bytes);
  if (decoded.kind === "not_text") {
    throw new AppError("not_text", say("en", "docs.not_text", { reason: decoded.reason }));
  }
  const lines = splitLines(decoded.text);
  const markdown = readDocument(lines, relative_path, { front_matter, onFrontMatter });
  const passages = markdown.passages.filter((p) => !p.silent);
  const bytesOf = bytesOfLines(bytes, decoded);
  const facts: Facts = {
    title: markdown.title,
    aliases: markdown.aliases,
    file: {
      bytes: bytes.length,
      mtime_ms,
      sha256: sha256(bytes),
      encoding: decoded.encoding,
    },
    lines: lines.length,
    cuts: markdown.cuts,
    ...(markdown.synonyms === undefined ? {} : { synonyms: markdown.synonyms }),
    ...(mayHoldPictures(decoded.text) ? { pictures: true as const } : {}),
    outline: packOutline(
      markdown.headings,
      passages.map((p) => {
        const own = bytesOf?.(p.start, p.end);
        const hash =
          own === undefined
            ? hashLines(sliceLines(lines, p.start + 1, p.end))
            : sha256(bytes.subarray(own.start, own.end));
        return {
          line_start: p.start + 1,
          line_end: p.end,
          kind: p.kind,
          breadcrumb: p.breadcrumb,
          ...(p.inside_fence === undefined ? {} : { inside_fence: p.inside_fence }),
          hash: hash.slice(0, hashDigits),
          ...(own === undefined ? {} : { bytes: own }),
        };
      }),
    ),
  };
  if (!words) return { facts };
  return {
    facts,
    words: readWords(documentText(markdown, relative_path)),
  };
}

/** Tells where lines stand in the file, `to` not included; undefined where they are not its bytes between two line feeds. */
function bytesOfLines(bytes: Uint8Array, { text, encoding }: Extract<Decoded, { kind: "text" }>) {
  // Behind a mark of the byte order what is not UTF-8 is let pass.
  if (encoding !== "utf-8" || bytes[0] === 0xef || text.includes("\r")) return undefined;
  const starts: number[] = [0];
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1))
    starts.push(at + 1);
  starts.push(bytes.length + 1);
  return (from: number, to: number) => ({
    start: starts[from] ?? 0,
    end: (starts[to] ?? bytes.length + 1) - 1,
  });
}

const lineFeed = 10;
