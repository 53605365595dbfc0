import type { Unit } from "#lib/citations/units";
import type { Asked } from "./asked.ts";
import { isRow } from "./items.ts";

/** Questions for what holds where nothing is set, and the lines that say it. */

const named = /default|默认|預設|缺省/i;
const unset =
  /\b(?:if|when|as long as) (?:I|you|we|it|nothing|none|that) (?:(?:is|am|are) )?(?:(?:set|configure|change|specify|say|give|pass)s? (?:nothing|none)|(?:do(?:es)?n['’]?t|do(?:es)? not|never) (?:set|configure|change|specify|say|give|pass)\b|(?:not )?(?:unset|left out|omitted|configured|specified|set|given)\b)|\bunless (?:I|you|we) (?:change|set|configure|specify|say)\b|\bout of the box\b|(?:不|没有?|未|沒有?)(?:做|作|去)?(?:额外)?(?:配置?|设置?|設定?|改|填|写|寫|指定|动)(?:过|它)?(?:的?话|时|時|的时候|就|则|[,，]|会)|什[么麼]都不(?:设|配|改|填|写)/i;

/** "What is the default of …", "… if I set nothing". */
export const asksDefault = (question: string): boolean =>
  named.test(question) || unset.test(question);

/** "Default: `5`", 默认值：`none`. */
const told =
  /^\W*(?:the )?defaults?(?: value)?\W*(?:(?:is|to)\b|[:：=])|^\W*(?:默认值?|缺省值?|預設值?)\W*[:：是为為=]/i;
const longestTold = 120;

type Place = { source: { units: readonly Unit[] }; index: number };

/** Where a default is asked for and nothing of the answer tells it: the short line of the section that does, in its place. */
export function withDefault(chosen: Unit[], best: Place, { question }: Asked): Unit[] {
  if (!asksDefault(question) || chosen.some(({ text }) => named.test(text))) return chosen;
  const { index, source } = best;
  const { units } = source;
  const start = units.findLastIndex((u, i) => i < index && u.kind === "heading") + 1;
  const end = units.findIndex((u, i) => i > index && u.kind === "heading");
  const line = units
    .slice(start, end === -1 ? undefined : end)
    .find((u) => !isRow(u) && !u.announces && u.text.length <= longestTold && told.test(u.text));
  if (line === undefined) return chosen;
  const at = (unit: Unit) => units.indexOf(unit);
  return [...chosen, line].sort((a, b) => at(a) - at(b));
}
