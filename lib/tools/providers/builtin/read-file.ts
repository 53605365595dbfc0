import { createHash } from "node:crypto";
import { z } from "zod";
import { type JudgedFile, withJudgedFileInTurns } from "#lib/access/open-judged";
import { AppError } from "#lib/contracts/errors";
import { type Encoding, encodingInParts } from "#lib/platform/decode";
import { say } from "#lib/platform/say";
import { allowed, builtinTool, reads, touchesPath } from "./builtin-tool.ts";
import { goOn } from "./list-tree.ts";
import { bytesAt, textWindow } from "./text-window.ts";

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
  async run({ path, offset, limit_bytes: limit }, { signal, lang }, { roots: all }) {
    const roots = all.now();
    const file = allowed(roots.judge(path, "file"));
    return withJudgedFileInTurns(file.real_path, async (opened) => {
      const looked = await lookAt(opened, signal);
      const { encoding, size } = looked;
      const { text, start, end } = textWindow(opened, { offset, limit, encoding, size });
      const more = end < size;
      const notes = [
        ...(size === 0 ? [say(lang, "tool_note.empty_file")] : []),
        ...(offset >= size && size > 0 ? [say(lang, "tool_note.behind_end", { size })] : []),
        ...(more ? [say(lang, "tool_note.goes_on", { start, end, size })] : []),
      ];
      const { whole } = looked;
      const line = whole && {
        first_line: await lineAt(whole.subarray(0, start), encoding, signal),
      };
      const hash = whole && { sha256: await sha256Of(whole, signal) };
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

/** Between two parts of a large file others have their turn. */
const partBytes = 1024 * 1024;

async function lookAt(
  file: JudgedFile,
  signal: AbortSignal,
): Promise<{ encoding: Encoding; size: number; whole?: Buffer }> {
  const size = Number(file.stat.size);
  const fits = size <= wholeBytes;
  const bytes = bytesAt(file, 0, fits ? size : headBytes);
  const steps = encodingInParts(
    fits ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1 || headBytes),
  );
  let step = steps.next();
  for (; !step.done; step = steps.next()) await goOn(signal);
  const encoding = step.value;
  if (typeof encoding !== "string") {
    const { reason } = encoding;
    throw new AppError("not_text", say("en", "tool_path.not_text", { reason, size }));
  }
  return fits ? { encoding, size: bytes.length, whole: bytes } : { encoding, size };
}

async function sha256Of(bytes: Buffer, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += partBytes) {
    hash.update(bytes.subarray(at, at + partBytes));
    await goOn(signal);
  }
  return hash.digest("hex");
}

/** The number of the line in which these bytes end. Lines end at LF, CRLF or CR. */
async function lineAt(bytes: Buffer, encoding: Encoding, signal: AbortSignal): Promise<number> {
  const wide = encoding === "utf-16le" || encoding === "utf-16be" ? 2 : 1;
  const low = encoding === "utf-16be" ? 1 : 0;
  let line = 1;
  let last = 0;
  for (let part = 0; part < bytes.length; part += partBytes) {
    const end = Math.min(part + partBytes, bytes.length - wide + 1);
    for (let at = part; at < end; at += wide) {
      const narrow = wide === 1 || bytes[at + 1 - low] === 0;
      const unit = narrow ? (bytes[at + low] ?? 0) : 0;
      if (unit === 13 || (unit === 10 && last !== 13)) line += 1;
      last = unit;
    }
    await goOn(signal);
  }
  return line;
}
