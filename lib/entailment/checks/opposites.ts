import { tokenize } from "#lib/language/words";
import { recentTexts } from "#lib/platform/recent-texts";

/**
 * Words of opposite meaning, one pair of sides a line, in every inflection. A sentence that has one side where the line has
 * the other says something else, however many words they share. "Not allowed" stands on the side of "forbidden".
 */
const table = `
enable, activate | disable, deactivate
increase, raise, rise, grow | decrease, reduce, lower, fall, decline, shrink
accept | reject, refuse, decline, ignore
allow, permit, allowed | forbid, prohibit, deny, refuse, block, disallow, ban, forbidden
grant | revoke, withdraw, deny
inside | outside
internal | external
above, over | below, beneath
large, larger, largest, big, bigger, biggest | small, smaller, smallest
show, shown, visible, display | hide, hidden, conceal, invisible, mask
add | remove, delete, drop, strip
start, begin | stop, end, finish, halt, cease
keep, retain, preserve, save, store | drop, discard, delete, remove, erase, lose, strip
open | close, shut
lock | unlock
succeed, success, successful | fail, failure
include | exclude, except, omit
local | remote, external
primary | secondary
cause, trigger | prevent, avoid
required, mandatory, obligatory, compulsory | optional, optionally
first | last, second
oldest, older | newest, newer
old | new
lowest, lower | highest, higher, upper
minimum, min, least | maximum, max
earliest | latest
early, earlier | late, later
true | false
valid | invalid
possible | impossible
supported, support, supports | unsupported
include, available | unavailable
known | unknown
used | unused
encrypted | unencrypted
encrypt | decrypt
safe | unsafe, dangerous
secure | insecure
public | private
read | write
import | export
upload | download
connect | disconnect
install | uninstall
attach | detach
compress | decompress
encode | decode
load | unload
expand | collapse, fold
pause | resume, continue
retry | drop, skip
manual, manually, hand | automatic, automatically
fast, faster, quick, quickly, fastest | slow, slower, slowly, slowest
hot, hotter, warm, warmer | cold, colder, cool, cooler
cheap, cheaper | expensive, dearer
strong, stronger, strengthen | weak, weaker, weaken
high | low
long, longer, longest | short, shorter, shortest
full | empty
wide, wider | narrow, narrower
thick, thicker | thin, thinner
light, lighter | heavy, heavier
loud | quiet
left | right
north | south
east | west
day | night
morning | evening
positive | negative
better | worse
best | worst
gain, win, profit | loss, lose
ascending | descending
synchronous | asynchronous
online | offline
legal | illegal
dry | wet
clockwise | counterclockwise, anticlockwise
horizontal, horizontally | vertical, vertically
input | output
temporary, temporarily | permanent, permanently
approve | reject, deny
confirm | deny
improve | worsen, degrade
same, identical | different
together | separately, apart
odd | even
allow, enable | prevent, block
delete | archive
remove, delete, clear, erase | untouched, intact, unaffected
expire | renew
提高, 提升, 增加, 增大, 上升, 上涨, 升高, 增长, 变大, 调高, 调大 | 降低, 减少, 减小, 下降, 下跌, 缩小, 变小, 调低, 调小
加快, 加速 | 放慢, 减速, 变慢
启用, 开启, 打开, 激活 | 停用, 禁用, 关闭, 关掉, 关上
允许, 准许, 同意 | 禁止, 拒绝, 不准
接受 | 拒绝, 忽略
授予 | 撤销, 收回
内部, 以内, 之内 | 外部, 以外, 之外
本地, 本机 | 远程, 外部, 外地
大于, 高于, 超过 | 小于, 低于
多于 | 少于
更大 | 更小
更高 | 更低
更多 | 更少
显示, 可见 | 隐藏, 遮住, 遮盖
公开 | 私有, 保密, 私人
添加, 新增, 加入 | 删除, 移除, 去掉
开始 | 停止, 结束, 终止
启动 | 停止, 关闭
成功 | 失败
包括, 包含 | 排除, 除外
主要 | 次要
造成, 导致, 引起 | 防止, 避免, 阻止
必填, 必需, 必须 | 可选, 选填
最大, 最多, 最高, 最长, 上限 | 最小, 最少, 最低, 最短, 下限
至少 | 至多, 最多
至多 | 最少
以上 | 以下
最新 | 最旧
最早 | 最晚
有效 | 无效
安全 | 危险
自动 | 手动, 手工, 人工
导入 | 导出
上传 | 下载
加密 | 解密
保留, 保存 | 删除, 丢弃, 清除
连接 | 断开
安装 | 卸载
锁定 | 解锁
很快 | 很慢
白天 | 夜间, 夜里, 晚上
左键 | 右键
左侧, 左边 | 右侧, 右边
上方 | 下方
升序 | 降序
同步 | 异步
在线 | 离线
输入 | 输出
永久 | 临时, 暂时
相同, 一样 | 不同
支持, 可用 | 移除, 弃用, 停用, 废弃
增强 | 减弱, 削弱
改善 | 恶化
读取 | 写入
合并 | 拆分
展开 | 折叠, 收起
优点 | 缺点
常见 | 罕见
顺时针 | 逆时针
免费 | 收费, 付费
新版 | 旧版
`;

