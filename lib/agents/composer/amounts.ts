import { tokenize } from "#lib/language/words";

/**
 * How nearly a text holds the amount or the date that is asked for: a number of the very thing ("six editions" for "how
 * many editions", 37人 for 多少人), of the right sort (years for "how old", a percentage), or some number at all. 0 to 1.
 */
export function amountMatch(question: string, written: string): number {
  const said = /^\s*\|/.test(written) ? written.replace(release, " ") : written;
  // "An app that opens one window" says nothing of how many there may be at most, nor does any number without a bound.
  const unbound = asksMost.test(question) && !bounds.test(said) && !/^\s*\|/.test(said);
  const text = unbound ? said.replace(/\b(?:no|one)\b/gi, " ") : said;
  if (measures(question, text)) return unbound ? aSort : 1;
  if (countsOther(question, text)) return 0;
  const sort = sorts.find(([asks]) => asks.test(question))?.[1];
  if (sort?.test(text)) return unbound ? aSort : 1;
  if (sort !== undefined && !someNumber.test(counted(text))) return 0;
  if (sort !== undefined) return !namesUnit.test(question) || mayBeBare.test(text) ? 0.4 : 0.1;
  if (!someNumber.test(text)) return 0;
  if (countsAsked(question, text) || (asksLimit.test(question) && saysLimit.test(text))) return 1;
  if (unbound) return 0;
  const counts = asked.test(question) || /(?:多少|[几幾])\s?[个個]/.test(question);
  const figures = counts ? text.replace(sized, " ") : text;
  if (!someNumber.test(figures)) return 0;
  return someNumber.test(counted(figures)) ? 0.6 : 0.3;
}

/** The release since which there is a setting, in a row, is no amount. */
const release = /(?<![\w.])v?\d+\.\d{1,2}\.\d{1,3}(?!\w|\.\d)/g;

/** A row, a setting or a default may hold a figure without its unit; a sentence that counts something else says nothing. */
const mayBeBare = /^\s*\||`|[:=：]\s?["']?\d|\b(?:defaults?|set to)\b|默认|設為|设为/i;

/** "Up to 8 MiB" is no number of files, nor is "twice". */
const sized =
  /\d[\d.,]*\s?(?:[KMGT]i?B\b|bytes?\b|m?s\b|(?:milli)?seconds?\b|minutes?\b|hours?\b|days?\b|字[节節]|毫?秒|分[钟鐘]|小[时時]|天|%)|\b(?:twice|once|half)\b/gi;

/** "No" and "one" are no figures, but where one is what a thing is: "the number of jobs is one". */
const counted = (text: string): string =>
  text.replace(/\bno\b|(?<!\b(?:is|are|to|of) )\bone\b|\bone\b(?=[\s-]+\p{L})/giu, " ");

/** What is counted is the unit of the number, which a row has in another cell: "旋转的角度，单位 `°` | -22" for 多少度. */
const measures = (question: string, text: string): boolean =>
  units.some(([asks, unit]) => asks.test(question) && /\d/.test(text) && unit.test(text)) &&
  (/^\s*\|/.test(text) || !/毫秒级|millisecond-/i.test(text));

const units: [RegExp, RegExp][] = [
  [/(?:多少|[几幾])度|\bhow many degrees\b/i, /°|角度|\bdegrees?\b|\ddeg\b/i],
  [/(?:多少|[几幾])毫秒|\bhow many milliseconds\b/i, /毫秒|\bmilliseconds?\b|\bms\b|\dms\b/i],
  [/(?:多少|[几幾])秒|\bhow many seconds\b/i, /(?<!毫)秒|\bseconds?\b|\ds\b/i],
  [/(?:多少|[几幾])像素|\bhow many pixels\b/i, /像素|\bpixels?\b|\bpx\b|\dpx\b/i],
  [
    /(?:多少|[几幾])个?字(?![节節段])|\bhow many (?:characters|letters)\b/i,
    /字符|(?<![名数數文打])字(?![节節段])|\bcharacters?\b/i,
  ],
  [/(?:多少|[几幾])(?:个)?字[节節]|\bhow many bytes\b/i, /字[节節]|\bbytes?\b|\d ?[KMG]i?B\b/i],
];

/** "How many can there be" is answered by the limit, whatever the things are called there. */
const asksLimit = /\bhow many\b.*\b(?:can|may|could|allowed|at most)\b/i;
const saysLimit = /\b(?:at most|up to|no more than|maximum of|limited to|limit of)\b[^.]{0,20}\d/i;

/** The right sort of amount, and no bound where the most of it is asked for. */
const aSort = 0.6;

const asksMost =
  /\b(?:maximum|max|largest|most|highest) (?:\w+ )?(?:number|amount|count)\b|\bhow many\b.*\bat most\b|最[多大高长長久]|上限/i;

/** "How small may it be": what sets a bound answers, rather than any number. */
const mayBe =
  /\bhow (?:small|big|large|high|low|short|few|little|deep|wide|heavy)\b.*\b(?:can|may|must|could|should)\b/i;
const bounds =
  /\b(?:min(?:imum)?|max(?:imum)?|limit(?:s|ed)?|default|at (?:least|most)|up to|exceed\w*|(?:small|larg|bigg|few|great|high|low|short|long|heavi|deep)er|more than|less than|no more|within|over|under|above|below|range)\b|最[多大高长長久]|上限|至多|(?:不[应應宜要]|不允许|[勿不得能可会會])超[过過出]|超[过過出][\s`*]*[\d一二三四五六七八九十百千两兩]|以[内內]|限制|范围|範圍/i;

