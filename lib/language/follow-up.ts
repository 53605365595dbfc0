import type { EarlierTurn } from "#lib/contracts/ports";
import { questionWords, severalOf } from "./word-kinds.ts";
import {
  asking,
  chinesePointsBack,
  chineseTopic,
  completeChinese,
  latinName,
} from "./wording/chinese.ts";
import {
  actionVerbs,
  completeEnglish,
  namesIn,
  oneOfThem,
  opener,
  pointsBack,
  pronounAt,
  subjectOf,
} from "./wording/english.ts";
import { fromAskBefore, inPlace, subjectFor } from "./wording/english-leaning.ts";

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
  const opened = /^(?:(?:ok|okay|so|well)\b,?\s+)*(?:(?:and|but|also|or)\b,?\s+)?(?:also\s+)?/i;
  const said = bare.replace(opened, "");
  const instead = /^(?:what|how)\s+about\s+(.+)$/i.exec(said)?.[1];
  if (instead !== undefined && isFragment(instead)) return inPlace(instead, before);
  if ((said !== bare || preposition.test(said)) && isFragment(said)) {
    const every = /^(all|both|each|many|most|some|several)\s+of\s+(?:them|those)$/i.exec(said)?.[1];
    const { topic } = subjectOf(before);
    if (every !== undefined && topic !== undefined)
      return inPlace(`${every} ${severalOf(topic)}`, before);
    return doneInstead(said, before) ?? inPlace(lowered(said), before);
  }
  if (reason.test(said) && yesNo.test(before)) return `Why ${lowered(before)}`;
  const leaning = fromAskBefore(said, before);
  if (leaning !== undefined) return capital(leaning);
  const whole = resolved(capital(said), text, before);
  if (whole !== undefined) return whole;
  const points =
    pointsBack(said) || reason.test(said) || bareWords.test(said) || further.test(said);
  return points && !namesWithin(said) ? together(before, text) : undefined;
}

/** "And delete it?" after "How do I rename a conversation?" is the same question of another deed. */
function doneInstead(fragment: string, before: string): string | undefined {
  const how = /^(?:.*\s)?how\s+(?:(?:do|can|could|should)\s+(?:I|we|you)|to)\s+/i.exec(before)?.[0];
  if (how === undefined || !deedWithObject.test(fragment)) return undefined;
  const { topic, name } = subjectOf(before);
  return completeEnglish(`${how}${fragment}?`, { topic, name });
}

const deedWithObject = new RegExp(`^(?:${actionVerbs})\\s+\\S`, "i");
const preposition = /^(?:on|in|as|with|without|for|from|under|via)\s/i;
const reason = /^why(?:\s+(?:not|so|is\s+that))?$/i;
const yesNo = /^(?:is|are|was|were|do|does|did|can|could|may|will|should|must|has|have)\s/i;
/** "After how long", "since when", "how exactly". */
const bareWords =
  /^(?:(?:after|for|since|until|in|to|from|at|by)\s+)?(?:how|what|which|where|when|who|whom)(?:\s+[\w-]+){0,2}$/i;
/** "Is there another way?", "anything else?" */
const further =
  /^(?:(?:is|are)\s+there\s+)?(?:another|any\s+other|a\s+different|an\s+easier)\s+\w+$|\belse$/i;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
