/**
 * Numbers of a text as facts, in figures and in words, English and Chinese: by themselves, and with the unit, currency or
 * sign that they are meant with. Dates, versions, ranges and times are one number: 2024-05-06, 1.20.3, 8-10, 12:30.
 */
export type NumberFact =
  | { kind: "number"; value: string }
  | { kind: "measure"; value: string; unit: string };

const unitWords =
  "ns|µs|us|ms|s|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|b|bytes?|kb|mb|gb|tb|kib|mib|gib|tib|bits?|kbps|mbps|gbps|hz|khz|mhz|ghz|mm|cm|m|km|inch(?:es)?|ft|feet|miles?|mg|g|kg|tons?|lbs?|pounds?|percent|million|billion|trillion|thousand|hundred|dollars?|euros?|px|em|rem|vh|vw|dpi|rpm|kw|mw|gw|w|v|°c|°f|k|times?|milliseconds?|microseconds?|nanoseconds?|kilobytes?|megabytes?|gigabytes?|terabytes?|met(?:er|re)s?|kilomet(?:er|re)s?|kilograms?|decades?|centur(?:y|ies)";
/** Chinese units of more than one character; any other character after a number is a unit by itself. */
const hanUnits =
  "毫秒|微秒|纳秒|奈秒|秒钟|秒鐘|分钟|分鐘|小时|小時|星期|个月|個月|世纪|世紀|公里|千米|厘米|毫米|公分|公斤|千克|公顷|公頃|平方|立方|美元|欧元|歐元|英镑|日元|人民币|字节|位元|万亿|萬億";
const numberPattern = new RegExp(
  `(?<!(?!\\p{Script=Han})[\\p{L}\\p{N}_.])(?:([$€£¥<>≤≥≈±]=?)\\s?)?((?:(?<![\\p{L}\\p{N})\\]])[-−])?\\d+(?:[.,:/-]\\d+)*)(?:\\s?(%|‰)|[\\s-]?(${unitWords})(?![\\p{L}\\p{N}_])|\\s?(${hanUnits}|\\p{Script=Han}))?`,
  "giu",
);
const figures = /\d+(?:[.,:/-]\d+)*/g;
const wordPattern =
  /\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|twice|double|triple|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b/gi;
const hanNumber =
  /(第?)(?<![〇零一二两兩三四五六七八九十百千万萬亿億])([〇零一二两兩三四五六七八九十百千万萬亿億]+)([个個位名次年月天种種岁歲座只隻艘条條支部集场場届屆所家轮輪项項分成倍秒小周週號号章节節页頁台件张張类類步级級层層行列字门門日世])/g;

export function numberFacts(s: string): NumberFact[] {
  const facts: NumberFact[] = [];
  for (const hit of s.matchAll(numberPattern)) {
    const value = (hit[2] as string).replace("−", "-");
    facts.push({ kind: "number", value });
    const unit = hit[3] ?? hit[4]?.toLowerCase() ?? hit[5];
    if (unit !== undefined) facts.push({ kind: "measure", value, unit: oneForm(unit) });
    if (hit[1] !== undefined) facts.push({ kind: "measure", value, unit: hit[1] });
  }
  // Figures inside words (`x509`, `v1.2`) are numbers of the text too.
  for (const hit of s.matchAll(figures)) facts.push({ kind: "number", value: hit[0] });
  for (const hit of s.matchAll(wordPattern))
    facts.push({ kind: "number", value: hit[0].toLowerCase().replace(/s$/, "") });
  for (const [, ordinal = "", value = "", counter = ""] of s.matchAll(hanNumber)) {
    if (value === "一" && ordinal === "") continue; // 一个 is an article more often than a number
    const figure = value.replace(/[两兩]/g, "二");
    facts.push({ kind: "measure", value: `${ordinal}${figure}`, unit: counter });
  }
  return facts;
}

/** Widths and thousands made equal; case and words stay. */
export function plain(text: string): string {
  return text.normalize("NFKC").replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
}

const forms: Record<string, string> = { sec: "s", min: "minute", hr: "hour", h: "hour" };

/** "30 seconds", "30 secs" and "30 s" are one measure, "30 minutes" another. */
function oneForm(unit: string): string {
  const one = unit.length > 2 ? unit.replace(/s$/, "") : unit;
  if (one === "second") return "s";
  return forms[one] ?? one;
}
