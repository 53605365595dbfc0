import { tokenize } from "./words.ts";

/**
 * Words of every conversation: what people say around the matter they ask about. A folder of a few dozen files holds few
 * of them, or none, and takes them for its rarest; their rarity says nothing about what the question is about, which is
 * why they are told by a list. No word is here that is also the name of something a manual may be about.
 */
const english = `
wanted wish hope think believe guess suppose wonder tell talk speak hear feel appear come arrive stay return bring carry pick drop throw touch care
worry remember understand learn notice meet like love hate enjoy expect wait spend waste finish ask stuff people person somebody someone anyone
anybody everybody everyone guy friend boss colleague man woman home house room office job life day night morning evening today tomorrow yesterday
tonight moment while place side part bit lot case fact idea point beginning middle bottom front chance trouble laptop sense mess treat hook mind
actually again ahead anyway anywhere apart around aside back before behind beyond certainly clearly down everywhere forward here inside nearly nowhere
onto upon toward towards among off outside really somehow something somewhere there together truly annoying broken crazy empty funny happy lucky sad sorry strange stupid such tiny
ugly weird young rid example sample snippet
`;

const chinese = `
弄 搞 聊 想 要 该 能 会 让 给 帮 一阵 一阵子 一会 一会儿 一下 一些 一个 东西 東西 事情 事儿 自己 别人 別人 大家 朋友 同事 老板 家里 家裡 公司 办公室 觉得 覺得 知道 希望 打算 准备 準備 开始 開始 结束 結束 继续 繼續 看看 试试 試試 感觉 感覺 突然 忽然
现在 現在 今天 昨天 明天 刚才 剛才 刚刚 剛剛 老是 一直 好像 似乎 可能 也许 也許 大概 真的 其实 其實 然后 然後 接着 接著 里面 裡面 外面 上面 下面 旁边 旁邊 那边 那邊 这边 這邊 地方 样子 樣子 时间 時間 不该 不該 该用 請问 请问 帮我 幫我 麻烦 麻煩 有没有
有沒有 能看 怎么弄 怎么搞 搞定 弄好 弄成 变成 變成 出来 出來 起来 起來 下来 下來 进去 進去 回去 回来 回來 一样 一樣 别的 別的 其他 另外 另一 每次 每个 每個 有点 有點 有些 某些 一点 一點 操作 进来 過來 过来 没有 沒有 到底 究竟 怎么回事 例子 示例 范例 範例 样例
`;

const terms = new Set(
  `${english}\n${chinese}`.split(/\s+/).flatMap((word) => {
    const tokens = tokenize(word);
    const whole = tokens.filter((t) => t.end - t.start === word.length);
    return (whole.length > 0 ? whole : tokens.filter((t) => t.kind === "han")).map((t) => t.term);
  }),
);

/** Whether an index term comes from such a word. */
export function isEveryday(term: string): boolean {
  return terms.has(term);
}
