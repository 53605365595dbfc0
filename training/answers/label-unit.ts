import type { Unit } from "#lib/markdown/units";
import type { Example } from "./example.ts";

/** Whether a unit answers: it stands in the lines that do, and holds an accepted answer where the set names some. */
export function answersIt(unit: Unit, path: string, { gold, answers, lang }: Example): boolean {
  const own = unit.kind === "table" && unit.spans.length > 2 ? unit.spans.slice(2) : unit.spans;
  const lines = own.map(({ line }) => line);
  const from = Math.min(...lines);
  const to = Math.max(...lines);
  const among = gold.some(
    ({ path: page, grade, line_start, line_end }) =>
      grade >= 2 &&
      page === path &&
      (line_start === undefined || (from <= (line_end ?? line_start) && to >= line_start)),
  );
  if (!among || answers.length === 0) return among;
  const text = normalise(unit.text, lang);
  return answers.some((answer) => {
    const wanted = normalise(answer, lang);
    return wanted.trim() !== "" && text.includes(wanted);
  });
}

/** As the shared scorer compares answers. */
function normalise(text: string, lang: string): string {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\\(?=[^\p{L}\p{N}\s])/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ");
  if (lang === "zh") return plain.replace(/\s+/g, "");
  return ` ${plain
    .replace(/\b(a|an|the)\b/g, " ")
    .replace(/\s+/g, " ")
    .trim()} `;
}
