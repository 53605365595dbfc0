import type { Unit } from "#lib/citations/units";

/** "It …", "for this reason", 然后, "`--json` prints …": it opens with what stands in the sentence before. */
export const opensBack = ({ kind, text }: Unit): boolean =>
  kind === "sentence" &&
  /^(?:(?:(?:if|when|once|because|since|although) )?(?:it|its|they|their|these|those|this|that|such|then|however|otherwise|(?:in|for|by|with) (?:this|that|these|those|such))\b|the (?:above|former|latter|same)\b|(?:if|when) (?:so|not)\b|the \w+ (?:for|of|to|behind) (?:this|that|it|these|those)\b|如果(?:这样|是这样|不是)|它|牠|他们|他們|她们|此|这|這|那|该|該|其|然后|然後|否则|否則|不过|不過|因此|后两个|前者|后者|後者|上述|以上|上面|`--?[a-z]|前[两兩三四五六七八九几幾])/i.test(
    text,
  );

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
