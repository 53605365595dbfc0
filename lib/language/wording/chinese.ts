import { withoutFraming } from "../framing.ts";
import { type QuestionWord, questionWords } from "../word-kinds.ts";
import { withoutQuotes } from "./quoted.ts";

/** How Chinese asks refer to each other: what an ask is about, and how one that leaves it out is completed. */
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** A word that asks; without one a clause only tells. */
export const asking =
  /什么|什麼|怎么|怎麼|怎样|怎樣|如何|为何|為何|哪|(?<!好)[几幾][个個种種次天年条條步秒分小周月块塊层層页頁遍级級款部台行位]|多少|多久|多大|多长|多長|谁|誰|吗|嗎|何时|何時|何处|何處|能否|可否|是否|是不是|能不能|可不可以|有没有|有沒有|会不会|會不會|要不要|需不需要/;

const frames: readonly RegExp[] = [
  /^(?:什么是|什麼是|何谓|何謂)(.+)$/,
  /^(?:请问|請問)?(.+?)(?:到底|究竟)?(?:指?的?是什么|是什麼|是多少|是谁|是誰|是哪|在哪|有哪|有多少|有什么|有什麼|有几|叫什么|叫什麼|为什么|為什麼|能不能|是不是|是否|可以|存放在|保存在|位于|位於)/,
  /^(?:请问|請問|我|我们|我們)*(?:应该|應該|可以|能)?(?:怎么|怎麼|怎样|怎樣|如何)(?:才能|去|来|來|样|樣)?(.+)$/,
  /^(.+?)(?:应该|應該|要)?(?:怎么|怎麼|怎样|怎樣|如何)/,
];
const mostTopicChars = 24;

const preamble = /^(?:在[^，,]{1,20}[，,]|那么?|另外|还有|還有)+/u;

export function chineseTopic(ask: string): string | undefined {
  const topic = topicOf(ask);
  return topic === undefined || untold.test(topic) ? undefined : topic;
}

/** What names nothing: the cause that is asked for, who asks, "上游一直报" of a trouble that is only told. */
const untold =
  /^(?:原因|问题|問題|办法|辦法|方法|意思|区别|區別)$|^(?:我|查看|查询|查詢|获取|獲取)|一直|还在|還在|正在|总是|總是|老是|突然|经常|經常/u;

function topicOf(ask: string): string | undefined {
  const text = withoutFraming(ask.replace(/[?？!！。，,\s]+$/u, "")).replace(preamble, "");
  const when = circumstance.exec(text)?.[0];
  if (when !== undefined) return toldOfWhen(text.slice(when.length));
  const needed = needs.exec(text)?.[1]?.trim();
  if (needed !== undefined && needed.length <= mostTopicChars) return needed;
  const there = thingSought(text);
  if (there !== undefined) return there;
  const made = becomes.exec(text)?.[1];
  if (made !== undefined && made.length <= mostTopicChars && !pointing.test(made)) return made;
  for (const [i, frame] of frames.entries()) {
    const found = frame
      .exec(text)?.[1]
      ?.replace(/(?:呢|的|了)$/u, "")
      .replace(/(?:之间|之間)?的?(?:主要)?(?:区别|區別|不同|差异|差異|差别|差別)$/u, "")
      .trim();
    if (found === undefined || found === "" || pointing.test(found)) continue;
    const topic = (i === 2 ? afterVerb(found) : beforeVerb(found)).replace(meant, "");
    if (topic !== "" && topic.length <= mostTopicChars) return topic;
  }
  return beginning(text);
}

/** `x-cli` of "装 x-cli 要什么版本的 Node": what needs it. */
const needs =
  /^(?:安装|安裝|装|裝|使用|用|运行|運行|跑)\s?(\S*[A-Za-z]\S*)\s?(?:需要|要求|要|得)(?:什[么麼]|哪|多少|多高|[几幾])/u;

