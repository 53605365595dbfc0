import { plain } from "./numbers.ts";

/**
 * What a text says of its numbers: that something is at least, at most, or every so much. "Over 3.5 tonnes" is not "under
 * 3.5 tonnes", and "every ninety days" is not "within ninety days". `other`: the same number with the opposite bound.
 * `doubt`: with a bound that the other text does not give it, or without the one that it does.
 */
export function changesBound(sentence: string, statement: string): "other" | "doubt" | undefined {
  const theirs = boundsIn(statement);
  let doubt = false;
  for (const [number, mine] of boundsIn(sentence)) {
    const same = theirs.get(number);
    if (same === undefined) continue;
    const [least, most] = [mine.has("least"), mine.has("most")];
    const [itsLeast, itsMost] = [same.has("least"), same.has("most")];
    if ((least && !most && itsMost && !itsLeast) || (most && !least && itsLeast && !itsMost))
      return "other";
    const brings = (least || most) && !itsLeast && !itsMost;
    if (brings && same.has("every")) return "other";
    if (brings && !limit.test(statement)) doubt = true;
    if ((itsLeast || itsMost) && !least && !most && !limit.test(sentence)) doubt = true;
  }
  return doubt ? "doubt" : undefined;
}

type Bound = "least" | "most" | "every";

/** Of 一 alone nothing is told: 一个 is an article more often than a number. */
const hanDigit = "〇零一二两兩三四五六七八九十百千万萬";
const hanFigure = `(?<![第${hanDigit}])(?!一[^${hanDigit}])[${hanDigit}]+(?=[个個天日周週月年小分秒次倍人名份件页頁级級层層岁歲元米])`;
const figure = String.raw`(?:\d+(?:[.,:/-]\d+)*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|half)\b|${hanFigure})`;
const numbers = new RegExp(figure, "gi");
const most =
  /(?:\b(?:at (?:the )?most|no (?:more|longer|larger|later) than|not (?:more|longer) than|up to|less than|fewer than|smaller than|shorter than|younger than|under|below|within|maximum(?: of| is)?|limit(?:ed)?(?: of| is| to)?)|最多|至多|不超过|不多于|小于|低于|少于|不到|上限[是为]?|最大)\s*(?:为|是|a |an |the |about |every |each )?$/i;
const least =
  /(?:\b(?:at least|no (?:less|fewer) than|not (?:less|fewer) than|more than|over|above|exceed(?:s|ing)?|larger than|longer than|greater than|older than|minimum(?: of| is)?)|至少|最少|不少于|(?<!不)超过|大于|高于|多于|下限[是为]?)\s*(?:为|是|a |an |the |about |every |each )?$/i;
const every = /(?:\b(?:every|each)|每隔?)\s*$/i;
/** 最多保留备份 30 天: verb and object stand between. */
const mostFar = /(?:最多|至多)[^，。；\d]{0,12}$/;
const leastFar = /(?:至少|最少)[^，。；\d]{0,12}$/;
const mostBehind =
  /^\s*[\p{L}%]{0,12}\s*(?:at (?:the )?(?:most|latest)|or (?:less|fewer|shorter)|(?:以|之)[内下]|内)/iu;
const leastBehind =
  /^\s*[\p{L}%]{0,12}\s*(?:at (?:the )?least|or (?:more|longer|larger)|(?:以|之)上)/iu;
const limit =
  /\b(?:limit|maximum|minimum|max|min|longest|largest|up to|at (?:most|least))\b|上限|下限|最[大多高长小少低短]/i;

const longestWord = 24;

function boundsIn(text: string): Map<string, Set<Bound>> {
  const s = plain(text);
  const found = new Map<string, Set<Bound>>();
  for (const { 0: number, index } of s.matchAll(numbers)) {
    const before = s.slice(Math.max(0, index - longestWord), index);
    const behind = s.slice(index + number.length, index + number.length + longestWord);
    const own = found.get(number.toLowerCase()) ?? new Set<Bound>();
    if (most.test(before) || mostFar.test(before) || mostBehind.test(behind)) own.add("most");
    else if (least.test(before) || leastFar.test(before) || leastBehind.test(behind))
      own.add("least");
    if (every.test(before)) own.add("every");
    found.set(number.toLowerCase(), own);
  }
  return found;
}
