import { everydayWords } from "#lib/platform/everyday-words";
import { tokenize } from "#lib/platform/words";

/**
 * Words that may stand for each other when one sentence is compared with another: the everyday groups of the search, and
 * those in which writers about programs retell them. That a word has another one's meaning makes up for a missing word and
 * for nothing else: numbers, names and denials are compared as they stand. One group a line, verbs in their stem.
 */
const english = `
set, configure, specify, define, write, put, assign
pass, give, supply, provide, add
use, employ, apply, via
need, require
contain, hold, include, have, consist, comprise, carry
mean, indicate, denote, signify, say, tell, imply
show, display, appear, shown, list
open, launch, start
stop, end, finish, complete, terminate, done
keep, remain, stay, retain, preserve, kept, kept
remove, delete, erase, clear, strip, drop, wipe
skip, omit, ignore, exclude, leave, left
refuse, reject, deny, decline
type, enter, input
choose, select, pick, click, press, opt
turn, switch, enable, activate
disable, deactivate
change, modify, edit, alter, adjust, override
replace, substitute, exchange
create, make, generate, build, produce, establish, construct
search, look, find
store, save, keep, kept, stored
folder, directory, subfolder
immediately, instantly, right, once
automatically, itself
wait, pause
beside, next, alongside, besides
file, document
maximum, most, limit, upper
minimum, least
whole, entire, entirely, complete, full, fully, wholly
several, multiple, many
different, various, other
separate, separately, own, another
permit, allow, enable, let
forbid, prohibit
begin, start
return, give, yield
fetch, get, obtain, retrieve, receive, download, pull
send, transmit, forward, pass
convert, transform, turn
expose, visible, available
reach, access, contact
located, live, lie, stand, reside, sit
outside, beyond
inside, within
large, big, larger, bigger, exceed, longer
fail, error, break
issue, problem, trouble, question
locate, find
hidden, hide
recommend, suggest, advise, should
avoid, against
usual, typical, default, normal
rule, condition, regulation
explain, tell, say, describe, why, reason
quotation, quote, cite, citation
execute, run
refresh, update
attach, add, append
similar, alike, resemble, like
equal, same, identical, equivalent
obsolete, deprecated
ask, question, query
rewrite, reword, rephrase, word
revert, reset, back, restore
deploy, ship, install
support, able, possible
command, cli
flag, option, parameter, argument, setting, variable, property, field, attribute
finish, end
brief, short
simultaneously, together, both
begin, prefix, start
straight, directly, direct
first, initially
rely, depend
call, invoke, name
emit, fire, trigger
merge, combine, unify
part, piece, portion
stay, remain, keep
mask, hide
`;

const chinese = `
设为, 设置为, 设成, 设置, 配置, 设定, 写成, 填写, 指定
修改, 更改, 调整, 改变, 更换, 换成, 改为, 控制, 决定, 改动
通过, 使用, 借助, 利用, 采用
点, 点击, 选择, 按, 选
输入, 填入, 填写, 写
添加, 加上, 加入, 增加
打开, 开启, 启用, 启动
关闭, 停用, 禁用, 关掉, 默认关闭
拒绝, 不允许, 禁止
跳过, 排除, 略过, 忽略, 不读取
无需, 不需要, 不用, 不必, 用不着
默认, 缺省
马上, 立即, 立刻, 随即, 片刻, 很快
重新, 再次, 再
旁, 旁边
位于, 在
保存, 存放, 存储, 保留, 留下
会收到, 收到
显示, 出现, 展示
表示, 指, 说明, 意味着, 意思
名单, 列表
文件夹, 目录
扩展名, 结尾, 后缀
内容, 部分
片段, 段落
机密, 密钥
遮住, 遮盖, 遮蔽
重试, 再试
调大, 调高, 增大
调低, 降低, 减少, 降到
最大, 上限, 最多, 最高, 最长, 不超过
最小, 下限, 最少, 至少
更高, 更新, 以上
结束, 完成, 终止
中断, 中止, 停止
全部, 所有, 一概, 任何, 一切, 每个
查看, 看, 预览, 查
分别, 各自, 单独
同时, 一起
改名, 重命名
删除, 移除, 清除, 清理
运行, 执行, 启动
创建, 新建, 建立, 重建
使用, 占用, 用
不支持, 没有, 不读取
能够, 可以, 能
推荐, 建议
返回值, 返回
等同, 等价, 相当
只, 仅
之前, 以前
其他, 别的, 另一
检查, 核对, 比对
要, 需要, 必须, 应
原因, 原因何在
参数, 属性, 字段, 选项, 设置项
改变, 变化, 变更, 变动
任意, 任何
自身, 本身
根据, 基于, 按
带有, 包含, 含有, 包括, 里有
处理, 读取
引用, 引文
依据, 根据
看作, 作为, 当作
慎重, 谨慎
多数, 大多数
文档, 文件
前者, 第一
终止, 中止
`;

const groups: readonly (readonly string[])[] = [
  ...everydayWords.map(({ words, asked }) => [...words, ...asked]),
  ...`${english}${chinese}`
    .trim()
    .split(/\n+/)
    .map((line) => line.split(", ")),
];

const han = /^\p{Script=Han}+$/u;
const byTerm = new Map<string, number[]>();
const byHan = new Map<string, number[]>();
for (const [number, words] of groups.entries()) {
  for (const word of words) {
    if (han.test(word)) add(byHan, word, number);
    else if (!word.includes(" ")) {
      const [token] = tokenize(word);
      if (token !== undefined) add(byTerm, token.term, number);
    }
  }
}
const longestHan = Math.max(...[...byHan.keys()].map((word) => word.length));

const starts = new Set([...byHan.keys()].map((word) => word[0] ?? ""));

function add(to: Map<string, number[]>, word: string, number: number): void {
  to.set(word, [...(to.get(word) ?? []), number]);
}

/** The groups that a term of the tokenizer, or a Chinese word, belongs to. */
export const meaningsOf = (term: string): readonly number[] => byTerm.get(term) ?? [];

/** The Chinese words of the groups that stand in a text. */
export function hanWordsIn(text: string): { start: number; end: number; meanings: number[] }[] {
  const found: { start: number; end: number; meanings: number[] }[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (!starts.has(text[start] ?? "")) continue;
    for (let length = longestHan; length > 0; length -= 1) {
      const meanings = byHan.get(text.slice(start, start + length));
      if (meanings !== undefined) found.push({ start, end: start + length, meanings });
    }
  }
  return found;
}
