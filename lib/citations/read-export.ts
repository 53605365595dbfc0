import type { Answer } from "#lib/contracts/answer";
import type { CitedLines } from "#lib/contracts/docs-tools";
import { say } from "#lib/platform/say";
import { exportSections } from "./export-turn.ts";
import type { DraftClaim } from "./gate.ts";
import { quotableUnits } from "./units.ts";
import { claimsOf } from "./written.ts";

/** What an exported answer claims, and the lines it names for it; none of it is believed yet. */
export type ExportedTurn = {
  question: string;
  claims: DraftClaim[];
  sources: ({ id: number } & CitedLines)[];
  /** Sentences of an answer in `quote` mode are the files' own, word for word. */
  mode: Answer["mode"];
};

type Section = "claims" | (typeof exportSections)[number];

/**
 * Takes an exported conversation apart. Whatever is under no heading of the export's own counts as a claim, so that a
 * sentence cannot escape the check by where it stands. Undefined when the text has no answer in it.
 */
export function readExport(text: string): ExportedTurn[] | undefined {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  // Not every line that begins with # is a heading: code has such lines too.
  const headings = new Map(
    quotableUnits(lines.join("\n"), 1).flatMap((unit) => {
      const line = unit.spans[0]?.line ?? 0;
      return unit.kind === "heading" && lines[line - 1]?.startsWith("#") ? [[line, unit]] : [];
    }),
  );
  const turns: { question: string; parts: { section: Section; lines: string[] }[] }[] = [
    { question: "", parts: [{ section: "claims", lines: [] }] },
  ];
  let known = false;
  lines.forEach((line, i) => {
    const heading = headings.get(i + 1);
    if (heading?.info === "1" && i === 0) return;
    if (heading?.info === "2") {
      turns.push({ question: heading.text, parts: [{ section: "claims", lines: [] }] });
      return;
    }
    const section = heading?.info === "3" ? sectionOf(heading.text) : undefined;
    if (section !== undefined) {
      known = true;
      turns.at(-1)?.parts.push({ section, lines: [] });
      return;
    }
    turns.at(-1)?.parts.at(-1)?.lines.push(line);
  });
  if (!known) return undefined;
  return turns
    .map(({ question, parts }): ExportedTurn => {
      const of = (wanted: Section) =>
        parts.filter(({ section }) => section === wanted).flatMap((part) => part.lines);
      return {
        question,
        claims: sentencesOf(of("claims")),
        sources: of("sources").flatMap(readSource),
        mode: of("about").some((line) => /`model`\P{L}*$/u.test(line)) ? "model" : "quote",
      };
    })
    .filter(({ question, claims }) => question !== "" || claims.length > 0);
}

/** The claims of a text, and as claims without a source whatever else can be read there: a heading, a tag, a comment. */
function sentencesOf(lines: readonly string[]): DraftClaim[] {
  const text = lines.join("\n");
  const rest = [...lines];
  for (const unit of quotableUnits(text, 1)) {
    if (unit.kind === "heading") continue;
    for (const { line, start, end } of unit.spans) {
      const left = rest[line - 1] ?? "";
      rest[line - 1] = left.slice(0, start) + " ".repeat(end - start) + left.slice(end);
    }
  }
  const loose = rest
    .map((line) => line.replace(/^[\s>]*(?:\d{1,9}[.)]|`{3,}.*|~{3,}.*)/, "").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .map(
      (line, i): DraftClaim => ({
        id: `x${i + 1}`,
        kind: "sentence",
        text: line,
        citations: [],
        spans: [],
      }),
    );
  return [...claimsOf(text), ...loose];
}

const titles = new Map<string, Section>(
  exportSections.flatMap((section) =>
    (["en", "zh-CN"] as const).map((lang) => [say(lang, `export.${section}`), section] as const),
  ),
);

const sectionOf = (title: string): Section | undefined => titles.get(title);

/** A line that is no source names none: then a marker that needs it points at nothing, which the gate says. */
function readSource(line: string): ({ id: number } & CitedLines)[] {
  const found =
    /^- \[(\d{1,6})\] `([^`/]+)\/([^`]+)#L(\d{1,9})-L(\d{1,9})` · .+ · sha256 `([0-9a-f]{64})`\s*$/.exec(
      line,
    );
  if (found === null) return [];
  const [, id = "", root = "", path = "", from = "", to = "", sha256 = ""] = found;
  return [
    {
      id: Number(id),
      root_id: nameOf(root),
      relative_path: nameOf(path),
      line_start: Number(from),
      line_end: Number(to),
      sha256,
    },
  ];
}

/** A name that is no address as `exportTurn` writes it stays as it is; the files decide what it is worth. */
function nameOf(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
