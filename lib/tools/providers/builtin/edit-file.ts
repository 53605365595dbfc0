import { z } from "zod";
import { MOST_BYTES, tooLarge } from "#lib/access/replace-file";
import type { AppError } from "#lib/contracts/errors";
import { sha256 } from "#lib/platform/hash";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { refuseOddText } from "#lib/platform/text-form";
import { builtinTool, type ToolRoom, writes } from "./builtin-tool.ts";
import { expectedHash, makeChange, planChange, touchesChange } from "./change-file.ts";
import { type Edit, type Edited, editText } from "./edit-text.ts";
import { nearMiss, nearMissSentence } from "./near-miss.ts";

/** `edit`: one text of a file replaced by another, or all of them; everything else stays as it is, byte for byte. */
export const editFile = builtinTool({
  ...writes,
  name: "edit",
  title: "Edit a file",
  description:
    "Replaces text in one file of the workspace, in one step. find is taken letter for letter (no patterns, $& and backslashes mean themselves) and must stand exactly once, unless all is true; where it stands more often or nowhere, nothing changes and the answer says in which lines it stands or what comes nearest. Line ends in find match those of the file, and those in replace become the file's. Encoding, line ends and permissions stay. A person sees the change as a diff first. The same files are refused as by write.",
  input: z.strictObject({
    path: z.string().describe("The file: relative to the workspace, or absolute."),
    find: z.string().min(1).describe("The text to replace, letter for letter; it may span lines."),
    replace: z.string().max(MOST_BYTES).describe("What stands in its place; empty to delete it."),
    all: z.boolean().default(false).describe("Every place where it stands."),
    expected_sha256: expectedHash(),
  }),
  output: z.object({
    path: z.string(),
    replacements: z.number(),
    /** Of the whole file as it is now. */
    bytes: z.number(),
    sha256: z.string(),
  }),
  touches: (args, room) => touchesChange(plan(args, room).planned),
  async run(args, call, room) {
    const { planned, count } = plan(args, room);
    await makeChange(planned, call, room);
    const path = planned.names.join("/");
    const { bytes } = planned;
    return {
      is_error: false,
      text: say(call.lang, "tool_write.done.edit", { path, count }),
      structured: { path, replacements: count, bytes: bytes.length, sha256: sha256(bytes) },
    };
  },
});

type EditArguments = Edit & { path: string; expected_sha256?: string | undefined };

function plan(args: EditArguments, room: ToolRoom) {
  const { find, replace } = args;
  refuseOddText("find", find);
  refuseOddText("replace", replace);
  if (find === replace) throw saidError("validation", "tool_write.same");
  let count = 0;
  const planned = planChange(room, args, (before) => {
    if (before === undefined) throw saidError("unreadable", "tool_write.missing");
    const { text, form } = before;
    const edited = editText(text, args, MOST_BYTES);
    if (edited.kind !== "edited") throw refusal(edited, text, args);
    count = edited.count;
    return { text: edited.text, form };
  });
  return { planned, count };
}

function refusal(edited: Exclude<Edited, { kind: "edited" }>, text: string, edit: Edit): AppError {
  switch (edited.kind) {
    case "too_large":
      return tooLarge();
    case "too_many":
      return saidError("validation", "tool_write.too_many", { most: edited.most });
    case "ambiguous": {
      const { count, lines, more } = edited;
      const told = `${lines.join(", ")}${lines.length < count ? ", …" : ""}`;
      const key = more ? "tool_write.more_than" : "tool_write.ambiguous";
      return saidError("validation", key, { count, lines: told });
    }
    case "missing": {
      const near = nearMissSentence(nearMiss(text, edit));
      return saidError("validation", "tool_write.no_match", { near });
    }
  }
}