/** The first word as it stands inside a sentence; a name keeps its capital. */
const lowered = (text: string): string =>
  /^\p{Lu}[\p{Ll}]*\s/u.test(text) && (preposition.test(text) || yesNo.test(text))
    ? `${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : text;
/** A pronoun behind a thing of its own question is that thing. */
const namesWithin = (text: string): boolean => {
  const at = pronounAt(text);
  const ahead = text.slice(0, at ?? 0).replace(asksOrSomething, " ");
  return questionWords(ahead).some(({ kind }) => kind === "thing");
};

const asksOrSomething =
  /^(?:which|what|how\s+(?:many|much))\s+[\w-]+|\b(?:some|any|every|no)thing\b|\bmore\b/i;

/** What cannot be completed is searched for with what it goes on from. */
function together(before: string, text: string): string | undefined {
  return before.length > longestTogether ? undefined : `${before.trim()} ${capital(text.trim())}`;
}

const longestTogether = 200;

function isFragment(text: string): boolean {
  const asks = new RegExp(`^${opener}`, "i").test(`${text} `);
  return !asks && text.split(/\s+/).length <= mostFragmentWords;
}

/** A pronoun that comes before anything it could mean in its own question stands for what was asked about. */
function resolved(said: string, text: string, before: string): string | undefined {
  const at = pronounAt(said);
  if (at === undefined && !oneOfThem.test(said)) return undefined;
  if (!new RegExp(`^${opener}`, "i").test(said)) return undefined;
  if (at !== undefined && namesIn(said.slice(0, at)).length > 0) return undefined;
  if (namesWithin(said) || /^th(?:is|at|ese|ose)\b/i.test(said.slice(at ?? 0))) return undefined;
  const { topic, name } = subjectOf(before);
  const meant = topic ?? subjectFor(said, before) ?? askedOf(before) ?? name;
  if (meant === undefined) return undefined;
  const ask = said === capital(text.replace(/[?!.\s]+$/, "")) ? text : `${said}?`;
  return completeEnglish(ask, { topic: meant, name });
}

/** Hidden folders of "Are hidden folders read?" */
function askedOf(before: string): string | undefined {
  if (!/^(?:is|are|was|were)\s/i.test(before)) return undefined;
  const words = questionWords(before);
  const [, ...after] = words;
  const verb = after.findIndex(({ kind }, i) => i > 0 && kind === "deed");
  const until = verb < 0 ? before.length : (after[verb]?.start ?? before.length);
  const from = before.indexOf(" ") + 1;
  const subject = before.slice(from, until).replace(/[?!.\s]+$/, "");
  return subject === "" || /^(?:I|we|you|it|they|there)\b/i.test(subject) ? undefined : subject;
}

const fragmentZh =
  /^(?:那么?|还有|還有|如果|要是|那如果|那要是)*[，,]?\s*(.{1,40}?)(?:呢|又如何|又怎么样|又怎麼樣)[?？!！。\s]*$/u;
const place = /在\s?[^，,？?在]{1,16}?\s?(?:上面?|下面?|里面?|中|环境下|系统上)/u;

function inChinese(text: string, before: string): string | undefined {
  const bare = text.replace(/[?？!！。\s]+$/u, "");
  if (moreZh.test(bare)) return togetherZh(before, text);
  const fragment = fragmentZh.exec(text)?.[1]?.trim();
  if (fragment !== undefined && !asking.test(fragment)) return putZh(fragment, before);
  const ask = text.replace(/^(?:那么?|那|然后|接着)[，,]?\s*/u, "");
  const topic = topicZh(before) ?? subjectOf(before).topic;
  const opens =
    /^(?:怎么|怎麼|怎样|怎樣|如何|可以|能|会|會|要|需要|是否|有没有|有沒有|在哪|有哪些|哪些|哪|多少|多久|几|幾|什么时候|超|默认)/u.test(
      ask,
    );
  if (!chinesePointsBack(ask) && !(opens && latinName(ask) === undefined)) return undefined;
  const completed = completeChinese(ask, topic, undefined);
  return completed === ask ? undefined : completed;
}

const moreZh =
  /^(?:(?:那)?(?:为什么|為什麼|为啥|怎么会|原因呢?)(?:呢|这样|這樣|不行)?|(?:还|還)?有(?:没有|沒有)?(?:别的|別的|其他|其它)(?:的)?(?:办法|辦法|方法|方式|选择|選擇|途径)?(?:吗|嗎|呢|么)?|(?:比如|例如)(?:呢)?|举个例子|具体呢|具體呢|然后呢|然後呢)$/u;

/** 隐藏文件夹 of 会读取隐藏文件夹吗, 文件 of 最多可以有多少个文件. */
function topicZh(before: string): string | undefined {
  const text = before.replace(/[?？!！。\s]+$/u, "");
  const done =
    /^(?:请问|請問)?(?:可以|能够?|能不能|可不可以|会不会|会|會|是否可以|是否会|是否)(.+?)(?:吗|嗎|么)?$/u.exec(
      text,
    )?.[1];
  const words = done === undefined ? [] : questionWords(done);
  const [verb, next] = words;
  if (done !== undefined && verb !== undefined && verb.kind !== "thing" && next !== undefined) {
    const topic = done.slice(verb.end).replace(/^(?:一[个個只份条條]|了|到)/u, "");
    if (topic !== "" && !asking.test(topic)) return topic;
  }
  const counted = /(?:多少|[几幾])[个個种種条條份次]?(\p{Script=Han}{2,8})$/u.exec(text)?.[1];
  const topic = chineseTopic(before)?.replace(onlyCounts, "").trim();
  return counted ?? (topic === "" ? undefined : topic);
}

const onlyCounts = /(?:最多|最少|最大|最小|最长|最長|一共|默认|預設)$/u;

function togetherZh(before: string, text: string): string | undefined {
  if (before.length > longestTogether) return undefined;
  return `${before.replace(/[?？!！。\s]+$/u, "")}，${text}`;
}

function putZh(fragment: string, before: string): string {
  const whereabouts = place.exec(fragment);
  if (whereabouts !== null || /^(?:用|通过|对于|對於|从)/u.test(fragment)) {
    const same = whereabouts === null ? null : place.exec(before);
    if (same === null) return `${fragment}，${before}`;
    return `${before.slice(0, same.index)}${fragment}${before.slice(same.index + same[0].length)}`;
  }
  const topic = topicZh(before);
  const how = /^(?:我)?(?:怎么|怎麼|怎样|怎樣|如何)/u.exec(before)?.[0];
  const [first] = questionWords(fragment);
  const words = questionWords(fragment);
  if (how !== undefined && words.at(-1)?.kind === "deed" && topic !== undefined) {
    // 全部删除呢: the same of another deed.
    const all = /^(?:全部|所有|每)/u.test(fragment);
    return `${how}${fragment}${all ? topic.replace(/^(?:单个|單個|某个|某個|一个|一個)/u, "") : topic}？`;
  }
  if (fragment.endsWith("的") && topic !== undefined && before.includes(topic))
    return before.replace(topic, () => `${fragment}${topic}`);
  const identifier = /[A-Za-z]\w*[_.-]\w+|`[^`]+`/;
  const like = identifier.test(fragment) ? identifier.exec(before)?.[0] : undefined;
  const name =
    like ?? (first !== undefined && /[A-Za-z]/.test(fragment) ? latinName(before) : undefined);
  const replaced = name ?? topic;
  if (replaced === undefined || !before.includes(replaced)) return `${fragment}：${before}`;
  return before.replace(replaced, () => fragment);
}
