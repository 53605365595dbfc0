import { contentTerms } from "./words.ts";

/**
 * Questions about the collection rather than about what it says: how many files there are, which hold a wording, which
 * changed lately. Only a whole question of one of these forms counts; one that is not is searched like any other, since
 * a list of files in place of an answer would help nobody.
 *
 *   "Which pages mention the access token?"   -> mentions "access token"
 *   "哪些文件上周改过？"                          -> changed since seven days ago
 *   "How many files can a folder hold?"       -> undefined
 */
export type CollectionQuestion =
  | { kind: "files" }
  | { kind: "mentions"; about: string }
  | { kind: "changed"; since: Date };

const theirPlace =
  "(?: (?:in|of|from) (?:my|the|these|this|all(?: my| the)?) (?:folders?|notes|documents|docs|files|handbook|collection))?";
const one = "(?:file|document|doc|page|note|article)";
const several = `(?:markdown )?${one}s${theirPlace}`;
const files = `(?:markdown )?${one}s?${theirPlace}`;
const everywhere =
  "(?: (?:are there|exist|do (?:i|we|you) have|can (?:i|you) search|are (?:indexed|searched|searchable)))?(?: (?:here|in total|altogether|in all|in (?:my|the|this|these|all(?: my| the)?) (?:folders?|notes|documents|docs|files|handbook|collection)))?";
/** One file that holds something is asked for by what it says; several that mention it are a list. */
const hold =
  "(?:mentions?|mentioning|talks? (?:about|of)|talking about|speaks? (?:of|about)|refers? to|referring to|references?|(?:has|have) the (?:word|words|phrase)|(?:is |are )?about)";
const severalHold = `(?:${hold}|contain|containing)`;
const ask =
  "(?:(?:can you |please |could you )?(?:list|show(?: me)?|find|name|give me|tell me)(?: me)? )?";

const english: [RegExp, Read][] = [
  [
    new RegExp(
      `^how many (?:of (?:my|the) )?${files}${everywhere} (?:that |which )?${severalHold} (.+)$`,
    ),
    mentions,
  ],
  [
    new RegExp(
      `^${ask}(?:all |the |all the |all of the )?(?:which |what |every |any )?${several} (?:that |which )?${severalHold} (.+)$`,
    ),
    mentions,
  ],
  [new RegExp(`^(?:which|what) ${one} ${hold} (.+)$`), mentions],
  [
    new RegExp(
      `^(?:in )?(?:which|what|how many) ${files} (?:is|are|was) (.+?) (?:mentioned|used|referenced|referred to)$`,
    ),
    mentions,
  ],
  [
    new RegExp(
      `^(?:in )?(?:which|what|how many) ${files} (?:does|do|can) (.+?) (?:occur|appear|come up)(?: in)?$`,
    ),
    mentions,
  ],
  [/^where is (.+?) mentioned$/, mentions],
  [new RegExp(`^how many ${files}${everywhere}$`), everyFile],
  [
    new RegExp(`^${ask}(?:all |all the |the |every )?(?:which |what )?${files}${everywhere}$`),
    listed,
  ],
  [new RegExp(`^(?:which|what) ${files} (?:are|is) there$`), everyFile],
  [
    new RegExp(
      `^${ask}(?:which |what )?(?:all |the )?(?:${files} )?(?:that |which )?(?:has |have |had |was |were |is |are )?(?:been )?(?:recently |newly )?(?:changed|modified|edited|updated)(?: (.+))?$`,
    ),
    changed,
  ],
];

const hanFiles = "(?:markdown ?)?(?:文件|文档|文檔|页面|頁面|页|頁|笔记|筆記|文章|资料|資料)";
const hanCount = "(?:个|個|篇|份|张|張|页|頁|条|條)?";
const hanHold =
  "(?:提到|提及|包含|含有|谈到|談到|讲到|講到|说到|說到|涉及|写到|寫到|出现|出現|关于|關於|讨论|討論)(?:了|过|過)?";
