import type { TaskType } from "./task-type.ts";
import { checkDocs } from "./types/check-docs.ts";
import { editDocs } from "./types/edit-docs.ts";
import { researchReport } from "./types/research-report.ts";
import { runCodeSnippet } from "./types/run-code-snippet.ts";

/** Every kind of task there is. To add one: its file in `types/`, and one line here. */
export const taskTypes: readonly TaskType[] = [checkDocs, editDocs, researchReport, runCodeSnippet];
