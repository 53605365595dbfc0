import type { BuiltinTool } from "./builtin-tool.ts";
import { editFile } from "./edit-file.ts";
import { findFiles } from "./find-files.ts";
import { listFolder } from "./list-folder.ts";
import { readFile } from "./read-file.ts";
import { runShell } from "./run-shell.ts";
import { searchText } from "./search-text.ts";
import { writeFile } from "./write-file.ts";

/** Every tool of the program's own. A new one is a file beside this one and a line here. */
export const builtinTools: readonly BuiltinTool[] = [
  listFolder,
  findFiles,
  searchText,
  readFile,
  writeFile,
  editFile,
  runShell,
];
