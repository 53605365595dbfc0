import { hanWordsIn, meaningsOf } from "#lib/citations/same-words";
import { describes } from "#lib/platform/describing-words";
import { isEveryday } from "#lib/platform/talk-words";
import { type QuestionWord, questionWords } from "#lib/platform/word-kinds";
import { tokenize } from "#lib/platform/words";

/**
 * What an ask wants done: "pin" of "how do I pin it to the top", 导入 of 怎么把文件导入回来. `undefined` where it asks for no
 * doing, and where what is done is said by any manual in words of its own: to make, set, open or configure something.
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
  /\b(?:how\s+(?:(?:do|can|could|should|would|must|may)\s+(?:I|we|you|one)|to)|(?:can|could|may|should)\s+(?:I|we|you|one)|is\s+it\s+possible\s+to|(?:a|any)\s+way\s+to)\s+(?:(?:also|then|only|just|later|again|still|[a-z]+ly)\s+)*([a-z]+)/i;
const can = /^(?:can|could|does|do|will|may)\s+(?!(?:I|we|you|one|it|they|there)\b)/i;
const light =
  /^(?:add|apply|avoid|be|begin|bring|build|change|check|choose|configure|create|define|do|edit|enable|end|explain|find|fix|force|get|give|go|handle|have|help|improve|include|increase|keep|know|learn|leave|let|look|make|move|need|open|prepare|prevent|provide|put|reach|reduce|run|say|see|select|set|setup|show|solve|specify|start|stop|take|support|switch|tell|try|turn|understand|update|use|view|want|work|write)$/i;

function inEnglish(ask: string): string | undefined {
  const said = doing.exec(ask)?.[1] ?? (can.test(ask) ? verbOf(ask)?.toLowerCase() : undefined);
  return said === undefined || light.test(said) ? undefined : said;
}

function verbOf(ask: string): string | undefined {
  const [, verb] = questionWords(ask).filter(({ kind }) => kind === "deed");
  return verb === undefined ? undefined : ask.slice(verb.start, verb.end).replace(/\W+$/, "");
}

const wants = /怎么|怎麼|怎样|怎樣|如何|能不能|可不可以|能否|可否|可以|能够?(?=.+[吗嗎])/u;
const lightZh =
  /^(?:换|換|换成|換成|设置|設置|配置|使用|关掉|關掉|停掉|去掉|改成|变成|變成|做到|放在|放到|显示|顯示|避免|防止|修改|更改|改变|改變|查看|添加|增加|新增|打开|打開|开启|開啟|启用|啟用|关闭|關閉|停用|创建|創建|新建|建立|指定|运行|運行|执行|執行|启动|啟動|选择|選擇|处理|處理|解决|解決|实现|實現|进行|進行|安装|安裝|定义|定義|知道|开始|開始|支持|需要|应该|應該|可以|允许|允許|使|让)$/u;
const takes = /[把将將从從用按在给給对對]|通过|通過/u;
const asksFact = /哪|多少|多久|[几幾][个個种種次天年]|什么|什麼/u;

function inChinese(ask: string): string | undefined {
  const from = wants.exec(ask);
  if (from === null || asksFact.test(ask)) return undefined;
  const begin = from.index + from[0].length;
  const words = questionWords(ask).filter(({ start }) => start >= begin);
  const deeds = words.filter((word, i) => isDeed(ask, word, words[i + 1]));
  // What is done stands after the thing where 把, 从 or 用 brings it first.
  const main = takes.test(ask.slice(begin)) ? deeds.at(-1) : deeds[0];
  const said = main && ask.slice(main.start, main.end);
  return said === undefined || lightZh.test(said) ? undefined : said;
}

/** A verb of two characters that tells no thing apart, as 导出 of 导出的文件 does, and is no aside (自动, 回来). */
function isDeed(ask: string, word: QuestionWord, next: QuestionWord | undefined): boolean {
  if (word.kind !== "deed" || word.end - word.start < 2) return false;
  if (next !== undefined && /^[的之]$/u.test(ask.slice(next.start, next.end))) return false;
  const terms = tokenize(ask.slice(word.start, word.end)).filter(({ kind }) => kind === "han");
  return !terms.some(({ term }) => describes(term) || isEveryday(term));
}
