import { exportTurn } from "#lib/citations/export-turn";
import { leaveOutSecrets } from "#lib/citations/leave-out-secrets";
import type { Answer, Lang } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { CitedLines } from "#lib/contracts/docs-tools";
import type { ExportQuery, Thread } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import { oneLine } from "#lib/platform/one-line";
import { say } from "#lib/platform/say";
import type { Caller } from "./docs-calls.ts";
import type { VerifyMany } from "./verify-many.ts";

/** A conversation to take along, under a name that every file system takes. */
export type ThreadFile = { name: string; type: string; text: string };

/**
 * As JSON the conversation as it is stored, without what shows a secret; as Markdown to be read, and to be checked again by `npm run verify`. Either
 * says of each source how it stands on the disk now.
 */
export function createThreadExport(deps: { verify: VerifyMany; clock: Clock }) {
  const { verify, clock } = deps;

  return async function exportThread(
    thread: Thread,
    format: ExportQuery["format"],
    lang: Lang,
    caller: Caller,
  ): Promise<ThreadFile> {
    const name = `docent-${thread.id.replace(/^thread_/, "").slice(0, 8)}.${format}`;
    const exported_at = clock.now().toISOString();
    const found = await verify(
      thread.messages.flatMap((answer) => answer.citations.map(linesOf)),
      caller,
    );
    const now = thread.messages.map((answer) => found.splice(0, answer.citations.length));
    if (format === "json") {
      const sources = thread.messages.flatMap((answer, i) =>
        answer.citations.map(({ id }, n) => ({
          run_id: answer.run_id,
          citation: id,
          state: now[i]?.[n]?.state ?? "unchecked",
        })),
      );
      const messages = thread.messages.map((answer) => leaveOutSecrets(answer).answer);
      const whole = { ...thread, messages, exported_at, sources };
      return { name, type: "application/json", text: `${JSON.stringify(whole, null, 2)}\n` };
    }
    const text = [
      `# ${oneLine(thread.title)}`,
      ...thread.messages.map((answer: Answer, i) => exportTurn(answer, now[i] ?? [], lang)),
      `- ${say(lang, "export.exported", { at: `\`${exported_at}\`` })}`,
    ].join("\n\n");
    return { name, type: "text/markdown", text: `${text}\n` };
  };
}

export function linesOf({ root_id, relative_path, locator, sha256 }: Citation): CitedLines {
  const { line_start, line_end } = locator;
  return { root_id, relative_path, line_start, line_end, sha256 };
}