/** 手机版 App of "X 有没有手机版 App": what comes next is asked of that, and not of what may have it. */
function thingSought(text: string): string | undefined {
  const sought = /(?:有没有|有沒有|是否有|有无|有無)(.+)$|有(.+)[吗嗎]$/u.exec(text);
  const thing = (sought?.[1] ?? sought?.[2] ?? "").trim();
  const words = questionWords(thing);
  const names = words.some(({ kind }) => kind === "thing") && !/办法|辦法|方法|方式/u.test(thing);
  const fits = thing.length > 1 && thing.length <= mostTopicChars && !pointing.test(thing);
  return fits && names && words.every(({ kind }) => kind !== "deed") ? thing : undefined;
}

/** 端口 of "把端口改成 8080": not what is made of it. */
const becomes = /[把将將](\S.*?)(?:改|换|換|设置?|設置?|调|調|变|變|转换?|轉換?)(?:成|为|為|到)/u;
/** "密钥要放在哪里": 密钥. */
const meant = /(?:应该|應該|应当|應當|需要|要|该|該|得)$/u;

/** 暗黑模式 of "什么情况下建议用暗黑模式", 日志 of "什么时候日志会被删除": never the circumstance that is asked for. */
function toldOfWhen(asked: string): string | undefined {
  const rest = asked.replace(advised, "");
  const words = questionWords(rest);
  const isDone = rest !== asked && (words[0]?.kind !== "thing" || uses.test(rest));
  const verb = words.findIndex((word) => word.kind === "deed");
  const before = words.slice(0, verb < 0 ? undefined : verb).findLast((w) => w.kind === "thing");
  const topic = uses.test(rest)
    ? rest.replace(uses, "")
    : isDone || verb === 0
      ? afterVerb(rest)
      : rest.slice(0, before?.end ?? 0).replace(counting, "");
  const fits = topic.trim() !== "" && topic.length <= mostTopicChars && !pointing.test(topic);
  return fits ? topic.trim() : undefined;
}

const circumstance =
  /^(?:在|当|當)?(?:(?:什[么麼]样?的?|哪[些种種]|何[种種]|怎[样樣]的)(?:情况|情況|情形|场景|場景|场合|場合|条件|條件|时候|時候|时机|時機)|何[时時])(?:之?下|里|裡)?/u;
const advised =
  /^(?:不|才|就|也|又)*(?:建议|建議|推荐|推薦|适合|適合|最?好|应该|應該|应当|該|该|要|会|會|可以|能够|能|需要|必须|必須|得|宜)*/u;
const uses = /^(?:使用|采用|採用|选用|選用|选择|選擇|用到|用)/u;

/** What stands before the first verb and the first word that asks: 单个命令 of "单个命令最多能用多少内存". */
function beginning(text: string): string | undefined {
  if (setting.test(text)) return undefined;
  const kind = /^(?:哪些|哪个|哪個|哪种|哪種|什么|什麼)/u.exec(text)?.[0].length ?? 0;
  const until = kind > 0 ? text.length : (asking.exec(withoutQuotes(text))?.index ?? 0);
  const words = questionWords(text).filter(({ start, end }) => start >= kind && end <= until);
  const subject = beforePredicate(text, words);
  if (subject !== undefined) return subject;
  const verb = words.findIndex((word) => word.kind === "deed");
  const end = words.slice(0, verb < 0 ? undefined : verb).findLast((w) => w.kind === "thing")?.end;
  const topic = text
    .slice(kind, end ?? 0)
    .replace(counting, "")
    .trim();
  return topic === "" || topic.length > mostTopicChars || pointing.test(topic) ? undefined : topic;
}

/** 钉钉告警 of "钉钉告警支持哪几种…", whatever kinds of words it is made of; "失败后默认…" says when, and of nothing. */
function beforePredicate(text: string, words: readonly QuestionWord[]): string | undefined {
  const [first] = words;
  const predicate = words.find((w) => predicates.test(text.slice(w.start, w.end)) && w.start > 1);
  if (first === undefined || predicate === undefined) return undefined;
  const subject = text.slice(first.start, predicate.start).replace(counting, "").trim();
  const fits = subject.length > 1 && subject.length <= mostTopicChars;
  return fits && telling(subject).length > 0 && !notSubject.test(subject) && !pointing.test(subject)
    ? subject
    : undefined;
}