const hanAsk = "(?:请|請|帮我|幫我)?(?:列出|列举|列舉|显示|顯示|找出|给我|給我|告诉我|告訴我)?";
const hanAll = "(?:所有|全部)?(?:的)?";
const hanTime =
  "(今天|昨天|这周|這週|本周|本週|上周|上週|这个月|這個月|本月|上个月|上個月|最近|近来|近來|(?:过去|過去|最近|近)\\s*[0-9一二三四五六七八九十两兩]+\\s*(?:天|日|周|週|个月|個月|小时|小時))";

const chinese: [RegExp, Read][] = [
  [
    new RegExp(
      `^(?:一共|总共|總共)?(?:有)?(?:多少|几|幾)${hanCount}${hanFiles}(?:里|中|裡)?${hanHold}(.+)$`,
    ),
    mentions,
  ],
  [
    new RegExp(
      `^${hanAsk}${hanAll}(?:有)?(?:哪些|哪几[个個篇]|哪幾個|什么|什麼|哪[个個])${hanFiles}(?:里|中|裡)?${hanHold}(.+)$`,
    ),
    mentions,
  ],
  [
    new RegExp(
      `^${hanAsk}${hanAll}${hanHold}(.+?)的(?:所有|全部)?${hanFiles}(?:有(?:哪些|多少${hanCount}|几[个個篇]))?$`,
    ),
    mentions,
  ],
  [
    new RegExp(
      `^(.+?)(?:在|出现在|出現在)(?:哪些|哪几[个個篇]|多少${hanCount})${hanFiles}(?:里|中|裡)?(?:被)?(?:提到|提及|出现|出現|用到|使用|引用)?(?:过|過|了)?$`,
    ),
    mentions,
  ],
  [
    new RegExp(
      `^(?:这里|這裡|现在|現在|文件夹里|文件夾裡|资料夹里)?(?:一共|总共|總共)?(?:有)?多少${hanCount}${hanFiles}$`,
    ),
    everyFile,
  ],
  [new RegExp(`^${hanAsk}(?:有)?(?:哪些|什么|什麼)${hanFiles}$`), everyFile],
  [new RegExp(`^(?:列出|列举|列舉|显示|顯示)(?:所有|全部)(?:的)?${hanFiles}$`), everyFile],
  [
    new RegExp(
      `^${hanTime}(?:有)?(?:哪些|什么|什麼)?(?:${hanFiles})?(?:被|有)?(?:改|修改|更新|变更|變更|编辑|編輯|改动|改動)(?:过|過|了)?(?:的)?(?:哪些|什么|什麼)?(?:${hanFiles}|内容|內容)?(?:有哪些)?$`,
    ),
    changed,
  ],
  [
    new RegExp(
      `^(?:列出)?(?:有)?(?:哪些|什么|什麼|所有)?${hanFiles}(?:在|是)?${hanTime}(?:被)?(?:改|修改|更新|变更|變更|编辑|編輯|改动|改動)(?:过|過|了)?(?:的)?$`,
    ),
    changed,
  ],
];

type Read = (about: string, whole: string, now: Date) => CollectionQuestion | undefined;

/** A longer text holds more than a question about the collection. */
const longestAsked = 400;

