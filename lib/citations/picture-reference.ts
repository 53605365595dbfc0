import type { Lang } from "#lib/contracts/answer";
import { CitedLines } from "#lib/contracts/docs-tools";
import type { AnswerPicture } from "#lib/contracts/pictures";
import { saidPattern } from "#lib/platform/said-pattern";
import { say } from "#lib/platform/say";

/** A picture of an answer as an export names it: its place from the root on, the hash of its bytes, and the lines that hold it. */
export type PictureReference = {
  root_id: string;
  relative_path: string;
  sha256: string;
  held_by: CitedLines;
};

/** How a picture stands now: its bytes, and whether a document still shows it. `rule`: why it may not be looked at. */
export const pictureStates = ["verified", "changed", "missing", "denied"] as const;
export type PictureNow = { state: (typeof pictureStates)[number]; rule?: string };

export function pictureReference({
  citation,
  relative_path,
  sha256,
}: Pick<AnswerPicture, "citation" | "relative_path" | "sha256">): PictureReference {
  const { root_id, locator, sha256: of_lines } = citation;
  const { line_start, line_end } = locator;
  const lines = { line_start, line_end, sha256: of_lines };
  return {
    ...{ root_id, relative_path, sha256 },
    held_by: { root_id, relative_path: citation.relative_path, ...lines },
  };
}

/**
 * `"root/picture.png" · verified · sha256 "…" · in "root/page.md#L3-L3" · sha256 "…"`: the form that `readPictureLine`
 * takes apart again. `written` writes a name on one line of code.
 */
export function pictureLine(
  { root_id, relative_path, sha256, held_by }: PictureReference,
  now: PictureNow | undefined,
  { lang, written }: { lang: Lang; written: (name: string) => string },
): string {
  const state = say(lang, `export.state.${now?.state ?? "unchecked"}`);
  const { line_start, line_end } = held_by;
  const page = `${written(held_by.root_id)}/${written(held_by.relative_path)}`;
  const place = say(lang, "export.held_in", { place: `\`${page}#L${line_start}-L${line_end}\`` });
  const picture = `\`${written(root_id)}/${written(relative_path)}\``;
  return `${picture} · ${state} · sha256 \`${sha256}\` · ${place} · sha256 \`${held_by.sha256}\``;
}

/** A line that is longer is none. */
const longestLine = 20_000;
const hash = "`([0-9a-f]{64})`";
const states = [...pictureStates, "unchecked" as const].map((state) =>
  saidPattern([`export.state.${state}`]),
);
const place = saidPattern(["export.held_in"], {
  place: "`([^`/]+)/([^`]+)#L(\\d{1,9})-L(\\d{1,9})`",
});
const line = new RegExp(
  `^- \`([^\`/]+)/([^\`]+)\` · (?:${states.join("|")}) · sha256 ${hash} · ${place} · sha256 ${hash}\\s*$`,
  "u",
);

/** Nothing of it is believed. `named` reads a name back. */
export function readPictureLine(
  text: string,
  named: (written: string) => string,
): PictureReference | undefined {
  const found = text.length <= longestLine ? line.exec(text) : null;
  if (found === null) return undefined;
  // The place stands in the words of one language, so the others are empty.
  const [root = "", picture = "", sha256 = "", ...rest] = found
    .slice(1)
    .filter((part) => part !== undefined);
  const [page_root = "", page = "", from = "", to = "", of_lines = ""] = rest;
  const held_by = CitedLines.safeParse({
    ...{ root_id: named(page_root), relative_path: named(page), sha256: of_lines },
    ...{ line_start: Number(from), line_end: Number(to) },
  });
  if (!held_by.success) return undefined;
  return {
    ...{ root_id: named(root), relative_path: named(picture), sha256 },
    held_by: held_by.data,
  };
}
