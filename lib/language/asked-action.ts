import { describes } from "./describing-words.ts";
import { hanWordsIn, meaningsOf } from "./same-words.ts";
import { isEveryday } from "./talk-words.ts";
import { type QuestionWord, questionWords } from "./word-kinds.ts";
import { tokenize } from "./words.ts";

/**
 * What an ask wants done: "pin" of "how do I pin it to the top", 导入 of 怎么把文件导入回来, and of what is to be made to do
 * something what that is: "back up" of "make it back up my notes", "bigger" of "make the text bigger". `undefined` where it
 * asks for no doing, and where what is done is said by any manual in words of its own: to set, open or configure something.
 */
export function askedDeed(ask: string): string | undefined {
  return /\p{Script=Han}/u.test(ask) ? inChinese(ask) : inEnglish(ask);
}

/** Said by any manual in words of its own. */
export const isLightDeed = (word: string): boolean => light.test(word) || lightZh.test(word);

/** Whether a text speaks of doing what an ask wants done, in its word for it or in another; true where it asks for none. */
export function bearsDeed(ask: string, text: string): boolean {
  const deed = askedDeed(ask);
  return deed === undefined || saying(text)(deed);
}

/** Whether a word of an ask, or one of the same meaning, stands in a text; of longer words the beginning is enough. */
export function saying(text: string): (word: string) => boolean {
  const terms = new Set(tokenize(text).map(({ term }) => term));
  const meant = new Set([...terms].flatMap(meaningsOf));
  let han: Set<number> | undefined;
  return (word) => {
    const [, verb, particle] = phrasal.exec(word) ?? [];
    if (verb !== undefined)
      return new RegExp(`\\b${verb}\\w*[ -]?(?:[\\w'-]+ ){0,3}${particle}\\b`, "i").test(text);
    if (/\p{Script=Han}/u.test(word)) {
      if (text.includes(word)) return true;
      han ??= new Set(hanWordsIn(text).flatMap(({ meanings }) => meanings));
      const own = hanWordsIn(word).filter(({ start, end }) => end - start === word.length);
      return own.some(({ meanings }) => meanings.some((meaning) => han?.has(meaning)));
    }
    const own = tokenize(word).filter(({ kind, stop }) => kind !== "part" && !stop);
    const stands = (term: string) =>
      terms.has(term) ||
      meaningsOf(term).some((meaning) => meant.has(meaning)) ||
      (term.length >= stem && [...terms].some((other) => other.startsWith(term.slice(0, stem))));
    return own.length > 0 && own.every(({ term }) => stands(term));
  };
}

/** "Renew" and "renewal", "compare" and "comparison". */
const stem = 5;

const doing =
  /\b(?:how\s+(?:(?:do|can|could|should|would|must|may)\s+(?:I|we|you|one)|to)|(?:can|could|may|should)\s+(?:I|we|you|one)|is\s+it\s+possible\s+to|(?:a|any)\s+way\s+to)\s+(?:(?:also|then|only|just|later|again|still|(?!apply|supply|reply|multiply|rely)[a-z]+ly)\s+)*([a-z]+)/i;
const can = /^(?:can|could|does|do|will|may)\s+(?!(?:I|we|you|one|it|they|there)\b)/i;
const light =
  /^(?:add|apply|avoid|be|begin|bring|build|change|check|choose|configure|create|define|do|edit|enable|end|explain|find|fix|force|get|give|go|handle|have|help|improve|include|increase|keep|know|learn|leave|let|look|make|move|need|open|prepare|prevent|provide|put|reach|reduce|run|say|see|select|set|setup|show|solve|specify|start|stop|take|support|switch|tell|try|turn|understand|update|use|view|want|work|write)$/i;