/** `now` is what "last week" counts from, in the server's time zone. */
export function readCollectionQuestion(
  question: string,
  now: Date,
): CollectionQuestion | undefined {
  if (question.length > longestAsked) return undefined;
  const text = question
    .normalize("NFKC")
    .trim()
    .replace(/[\s?!.。！？]+$/u, "")
    .replace(/\s+/g, " ");
  const lower = text.toLowerCase();
  for (const [pattern, read] of [...english, ...chinese]) {
    const match = pattern.exec(lower);
    if (match === null) continue;
    const said = match[1] ?? "";
    // The wording keeps its own capitals: an identifier has them for a reason.
    const at = said === "" ? -1 : lower.lastIndexOf(said);
    const about = at < 0 || lower.length !== text.length ? said : text.slice(at, at + said.length);
    const found = read(about.trim(), lower, now);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * What lacks something, names several things or adds a time is no wording to be counted; in quotation marks it is one.
 */
const notOneWording =
  /^(?:no|not|neither|without)\b|\b(?:and|or|nor|but not|from|since)\b|^(?:没有|沒有|不)|[和与與或、,，]/iu;

function mentions(about: string): CollectionQuestion | undefined {
  const named = about
    .replace(/^(?:the |a |an )?(?:words?|phrase|term|topic|subject|string) (?:of )?/i, "")
    .replace(/^(?:the|a|an|my|any) /i, "")
    .replace(/(?:这个|這個)?(?:一词|一詞|这个词|這個詞|字样|字樣|这个话题|的内容|的內容)$/u, "")
    .replace(/^(?:关于|關於|有关|有關)/u, "");
  if (!/^["'“‘「『《`]/u.test(named) && notOneWording.test(named)) return undefined;
  const wording = named.replace(/^["'“”‘’「」『』《》`]+|["'“”‘’「」『』《》`]+$/gu, "").trim();
  // More words than these are a statement to be found, not a wording to be counted.
  if (wording === "" || contentTerms(wording).length === 0) return undefined;
  if (wording.split(" ").length > 6 || wording.length > 60) return undefined;
  return { kind: "mentions", about: wording };
}

function everyFile(): CollectionQuestion {
  return { kind: "files" };
}

/** "files" or "documents" alone is a word to search for, not a list that was asked for. */
function listed(_about: string, whole: string): CollectionQuestion | undefined {
  return /^(?:list|show|find|name|give|tell|please|can|could|which|what)\b.* /.test(whole)
    ? { kind: "files" }
    : undefined;
}

function changed(when: string, whole: string, now: Date): CollectionQuestion | undefined {
  const lately = /\b(?:recently|newly)\b/.test(whole) ? "recently" : when;
  const since = startOf(lately.trim(), now);
  return since === undefined ? undefined : { kind: "changed", since };
}

const dayMs = 86_400_000;
const numerals = "零一二三四五六七八九十";

/** The beginning of a time named in words; undefined for words that name none. */
function startOf(when: string, now: Date): Date | undefined {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const daysAgo = (days: number) => new Date(midnight.getTime() - days * dayMs);
  const words = when.replace(/^(?:in|during|within|since|over|on) (?:the )?/, "");
  if (/^(?:today|今天)$/.test(words)) return midnight;
  if (/^(?:yesterday|昨天)$/.test(words)) return daysAgo(1);
  if (/^(?:this week|这周|這週|本周|本週)$/.test(words)) return daysAgo((now.getDay() + 6) % 7);
  if (/^(?:(?:last|past) (?:week|7 days)|上周|上週|recently|lately|最近|近来|近來)$/.test(words))
    return daysAgo(7);
  if (/^(?:this month|这个月|這個月|本月)$/.test(words))
    return new Date(now.getFullYear(), now.getMonth(), 1);
  if (/^(?:(?:last|past) month|上个月|上個月)$/.test(words)) return daysAgo(30);
  const span =
    /^(?:last|past|过去|過去|最近|近)\s*([0-9]+|[一二三四五六七八九十两兩])\s*(hours?|days?|weeks?|months?|小时|小時|天|日|周|週|个月|個月)$/.exec(
      words,
    );
  if (span !== null) {
    const [, amount = "1", unit = "day"] = span;
    const count = /^\d/.test(amount)
      ? Number(amount)
      : /[两兩]/.test(amount)
        ? 2
        : numerals.indexOf(amount);
    if (count <= 0 || count > 3660) return undefined;
    if (/^(?:hour|小)/.test(unit)) return new Date(now.getTime() - count * 3_600_000);
    const days = /^(?:week|周|週)/.test(unit) ? 7 : /^(?:month|个|個)/.test(unit) ? 30 : 1;
    return daysAgo(count * days);
  }
  const date = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words);
  if (date !== null) {
    const day = new Date(Number(date[1]), Number(date[2]) - 1, Number(date[3]));
    return Number.isNaN(day.getTime()) || day > now ? undefined : day;
  }
  return undefined;
}
