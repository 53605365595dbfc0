import type { Answer, Claim } from "#lib/contracts/answer";
import { nearestTo } from "#lib/contracts/blocks";
import { codeSpans } from "#lib/markdown/inline-spans";
import { oneLine } from "#lib/platform/one-line";
import { named } from "./export-turn.ts";
import { leaveOutSecrets } from "./leave-out-secrets.ts";
import { renderAnswer, renderNearest } from "./render.ts";

/**
 * An answer to be pasted into a document: its sentences with footnotes, each of which names file and lines, and what the
 * documents do not say. Empty for an answer that says nothing.
 */
export function withFootnotes(given: Answer): string {
  const { answer } = leaveOutSecrets(given);
  const claims = answer.claims.map((claim) => ({
    ...plain(claim),
    ...(claim.rests_on === undefined ? {} : { rests_on: claim.rests_on.map(plain) }),
  }));
  const lists = (answer.listings ?? []).flatMap(({ sentence, files }) => [
    sentence,
    files
      .map(
        (file) => `- ${place(file.display_path)}${file.citation ? ` ${note(file.citation)}` : ""}`,
      )
      .join("\n"),
  ]);
  const blocks = answer.blocks.map((block) =>
    block.kind === "answer" ? block : { ...block, lines: block.lines.map(plain) },
  );
  const notes = answer.citations.map(({ id, display_path, locator }) => {
    const { line_start, line_end } = locator;
    return `${note(id)}: ${place(`${display_path}#L${line_start}-L${line_end}`)}`;
  });
  const parts = [
    ...lists,
    renderAnswer({ ...answer, claims, blocks }, answer.lang, note),
    ...answer.gaps.flatMap((gap) => [
      oneLine(gap.message),
      renderNearest(nearestTo(gap, blocks), answer, answer.lang, note),
    ]),
    notes.join("\n"),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n`;
}

const note = (id: number): string => `[^${id}]`;
const place = (text: string): string => `\`${named(text)}\``;

/** A document's own footnote marks would take ours for theirs. */
const plain = <T extends Pick<Claim, "kind" | "text">>(one: T): T =>
  one.kind === "code" ? one : { ...one, text: withoutFootnotes(one.text) };

function withoutFootnotes(text: string): string {
  const code = codeSpans(text);
  return text.replace(/(?<!\\)\[\^/g, (mark, at: number) =>
    code.some((span) => at >= span.start && at < span.end) ? mark : `\\${mark}`,
  );
}
