import { createHash } from "node:crypto";
import { z } from "zod";
import { type JudgedFile, withJudgedFile } from "#lib/access/open-judged";
import { AppError } from "#lib/contracts/errors";
import { decode } from "#lib/platform/decode";
import { say } from "#lib/platform/say";
import { allowed, builtinTool, reads, touchesPath } from "./builtin-tool.ts";
import { bytesAt, type Encoding, textWindow } from "./text-window.ts";

/** `read`: a part of a text file, from a byte on, as its characters. */
export const readFile = builtinTool({
  ...reads,
  name: "read",
  title: "Read a file",
  description:
    "Reads a text file of the workspace, or the part of it that begins at a byte. UTF-8, UTF-16, GBK and Latin-1 are told apart and handed over as text with its own line ends; no character is cut in two. A file that is no text is refused. What looks secret is masked.",
  input: z.strictObject({
    path: z.string().describe("The file: relative to the workspace, or absolute."),
    offset: z
      .number()
      .int()
      .min(0)
      .default(0)
      .describe("The byte to begin at; next_offset of the last call goes on where it ended."),
    limit_bytes: z
      .number()
      .int()
      .min(1)
      .max(1_048_576)
      .default(32_768)
      .describe("How many bytes at most."),
  }),
  output: z.object({
    path: z.string(),
    encoding: z.string(),
    /** Of the whole file. */
    bytes: z.number(),
    offset: z.number(),
    /** Absent at the end of the file. */
    next_offset: z.number().optional(),
    /** The number of the line in which the part begins. Absent, as the hash is, for a file too large to be looked through. */
    first_line: z.number().optional(),
    /** Of the raw bytes of the whole file: what `edit` and `write` take to be sure that it is still this one. */
    sha256: z.string().optional(),
  }),
  touches: (args, { roots }) => touchesPath(roots.judge(args.path, "file"), args),
  async run({ path, offset, limit_bytes: limit }, { lang }, { roots: all }) {
    const roots = all.now();
    const file = allowed(roots.judge(path, "file"));
    return withJudgedFile(file.real_path, (opened) => {
      const looked = lookAt(opened);
      const { encoding, size } = looked;
      const { text, start, end } = textWindow(opened, { offset, limit, encoding, size });
      const more = end < size;
      const notes = [
        ...(size === 0 ? [say(lang, "tool_note.empty_file")] : []),
        ...(offset >= size && size > 0 ? [say(lang, "tool_note.behind_end", { size })] : []),
        ...(more ? [say(lang, "tool_note.goes_on", { start, end, size })] : []),
      ];
      const { whole } = looked;
      const line = whole && { first_line: lineAt(whole, start, encoding) };
      const hash = whole && { sha256: createHash("sha256").update(whole).digest("hex") };
      return {
        is_error: false,
        text,
        stderr: notes.join("\n"),
        structured: {
          path: roots.show(file.real_path),
          encoding,
          bytes: size,
          offset: start,
          ...(more ? { next_offset: end } : {}),
          ...line,
          ...hash,
        },
        reads: [
          {
            root_id: file.root.id,
            relative_path: file.relative_path,
            length: text.length,
            ...hash,
          },
        ],
      };
    });
  },
});

/** A larger file is not looked through whole: its encoding is that of its first part. */
const wholeBytes = 16 * 1024 * 1024;
const headBytes = 256 * 1024;

function lookAt(file: JudgedFile): { encoding: Encoding; size: number; whole?: Buffer } {
  const size = Number(file.stat.size);
  const fits = size <= wholeBytes;
  const bytes = bytesAt(file, 0, fits ? size : headBytes);
  const decoded = decode(
    fits ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1 || headBytes),
  );
  if (decoded.kind === "not_text") {
    throw new AppError("not_text", say("en", "tool_path.not_text", { size }));
  }
  return fits
    ? { encoding: decoded.encoding, size: bytes.length, whole: bytes }
    : { encoding: decoded.encoding, size };
}

/** Lines end at LF, CRLF or CR. */
function lineAt(bytes: Buffer, at: number, encoding: Encoding): number {
  const wide = encoding === "utf-16le" || encoding === "utf-16be";
  const text = wide
    ? new TextDecoder(encoding).decode(bytes.subarray(0, at))
    : bytes.toString("latin1", 0, at);
  let line = 1;
  for (const _ of text.matchAll(/\r\n|\n|\r/g)) line += 1;
  return line;
}
