import type { Unit } from "#lib/markdown/units";

/** "This …", "in this case", "both", "to undo it", 引起这个: what it speaks of was said before, and nothing else names it. */
export const pointsAtSaid = ({ kind, text }: Unit): boolean =>
  kind === "sentence" && pointing.test(text) && !own.test(text);

const pointing =
  /^(?:(?:(?:if|when|once|because|since|although) )?(?:they|this|that|these|those|such|(?:in|for|by|with) (?:this|that|these|those|such))\b|both\b(?! (?:\w+s|the|of the)\b)|(?:if|when) (?:so|not)\b|then\b|otherwise\b|therefore\b|as such\b|to [\w-]+ (?:it|this|them|these|those)\b|the \w+ (?:for|of|to|behind) (?:this|that|these|those)\b|(?:引起|导致|導致|造成|出现|出現|遇到)?(?:这|這|那|此|如果(?:一直)?(?:这样|是这样|不是))|[要想]\p{Script=Han}{2}它)/iu;
/** "That is, …", "this page": they point at nothing that was said. */
const own =
  /^(?:that is\b|this (?:page|guide|document|section|chapter|tutorial)\b|那么|此外|这(?:一|个)?(?:页|章|节|篇))/i;

/** … or "It …", 然后, "`--json` prints …": it opens with what stands in the sentence before, or in the title. */
export const opensBack = (unit: Unit): boolean =>
  pointsAtSaid(unit) ||
  (unit.kind === "sentence" &&
    /^(?:(?:(?:if|when|once|because|since|although) )?(?:it|its|their|however|thus|hence|consequently|alternatively|as a result)\b|the (?:above|former|latter|same)\b|the \w+ (?:for|of|to|behind) it\b|它|牠|他们|他們|她们|该|該|其|然后|然後|否则|否則|不过|不過|因此|因而|所以|于是|后两个|前者|后者|後者|上述|以上|上面|此外|`--?[a-z]|前[两兩三四五六七八九几幾])/i.test(
      unit.text,
    ));

/** … or speaks of it further on: "when these saws", 如果这个. */
export const pointsBack = (unit: Unit): boolean =>
  opensBack(unit) ||
  (unit.kind === "sentence" &&
    (/^.{0,60}\b(?:these|those|this) (?!page\b|machine\b|computer\b)\p{Ll}+/u.test(unit.text) ||
      /^.{0,30}(?:它|他们|这个|這個|这些|這些|此时|该|其中)/u.test(unit.text)));

/** "In the settings file this setting is `paused`": which one, only the sentence before says. */
export const namesBefore = (unit: Unit): boolean =>
  unit.kind === "sentence" &&
  /\bthis (?:setting|option|flag|command|variable|value|field|key|parameter)\b|(?:这[个项]|這[個項]|该|該|此)(?:设置|設定|选项|選項|配置|参数|參數|命令|变量|變數|字段|值)/i.test(
    unit.text,
  );
