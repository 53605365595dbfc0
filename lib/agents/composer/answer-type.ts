import type { Unit } from "#lib/markdown/units";
import { amountMatch, dateMatch } from "./amounts.ts";
import { speaksFor, valueAsked } from "./asked-value.ts";
import type { QuestionKind } from "./question.ts";

/**
 * Does a unit hold the kind of thing the question asks for: a number for "how many", a date for "when", a name for
 * "who"? What the question says itself does not count. 0 to 1; a hint among others, never a condition.
 */
export function answerTypeMatch(kind: QuestionKind, unit: Unit, question: string): number {
  const text = fresh(unit.text, question);
  const pattern = expected[kind];
  const value = valueAsked(kind, question);
  if (value !== undefined) return speaksFor(value, unit) ? 1 : 0;
  if (kind === "lookup" || kind === "how_to" || kind === "troubleshooting") {
    if (unit.kind === "step" || unit.kind === "code") return 1;
    if (/`[^`]+`/.test(unit.text)) return 0.8;
  }
  if (kind === "list" && unit.kind === "list_item") return 0.6;
  if (kind === "comparison" && unit.kind === "table") return 0.6;
  if (kind === "how_many") return amountMatch(question, text);
  if (kind === "when") return dateMatch(question, text);
  return pattern?.test(text) === true ? 1 : 0;
}

const names =
  /(?<=\S\s+(?:[("“]?))\p{Lu}[\p{Ll}\p{M}]+|\p{Lu}[\p{Ll}\p{M}]+ \p{Lu}[\p{Ll}\p{M}]+|[\p{Script=Han}]·[\p{Script=Han}]/u;

const expected: Partial<Record<QuestionKind, RegExp>> = {
  where:
    /\b(?:in|at|near|from|to|on|of|inside|under|north|south|east|west) (?:the )?\p{Lu}|\b(?:city|country|county|located|region|folder|directory|file|menu|page|settings)\b|`[^`]*[/.][^`]*`|位于|位於|[省市县縣区區州国國镇鎮村岛島路街山河湖海]|目录|目錄|文件|页面|菜单/u,
  who: names,
  which: names,
  why: /\b(?:because|since|due to|owing to|caused|so that|in order to|as a result|therefore|reason|led to|to (?:avoid|prevent|ensure|protect|make|allow|keep))\b|因为|因為|由于|由於|因此|因而|所以|为了|為了|原因|导致|導致|以便|避免|以免/i,
  definition:
    /\b(?:is|are|was|were) (?:a|an|the|one|any|used)\b|\b(?:refers? to|means?|known as|called|defined as|stands for)\b|是(?:一|指|在|由|用|为|為|以)|是指|指的是|即|称为|稱為|又称|又稱|简称|簡稱|用于|用來|用来/i,
  how_to:
    /^(?:\W*)(?:to|use|run|set|add|open|click|select|choose|press|type|enter|install|create|call|pass|go to|write|put|you can|if you)\b|点击|選擇|选择|打开|運行|运行|执行|使用|输入|设置|添加|通过|可以|在.{1,20}中/i,
  troubleshooting:
    /\b(?:try|check|make sure|ensure|use|run|set|add|install|restart|must|need|should|because|instead)\b|请|請|检查|检查|确认|确保|需要|应该|可以|因为|由于/i,
  yes_no:
    /\b(?:yes|no|not|can|cannot|does|only|always|never|supports?|supported|allows?|must|by default)\b|是|不|可以|支持|能|会|默认|仅/i,
  lookup: /\bdefaults?\b|默认|預設|缺省|\d/i,
  comparison:
    /\b(?:while|whereas|but|unlike|instead|however|than|both|only|difference)\b|而|不同|相比|区别|則|则|但/i,
  list: /[,、].*(?:[,、]|\band\b|和|及|与)|\b(?:includes?|consists? of|are:)|包括|包含/,
};

/** The unit's words without those of the question. */
function fresh(text: string, question: string): string {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
  let rest = text;
  for (const word of words) {
    if (/\p{Script=Han}/u.test(word)) continue;
    // "may one group have": the one is no count.
    if (/^(?:one|two|three)$/i.test(word))
      rest = rest.replaceAll(new RegExp(`\\b${word}\\b`, "gi"), " ");
    if (/\d/.test(word) || /^\p{Lu}/u.test(word)) rest = rest.replaceAll(word, " ");
  }
  return rest;
}
