import { withoutQuotes } from "./quoted.ts";

/** How Chinese asks refer to each other: what an ask is about, and how one that leaves it out is completed. */
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** A word that asks; without one a clause only tells. */
export const asking =
  /什么|什麼|怎么|怎麼|怎样|怎樣|如何|为何|為何|哪|几[个個种種次天年条條步]|多少|多久|多大|多长|多長|谁|誰|吗|嗎|何时|何時|何处|何處|能否|可否|是否|是不是|能不能|可不可以|有没有|有沒有|会不会|會不會|要不要|需不需要/;

const frames: readonly RegExp[] = [
  /^(?:什么是|什麼是|何谓|何謂)(.+)$/,
  /^(?:请问|請問)?(.+?)(?:到底|究竟)?(?:指?的?是什么|是什麼|是多少|是谁|是誰|是哪|在哪|有哪|有多少|有什么|有什麼|有几|叫什么|叫什麼|为什么|為什麼|能不能|是不是|是否|可以|存放在|保存在|位于|位於)/,
  /^(?:请问|請問|我|我们|我們)*(?:应该|應該|可以|能)?(?:怎么|怎麼|怎样|怎樣|如何)(?:才能|去|来|來|样|樣)?(.+)$/,
  /^(.+?)(?:应该|應該|要)?(?:怎么|怎麼|怎样|怎樣|如何)/,
];
const mostTopicChars = 24;

const preamble =
  /^(?:在[^，,]{1,20}[，,]|请问|請問|那么?|另外|还有|還有|我?想(?:知道|问|問|了解)(?:一下)?|(?:请)?告诉我|請?告訴我)+/u;

export function chineseTopic(ask: string): string | undefined {
  const text = ask.replace(/[?？!！。，,\s]+$/u, "").replace(preamble, "");
  for (const [i, frame] of frames.entries()) {
    const found = frame
      .exec(text)?.[1]
      ?.replace(/(?:呢|的|了)$/u, "")
      .trim();
    if (found === undefined || found === "" || pointing.test(found)) continue;
    const topic = i === 2 ? afterVerb(found) : found;
    if (topic !== "" && topic.length <= mostTopicChars) return topic;
  }
  return undefined;
}

/** 关闭安静模式 -> 安静模式: the segmenter's first word is the verb. */
function afterVerb(phrase: string): string {
  const [first] = segmenter.segment(phrase);
  const rest = first === undefined ? "" : phrase.slice(first.segment.length).trim();
  return rest.replace(/^(?:一个|一個|了|到|好)/u, "");
}

const pointing =
  /它们|它們|它|他们的|其(?=[默主前后名路])|这个(?!\p{Script=Han})|這個(?!\p{Script=Han})|那个(?!\p{Script=Han})|(?<=[怎如何么麼样樣改用关關开開删刪装裝设設])(?:这个|這個|那个|那個)|^(?:这|這|那)(?=[是要能会怎如可有])/u;

export function chinesePointsBack(ask: string): boolean {
  return pointing.test(withoutQuotes(ask));
}

const sayNothing =
  /^(?:的|了|呢|吗|嗎|是|在|有|要|会|會|能|可以|应该|應該|需要|请问|請問|我|我们|你|您|它|它们|又|还|還|再|并|並|且|并且|以及|那|那么|这|就|也|都|把|被|给|給|和|与|與|对|對|从|從|到|上|下|里|中|个|個|才|去|来|來|什么|什麼|怎么|怎麼|怎样|怎樣|如何|为|為|为什么|為什麼|哪|哪里|哪裡|哪儿|哪些|哪个|哪個|多少|多|几|幾|谁|誰|何时|何時|何处|是否|能否|有没有|做|办|辦|样|樣|默认|預設|其|用|使用|该|該|不该|不該|推荐|推薦|建议|建議|选|選|选择|選擇|最好)$/u;

/** A name in other letters, such as a product's; those are written the same in both languages. */
export function latinName(ask: string): string | undefined {
  return /(?<![\w.])(?:[A-Z][\w.-]*[a-z]\w*|[A-Z]{5,}|[a-z]+[A-Z]\w*)/.exec(
    withoutQuotes(ask),
  )?.[0];
}

/** True for a clause that names at most what is done, and nothing it is done to. */
export function saysLittle(ask: string): boolean {
  return telling(ask).length <= 1;
}

/** The words of a clause that say what it is about. */
function telling(ask: string): string[] {
  return [...segmenter.segment(ask)]
    .filter((piece) => piece.isWordLike === true && !sayNothing.test(piece.segment))
    .map((piece) => piece.segment);
}

/**
 * The ask with what it leaves out: a pronoun becomes the topic, and an ask that names nothing but what is done gets the
 * topic in front.
 *
 *   ("怎么关闭它", "安静模式") -> "怎么关闭安静模式"        ("怎么修改", "默认端口") -> "默认端口怎么修改"
 */
export function completeChinese(
  ask: string,
  topic: string | undefined,
  name: string | undefined,
): string {
  if (topic === undefined) return withName(ask, name);
  const found = pointing.exec(withoutQuotes(ask));
  if (found !== null) {
    const { index } = found;
    const before = ask.slice(0, index);
    const owns = found[0] === "其" ? "的" : "";
    return `${before}${topic}${owns}${ask.slice(index + found[0].length)}`;
  }
  if (saysLittle(ask) && !ask.includes(topic)) return `${topic}${ask}`;
  return withName(ask, name);
}

function withName(ask: string, name: string | undefined): string {
  return name === undefined || /[A-Za-z]{3}/.test(ask) ? ask : `${ask}（${name}）`;
}
