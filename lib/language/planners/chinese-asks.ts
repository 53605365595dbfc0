import { withoutFraming } from "../framing.ts";
import { inHeadingWords } from "../heading-words.ts";
import { questionWords } from "../word-kinds.ts";
import {
  asking,
  chineseAmount,
  chinesePointsBack,
  chineseSubject,
  chineseTold,
  chineseTopic,
  comparesWith,
  completeChinese,
  latinName,
  saysLittle,
} from "../wording/chinese.ts";
import { withoutQuotes } from "../wording/quoted.ts";
import type { Planner } from "./planner.ts";

/**
 * Several asks in Chinese. A clause without a word that asks belongs to the next one that has one ("如果端口被占用，怎么办？"),
 * or to the last; 和 and 与 join names and cut nothing, unless an asking word follows them at once.
 *
 *   "引用是什么，怎么关闭它？"  ->  "引用是什么？", "怎么关闭引用？"
 */
export const chineseAsks: Planner = {
  name: "chinese_asks",
  plan(question) {
    const asks: { text: string; on?: string | undefined }[] = [];
    let waiting = "";
    let topic: string | undefined;
    let name: string | undefined;
    for (const clause of inClauses(withoutFraming(question))) {
      if (!asking.test(withoutQuotes(clause.text)) || onlyTells(clause)) {
        waiting += clause.text + clause.end;
        continue;
      }
      const said = withoutFraming(withoutJoin(clause.text));
      const before = asks.pop();
      const given = waiting === "" ? chineseSubject(said, topic, before?.text) : undefined;
      const told = chineseTold(said, before?.text);
      const ask = told ?? chineseAmount(said, before?.text) ?? completeChinese(said, given, name);
      const goesOn =
        restates.test(said) ||
        (before !== undefined && cure.test(said) && asksWhy.test(before.text)) ||
        governs.test(said) ||
        (before !== undefined && means.test(said)) ||
        (saysLittle(said) && topic === undefined && told === undefined) ||
        chinesePointsBack(ask);
      if (before === undefined) asks.push({ text: `${waiting}${ask}` });
      else if (goesOn) asks.push({ ...before, text: `${before.text}，${waiting}${said}` });
      else
        asks.push(before, {
          text: `${waiting}${ask}`,
          on: told ? before.text : ask === said ? whereNamedIn(topic, said) : (given ?? name),
        });
      const about = `${waiting}${ask}`;
      topic = chineseTopic(about) ?? chineseTopic(ask) ?? topic;
      name ??= latinName(ask) ?? latinName(about);
      waiting = "";
    }
    const last = asks.at(-1);
    if (last === undefined || asks.length < 2) return undefined;
    last.text += tail(waiting);
    const parts = asks.map(({ text, on }) => ({ text: asQuestion(inHeadingWords(text)), on }));
    return {
      parts: parts.map(({ text }) => text),
      leans: new Map(parts.flatMap(({ text, on }) => (on === undefined ? [] : [[text, on]]))),
    };
  },
};

/**
 * "想看看有没有旧文件，敲哪个命令": the wish or the doubt before a comma asks nothing by itself, unless one who wishes asks
 * for more than whether something is so: "想换端口该怎么改，日志在哪里".
 */
const onlyTells = ({ text, end }: { text: string; end: string }): boolean => {
  const said = withoutQuotes(text);
  if (!/^[，,]/.test(end)) return false;
  return doubts.test(said) || (wishes.test(said) && !asksMore.test(said.replace(whether, "")));
};
const doubts = /^(?:我|我们|我們)?(?:现在|現在)?(?:不确定|不確定|拿不准)/u;
const wishes = /^(?:我|我们|我們)?(?:现在|現在)?(?:想要?(?!知道|问|問|了解|请教|請教)|希望|打算)/u;
const whether = /有没有|有沒有|是不是|能不能|会不会|會不會|好几|好幾/gu;
const asksMore = /怎么|怎麼|怎样|怎樣|如何|哪|什么|什麼|多少|多久|多大|几|幾|为何|為何/u;

/** 日志能保留几天 after 远程日志存储: the shorter name of what the asks are about. */
function whereNamedIn(topic: string | undefined, ask: string): string | undefined {
  const [first] = questionWords(ask);
  if (topic === undefined || first?.kind !== "thing" || first.end < 2) return undefined;
  const name = ask.slice(0, first.end);
  return topic.length > name.length && topic.includes(name) ? topic : undefined;
}

const join =
  /^(?:以及|并且|並且|还有|還有|同时|同時|另外|此外|然后|然後|而且|和|与|與|并|並|又|那么?)/u;
/** Cause and cure of a trouble stand together in a manual, and are asked together. */
const asksWhy = /原因|为什么|為什麼|为何|為何|怎么回事|怎麼回事|怎么会|怎麼會/u;
const cure =
  /^(?:(?:我|你|该|該|应该|應該|要|又|可以)*(?:怎么|怎麼|怎样|怎樣|如何)(?:才能|去|来|來)?(?:解决|解決|处理|處理|办|辦|修复|修復|排查|应对|應對|弄|修)(?:它|这个问题|這個問題)?|有什[么麼](?:办法|辦法)(?:解决|解決)?)[？?呢]*$/u;
/** 由哪个设置控制: what was asked for before, which stands beside its setting. */
const governs = /^(?:由|靠|受|归|歸)(?:哪|什[么麼]).{0,8}(?:控制|决定|決定|规定|規定|管)/u;
/** 用哪条命令: what the one who wants to know the former runs. */
const means =
  /^(?:要|该|該|应该|應該|可以|能)*(?:用|跑|敲|执行|執行|运行|運行)(?:哪|什[么麼])一?[条條个個种種]?(?:命令|指令|工具|脚本|腳本)[？?呢]*$/u;
const restates = /^(?:即|也就是|或者说)/u;
/** Signs that part clauses, and joining words before an asking word; the comma of an enumeration parts names. */
const ends =
  /[，,;；。?？!！\n]+|(?<=[\p{Script=Han}\w）)])(?=(?:以及|并且|並且|还有|還有|和|与|與)\s?(?:怎么|怎麼|怎样|怎樣|如何|为什么|為什麼|什么时候|什麼時候|哪里|哪裡|哪些|多少|是否|能否|在哪))/gu;

function inClauses(question: string): { text: string; end: string }[] {
  const masked = withoutQuotes(question);
  const clauses: { text: string; end: string }[] = [];
  let from = 0;
  for (const end of masked.matchAll(ends)) {
    const written = question.slice(end.index, end.index + end[0].length);
    clauses.push({ text: question.slice(from, end.index).trim(), end: written });
    from = end.index + end[0].length;
  }
  clauses.push({ text: question.slice(from).trim(), end: "" });
  return clauses.filter((clause) => /\p{Script=Han}/u.test(clause.text));
}

const withoutJoin = (clause: string) =>
  comparesWith.test(clause) ? clause.trim() : clause.replace(join, "").trim();
const tail = (text: string) =>
  text === "" ? "" : `，${text.replace(/[，,;；。?？!！\s]+$/u, "")}`;
const asQuestion = (ask: string) => `${ask.replace(/[，,;；。?？!！\s]+$/u, "")}？`;
