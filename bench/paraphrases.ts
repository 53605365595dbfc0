import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Claim } from "#lib/contracts/answer";
import { projectDir } from "#lib/platform/project";
import { supportOf, written } from "./judged.ts";
import { type Figure, rounded } from "./results-file.ts";

/**
 * How many honest sentences the gate withholds: sentences in other words, written from a section of a page by somebody who
 * had not seen what the gate does with them. Half A (every second one) may be looked at while the gate is improved; half B
 * is only counted.
 */
const Paraphrase = z.object({
  page: z.string(),
  /** The heading that the lines stand under; `-` for what stands above the first one. */
  section: z.string(),
  said: z.string(),
});

export type JudgedParaphrase = z.infer<typeof Paraphrase> & {
  lang: "en" | "zh";
  half: "A" | "B";
  support: Claim["support"] | "withheld";
};

const handbook = {
  list: path.join(projectDir(), "fixtures/paraphrases/handbook.jsonl"),
  pages: path.join(projectDir(), "handbook"),
};

/** `sets`: a folder with a list `paraphrases.jsonl` and its pages, in place of the handbook and its list. */
export function judgeParaphrases(sets?: string): JudgedParaphrase[] {
  const from =
    sets === undefined ? handbook : { list: path.join(sets, "paraphrases.jsonl"), pages: sets };
  if (!existsSync(from.list)) throw new Error(`${from.list} is not there: one JSON object a line.`);
  const lines = readFileSync(from.list, "utf8").split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .map((line, i) => {
      const one = Paraphrase.parse(JSON.parse(line));
      const { text, above } = sectionOf(path.join(from.pages, one.page), one.section);
      const lang = /\p{Script=Han}/u.test(one.said) ? "zh" : "en";
      const support = supportOf(written(one.said), text, above);
      return { ...one, lang, half: i % 2 === 0 ? "A" : "B", support };
    });
}

/** `npm run bench -- paraphrases [--sets DIR]`. */
export async function measureParaphrases(sets?: string): Promise<Figure[]> {
  const judged = judgeParaphrases(sets);
  const row = "paraphrases";
  return [...groups(judged)].map(([what, of]): Figure => {
    const refused = of.filter(({ support }) => support === "withheld").length;
    const doubted = of.filter(({ support }) => support === "doubt").length;
    const value = rounded((100 * refused) / of.length);
    const unit = `% of ${of.length} (in doubt: ${doubted})`;
    return { row, what: `wrongly withheld: ${what}`, value, unit, limit: "≤ 5 %", ok: value <= 5 };
  });
}

function groups(judged: readonly JudgedParaphrase[]): [string, JudgedParaphrase[]][] {
  const langs = ["en", "zh"] as const;
  const halves = ["A", "B"] as const;
  return [
    ["all", [...judged]],
    ...halves.map((half): [string, JudgedParaphrase[]] => [
      `half ${half}`,
      judged.filter((j) => j.half === half),
    ]),
    ...langs.map((lang): [string, JudgedParaphrase[]] => [
      lang,
      judged.filter((j) => j.lang === lang),
    ]),
  ];
}

/** The lines under a heading, to the next one, with the heading first. */
function sectionOf(file: string, section: string): { text: string; above: string[] } {
  const lines = readFileSync(file, "utf8").split("\n");
  let fenced = false;
  const headings = lines.flatMap((line, at) => {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    const title = fenced ? undefined : /^#{1,6}\s+(.*?)\s*$/.exec(line)?.[1];
    return title === undefined ? [] : [{ at, title }];
  });
  const i = headings.findIndex(({ title }) => title === section);
  if (i === -1 && section !== "-") throw new Error(`${file} has no heading “${section}”.`);
  // Above the first heading under the title stands what opens the page.
  const titled = /^# /.test(lines.find((line) => line.startsWith("#")) ?? "") ? 1 : 0;
  const from = i === -1 ? 0 : (headings[i]?.at ?? 0);
  const to = (i === -1 ? headings[titled] : headings[i + 1])?.at ?? lines.length;
  const above = [headings[0]?.title ?? "", ...(i === -1 ? [] : [section])];
  return { text: lines.slice(from, to).join("\n"), above };
}
