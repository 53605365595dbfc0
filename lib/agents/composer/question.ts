import type { Lang } from "#lib/contracts/answer";
import { withoutFraming } from "#lib/language/framing";

/**
 * What kind of answer a question asks for, told by small tables of question words. The kind steers which unit is
 * quoted and what is quoted with it; it never decides whether there is an answer. Rows are tried in order.
 */
export type QuestionKind =
  | "how_many"
  | "when"
  | "where"
  | "who"
  | "why"
  | "how_to"
  | "troubleshooting"
  | "comparison"
  | "definition"
  | "list"
  | "lookup"
  | "which"
  | "yes_no"
  | "other";

type Row = [QuestionKind, RegExp];

const english: Row[] = [
  // Who asks how to do it asks for the way, whatever else is named: "How do I limit how many …".
  [
    "how_to",
    /^\W*how (?:do|can|could|should|would|must) (?:I|we|you|one)\b(?!.*\b(?:differ|differences?|versus|vs(?! ?code\b))\b)/i,
  ],
  // One of its kind is to be shown; "show me all …", "give me the default …" ask what the rest of the question asks.
  [
    "how_to",
    /^\W*(?:(?:can|could|would) you )?(?:please )?(?:show|give) me (?:an?|some|another)\b(?! (?:\w+ )?(?:list|overview|table|summary)\b)|\b(?:example|sample|snippet)s? (?:config|code)/i,
  ],
  [
    "how_to",
    /^\W*what (?:do|must|should) I (?:have to |need to )?(?:write|put|add|enter) (?:in|into|to)\b/i,
  ],
  ["definition", /\bwhat (?:does|do|did) (?:.+ )?mean\b/i],
  [
    "comparison",
    /\b(?:difference|differences|differ|compare[ds]?|versus|vs(?! ?code\b)\.?|better than)\b/i,
  ],
  [
    "how_many",
    /\bhow (?:many|much|long|often|old|far|tall|large|big|high|deep|fast|heavy|wide|small|short|few|little|low|soon|thick|loud|strong|hot|cold)\b/i,
  ],
  [
    "how_many",
    /\bwhat (?:number|percent(?:age)?|amount|proportion|fraction|is the (?:population|size|length|number|maximum|minimum|price|cost|height|speed|most|largest|biggest|highest|longest|smallest|lowest|shortest))\b/i,
  ],
  ["lookup", /\b(?:default|defaults)\b/i],
  [
    "list",
    /\b(?:which|what)(?: are(?: all)?)?(?: the)? (?:\w+ )?(?:commands|options|flags|settings|variables|keys|fields|parameters|ports|attributes|properties|switches|arguments|values)\b/i,
  ],
  [
    "lookup",
    /\b(?:which|what)(?:['’]s| is| are)?(?: the)? (?:\w+ )?(?:command|option|flag|setting|variable|key|field|parameter|port|attribute|property|switch|argument|(?:status|response|exit) code(?!s))s?\b/i,
  ],
  [
    "why",
    /\b(?:why|what (?:is|was|were|are) the (?:reason|cause|purpose)s?|how come|for what reason)\b/i,
  ],
  [
    "when",
    // "… when it runs" says under what condition and asks nothing.
    /^\W*when\b|\bwhen(?: (?:is|are|was|were|did|do|does|has|have|had|can|could|will|would|should|may|must)\b|\W*$)|\b(?:what|which) (?:year|date|day|month|century|decade|time|era|period)\b/i,
  ],
  [
    "where",
    /\b(?:where|(?:what|which) (?:city|country|state|place|location|town|region|continent|county|village|folder|directory))\b/i,
  ],
  [
    "who",
    /\b(?:who|whom|whose|(?:what|which) (?:person|people|man|woman|king|queen|president|author|scientist|leader|artist|actor|company))\b/i,
  ],
  ["which", /\b(?:which|what) (?:[\w.+-]+ ){0,2}version\b/i],
  [
    "list",
    /^\W*(?:(?:in|on|at|to|from|with) )?which (?:\w+ ){0,2}\w*[^\Ws]s (?:are|can|may|does|do|have)\b/i,
  ],
  ["which", /^\W*(?:(?:in|on|at|to|from|with|since|until|after) )?which\b/i],
  [
    "yes_no",
    /^\W*(?:will|does|do|is|are|has|have|would)\b(?!.*\b(?:how|why|what|which|who|where|when|fix|solve|resolve)\b)/i,
  ],
  [
    "troubleshooting",
    /\b(?:\w*error|\w+exception|fails?|failed|failing|failure|not work(?:ing)?|does(?:n['’]t| not)|cannot|can['’]t|problem|broken|crash(?:es)?|missing|stuck|troubleshoot|what (?:do|can|could|should|must) (?:I|we|you) do|what (?:did (?:I|we|you) do|went|is|goes) wrong|what (?:should|can|could|do) (?:I|we|you) check)\b/i,
  ],
  ["how_to", /\bhow (?:do|can|could|should|would|to|am|must|might|does one)\b/i],
  [
    "how_to",
    /^(?:add|create|install|remove|delete|change|set|configure|enable|disable|run|use|make|build|start|stop|update|upgrade|open|find|get|keep|take|see|search|only run|compact)\b/i,
  ],
  [
    "list",
    /\b(?:list|what are (?:the|all|some)|which (?:\w+ ){0,2}\w*[^\Ws]s (?:are|can|may|does|do|have)|what (?:\w+ ){0,2}(?!does\b|is\b|was\b)\w+s (?:are|can|may|do|does|have|will)|name the|what kinds?|what types?|examples? of)\b/i,
  ],
  [
    "definition",
    /^\s*(?:and )?(?:what(?: exactly| really| actually)?(?:['’]s| is| are| was| were)|define|explain|meaning of|what does .+ (?:mean|do|stand for))\b/i,
  ],
  ["which", /\b(?:which|what)\b/i],
  [
    "yes_no",
    /^\s*(?:is|are|was|were|does|do|did|can|could|should|will|would|has|have|had|may|must)\b/i,
  ],
  ["how_to", /\bhow\b|^\W*(?:please )?(?:show|give) me\b/i],
];

const chinese: Row[] = [
  [
    "how_to",
    /^给我(?:看|写)?一?[个個份段]|的(?:例子|示例|范例|範例|写法|寫法)[？?]?$|怎么写|怎麼寫/,
  ],
  [
    "where",
    /(?<!(?:区别|差别|差异|不同)[都主要]*)(?:在哪|存哪|放哪|哪里|哪儿)[里裡儿]?的?\P{L}*$/u,
  ],
  ["comparison", /区别|区分|差异|差别|不同|不一样|对比|相比|比较|還是|區別|差異|差別|對比/],
  // Who asks how to do it asks for the way, whatever else is named: 怎么统计有多少人.
  ["how_to", /^\P{L}*(?:怎[么麼样樣](?!会|會)|如何)/u],
  ["list", /哪[几幾]|有[几幾][种種类類]/],
  [
    "how_many",
    /多少|(?<![好这這那哪前后後头頭])几(?![个個]?[月年天周日次小分][时時鐘钟]?(?:以|之)?[前后後])[个個位名人次年月天种種岁歲座只隻艘条條支本部集场場届屆所家轮輪项項部分秒份台张張遍行列级級套组組页頁句层層段倍](?!.*[，,].*怎)|(?<![好這那哪前後])幾|多[长長高大远遠久重宽寬深快]|百分之几|数量是|數量是|第几|第幾/,
  ],
  [
    "lookup",
    /默认|預設|缺省|(?:哪[个個一条條]?|什[么麼])(?:命令|选项|選項|设置|設定|参数|參數|变量|變數|字段|端口|属性|配置项|状态码|响应码|返回码|退出码)/,
  ],
  [
    "which",
    /^[用在由选從从到]?哪一?[个個种種条條项項款](?![人国國])(?=.*(?:哪些|什[么麼]))|哪一?[个個](?:版本|文件)/,
  ],
  ["why", /为什么|為什麼|为啥|为何|為何|原因|怎么会|何以/],
  [
    "when",
    /什么时候|什麼時候|何时|何時|哪[一]?[年天月日]|几[年月日]|哪个(?:年|世纪|时)|何年|何月|何日|时间(?:是|为)?[？?]?$|時間(?:是|為)?[？?]?$|年份|日期/,
  ],
  [
    "where",
    /哪里|哪裡|哪儿|何处|何處|何地|什么地方|什麼地方|位于|位於|在哪|哪[个個一]?(?:国|國|城市|地方|省|市|县|縣|地区|地區|州|区|區)/,
  ],
  ["who", /谁|誰|何人|哪[位名]|哪[个個]人|什么人|什麼人/],
  [
    "yes_no",
    /(?:能|会|會|可|是|要|该|該|行|用)不(?:能|会|會|可|是|要|该|該|行|用)(?!.*(?:哪|什[么麼]|怎|如何))/,
  ],
  [
    "troubleshooting",
    /报错|報錯|[时時]报\s?[A-Z]|报\s?[A-Z].*怎|[怎咋]么?回事|怎[么麼]解[决決]|错误|錯誤|失败|失敗|失效|不生效|无法|無法|(?<!能)不能|不工作|不起作用|异常|異常|打不开|打不開|找不到/,
  ],
  ["how_to", /如何|怎么|怎麼|怎样|怎樣|怎麽|咋/],
  [
    "definition",
    /(?:是|用来|用來|能)[干幹做][什啥嘛吗][么麼]?(?:用?的)?\P{L}*$|[干幹做][什啥嘛][么麼]?用的?\P{L}*$|有(?:什[么麼]|啥|何)(?:用[处處途]?|作用)\P{L}*$/u,
  ],
  ["list", /哪些|有什么|有哪|包括|列出|哪几|哪幾|哪兩|哪两/],
  [
    "definition",
    /是什么意思|是什麼意思|什么是|什麼是|是什么[？?]?\s*$|是什麼[？?]?\s*$|(?:代表|表示|意味[着著]?|指的?是?)(?:什[么麼]|啥)[？?]?\s*$|是指|的定义|做什么用|有什么用|作用/,
  ],
  ["which", /哪|什么|什麼|何/],
  ["yes_no", /吗|嗎|是否|能不能|可不可以|有没有|是不是|会不会/],
  ["how_to", /^(?:给我|添加|创建|安装|删除|修改|设置|配置|启用|开启|关闭|运行|使用|更新|打开)/],
];

export function questionKind(question: string, lang: Lang): QuestionKind {
  const first = lang === "en" ? english : chinese;
  const second = lang === "en" ? chinese : english;
  const asked = withoutFraming(question).replace(relative, "$1that");
  for (const [kind, pattern] of [...first, ...second]) if (pattern.test(asked)) return kind;
  return "other";
}

/** "Is there a command where I can …" asks whether there is one; only of a place it asks where. */
const relative =
  /\b((?:is|are)\s+there\s+(?:an?|any|some)\s+(?:(?!place|page|spot|location|folder|file|menu)[\w-]+\s+){1,4})where\b/i;

/** An example is asked for: one shows code. */
export function wantsCode(question: string): boolean {
  return aShowing.test(question);
}

const aShowing =
  /\b(?:show|give) me\b|\bwhat (?:do|must|should) I (?:have to |need to )?(?:write|put|add|enter) (?:in|into|to)\b|里(?:要|该|得)?写(?:些)?什么|\b(?:example|sample|snippet)s?\b|例子|示例|范例|範例|样例|代码|怎么写|怎麼寫/i;

/** Kinds whose answer is a procedure: the steps and the code are what the reader needs. */
export function wantsProcedure(kind: QuestionKind): boolean {
  return kind === "how_to" || kind === "troubleshooting";
}

/** Kinds that one sentence answers: it comes first, whatever its paragraph says before. */
export function asksFact(kind: QuestionKind): boolean {
  return facts.has(kind);
}

const facts: ReadonlySet<QuestionKind> = new Set([
  "list",
  "how_many",
  "when",
  "where",
  "who",
  "which",
  "lookup",
  "definition",
]);