/** `text` is without the years that the question names itself. */
export function dateMatch(question: string, text: string): number {
  const yearly = /\b(?:what|which) year\b|哪[一]?年|何年/i.test(question);
  if (year.test(text)) return 1;
  if (someTime.test(text) || aMonth.test(text)) return yearly ? 0.3 : 0.8;
  return !yearly && now.test(question) && someMoment.test(text) ? 0.8 : 0;
}

const numberWord =
  "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|dozens?|twice|once|several|one|no";
const hanFigure = "[\\d〇零一二三四五六七八九十百千万萬亿億两兩半数數][\\d.,多余餘万萬亿億千百十]*";
const someNumber = new RegExp(
  `\\d|\\b(?:${numberWord})\\b|${hanFigure}[个個位名次年月天种種岁歲座只隻艘条條支本部集场場届屆所家轮輪项項分成之倍人层層楼樓张張件首幅步级級度斤公克吨噸升米尺寸秒元圓杯瓶袋盒箱]`,
  "i",
);
const lengths =
  "(?:\\s?-?\\s?(?:km|kilomet\\w+|met(?:er|re)s?|miles?|feet|foot|ft|inch\\w*|cm|mm|m)\\b|\\s?(?:公里|千米|海里|英里|厘米|毫米|公分|英尺|米|尺|里))";
const times =
  "(?:\\s?-?\\s?(?:m?s|sec\\w*|min\\w*|hours?|days?|weeks?|months?|years?|decades?|centur\\w+)\\b|\\s?[个個]?(?:毫秒|秒|分钟|分鐘|小时|小時|天|日|周|週|月|年|世纪|世紀))";
const figure = `(?:\\d[\\d.,]*|\\b(?:${numberWord})|${hanFigure})`;

const namesUnit =
  /\bhow many (?:(?:milli)?seconds|minutes|hours|days|weeks|months|years)\b|(?:多少|[几幾])[个個]?(?:毫?秒|分[钟鐘]|小[时時]|天|日|[周週]|月|年)/i;
const sorts: [RegExp, RegExp][] = [
  [
    /\bhow much (?:\w+ )?(?:memory|ram|storage|(?:disk )?space)\b|多少(?:运行|物理)?(?:内存|記憶體|存储|磁盘|磁碟|硬盘|空间)/i,
    /\d\s?(?:[KMGT]i?B?|bytes?|字[节節])\b|\b(?:half|all|twice) (?:of |as )?(?:the|its|your|that|much)\b|%/i,
  ],
  [/\bpercent(?:age)?\b|\bproportion\b|百分之|百分比|比例/i, /%|\bpercent|百分之|成\b/i],
  [
    /\bhow old\b|\bwhat age\b|多大年[纪紀龄齡]|几岁|幾歲|多少[岁歲]/i,
    /\byears? old\b|\bage[ds]?\b|\b(?:was|is|were) \d\d\b|\d\s?[岁歲]/i,
  ],
  [
    /\bhow (?:tall|high|far|deep|wide)\b|多高|多[远遠]|多深|多[宽寬]/i,
    new RegExp(`${figure}${lengths}`, "i"),
  ],
  [namesUnit, new RegExp(`${figure}${times}`, "i")],
  [/\bhow long\b|多[长長]|多久/i, new RegExp(`${figure}(?:${times}|${lengths})`, "i")],
  [
    /\bhow often\b|多久.{0,4}一次|频率|頻率/i,
    new RegExp(
      `\\bevery\\b|\\bper\\b|\\btimes?\\b|\\b(?:dai|week|month|year|hour)ly\\b|\\btwice\\b|\\bonce\\b|每|次|${figure}${times}`,
      "i",
    ),
  ],
  [
    /\bhow much (?:money|did .{3,40} (?:cost|pay|earn|make|sell))|\bwhat .{0,20}\b(?:price|cost)\b|多少[钱錢元]/i,
    /[$€£¥]|\b(?:dollars?|euros?|pounds?|cents?|yuan)\b|[元块鎊镑]/i,
  ],
];