/** Two words that mean what neither of them does. */
const phrasal = /^(back|give|line|roll|sign|log) (up|out|in|off)$/i;
const twoWords = /^\W*(back|give|line|roll|sign|log) (up|out|in|off)\b/i;
/** "Make it …", "get it to …": what is done stands behind what is to do it, and not in the next clause. */
const causes = /^(?:make|let|have|help)$/i;
const nextClause =
  /[?,;:(]|\.(?!\w)|\b(?:when|whenever|if|that|which|who|while|so|and|or|because|until|before|after|without|in|on|of|at|for|with|from|than)\b/i;
const becomes =
  /\b(?:bigger|larger|smaller|faster|slower|longer|shorter|wider|narrower|darker|brighter|louder|quieter)\b(?! than\b)/i;

function inEnglish(ask: string): string | undefined {
  const found = doing.exec(ask);
  const verb = found?.[1] ?? (can.test(ask) ? verbOf(ask)?.toLowerCase() : undefined);
  if (found === null || verb === undefined) return isLight(verb) ? undefined : verb;
  const from = found.index + found[0].length;
  const both = twoWords.exec(ask.slice(from - verb.length));
  if (both !== null) return both[0].toLowerCase();
  return isLight(verb) ? madeToDo(ask, verb, from) : verb;
}

const isLight = (verb: string | undefined): boolean => verb !== undefined && light.test(verb);

function madeToDo(ask: string, verb: string, from: number): string | undefined {
  const rest = ask.slice(from);
  const clause = rest.slice(0, Math.max(0, rest.search(nextClause)) || undefined);
  const infinitive = /^get$/i.test(verb) ? /\sto\s/.exec(clause) : null;
  if ((infinitive === null && !causes.test(verb)) || /^\s*(?:sure|certain)\b/i.test(rest))
    return undefined;
  const begin = from + (infinitive === null ? 1 : infinitive.index + infinitive[0].length);
  const deed = questionWords(ask).find(
    ({ kind, start, end }) =>
      kind === "deed" && end <= from + clause.length + 1 && start >= begin + (infinitive ? 0 : 1),
  );
  const both = deed && twoWords.exec(ask.slice(deed.start));
  if (both) return both[0].toLowerCase();
  const done = deed && ask.slice(deed.start, deed.end).replace(/\W+$/, "");
  // "Make it play a louder sound": louder is what is asked for.
  const becoming = /^make$/i.test(verb) ? becomes.exec(rest)?.[0] : undefined;
  if (becoming !== undefined && (done === undefined || isShown.test(done))) return becoming;
  return done !== undefined && !light.test(done) ? done : undefined;
}

/** What something does while it is what is asked for. */
const isShown = /^(?:play|look|sound|appear|seem|feel|run|get|become)$/i;

function verbOf(ask: string): string | undefined {
  const [, verb] = questionWords(ask).filter(({ kind }) => kind === "deed");
  return verb === undefined ? undefined : ask.slice(verb.start, verb.end).replace(/\W+$/, "");
}

const wants = /怎么|怎麼|怎样|怎樣|如何|能不能|可不可以|能否|可否|可以|能够?(?=.+[吗嗎])/u;
const lightZh =
  /^(?:换|換|换成|換成|设置|設置|配置|使用|关掉|關掉|停掉|去掉|改成|变成|變成|做到|放在|放到|显示|顯示|避免|防止|修改|更改|改变|改變|查看|添加|增加|新增|打开|打開|开启|開啟|启用|啟用|关闭|關閉|停用|创建|創建|新建|建立|指定|运行|運行|执行|執行|启动|啟動|选择|選擇|处理|處理|解决|解決|实现|實現|进行|進行|安装|安裝|定义|定義|知道|开始|開始|用上|用到|支持|需要|应该|應該|可以|允许|允許|使|让)$/u;
const takes = /[把将將从從用按在给給对對]|通过|通過/u;
const asksFact = /哪|多少|多久|[几幾][个個种種次天年]|什么|什麼/u;

function inChinese(ask: string): string | undefined {
  const from = wants.exec(ask);
  if (from === null) return undefined;
  const begin = from.index + from[0].length;
  // 怎么统计有多少人 asks for the way, 从哪个版本开始可以 and 可以用哪个 for something else.
  const way = /[怎如]/u.test(from[0]);
  if (asksFact.test(way ? ask.slice(0, from.index) : ask)) return undefined;
  const words = questionWords(ask).filter(({ start }) => start >= begin);
  const deeds = words.filter((word, i) => isDeed(ask, word, words[i + 1]));
  // What is done stands after the thing where 把, 从 or 用 brings it first.
  const main = takes.test(ask.slice(begin)) ? (reaching(ask, words) ?? deeds.at(-1)) : deeds[0];
  const said = main && ask.slice(main.start, main.end);
  return said === undefined || lightZh.test(said) ? undefined : said;
}

/** 部署 of 部署到, 同步 of 同步到: what is done, which a dictionary may have for a thing. */
const reaching = (ask: string, words: readonly QuestionWord[]): QuestionWord | undefined =>
  words.find(({ start, end }) => end - start === 2 && /^(?:到|成|至)(?!底)/u.test(ask.slice(end)));

/** A verb of two characters that tells no thing apart, as 导出 of 导出的文件 does, and is no aside (自动, 回来). */
function isDeed(ask: string, word: QuestionWord, next: QuestionWord | undefined): boolean {
  if (word.kind !== "deed" || word.end - word.start < 2) return false;
  if (next !== undefined && /^[的之]$/u.test(ask.slice(next.start, next.end))) return false;
  const terms = tokenize(ask.slice(word.start, word.end)).filter(({ kind }) => kind === "han");
  return !terms.some(({ term }) => describes(term) || isEveryday(term));
}
