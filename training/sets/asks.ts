/** Which headings and entries ask something that is understood without the page around them. */
export type Lang = "en" | "zh";

const han = /\p{Script=Han}/u;
export const hasHan = (text: string) => han.test(text);

/** Text as it is read: without Markdown, elements, anchors, numbers before it, and signs of a question before it. */
export function plain(text: string): string {
  return text
    .replace(/\{[^{}]*#[^{}]*\}\s*$/, "")
    .replace(/\{:[^{}]*\}/g, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]/g, "$1")
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/<(https?:[^>]+)>/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>]*>/g, " ")
    .replace(/\{\{?<?[^{}]*>?\}?\}\s*$/, "")
    .replace(/(^|[^\\])[`]+/g, "$1")
    .replace(/(\*\*|__)(?=\S)(.*?\S)\1/g, "$2")
    .replace(/(^|[\s（(])[*_](?=\S)([^*_]*\S)[*_](?=$|[\s?？.,!）)])/g, "$1$2")
    .replace(/\*\*/g, "")
    .replace(/:[a-z_]+:/g, "")
    .replace(/\\([\\`*_{}[\]()#+.!<>&?-])/g, "$1")
    .replace(/&nbsp;/g, " ")
    .replace(/&(?:#39|apos|rsquo);/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** The question of a heading or an entry: plain, and without number or `Q:` before it. */
export function questionOf(text: string): string {
  let said = plain(text);
  for (let before = ""; before !== said; ) {
    before = said;
    said = said
      .replace(/^(?:[\p{Extended_Pictographic}*•·▶►▸]\uFE0F?\u200D?)+\s*/u, "")
      .replace(/^\d+(?:\.\d+)+\s+/, "")
      .replace(/^(?:FAQ|Q(?:uestion)?|问题?|提问)\s*\d*\s*[:：.、)）-]\s*/i, "")
      .replace(/^Q\d+\s+/, "")
      .replace(/^.{0,6}(?:问答|提问)[:：]\s*/, "")
      .replace(/^\(?\d+(?:\.\d+)*[.)、．:：](?!\d)\s*/, "")
      .replace(/^[（(]?[一二三四五六七八九十]+[、.）)]\s*/, "")
      .replace(/^第[一二三四五六七八九十\d]+[步章节][:：、\s]*/, "")
      .replace(/^step\s+\d+\s*[:.-]\s*/i, "")
      .replace(/^[-–—:：]\s*/, "");
  }
  return said
    .replace(/\s*[:：]$/, "")
    .replace(/^["“](.*)["”]$/, "$1")
    .replace(/^「([^「」]*)」$/, "$1")
    .trim();
}

/** For comparing what two places say: letters and digits alone. */
export const flat = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, "");

const enOpen = /^(?:how|why)\b(?!-)/i;
const enAsk = /^(?:what|when|where|which|who|whose|whom)(?:['’](?:s|re|d))?\s+(?:\w|["'“(])/i;
const enAux =
  /^(?:can|could|do|does|did|don't|doesn't|is|are|isn't|aren't|was|were|should|shouldn't|shall|will|won't|would|may|might|must|has|have|had|am|can't)\b/i;
const zhAsk = /如何|怎么|怎样|为什么|为啥|为何|什么是|是什么|有什么|有啥|怎么办|何时|啥是|多少钱/;
/** Without one of these a sign at the end asks for assent, or tells what went wrong. */
const zhSign =
  /什么|怎|如何|为何|哪|谁|几|多少|多久|多大|多长|是否|能否|可否|可不可以|能不能|有没有|是不是|会不会|要不要|可以|区别|差别|还是|何|吗|呢|原因/;
const zhStatement =
  /^(?:了解|介绍|关于|说明|学习|掌握|理解|浅谈|讲讲|谈谈|回顾|总结|探讨|探索|看看|认识|知道|附|本|该|以下)/;

/** Words that tell nothing of the subject; what is left of a question must tell at least two things. */
const enDull = new Set(
  `a about above after again all also am an and any anything are aren't as at back be because been before being below between both but by can can't cannot come could couldn't did didn't do does doesn't doing don't done down each else ever every everything few first for from further get gets getting give go goes going got had has have having he here his how i i'd i'll i'm i've if in into is isn't it it's its just know last let like look looks made make makes may me might more most much must my need needed needs new next no not now of off on once one only or other our out over own page pages part please really same section see set should shouldn't so some someone something start started still stuff such sure take tell than that the their them then there these they thing things this those through to too try trying under until up us use used useful user users uses using very want was way ways we well went were what what's when where where's which who whom whose why will with won't work working works would yes you you'll you're your yours happen happens happened mean means different difference important matter matters learn learned help question questions guide read reading understand understanding info information find example examples instead right wrong idea ready stuck feedback expect future today long often many worth good best better show contribute contributing support issue issues problem problems fix broken install installed installing installation change changes changed update updates project document documentation docs app code version goal goals purpose tutorial cover covered covering include included benefits benefit overview wrong say says vs okay ok hmm buy`.split(
    /\s+/,
  ),
);

export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.'’+#-]*/gu) ?? [];
  return words
    .map((word) => word.replace(/’/g, "'").replace(/[.'-]+$|'s$/g, ""))
    .filter((word) => word !== "" && !enDull.has(word) && !/^\d+$/.test(word));
}

const zhDull =
  /请问|如何|怎么样|怎么办|怎么|怎样|为什么|为啥|为何|什么时候|什么|是否|可以|能否|需要|应该|使用|进行|处理|解决|问题|问答|一个|一下|这个|那个|这些|哪些|哪个|哪里|有关|以及|我们|我|你|您|它|他|的|了|吗|呢|啊|吧|是|有|在|和|与|或|会|要|能|用|做|去|来|就|也|都|不|到|被|把|对|这|那|怎|啥|开始|贡献|参与|安装|更新|升级|工作|作用|区别|不同|原因|介绍|说明|文档|项目|功能|方法|方式|情况|实现|理解|选择|反馈|帮助|本|自己|多少|没有|知道|新|错误|报错/g;

const vague = [
  /^(?:do|are|have|did|would|will) you (?:like|want|enjoy|love|see|need|have|know|think|a|an|new|ready|using|looking|interested|sure|still|ever|prefer|tried|heard)\b/i,
  /^(?:你)?(?:是否|想|喜欢|愿意|热衷|享受)(?:热衷|喜欢|享受|想|愿意)?(?:于|要)?.{0,8}(?:组织|规划|设计|编码|帮助|写作|编写|乐趣)|面试.{0,3}(?:怎么|如何)(?:答|回答|说)|^更多|^还有/,
  /\b(?:does|do|is|are|can|should|will|did|was|would|could|has) (?:it|they|this|that|these|those)\b|^(?:how|why|when) (?:it|they|we call)\b|\blearn more\b|\b(?:these|those) \w+\?$/i,
  /what['’]?s\s+(?:new|next|changed|different|inside|included|in it)|what to (?:expect|do) next|what\s+(?:has\s+)?changed|what(?:['’]ll| will) (?:you|we) learn|what (?:is|are) (?:this|that|it|these|they)\b/i,
  /^(?:how|why|when|where) (?:does |do |did |to use |to )?(?:it|this|that|they|these)(?: all)?(?: works?| happen(?:s|ed)?| fits?| matters?| together)?\??$/i,
  /(?:need|want|get) (?:more |some )?help|have (?:a |any )?questions?|was this|is this page|still have|found (?:a|an) (?:bug|error|issue)|didn['’]t find|questions\?$|where to go|join us|contact us|get in touch|next steps?|^(?:can't|cannot) find|^interested|^ready to|^looking for|^thinking/i,
  /\b(?:this|these|that) (?:page|guide|section|document|article|chapter|tutorial|lesson|course|module|book|exercise|project|repo(?:sitory)?|recipe|week|release|version|error|issue|feature|plugin|handbook|example)\b/i,
  /\b(?:we|you) (?:learn|built|build|did|have|need|will)(?: (?:here|so far|today))?\??$/i,
  /(?:本|这)(?:章|节|文|页|书|课|篇|指南|教程|文档|项目|部分|里|一)|接下来|下一步|新(?:增)?(?:内容|特性|变化)|更新了|还有问题|联系我们|遇到问题|为什么(?:这|要这|不这|会这|是这)|这是什么|(?:它|他|这|那)(?:是|能|有|怎)/,
];

/** Is this a question that can be put to the documents of many projects at once? */
export function asks(question: string, lang: Lang): boolean {
  if (/\{\{|\{%|\$\{|<%|%\}|\}\}|https?:|TODO|\bTBD\b|[|]|…$|\.\.\.$|[。；]$/.test(question))
    return false;
  if (/^\d+\.\d+|[[\]<>{}]|\.$/.test(question)) return false;
  if (/\w\?\w|[?？].+[?？]|!$|\$.*\\.*\$/.test(question)) return false;
  if (vague.some((pattern) => pattern.test(question))) return false;
  return lang === "en" ? asksEnglish(question) : asksChinese(question);
}

function asksEnglish(question: string): boolean {
  if (
    hasHan(question) ||
    /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hangul}\p{Script=Kana}]/u.test(question)
  )
    return false;
  const words = question.split(" ");
  if (words.length < 3 || words.length > 28 || question.length > 200) return false;
  const ends = question.endsWith("?");
  if (!/^[A-Z0-9"'“(`.@/_$-]/.test(question) && !ends) return false;
  const open = enOpen.test(question) || enAsk.test(question);
  if (!ends && !open) return false;
  if (
    !ends &&
    /^(?:how|what|why|when|where|who)\b.{0,30}(?:\band (?:why|how|when|what|where)\b|[/:&])/i.test(
      question,
    )
  )
    return false;
  if (!ends && /^(?:which|who|where)\b/i.test(question)) return false;
  if (!ends && /^how (?:it|this|they|that|these)\b/i.test(question)) return false;
  if (ends && !open && !enAux.test(question) && words.length < 4) return false;
  const told = contentWords(question);
  return told.length >= 2 || told.some((word) => word.length > 2 && /[_\d+#.]/.test(word));
}

function asksChinese(question: string): boolean {
  if (!hasHan(question) || question.length < 5 || question.length > 70) return false;
  if (/[\p{Script=Kana}]/u.test(question)) return false;
  const ends = /[吗呢][?？]?$/.test(question) || (/[?？]$/.test(question) && zhSign.test(question));
  if (!ends && (zhStatement.test(question) || !zhAsk.test(question))) return false;
  if (!ends && /[，,；].*[，,；]|是如何.+的$|怎样炼成|如何.{0,4}$/.test(question)) return false;
  return tellsChinese(question);
}

function tellsChinese(text: string): boolean {
  const rest = text.replace(zhDull, " ");
  const signs = rest.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = new Set(rest.match(/[A-Za-z][\w.+#-]+/g) ?? []);
  return signs >= 3 || words.size >= 2 || (words.size >= 1 && signs >= 1);
}

/** Has a piece of running text, as the words of a link, enough to be looked for? */
export function saysEnough(text: string, lang: Lang): boolean {
  if (
    /^https?:|[{}<>|]|\.(?:md|html|com|org)\b|\b(?:click|read more|see more|documentation|docs|guide|section|chapter|tutorial|above|below|here)\b|文档|章节|这里|点击|参阅|本节|教程|指南|一节|上文|下文|上面|下面/i.test(
      text,
    )
  )
    return false;
  return lang === "en"
    ? contentWords(text).length >= 4 && !hasHan(text)
    : (text.replace(zhDull, " ").match(/\p{Script=Han}/gu)?.length ?? 0) >= 6;
}

/** How much a text says: a Chinese sign counts as two letters. */
export const weightOf = (text: string) =>
  text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0);
