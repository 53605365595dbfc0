import { z } from "zod";
import { MOST_BYTES } from "#lib/access/replace-file";
import { sha256 } from "#lib/platform/hash";
import { endedBy, usualEnd } from "#lib/platform/line-ends";
import { say } from "#lib/platform/say";
import { plainForm, refuseOddText } from "#lib/platform/text-form";
import { builtinTool, type ToolRoom, writes } from "./builtin-tool.ts";
import {
  expectedHash,
  type FileText,
  makeChange,
  planChange,
  touchesChange,
} from "./change-file.ts";

const byteOrderMark = "\ufeff";

/** `write`: a whole file, or more at its end. The file keeps its encoding, rights and owner. */
export const writeFile = builtinTool({
  ...writes,
  name: "write",
  title: "Write a file",
  description:
    "Writes text to one file of the workspace in one step: mode overwrite replaces everything in it, append adds to its end, and either makes the file and the folders above it where they are missing. A person sees the change as a diff first. An existing file keeps its encoding and permissions; what is appended gets its line ends. Binary files, files with a second name (hard links), files that other programs run by themselves (such as .bashrc, .vscode/, AGENTS.md) and everything on the denylist are refused. To change a part of a file use edit.",
  input: z.strictObject({
    path: z.string().describe("The file: relative to the workspace, or absolute."),
    content: z.string().max(MOST_BYTES).describe("The text, exactly as it is to stand there."),
    mode: z.enum(["overwrite", "append"]).default("overwrite"),
    expected_sha256: expectedHash(),
  }),
  output: z.object({
    path: z.string(),
    created: z.boolean(),
    /** Of this call: all of the file, or what was added. */
    bytes_written: z.number(),
    /** Of the whole file as it is now. */
    bytes: z.number(),
    sha256: z.string(),
  }),
  touches: (args, room) => touchesChange(plan(args, room)),
  async run(args, call, room) {
    const planned = plan(args, room);
    await makeChange(planned, call, room);
    const { target, bytes } = planned;
    const written =
      args.mode === "append" ? bytes.length - (target?.bytes.length ?? 0) : bytes.length;
    const path = planned.names.join("/");
    const made = target === undefined ? "created" : args.mode;
    return {
      is_error: false,
      text: say(call.lang, `tool_write.done.${made}`, { path, bytes: written }),
      structured: {
        path,
        created: target === undefined,
        bytes_written: written,
        bytes: bytes.length,
        sha256: sha256(bytes),
      },
    };
  },
});

type WriteArguments = {
  path: string;
  content: string;
  mode: "overwrite" | "append";
  expected_sha256?: string | undefined;
};

function plan(args: WriteArguments, room: ToolRoom) {
  const { content, mode } = args;
  refuseOddText("content", content);
  return planChange(room, args, (before) => {
    if (before === undefined || before.text === "" || mode === "overwrite") {
      return overwritten(before, content);
    }
    const { text, form } = before;
    const added = content.includes("\r") ? content : endedBy(content, usualEnd(text));
    return { text: text + added, form };
  });
}

/** A byte order mark at the beginning is the file's form, not its text. */
function overwritten(before: FileText | undefined, content: string): FileText {
  const form = before?.form ?? plainForm;
  if (!content.startsWith(byteOrderMark)) return { text: content, form };
  return { text: content.slice(1), form: { ...form, bom: true } };
}
