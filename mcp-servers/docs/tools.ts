import type { DocsTool, UnlistedTool } from "./tool.ts";
import { askQuestion } from "./tools/ask-question.ts";
import { embedForget } from "./tools/embed-forget.ts";
import { embedKept } from "./tools/embed-kept.ts";
import { embedNext } from "./tools/embed-next.ts";
import { embedPut } from "./tools/embed-put.ts";
import { findPictures } from "./tools/find-pictures.ts";
import { listFiles } from "./tools/list-files.ts";
import { lookAtLinks } from "./tools/look-at-links.ts";
import { outlineFile } from "./tools/outline-file.ts";
import { readLines } from "./tools/read-lines.ts";
import { readPicture } from "./tools/read-picture.ts";
import { reportStatus } from "./tools/report-status.ts";
import { searchPassages } from "./tools/search-passages.ts";
import { suggestHeadings } from "./tools/suggest-headings.ts";
import { verifyCitations } from "./tools/verify-citations.ts";

/** Every tool of the docs server, in the order clients show them. A new one is a file in `tools/` and a line here. */
export const tools = [
  searchPassages,
  readLines,
  outlineFile,
  listFiles,
  verifyCitations,
  reportStatus,
  suggestHeadings,
  lookAtLinks,
  findPictures,
  readPicture,
] as unknown as readonly DocsTool[]; // each is a DocsTool of its own name; TypeScript has no list of such pairs

/** Before these, of a server that answers questions. */
export const answeringTools = [askQuestion] as unknown as readonly DocsTool[]; // as above

/** Tools that are in no list and are there with `--embedding` alone. */
export const unlistedTools = [
  embedNext,
  embedPut,
  embedForget,
  embedKept,
] as unknown as readonly UnlistedTool[]; // as above
