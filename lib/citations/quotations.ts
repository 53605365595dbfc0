import type { Lang, Quotation } from "#lib/contracts/answer";
import { bySource, type Under } from "#lib/contracts/lines-under";
import { saidPattern } from "#lib/platform/said-pattern";
import { say } from "#lib/platform/say";

/**
 * The lines under a sentence as Markdown: a quotation that says who speaks and from which lines, with what the sentence
 * above it adds of its own. `takeQuotations` takes them out of a text again.
 */
export function renderQuotations(
  { lines, again, lacks, instead }: Under,
  lang: Lang,
  write: (one: Omit<Quotation, "citation"> & { citations: number[] }) => string,
): string {
  const words = lacks.slice(0, mostWords);
  const labels = again.length === 0 ? [] : [`> ${labelOf("again", again, words, lang)}`];
  const blocks = bySource(lines).map((some, i) => {
    const label = labelOf(
      instead ? "instead" : "says",
      some,
      i + labels.length === 0 ? words : [],
      lang,
    );
    const body = some.map(({ citation, ...one }) => write({ ...one, citations: [citation] }));
    return [label, ...body.flatMap((one) => ["", ...one.split("\n")])]
      .map((line) => (line === "" ? ">" : `> ${line}`))
      .join("\n");
  });
  return [...labels, ...blocks].join("\n\n");
}

/** More words than these are no help to whoever looks for them. */
const mostWords = 6;

function labelOf(
  kind: "says" | "again" | "instead",
  lines: readonly Quotation[],
  lacks: readonly string[],
  lang: Lang,
): string {
  const ranges = new Set(
    lines.map(({ line_start: from, line_end: to }) => (from === to ? `${from}` : `${from}-${to}`)),
  );
  const [only = ""] = ranges;
  const count = ranges.size === 1 && !only.includes("-") ? 1 : 2;
  const place = { count, lines: [...ranges].join(", ") };
  if (lacks.length === 0) return say(lang, `quotation.${kind}`, place);
  const words = lacks.map((word) => `“${word.replace(/[\s“”]+/g, " ").trim()}”`);
  return say(lang, kind === "again" ? "quotation.again_lacks" : "quotation.lacks", {
    ...place,
    words: words.join(say(lang, "quotation.between")),
  });
}

/** What is shown and is no answer, as an answer would have laid it out: the lines that come nearest, and what is related. */
export function renderOtherPlaces(body: string, kind: "nearest" | "related", lang: Lang): string {
  return [say(lang, `quotation.${kind}`), "", ...body.split("\n")]
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

const labels = [
  ...(["says", "lacks", "again", "again_lacks", "instead"] as const),
  ...(["nearest", "related"] as const),
  // Of earlier versions.
  ...(["instead_before", "closest", "closest_before", "section", "elsewhere"] as const),
] as const;
const label = new RegExp(
  `^(\\s*)> ${saidPattern(
    labels.map((key) => `quotation.${key}` as const),
    {
      lines: "\\d[\\d, -]*",
      words: "“[^”\\n]{1,200}”(?:(?:, |、)“[^”\\n]{1,200}”)*",
    },
  )}\\s*$`,
  "u",
);
const longestLabel = 2000;

/** A text without its quotations, line by line as it was, and each of these as a text of its own. */
export function takeQuotations(lines: readonly string[]): {
  rest: string[];
  quotations: string[][];
} {
  const quotations: string[][] = [];
  let pad: string | undefined;
  const rest = lines.map((line) => {
    const begun = line.length > longestLabel ? null : label.exec(line);
    if (begun !== null) {
      pad = begun[1] ?? "";
      quotations.push([]);
      return "";
    }
    if (pad === undefined || !line.startsWith(`${pad}>`)) {
      pad = undefined;
      return line;
    }
    quotations.at(-1)?.push(line.slice(pad.length + 1).replace(/^ /, ""));
    return "";
  });
  return { rest, quotations };
}
