import type { Answer, Lang } from "#lib/contracts/answer";
import type { ExportQuery, Thread } from "#lib/contracts/http";
import { say } from "#lib/platform/say";

/** A conversation to take along, under a name that every file system takes. */
export type ThreadFile = { name: string; type: string; text: string };

/**
 * As JSON the conversation as it is stored; as Markdown to be read: question, answer, sources with lines and hash, gaps.
 * What an answer quotes is Markdown already and stays as it is.
 */
export function exportThread(
  thread: Thread,
  format: ExportQuery["format"],
  lang: Lang,
): ThreadFile {
  const name = `docent-${thread.id.replace(/^thread_/, "").slice(0, 8)}.${format}`;
  if (format === "json") {
    return { name, type: "application/json", text: `${JSON.stringify(thread, null, 2)}\n` };
  }
  const turns = thread.messages.map((answer) => turn(answer, lang));
  const text = [`# ${oneLine(thread.title)}`, ...turns].join("\n\n");
  return { name, type: "text/markdown", text: `${text}\n` };
}

function turn(answer: Answer, lang: Lang): string {
  const searched = answer.searched.filter((query) => query !== answer.question);
  const parts = [
    `## ${oneLine(answer.question)}`,
    say(lang, "export.asked", { at: answer.asked_at }),
    ...(searched.length === 0
      ? []
      : [say(lang, "export.searched", { queries: searched.map(oneLine).join(" · ") })]),
    answer.markdown,
  ];
  if (answer.claims.length > 0 && answer.gaps.length > 0) {
    const gaps = answer.gaps.map((gap) => `- ${oneLine(gap.message)}`);
    parts.push(`### ${say(lang, "export.gaps")}`, gaps.join("\n"));
  }
  if (answer.citations.length > 0) {
    const sources = answer.citations.map((citation) =>
      say(lang, "export.source", {
        number: citation.id,
        path: citation.display_path,
        line_start: citation.locator.line_start,
        line_end: citation.locator.line_end,
        sha256: citation.sha256,
      }),
    );
    parts.push(`### ${say(lang, "export.sources")}`, sources.map((s) => `- ${s}`).join("\n"));
  }
  return parts.filter((part) => part !== "").join("\n\n");
}

/** A question of several lines must not begin a heading or a list of its own. */
const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim();
