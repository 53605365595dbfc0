import { type ExportedPicture, exportTurn } from "#lib/citations/export-turn";
import { leaveOutSecrets } from "#lib/citations/leave-out-secrets";
import { pictureReference } from "#lib/citations/picture-reference";
import type { Answer, Lang } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { CitedLines } from "#lib/contracts/docs-tools";
import type { ExportQuery, Thread } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import { oneLine } from "#lib/platform/one-line";
import { say } from "#lib/platform/say";
import type { Caller } from "./docs-calls.ts";
import type { VerifyMany } from "./verify-many.ts";
import type { VerifyPictures } from "./verify-pictures.ts";

/** A conversation to take along, under a name that every file system takes. */
export type ThreadFile = { name: string; title?: string; type: string; text: string };

/**
 * As JSON the conversation as it is stored, without what shows a secret; as Markdown to be read, and to be checked again by `npm run verify`. Either
 * says of each source how it stands on the disk now.
 */
export function createThreadExport(deps: {
  verify: VerifyMany;
  verifyPictures: VerifyPictures;
  clock: Clock;
}) {
  const { verify, verifyPictures, clock } = deps;

  /** Of each answer those that go along, and how they stand. */
  async function picturesOf(thread: Thread, caller: Caller): Promise<ExportedPicture[][]> {
    const named = thread.messages.map((answer) =>
      (leaveOutSecrets(answer).answer.pictures ?? []).map(pictureReference),
    );
    const found = await verifyPictures(named.flat(), caller);
    return named.map((some) => some.map((one) => ({ ...one, now: found.shift() })));
  }

  return async function exportThread(
    thread: Thread,
    format: ExportQuery["format"],
    lang: Lang,
    caller: Caller,
  ): Promise<ThreadFile> {
    const name = `docent-${thread.id.replace(/^thread_/, "").slice(0, 8)}.${format}`;
    const title = `${fileTitle(thread.title)}.${format}`;
    const exported_at = clock.now().toISOString();
    const found = await verify(
      thread.messages.flatMap((answer) => answer.citations.map(linesOf)),
      caller,
    );
    const now = thread.messages.map((answer) => found.splice(0, answer.citations.length));
    const shown = await picturesOf(thread, caller);
    if (format === "json") {
      const sources = thread.messages.flatMap((answer, i) =>
        answer.citations.map(({ id }, n) => ({
          run_id: answer.run_id,
          citation: id,
          state: now[i]?.[n]?.state ?? "unchecked",
        })),
      );
      const pictures = thread.messages.flatMap(({ run_id }, i) =>
        (shown[i] ?? []).map(({ now: stands, ...one }) => ({
          ...{ run_id, ...one, state: stands?.state ?? "unchecked" },
        })),
      );
      const messages = thread.messages.map((answer) => leaveOutSecrets(answer).answer);
      const whole = { ...thread, messages, exported_at, sources, pictures };
      return { name, title, type: "application/json", text: `${JSON.stringify(whole, null, 2)}\n` };
    }
    const titled = isNamedByQuestion(thread);
    const text = [
      ...(titled ? [] : [`# ${oneLine(thread.title)}`]),
      ...thread.messages.map((answer: Answer, i) =>
        exportTurn(answer, now[i] ?? [], lang, shown[i], titled ? 1 : 2),
      ),
      `- ${say(lang, "export.exported", { at: `\`${exported_at}\`` })}`,
    ].join("\n\n");
    return { name, title, type: "text/markdown", text: `${text}\n` };
  };
}

/** One question under its own words, which are cut in the name of a conversation: it is not said twice. */
function isNamedByQuestion({ title, messages }: Thread): boolean {
  const [first, second] = messages;
  if (first === undefined || second !== undefined) return false;
  return oneLine(first.question, Array.from(title).length) === title;
}

/** So long a name is taken by every file system, in any writing. */
const longestTitle = 60;

/** The conversation's name as the name of a file: no sign that a system reads as something else. */
function fileTitle(title: string): string {
  const plain = title.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ").replace(/\s+/gu, " ");
  const cut = [...plain.trim()].slice(0, longestTitle).join("");
  return cut.replace(/^[. ]+|[. ]+$/g, "") || "docent";
}

export function linesOf({ root_id, relative_path, locator, sha256 }: Citation): CitedLines {
  const { line_start, line_end } = locator;
  return { root_id, relative_path, line_start, line_end, sha256 };
}
