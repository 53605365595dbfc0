import { isName } from "../comparison.ts";
import { withoutFraming } from "../framing.ts";
import type { Planner } from "./planner.ts";

/**
 * "What does each of them do, and what are the defaults": all of it is asked of every thing that is named, and each has a
 * place of its own in the documents.
 *
 *   "moved vs changed: what does each one mean?"  ->  "moved: what does it mean?", "changed: what does it mean?"
 *   "A 和 B 各自是什么意思，怎么处理？"            ->  "A 是什么意思，怎么处理？", "B 是什么意思，怎么处理？"
 */
export const eachOf: Planner = {
  name: "each_of",
  plan(question) {
    const text = withoutFraming(question);
    const english = versus.exec(text);
    if (english !== null) {
      const [, a, b, asks = ""] = english;
      return each.test(asks) ? apart([a, b], (name) => `${name}: ${asOne(asks)}`) : undefined;
    }
    const chinese = named.exec(text);
    if (chinese === null || !eachZh.test(text)) return undefined;
    const [, first = "", last, asks = ""] = chinese;
    // What sets two things apart is said of both of them together, and then of each.
    if (compares.test(asks)) return undefined;
    const names = [...first.split("、"), last];
    const rest = asks.replace(new RegExp(eachZh, "gu"), "").trim();
    return apart(names, (name) => `${name}${/[\w\x60]$/.test(name) ? " " : ""}${rest}`);
  },
};

function apart(names: readonly (string | undefined)[], ask: (name: string) => string) {
  const known = names.filter((name) => isName(name)).map((name) => name.trim());
  const all = known.length === names.length && known.length > 1;
  return all ? { parts: known.map(ask), apart: true as const } : undefined;
}

const versus =
  /^(?:the\s+)?([^,:;?!]{2,40}?)\s+(?:vs\.?|versus)\s+(?:the\s+)?([^,:;?!]{2,40}?)\s*(?::|[-–—]\s)\s*(.*\S)\s*$/i;
const each = /\b(?:each|they|both|their|the\s+two)\b/i;

function asOne(asks: string): string {
  return asks
    .replace(/\bdo\s+(?:they|both)\b/gi, "does it")
    .replace(/\bare\s+(?:they|both)\b/gi, "is it")
    .replace(/\b(?:each(?:\s+(?:one|of\s+(?:them|the\s+two)))?|they|both|the\s+two)\b/gi, "it")
    .replace(/\btheir\b/gi, "its");
}

const name = String.raw`(?:[A-Za-z_@.$\x60"“「][^\s，,、和与與]{1,38}|(?:(?![的是在把怎什])\p{Script=Han}){2,8})`;
const named = new RegExp(
  String.raw`^(${name}(?:、${name}){0,2})\s?(?:和|与|與|跟|、)\s?(${name}?)\s*((?:各自|分别|分別|各|都).+|.*[，,]\s*(?:.*?(?:各自|分别|分別|各)).+)$`,
  "u",
);
const compares =
  /^(?:之间|之間)?(?:的|有(?:什[么麼]|何|啥|哪些)?)?(?:区别|區別|不同|差异|差異|差别|差別|不一样|不一樣)/u;
const eachZh = /各自|分别|分別|各(?=是|有|用|要|会|會|占|為|为)/u;