const predicates =
  /^(?:默认|預設|默認|监听|監聽|支持|支援|最|最多|最少|至少|需要|可以|能|会|會|允许|允許)$/u;
const notSubject =
  /(?:[后後时時前]|时候|時候)$|[，,]|^(?:我|你|您|他|她|每)|^(?:现在|現在|通常|一般|正常|实际|實際|具体|具體|如今)$/u;

const counting = /(?:一共|总共|總共|最多|最少|默认|預設|到底|究竟|都)$/u;
const setting =
  /^(?:往|把|将|將|给|給|从|從|对|對|用|在|为|為|让|讓|当|當|如果|要是|假如|因为|因為|由于|由於|虽然|雖然)/u;

/** 关闭安静模式 -> 安静模式: the first word is the verb. */
function afterVerb(phrase: string): string {
  const [first] = questionWords(phrase);
  const rest = first === undefined ? "" : phrase.slice(first.end).trim();
  return rest.replace(/^(?:一个|一個|了|到|好|成|为|為)/u, "");
}

/** 日志写 -> 日志: of "日志写在哪里" the verb is no part of what it is about. */
const beforeVerb = (phrase: string): string =>
  phrase.length > 2
    ? phrase
        .replace(/(?:写|寫|存|放|保存|存放|显示|顯示|从.{1,6}到.{1,3}是|[，,]?[是会會要能])$/u, "")
        .replace(counting, "")
        .trim()
    : phrase;

const pointing =
  /它们|它們|它|这两者|這兩者|两者|兩者|他们的|其(?=[默主前后名路])|这个(?!\p{Script=Han})|這個(?!\p{Script=Han})|那个(?!\p{Script=Han})|(?<=[怎如何么麼样樣改用关關开開删刪装裝设設])(?:这个|這個|那个|那個)|^(?:这|這|那)(?=[是要能会怎如可有])/u;

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

/** True where nothing in it says what it is about: no thing, no foreign word, nothing quoted. */
function namesNothing(ask: string): boolean {
  if (/[A-Za-z]{2}/.test(ask) || withoutQuotes(ask) !== ask) return false;
  return questionWords(ask).every(
    ({ start, end, kind }) => kind !== "thing" || general.test(ask.slice(start, end)),
  );
}

const general =
  /^(?:地方|意思|默认值?|預設值?|东西|東西|问题|問題|时候|時候|值|取值|原因|区别|區別|作用|用途|特点|特點|场景|場景|方式|方法|办法|辦法|上限|下限|限制|范围|範圍|单位|單位|格式|名称|名稱|种类|種類|类型|類型|优点|優點|缺点|缺點|优缺点|位置|里面|裡面|往里面|内容|內容|情况|情況|情形|条件|條件|前提|前提条件|前提條件|要求|后果|後果|影响|影響|好处|好處|坏处|壞處|建议|建議|成)$/u;

/** The words of a clause that say what it is about. */
function telling(ask: string): string[] {
  return [...segmenter.segment(ask)]
    .filter((piece) => piece.isWordLike === true && !sayNothing.test(piece.segment))
    .map((piece) => piece.segment);
}

const amount = /(?:多少|几|幾)\s?\S*$/u;

/** 多少个进程 has neither verb nor subject: it stands in the place of the amount that was asked for before. */
export function chineseAmount(ask: string, before: string | undefined): string | undefined {
  const text = ask.replace(/[?？!！。，,\s]+$/u, "");
  const earlier = before?.replace(/[?？!！。，,\s]+$/u, "") ?? "";
  if (!/^(?:多少|几|幾)/u.test(text) || !amount.test(earlier)) return undefined;
  if (questionWords(text).some(({ kind }) => kind === "deed")) return undefined;
  return earlier.replace(amount, () => text);
}

