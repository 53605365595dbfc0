import type { Artifact, TaskEventRow, TaskInfo } from "#lib/contracts/tasks";
import { styled } from "../terminal/marks.ts";
import { terminalName, terminalText } from "../terminal/terminal-text.ts";

/** What a task tells, a line each, on stderr. */
export function printProgress({ event }: TaskEventRow): void {
  const line = lineOf(event);
  if (line !== undefined) console.error(terminalText(line));
}

function lineOf(event: TaskEventRow["event"]): string | undefined {
  switch (event.kind) {
    case "step_changed": {
      const { name, state, progress, error } = event.step;
      const far =
        progress === undefined || state !== "running"
          ? ""
          : ` ${progress.done}${progress.total === undefined ? "" : `/${progress.total}`}`;
      const why = error === undefined ? "" : `: ${error.message}`;
      return state === "pending" ? undefined : `${name}: ${state}${far}${why}`;
    }
    case "task_changed": {
      const { state, error } = event;
      return `task: ${state}${error === undefined ? "" : `: ${error.message}`}`;
    }
    case "notice_added":
      return event.message;
    case "artifact_added":
      return `file: ${terminalName(event.artifact.name)} (${event.artifact.bytes} bytes)`;
    case "artifacts_removed":
      return undefined;
  }
}

/** The last text among its files, which is where a type puts its report; of the others the names are told on stderr. */
export async function printResult(
  { artifacts, state }: TaskInfo,
  read: (name: string) => Promise<Buffer>,
): Promise<void> {
  const report = artifacts.findLast(isMarkdown) ?? artifacts.findLast(isText);
  if (report !== undefined && state === "completed") {
    console.log(terminalText((await read(report.name)).toString("utf8")));
  }
  for (const one of artifacts) {
    if (one !== report) console.error(styled("dim", terminalName(one.name)));
  }
}

const isMarkdown = ({ media_type }: Artifact): boolean => media_type === "text/markdown";
const isText = ({ media_type }: Artifact): boolean => media_type.startsWith("text/");
