import { sameWords } from "./everyday-words.ts";
import { atFirstUse } from "./lexicon.ts";
import { tokenize } from "./words.ts";

/**
 * Words that may stand for each other when one sentence is compared with another: the everyday groups of the search, and
 * those in which writers about programs retell them. That a word has another one's meaning makes up for a missing word and
 * for nothing else: numbers, names, denials and words of opposite sense (opposites.ts, force.ts) are compared as they stand.
 * A group is one whose words a manual can exchange without claiming anything else. One group a line, verbs in their stem.
 */
const english = `
set, configure, specify, define, assign
pass, give, supply, provide
use, employ
need, require
contain, include, comprise
mean, indicate, denote, signify
show, display, shown
open, launch
stop, end
finish, complete
keep, remain, stay, retain, preserve, kept
remove, delete, erase, strip
skip, omit, ignore
refuse, reject, decline
type, enter, write, put, set
choose, select, pick, click, press
enable, activate
disable, deactivate
change, modify, edit, alter, adjust
replace, substitute
create, make, generate
build, construct
search, look, find
store, save, keep, kept, stored
folder, directory, subfolder
immediately, instantly, right
automatically, itself
beside, next, alongside, besides
file, document
maximum, max
minimum, min, least
whole, entire, entirely, full, fully, wholly
separate, separately, own
permit, allow, enable, let
forbid, prohibit
begin, start
return, give
fetch, get, obtain, retrieve
send, transmit
convert, transform
reach, access
located, live, lie, stand, reside
outside, beyond
inside, within
large, big, larger, bigger, exceed, longer
issue, problem
locate, find
hidden, hide
recommend, advise
usual, typical
explain, tell, say, describe
quotation, quote, cite, citation
execute, run
refresh, update
resemble, like, alike
equal, identical, equivalent
obsolete, deprecated
ask, question, query
rewrite, reword, rephrase, word
flag, option, parameter, argument, setting, variable
property, field, attribute
brief, short
simultaneously, together
straight, directly, direct
first, initially
rely, depend
call, invoke
merge, combine
part, piece, portion
handy, useful
switch, turn
override, overridden
write, written, wrote
choose, chosen, chose
build, built
find, found
send, sent
take, taken, took
give, given, gave
make, made
lose, lost
hold, held
break, broken, broke
know, known, knew
leave, left
spend, spent
forget, forgotten
split, divide
fall, fallen
show, shown
hide, hidden
begin, begun, began
throw, thrown
tell, told
mean, meant
bring, brought
buy, bought
catch, caught
see, seen
speak, spoken
sell, sold
`;

const chinese = `
设为, 设置为, 设成, 设置, 配置, 设定, 指定
修改, 更改, 调整, 改变, 更换, 换成, 改为, 改动
通过, 使用, 借助, 利用, 采用
点, 点击, 选择, 按, 选
输入, 填入, 填写
添加, 加上, 加入
打开, 开启, 启用
关闭, 停用, 禁用, 关掉
拒绝, 不允许
跳过, 略过, 忽略
无需, 不需要, 不用, 不必, 用不着
默认, 缺省
马上, 立即, 立刻, 随即, 很快
重新, 再次, 再
旁, 旁边
位于, 在
保存, 存放, 存储, 保留
会收到, 收到
显示, 出现, 展示
表示, 指, 说明, 意味着, 意思
名单, 列表
文件夹, 目录
扩展名, 结尾, 后缀
片段, 段落
遮住, 遮盖, 遮蔽
重试, 再试
调大, 调高, 增大
调低, 降低, 减少, 降到
最大, 上限, 最多, 最高, 最长, 不超过
最小, 下限, 最少, 至少
完成, 做完
中断, 中止
结束, 终止
全部, 所有, 一概, 一切
查看, 看, 预览, 查
分别, 各自, 单独
同时, 一起
改名, 重命名
删除, 移除, 清除
运行, 执行
创建, 新建, 建立, 重建
能够, 可以, 能
推荐, 建议
返回值, 返回
等同, 等价, 相当
只, 仅
之前, 以前
其他, 别的, 另一
检查, 核对, 比对
需要, 必须
原因, 原因何在
参数, 属性, 字段, 选项, 设置项
变化, 变更, 变动
任意, 任何
自身, 本身
根据, 基于, 按
带有, 包含, 含有, 包括, 里有
引用, 引文
看作, 作为, 当作
多数, 大多数
文档, 文件
`;

/** Two words by which to know a group that helps to find a page and says two things all the same. */
const looser = [
  ["undo", "revert"],
  ["car", "vehicle"],
  ["upgrade", "update"],
  ["computer", "laptop"],
  ["faulty", "damaged"],
  ["quit", "close"],
  ["enlarge", "increase"],
  ["slice", "chop"],
  ["deliver", "ship"],
  ["solve", "fix"],
  ["defective", "broken"],
  ["升级", "更新"],
  ["撤销", "恢复"],
  ["卸载", "移除"],
  ["笔记本电脑", "电脑"],
  ["停止", "结束"],
  ["清空", "清理"],
  ["文件", "档案"],
  ["启动", "运行"],
];

type Index = {
  by_term: ReadonlyMap<string, readonly number[]>;
  by_han: ReadonlyMap<string, readonly number[]>;
  longest_han: number;
  /** Characters that one of the Chinese words begins with. */
  starts: ReadonlySet<string>;
};

const han = /^\p{Script=Han}+$/u;

const index = atFirstUse((): Index => {
  const groups: readonly (readonly string[])[] = [
    ...sameWords()
      .map(({ words }) => words)
      .filter((words) => !looser.some((pair) => pair.every((word) => words.includes(word)))),
    ...`${english}${chinese}`
      .trim()
      .split(/\n+/)
      .map((line) => line.split(", ")),
  ];
  const by_term = new Map<string, number[]>();
  const by_han = new Map<string, number[]>();
  for (const [number, words] of groups.entries()) {
    for (const word of words) {
      if (han.test(word)) add(by_han, word, number);
      else if (!word.includes(" ")) {
        const [token] = tokenize(word);
        if (token !== undefined) add(by_term, token.term, number);
      }
    }
  }
  return {
    by_term,
    by_han,
    longest_han: Math.max(...[...by_han.keys()].map((word) => word.length)),
    starts: new Set([...by_han.keys()].map((word) => word[0] ?? "")),
  };
});

function add(to: Map<string, number[]>, word: string, number: number): void {
  to.set(word, [...(to.get(word) ?? []), number]);
}

/** The groups that a term of the tokenizer, or a Chinese word, belongs to. */
export const meaningsOf = (term: string): readonly number[] => index().by_term.get(term) ?? [];

/** The Chinese words of the groups that stand in a text. */
export function hanWordsIn(text: string): { start: number; end: number; meanings: number[] }[] {
  const { by_han, longest_han, starts } = index();
  const found: { start: number; end: number; meanings: number[] }[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (!starts.has(text[start] ?? "")) continue;
    for (let length = longest_han; length > 0; length -= 1) {
      const meanings = by_han.get(text.slice(start, start + length));
      if (meanings !== undefined)
        found.push({ start, end: start + length, meanings: [...meanings] });
    }
  }
  return found;
}
