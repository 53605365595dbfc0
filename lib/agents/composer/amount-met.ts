import { describes } from "#lib/language/describing-words";
import { tokenize } from "#lib/language/words";
import { amountMatch } from "./amounts.ts";
import type { Asked } from "./asked.ts";
import type { Candidate } from "./candidates.ts";
import { isNamedRow } from "./other-rows.ts";
import type { Chosen } from "./selection.ts";
import { isExampleOnly } from "./unit-signs.ts";

/**
 * How nearly the amount that is asked for meets, in one line that is quoted, what it is asked of, 0 to 1: "up to 8 MiB" says
 * nothing of the number of files, nor what a command may take how much memory the program needs. `undefined` where none is asked for.
 */
export function amountMet(
  asked: Asked,
  ranked: readonly Candidate[],
  quoted: readonly Chosen[],
): number | undefined {
  const { kind, question } = asked;
  if (kind !== "how_many" || superlative.test(question)) return undefined;
  const units = new Set(quoted.flatMap((chosen) => chosen.units));
  const owners = ownersOf(asked);
  const part = partAsked.exec(question)?.[1];
  const met = ranked.map(({ source, unit, hitsWithHeading }) => {
    if (!units.has(unit) || isExampleOnly(unit, question)) return 0;
    if (isNamedRow(unit, question)) return 1;
    const held = owners.filter((i) => hitsWithHeading.has(i)).length;
    const share = owners.length === 0 ? 1 : held / owners.length;
    if (
      part !== undefined &&
      !`${source.citation.breadcrumb.join("\n")}\n${unit.text}`.includes(part)
    )
      return 0;
    const told = restates.test(unit.text) ? saidOtherwise : 0;
    return Math.max(amountMatch(question, unit.text), told) * share;
  });
  return Math.max(0, ...met);
}

export const saysNone = (quoted: readonly Chosen[]): boolean =>
  quoted.some(({ units }) => units.some(({ text }) => none.test(text)));

/** "What is the most common …" asks which one. */
const superlative = /\bwhat(?:['’]s| is) the (?:most|\w+est)\b/i;

const none = /\b(?:no|not|never|none|unlimited|any number)\b|没有|沒有|不限|无限|無限|任意/i;
/** What a setting is for that holds the figure: "how many workers are allowed". */
const restates =
  /\bhow (?:many|much|long)\b|\bthe (?:\w+imum |total )?number of\b|多少|数量|數量|次数|次數/i;
const saidOtherwise = 0.4;

/** What an amount is asked of: not "memory" of "how much memory does a command need", which is what is measured. */
function ownersOf(asked: Asked): readonly number[] {
  const measured = new Set(
    [...asked.question.matchAll(measures)]
      .flatMap((hit) => tokenize(hit[1] ?? hit[2] ?? ""))
      .map((t) => t.term),
  );
  return [...asked.whole].filter((i) => {
    const term = asked.terms[i]?.term ?? "";
    return !measured.has(term) && !describes(term) && !measuring.test(term);
  });
}

/** 会话 of "API 服务的会话默认多长时间超时": how long a request of it may take says nothing of that. */
const partAsked =
  /的(\p{Script=Han}{2})(?:默认|預設|默認|最多|最长|最長|最大|一般|通常|能|会|會|可以|要|有)*(?:多[长長久大]|多少)/u;

const measures =
  /\bhow much ((?:(?:disk|working|main) )?\p{L}+)|多少(?:运行|磁盘|硬盘|物理)?(内存|記憶體|空间|空間|存储|流量|带宽|时间)/giu;
const measuring = /^(?:number|amount|size|count|limit|valu|上限|大值|最大|最多)$/;
