import { tokenize } from "./words.ts";

/**
 * Words that describe, count or order rather than name: how heavy, the greatest, seven, happen, should. The answer to
 * "How deep must it be?" says "2.1 metres", so that such a word stands nowhere says little; that a name stands nowhere
 * says much. A folder of few files holds few of them, which is why they are told by a list and not by their rarity.
 */
const english = `
able absolute accurate actual additional allowed alone already also alternative always another any available average avoid away
bad basic become begin behave best better big bigger biggest brief broad can cannot capable careful cause certain cheap clean clear close
cold common commonly complete completely complicated contain correct correctly could current currently daily dangerous deal decide deep
deeper deepest definitely different difficult directly do done double dry due during each earlier earliest early easiest easily easy eight
either else enough entire equal especially ever every exact exactly exist expensive explain extra fail far farther fast faster fastest
fewer fewest final finally find fine five fix forbidden four frequently full fully further general generally get give go goes good great
greater greatest half handle happen happens hard have heavier heaviest heavy help hence high higher highest hold how however huge immediately
important impossible improve include incorrect increase indeed individual instead intend involve keep kind know large larger largest last
late later latest lead least leave left length less let likely limit little long longer longest look lose loud low lower lowest main mainly
make manual manually many matter max maximal maximum may maybe mean min minimal minimum might more most mostly much must near nearest
necessary need needed never new newest next nice nine normal normally obtain often okay old older oldest once one ones only open optional
ordinary other otherwise overall overnight own particular permit permitted perform perhaps permanent please plenty possible possibly
precise prefer preferred prepare present prevent previous prior probably problem proper properly provide purpose put quick quickest quickly quite
rather reach ready real reason recommended reduce regular regularly related relevant remain require required respectively responsible
restrict right safe safely same say second see seem separate seven several shall short shorter shortest should show similar simple
simplest simply single six slow slower slowest small smaller smallest so solve some sometimes soon sort special specific specify start
still stop strong strongest subsequent sudden suddenly sufficient suitable support supposed sure take tall taller tallest ten tend than
then thick thin thing three tight till too top total true try twelve twice two type typical typically under unusual up upper use
used useful usual usually various version very via want way weak well weekly wet what when whole why wide wider will wise within without
work worst would wrong yearly yet
`;

const chinese = `
应该 应當 應該 可以 能够 能夠 必须 必須 需要 通常 一般 经常 經常 总是 總是 已经 已經 最多 最少 最大 最小 最高 最低 最好 最长 最長 最短 最早 最晚 最近 最后 最後
多久 多长 多長 多大 多高 多重 多深 多远 多遠 多宽 多寬 时候 時候 多少 几个 幾個 怎样 怎樣 如何 为何 為何 哪里 哪裡 哪些 哪个 哪個 什么 什麼 是否 能否
不同 相同 主要 重要 全部 所有 一共 总共 總共 大约 大約 至少 至多 提前 之前 之后 之後 以前 以后 以後 同时 同時 马上 馬上 立刻 自动 自動 手动 手動 直接 正确 正確 错误
发生 發生 出现 出現 避免 防止 导致 導致 造成 解决 解決 处理 處理 进行 進行 使用 采用 採用 具有 属于 屬於 包括 包含 提供 支持 允许 允許 禁止 要求 建议 建議
情况 情況 问题 問題 原因 方法 方式 步骤 步驟 作用 意思 区别 區別 特点 特點 内容 內容 部分 种类 種類 类型 類型 办法 辦法 做法 数量 數量 名称 名稱 版本 长度 長度 高度 深度 宽度 寬度 重量 大小
`;

const terms = new Set(tokenize(`${english}\n${chinese}`).map((token) => token.term));

/** Whether an index term comes from such a word. */
export function describes(term: string): boolean {
  return terms.has(term);
}