const asked =
  /\b(?:how (?:many|much)|number of) (?:more |of (?:the |its |their )?|different |other |total )?((?:[\p{L}'’-]+ ?){1,3})/iu;
const hanAsked = /(?:多少|[几幾])\s?(\p{Script=Han})(\p{Script=Han}{2})?/u;
/** So many words may stand between a number and what it counts: "six limited special editions". */
const between = 3;
/** "No group of words" counts no words: these count what stands right after them. */
const countsNext = /^(?:no|one)$/i;

function countsAsked(question: string, text: string): boolean {
  const [, measure, thing] = hanAsked.exec(question) ?? [];
  if (measure !== undefined) {
    // Nearly anything is counted with 个: of 200 个文件 it is the files that are counted.
    const any = /[个個]/.test(measure) && thing !== undefined;
    if (any && new RegExp(`${hanFigure}\\s?[种種类類级級项項条條]${thing}`).test(text)) return true;
    const counted = any ? `.{0,3}${thing}` : "";
    // 一次 is "a time" as often as one.
    return new RegExp(
      `(?<![同每某这這那哪任下上])(?!一\\s?${measure})${hanFigure}\\s?${measure}${counted}`,
    ).test(text);
  }
  const words = asked.exec(question)?.[1];
  // "How small" counts nothing: "if there is no header" is no amount, and what may be has a bound.
  if (words === undefined)
    return (
      someNumber.test(text.replace(/\b(?:no|one)\b/gi, " ")) &&
      (!mayBe.test(question) || bounds.test(text))
    );
  const things = new Set(tokenize(words).flatMap((t) => (t.stop ? [] : [t.term])));
  const numbers = new RegExp(
    `(?:(?!(?:1\\d|20)\\d\\d\\b)\\b\\d[\\d.,]*|\\b(?:${numberWord})\\b)`,
    "gi",
  );
  for (const hit of text.matchAll(numbers)) {
    const after = text
      .slice(hit.index + hit[0].length)
      .split(/\s+/)
      .slice(0, countsNext.test(hit[0]) ? 2 : between + 1);
    if (tokenize(after.join(" ")).some((t) => things.has(t.term))) return true;
  }
  return false;
}

/** "The largest number of files" tells nothing of how many folders there may be. */
function countsOther(question: string, text: string): boolean {
  const [, asked] = numberOf.exec(question) ?? [];
  if (asked === undefined || !numberOf.test(text)) return false;
  const own = new Set(tokenize(asked).flatMap(({ term, stop }) => (stop ? [] : [term])));
  return own.size > 0 && !tokenize(text).some(({ term }) => own.has(term));
}
const numberOf = /\bnumber of ((?:[\p{L}-]+ ?){1,3})/iu;

const year =
  /\b1\d{3}\b|\b20\d{2}\b|\b\d{1,4} ?(?:BC|AD|BCE|CE)\b|[\d〇一二三四五六七八九十元]{2,4} ?年/;
/** "When does it end?" asks of every time: "after 12 hours", "until you sign out". */
const now =
  /\bwhen (?:do|does|will|is|are|can|should|must|am)\b|什[么麼][时時]候(?:会|會|才|要|需要|应该|應該|能)/i;
const someMoment = new RegExp(
  `${figure}${times}|\\b(?:until|after|before|as soon as|every|once|every time|whenever|at (?:start|night|the end|once))\\b|以后|之后|之前|每[次当]|直到|[时時](?:才|会|就)`,
  "i",
);
const aMonth =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/;
const someTime =
  /\b(?:century|centuries|decade|\d0s|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|years? ago|o['’]clock)\b|[\d〇一二三四五六七八九十元] ?(?:年|月|日|世纪|世紀|点|點|时|時|分)|朝|时期|時期|年代/i;
