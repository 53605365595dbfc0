import { diffLines } from "diff";
import {
  type Answer,
  type Gap,
  type Lang,
  modelAsked,
  type ToolAction,
} from "#lib/contracts/answer";
import { nearestTo } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { Verification } from "#lib/contracts/docs-tools";
import { oneLine } from "#lib/platform/one-line";
import { say } from "#lib/platform/say";
import { maskText } from "#lib/platform/secrets";
import { callName } from "./call-name.ts";
import type { ExportSection } from "./export-lines.ts";
import { leaveOutSecrets } from "./leave-out-secrets.ts";
import { type PictureNow, type PictureReference, pictureLine } from "./picture-reference.ts";
import { renderAnswer, renderNearest } from "./render.ts";

/** How a source stood when it was exported; undefined when the files could not be looked at. In the order of the citations. */
export type SourceNow = Pick<Verification, "state" | "text"> | undefined;

/** A picture of it, and how it stood. */
export type ExportedPicture = PictureReference & { now: PictureNow | undefined };

/**
 * One answer as Markdown that a person can read and `readExport` can check: under the question its sentences with their
 * markers and nothing else, then in parts of their own what was counted, what is missing, the lines behind each marker
 * with hash and state, and when and how it was asked. What those parts can hold is told in export-lines.ts. `level` of the
 * question's heading: 1 where it is the title of the whole file.
 */
export function exportTurn(
  given: Answer,
  found: readonly SourceNow[],
  lang: Lang,
  pictures: readonly ExportedPicture[] = [],
  level: 1 | 2 = 2,
): string {
  const { answer, left_out } = leaveOutSecrets(given);
  const section = (key: ExportSection, body: string) =>
    body === "" ? [] : [`### ${say(lang, `export.${key}`)}`, body];
  const sources = answer.citations.map((one, i) => source(one, found[i], lang));
  const gapItem = (gap: Gap) => {
    const near = renderNearest(nearestTo(gap, answer.blocks), answer, lang).replace(
      /^(?=.)/gm,
      "  ",
    );
    const item = `- ${oneLine(gap.message)} (${code(gap.rule ?? gap.cause)})`;
    return near === "" ? item : `${item}\n\n${near}\n`;
  };
  return [
    `${"#".repeat(level)} ${oneLine(answer.question)}`,
    ...(answer.claims.length === 0 ? [] : [renderAnswer(answer, lang)]),
    ...(answer.status === "chat" ? section("reply", answer.markdown) : []),
    ...section("counted", (answer.listings ?? []).map(countedList).join("\n\n")),
    ...section("actions", items((answer.actions ?? []).map((one) => actionLine(one, lang)))),
    ...section("gaps", answer.gaps.map(gapItem).join("\n")),
    ...section("sources", sources.join("\n")),
    ...section(
      "pictures",
      items(pictures.map(({ now, ...one }) => pictureLine(one, now, { lang, written: named }))),
    ),
    ...section("about", items(about(answer, left_out, lang))),
  ].join("\n\n");
}

/** The call alone: what a model said about it rests on nothing that can be looked at again. */
function actionLine({ tool_id, arguments: given, outcome, rule }: ToolAction, lang: Lang): string {
  const said = say(lang, `action.outcome.${outcome}`);
  return `${code(named(callName(tool_id, given)))}: ${said}${rule === null ? "" : ` (${code(rule)})`}`;
}

function countedList({ sentence, files }: NonNullable<Answer["listings"]>[number]): string {
  return [sentence, items(files.map((file) => code(named(file.display_path))))].join("\n\n");
}

function about(answer: Answer, left_out: number, lang: Lang): string[] {
  const { asked_at, status, mode, trace_id, run_id, notices } = answer;
  const model = modelAsked(answer);
  const asked = mode === "model" ? "export.written_by" : "export.model_asked";
  const searched = answer.searched.filter((query) => query !== answer.question);
  return [
    say(lang, "export.asked", { at: code(asked_at) }),
    ...(searched.length === 0
      ? []
      : [
          say(lang, "export.searched", {
            queries: searched.map((query) => oneLine(query)).join(" · "),
          }),
        ]),
    say(lang, "export.outcome", { status: code(status), mode: code(mode) }),
    ...(model === undefined ? [] : [say(lang, asked, { model: code(named(oneLine(model))) })]),
    say(lang, "export.trace", { trace_id: code(trace_id), run_id: code(run_id) }),
    ...(left_out === 0 ? [] : [say(lang, "export.secrets", { count: left_out })]),
    ...notices.map((notice) => oneLine(notice.message)),
  ];
}

/** `- [1] "root/path#L41-L48" · verified · sha256 "…"`: the form that `readSourceLine` takes apart again. */
function source(citation: Citation, now: SourceNow, lang: Lang): string {
  const { id, root_id, relative_path, locator, sha256 } = citation;
  const place = `${named(root_id)}/${named(relative_path)}#L${locator.line_start}-L${locator.line_end}`;
  const state = say(lang, `export.state.${now?.state ?? "unchecked"}`);
  const line = `- [${id}] ${code(place)} · ${state} · sha256 ${code(sha256)}`;
  return now?.state === "changed" && !citation.contains_secret
    ? `${line}\n\n${changes(citation, now.text)}\n`
    : line;
}

/** More than this of what stands there now is not compared. */
const longestNow = 20_000;

/** What was cited and what stands on its lines now, as a difference by lines; of longer lines what was kept. */
function changes({ snippet, truncated }: Citation, now = ""): string {
  const compared = !truncated && now.length <= longestNow;
  const masked = maskText(now).text;
  const parts = compared
    ? diffLines(`${snippet}\n`, now === "" ? "" : `${masked}\n`)
    : [{ value: snippet, removed: true, added: false }];
  const lines = parts.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => `${added ? "+" : removed ? "-" : " "} ${line}`),
  );
  const longest = Math.max(2, ...(lines.join("\n").match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}diff`, ...lines, fence].map((line) => `  ${line}`).join("\n");
}

/** A name on one line of code: what would end either is written as in an address. */
export function named(name: string): string {
  return name.replace(/[%`\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, encodeURIComponent);
}

const code = (text: string) => `\`${text}\``;
const items = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");