/** 在哪里能改这个时间 after 登录之后多久会自动退出: the time is what was asked for, 登录之后会自动退出的时间. */
export function chineseTold(ask: string, before: string | undefined): string | undefined {
  const earlier = before?.replace(/[?？!！。，,\s]+$/u, "") ?? "";
  const spoken = toldOf.exec(ask);
  const told = spoken === null ? earlier : earlier.replace(howMuch, "").trim();
  if (spoken === null || told === earlier || told === "") return undefined;
  const [front, rest] = [ask.slice(0, spoken.index), ask.slice(spoken.index + spoken[0].length)];
  const thing = `${told}的${spoken[1]}`;
  return /^[?？]?$/u.test(rest) ? `${thing}${front}${rest}` : `${front}${thing}${rest}`;
}

const toldOf =
  /[这那該该這](?:个|個|项|項)?(时间|時間|期限|时长|時長|间隔|間隔|限制|大小|数量|數量|上限|次数|次數|长度|長度|默认值|預設值|数字|數字|值)/u;
const howMuch =
  /(?:是|有|要|过|最多|最长|默认)?(?:多久|多长时间|多長時間|多大|多长|多長|多少(?:[个個次天年条條秒]|分[钟鐘]|小[时時])?|[几幾](?:[个個次天年条條秒]|分[钟鐘]|小[时時]))(?:[之以]?[后後])?/u;

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
  if (eachOfThem.test(ask)) return `${topic}${ask}`;
  const [deed] = questionWords(ask);
  const again = deed?.kind === "deed" && namesNothing(ask) ? ask.slice(0, deed.end) : undefined;
  // 删除后能恢复吗 after 删除项目: what is done is said with what it is done to.
  if (again !== undefined && topic !== again && topic.startsWith(again))
    return `${topic}${ask.slice(again.length)}`;
  const little =
    (saysLittle(ask) && !identifier.test(ask)) ||
    namesNothing(ask) ||
    lacksSubject.test(ask) ||
    comparesWith.test(ask);
  if (little && !namesPartOf(topic, ask)) return `${topic}${/\w$/.test(topic) ? " " : ""}${ask}`;
  return withName(ask, name);
}

const identifier = /[A-Za-z]\w*[_.-]\w|[a-z][A-Z]|`[^`]+`/;

/** 和中间件有什么区别: with what it is compared, and not what. */
export const comparesWith =
  /^(?:和|与|與|跟(?![踪蹤随隨进進])|比起)(?:(?!和|与|與|跟).){1,30}(?:(?:有(?:什[么麼]|何|啥|哪些))?(?:区别|區別|不同|差[别別异異]|关系|關係)(?:是什[么麼]|在哪里?|[吗嗎])?[？?呢]*$|一[样樣][吗嗎不])/u;

/** 是否支持深色: by whom, the ask before says. */
const lacksSubject =
  /^(?:是否|能否|能不能|会不会|會不會|是不是)?(?:还|還|也|同时|同時)*(?:支持|支援|兼容|相容)/u;

/** Of 开关和灯 the ask names 开关. */
const namesPartOf = (topic: string, ask: string): boolean =>
  ask.includes(topic) ||
  questionWords(topic).some(
    ({ start, end }) => end - start > 1 && ask.includes(topic.slice(start, end)),
  );

/** What an ask is about that names nothing: the topic; of 各自 the kinds that the one before asked for (按钮的类型). */
export function chineseSubject(
  ask: string,
  topic: string | undefined,
  before: string | undefined,
): string | undefined {
  if (topic === undefined || !eachOfThem.test(ask)) return topic;
  const kinds = asksKinds.exec(before ?? "")?.[1]?.trim() ?? "";
  const named = kinds !== "" && questionWords(kinds).every(({ kind }) => kind === "thing");
  return named ? `${topic}的${kinds}` : topic;
}

const asksKinds = /(?:哪几|哪幾|几|幾|哪)(?:种|種|类|類|个|個|些)([^?？，,]*)/u;
const eachOfThem = /^(?:各自|分别|分別|各(?=是|有|用))/u;

function withName(ask: string, name: string | undefined): string {
  const own = latinName(ask) !== undefined || identifier.test(ask) || /[A-Z]{2}/.test(ask);
  const named = name === undefined || ask.includes(name) || own;
  return named ? ask : `${ask}（${name}）`;
}
