import type { EarlierTurn } from "#lib/contracts/ports";
import {
  asking,
  chinesePointsBack,
  chineseTopic,
  completeChinese,
  latinName,
} from "./wording/chinese.ts";
import { completeEnglish, namesIn, opener, pronounAt, subjectOf } from "./wording/english.ts";
import { inPlace } from "./wording/english-leaning.ts";

/**
 * A follow-up as the question it stands for, from what was asked before it: "and on Windows?" is the last question on
 * Windows, "how do I remove it?" is about what the last question was about. `undefined`: the message can be understood
 * alone. Only the last question is drawn on; what it itself was completed to counts.
 *
 *   "How do I install Docent on macOS?"  +  "and on Windows?"      ->  "How do I install Docent on Windows?"
 *   "默认端口是多少？"                      +  "那在 Windows 上呢？"   ->  "在 Windows 上，默认端口是多少？"
 */
export function completeFollowUp(
  message: string,
  earlier: readonly EarlierTurn[],
): string | undefined {
  const last = earlier.at(-1);
  if (last === undefined || message.length > longestFollowUp) return undefined;
  const [only, ...others] = last.searched;
  const before = (others.length === 0 ? (only ?? last.question) : last.question).trim();
  if (before.length > longestBefore) return undefined;
  const text = message.trim();
  const han = /\p{Script=Han}/u.test(text);
  const completed = han ? inChinese(text, before) : inEnglish(text, before);
  return completed === text ? undefined : completed;
}

const longestFollowUp = 200;
/** A longer question holds too much for a follow-up to be put into it. */
const longestBefore = 1200;
const mostFragmentWords = 8;

function inEnglish(text: string, before: string): string | undefined {
  const bare = text.replace(/[?!.\s]+$/, "");
  const fragment =
    /^(?:(?:ok|okay|so|well)\b,?\s+)*(?:(?:and|but|also|or)\b,?\s+)?(?:what|how)\s+about\s+(.+)$/i.exec(
      bare,
    )?.[1] ??
    /^(?:(?:ok|okay|so)\b,?\s+)*(?:and|but|also|or)\b,?\s+(?:also\s+)?(.+)$/i.exec(bare)?.[1];
  if (fragment !== undefined && isFragment(fragment)) return inPlace(fragment, before);
  return resolved(text, before);
}

function isFragment(text: string): boolean {
  const asks = new RegExp(`^${opener}`, "i").test(`${text} `);
  return !asks && text.split(/\s+/).length <= mostFragmentWords;
}

/** A pronoun that comes before anything it could mean in its own question stands for what was asked about. */
function resolved(text: string, before: string): string | undefined {
  const at = pronounAt(text);
  if (at === undefined) return undefined;
  const ahead = text
    .slice(0, at)
    .split(/[\s,]+/)
    .filter((word) => word !== "" && !light.test(word));
  if (ahead.length > 1 || namesIn(text.slice(0, at)).length > 0) return undefined;
  const { topic, name } = subjectOf(before);
  const meant = topic ?? name;
  return meant === undefined ? undefined : completeEnglish(text, { topic: meant, name });
}

const light =
  /^(?:how|what|where|when|why|who|which|do|does|did|can|could|should|would|will|must|is|are|was|were|has|have|I|we|you|one|to|and|but|also|so|then|the|a|an|of|in|on|for|with|please|there|there's|what's|much|many|long|often|default|about|thanks|ok|okay)$/i;

const fragmentZh =
  /^(?:那么?|还有|還有|如果|要是|那如果|那要是)*[，,]?\s*(.{1,40}?)(?:呢|又如何|又怎么样|又怎麼樣)[?？!！。\s]*$/u;
const place = /在\s?[^，,？?在]{1,16}?\s?(?:上面?|下面?|里面?|中|环境下|系统上)/u;

function inChinese(text: string, before: string): string | undefined {
  const fragment = fragmentZh.exec(text)?.[1]?.trim();
  if (fragment !== undefined && !asking.test(fragment)) return putZh(fragment, before);
  const ask = text.replace(/^(?:那么?|那|然后|接着)[，,]?\s*/u, "");
  const topic = chineseTopic(before) ?? subjectOf(before).topic;
  const opens =
    /^(?:怎么|怎麼|怎样|怎樣|如何|为什么|為什麼|可以|能不能|能否|是否|在哪|有哪些|哪些|多少|什么时候)/u.test(
      ask,
    );
  if (!chinesePointsBack(ask) && !(opens && latinName(ask) === undefined)) return undefined;
  const completed = completeChinese(ask, topic, undefined);
  return completed === ask ? undefined : completed;
}

function putZh(fragment: string, before: string): string {
  const whereabouts = place.exec(fragment);
  if (whereabouts !== null || /^(?:用|通过|对于|對於|从)/u.test(fragment)) {
    const same = whereabouts === null ? null : place.exec(before);
    if (same === null) return `${fragment}，${before}`;
    return `${before.slice(0, same.index)}${fragment}${before.slice(same.index + same[0].length)}`;
  }
  const name = /[A-Za-z]/.test(fragment) ? latinName(before) : undefined;
  const replaced = name ?? chineseTopic(before);
  if (replaced === undefined || !before.includes(replaced)) return `${fragment}：${before}`;
  return before.replace(replaced, () => fragment);
}