/** What no single word says. */
const phrases: readonly [RegExp, RegExp][] = [
  [
    /\b(?:enabl|activat)\w+|\b(?:turn|switch)\w*(?: \w+){0,3} on\b/i,
    /\b(?:disabl|deactivat)\w+|\b(?:turn|switch)\w*(?: \w+){0,3} off\b/i,
  ],
  [
    /\b(?:is|are|stays?|defaults to|default(?: is)?:?) on\b(?! (?:the|an?|your|its)\b)|\bon by default/i,
    /\b(?:is|are|stays?|defaults to|default(?: is)?:?) off\b|\boff by default/i,
  ],
  [/(?<!un)\blike\b/i, /\bunlike\b/i],
  [/\bmore than\b/i, /\bless than\b/i],
  [/\bat least\b/i, /\bat most\b/i],
  [/\b(?:includ|contain)\w*/i, /\bexcept\b|\bexclud\w+/i],
  [
    /\b(?:is|are|remains?|stays?) (?:closed|shut)\b(?! at\b)|(?<!点|[时點])(?<![晚早])关闭|停业/i,
    /\b(?:closes|closing|closed at)\b|[点点时]\p{Script=Han}{0,2}关门/iu,
  ],
  [
    /\b(?:has|have)\b(?! (?:been|to|not)\b)|\b(?:includes?|contains?|supports|comes with|offers?|provides?)\b/i,
    /\b(?:lacks?|lacking|devoid of|free (?:of|from)|dropped|drops)\b/i,
  ],
];

const hanWord = /^\p{Script=Han}+$/u;
type Side = { pair: number; side: 0 | 1 };
const byTerm = new Map<string, Side[]>();
const byHan: { word: string; of: Side }[] = [];
for (const [pair, line] of table.trim().split("\n").entries()) {
  for (const [at, words] of line.split(" | ").entries()) {
    const of: Side = { pair, side: at === 0 ? 0 : 1 };
    for (const word of words.split(", ")) {
      if (hanWord.test(word)) byHan.push({ word, of });
      else
        for (const { term } of tokenize(word)) byTerm.set(term, [...(byTerm.get(term) ?? []), of]);
    }
  }
}

/** A side that stands in a text, with the word after it that says something. What is denied is one that may stand on either side. */
type Told = Side & { after: string; denied: boolean };

const lately = recentTexts<Told[]>(100_000);
const sidesIn = (text: string): Told[] => lately.of(text, readSides);

const deniedBefore =
  /(?:\b(?:not|never|cannot|without|no)|n['’]t)(?:\s+(?:be|yet|been|being|to))?\s+$/i;
/** What stands between a word and the one it is said of. */
const joins = /^(?:the|an?|its|their|your|our|in|on|of|to|for|by|with|from|at|as)$/i;
const pronounNext = /^\s+(?:it|them|him|her)\b/i;
const hanDenied = /[不未没無无非勿][会能]?$/;

function readSides(text: string): Told[] {
  const tokens = tokenize(text).filter(({ kind }) => kind === "word");
  const content = tokens.filter(
    ({ stop, start, end }) => !(stop && joins.test(text.slice(start, end))),
  );
  const found = tokens.flatMap((token): Told[] =>
    (byTerm.get(token.term) ?? []).map((of) => ({
      ...of,
      denied: deniedBefore.test(text.slice(Math.max(0, token.start - 24), token.start)),
      after: pronounNext.test(text.slice(token.end))
        ? ""
        : (content.find(({ start }) => start > token.start)?.term ?? ""),
    })),
  );
  for (const { word, of } of byHan) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      const end = at + word.length;
      const denied = hanDenied.test(text.slice(Math.max(0, at - 2), at));
      found.push({ ...of, denied, after: text.slice(end, end + 2) });
    }
  }
  return found;
}

/**
 * True when a sentence says one word of a pair where the text that should carry it has the other: the other alone, or the
 * other before the same word ("decreases latency" for "increases latency").
 */
export function turnsRound(sentence: string, carrier: string, whole = sentence): boolean {
  const theirs = sidesIn(carrier);
  const mine = sidesIn(sentence).filter(({ denied }) => !denied);
  const against = mine.some((one) => {
    const of = theirs.filter(({ pair }) => pair === one.pair);
    const same = of.filter(({ side, denied }) => denied || side === one.side);
    const other = of.filter(({ side, denied }) => !denied && side !== one.side);
    if (other.length === 0) return false;
    const beside = (all: readonly Told[]) =>
      all.some(({ after }) => one.after !== "" && after === one.after);
    const both = sidesIn(whole).some(({ pair, side }) => pair === one.pair && side !== one.side);
    if (same.length === 0 && !both) return true;
    return beside(other) && !beside(same) && same.every(({ after }) => after !== "");
  });
  return (
    against ||
    phrases.some(([one, other]) => {
      const says = (word: RegExp, opposite: RegExp) =>
        word.test(sentence) && !word.test(carrier) && opposite.test(carrier);
      return says(one, other) || says(other, one);
    })
  );
}
