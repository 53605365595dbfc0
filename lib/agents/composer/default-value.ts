import type { Unit } from "#lib/markdown/units";
import type { Asked } from "./asked.ts";
import { isRow } from "./items.ts";

/** Questions for what holds where nothing is set, and the lines that say it. */

/** The word, in a question or in a line. */
export const namesDefault = /default|默认|預設|缺省/i;
const unset =
  /\b(?:if|when|as long as) (?:(?:it|that|this|one) (?:is )?(?:not (?:set|given|configured|specified|provided)|unset|left out|omitted)\b|(?:nothing|none) is (?:set|given|configured|specified)\b|(?:I|you|we) (?:set|configure|change|specify) (?:nothing|none|no \w+)\b|(?:I|you|we) (?:do(?:n['’]?t| not)|never) (?:set|configure|change|specify)\b)|\bunless (?:I|you|we) (?:change|set|configure|specify)\b|\bout of the box\b|(?:不|没有?|未|沒有?)(?:额外)?(?:配置?|设置?|設定?|指定)(?:过|它)?(?:的?话|时|時|的时候|就|则|[,，]|会)|什[么麼]都不(?:设|配|改|填|写)|不改(?:配置|设置|設定)/i;

/** "What is the default of …", "… if I set nothing". */
export const asksDefault = (question: string): boolean =>
  namesDefault.test(question) || unset.test(question);

/** "Default: `5`", 默认值：`none`. */
const told =
  /^[^\p{L}\p{N}]{0,9}(?:the )?defaults?(?: value)?[^\p{L}\p{N}]{0,9}(?:(?:is|to)\b|[:：=])|^[^\p{L}\p{N}]{0,9}(?:默认值?|缺省值?|預設值?)[^\p{L}\p{N}]{0,9}[:：是为為=]/iu;
const longestTold = 120;
/** Nearer than this behind what is quoted it is said of that; as it is at the head of the section, under its name. */
const behind = 3;

type Place = { source: { units: readonly Unit[] }; index: number };

/** Where a default is asked for and nothing of the answer tells it: the one short line of the section that does, in its place. */
export function withDefault(chosen: Unit[], best: Place, { question }: Asked): Unit[] {
  if (!asksDefault(question) || chosen.some(({ text }) => namesDefault.test(text))) return chosen;
  const { index, source } = best;
  const { units } = source;
  const start = units.findLastIndex((u, i) => i < index && u.kind === "heading") + 1;
  const end = units.findIndex((u, i) => i > index && u.kind === "heading");
  const lines = units
    .slice(start, end === -1 ? undefined : end)
    .filter((u) => !isRow(u) && !u.announces && u.text.length <= longestTold && told.test(u.text));
  const [line] = lines;
  if (line === undefined || lines.length > 1) return chosen;
  const at = (unit: Unit) => units.indexOf(unit);
  const own = at(line) <= start + 1 || (at(line) > index && at(line) <= index + behind);
  return own ? [...chosen, line].sort((a, b) => at(a) - at(b)) : chosen;
}
