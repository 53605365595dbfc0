import type { Lang } from "#lib/contracts/answer";

type Written = { written: string; start: number; end: number };

/** Words of the question for a sentence: in its order, pairs of Han characters grown together (添加, 加文 -> 添加文). */
export function spokenWords(terms: readonly Written[], lang: Lang): string {
  const grown: Written[] = [];
  for (const term of [...terms].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = grown.at(-1);
    if (last === undefined || term.start >= last.end) grown.push({ ...term });
    else if (term.end > last.end) {
      last.written += term.written.slice(last.end - term.start);
      last.end = term.end;
    }
  }
  return grown.map((word) => word.written).join(lang === "zh-CN" ? "、" : ", ");
}
