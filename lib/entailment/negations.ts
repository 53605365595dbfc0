/**
 * Words that turn a statement round: how often a text denies, and pairs of which a text means one and not the other.
 * 不同, 非常, 特别 and the like hold a sign of denial and deny nothing.
 */
const negation =
  /\b(?:not|never|none|nor|neither|without|cannot|nothing|nobody|nowhere|hardly|no(?!\.\s?\d)|non-\w+|avoid(?:s|ed|ing)?|(?<=\b(?:recommend|advis|warn)(?:e|s|es|ed|ing)?\s)against|fail(?:s|ed|ing)?(?= to\b)|rarely|seldom|refus(?:e|es|ed|ing)|instead of|rather than|myths?|misconceptions?)\b|n['’]t\b|避免|很少|[误誤]解|[谣謠]言|[不没沒無无未非勿莫别別否禁]/gi;
const harmless =
  /\bor not\b|\bno (?:more|later|longer|earlier|fewer|less) than\b|\bnot only\b|(\p{Script=Han})[不没](?=\1)|有没有|不(?:超过|超過|少于|大于|小于|高于|低于|得不|妨)|[特区類类级級分识識个個性辨告][别別]|[别別][人的墅名]|是否|能否|可否|非[常洲]|未[来來必]|[无無][线線论論]|不[同断斷仅僅但过過久少管论論]|莫斯/giu;

/** "Neither A nor B" denies once, as "not A or B" does. */
const neither = /\bneither\b([^.;]*?)\bnor\b/gi;

/** "are _not_ caught": an underscore is a letter to a border of words. */
const emphasis = /(?<![\p{L}\p{N}_])_{1,2}(?=\p{L})|(?<=\p{L})_{1,2}(?![\p{L}\p{N}_])/gu;

/** How often a text denies something. */
export function negations(text: string): number {
  return (
    text.replace(emphasis, "").replace(harmless, "").replace(neither, "neither$1or").match(negation)
      ?.length ?? 0
  );
}

/** A text without the words that only deny, as far as each stands for itself: what is left says of what. */
export const withoutNot = (text: string): string =>
  text.replace(/\b(?:not|never|cannot)\b|n['’]t\b|从不|從不|绝不|絕不|永不|[不没沒未]/gi, " ");

/** Words that hold a denial which others say with "not": they may count as one, or not. */
const half =
  /\b(?:fail(?:s|ed|ing|ure|ures)?(?! to\b)|lacks?|lacking|missing|prevents?|without|un(?!der|til|if|it|iq|ion)[a-z]+(?:ed|able|known)|unable|invalid|nothing (?:but|else|outside|other)|no other|none other)\b|失败|缺少|照常|无效|不受影响|受影响/gi;

/** How often a text denies at least and at most. */
export function denialsIn(text: string): { least: number; most: number } {
  const open = text.match(half)?.length ?? 0;
  return { least: negations(text.replace(half, "")), most: negations(text) + open };
}

const withdrawn =
  /\b(?:lack(?:s|ing)?|missing|remov(?:e[sd]?|al|ing)|dropp(?:ed|ing)|drops|deprecat\w+|discontinu\w+|retired|withdrawn|obsolete)\b|移除|弃用|废弃|取消|缺少|缺乏|删除/i;

/** Does a sentence say that something is no longer, or not, there? */
export const withdraws = (text: string): boolean => withdrawn.test(text);
