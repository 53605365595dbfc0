import { charactersOf, hasRun, wordCharacters } from "./long-run.ts";
import { isPlaceholder, looksRandom } from "./placeholder.ts";
import type { SecretSpan } from "./span.ts";

/**
 * Secrets told by their shape or by what stands around them: bearer tokens, JWTs, addresses with a password, keys of clouds
 * and of makers that secretlint does not know. A run is looked at from its own beginning alone and every length is bounded,
 * so that hostile text costs no more than other text.
 */
export function shapedSecrets(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const marked = hasRun(text, inKeys, shortestKey) && anyMark.test(text);
  for (const { pattern, random, may = () => marked } of shapes) {
    if (!may(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const value = match.groups?.value ?? match[0];
      if (isPlaceholder(value) || (random !== undefined && !looksRandom(value, random))) continue;
      const end = match.index + match[0].length - (match.groups?.behind ?? "").length;
      spans.push({ start: end - value.length, end });
    }
  }
  return spans;
}

/** Of those below that are told by a mark some part of it stands in each, and so many of these characters in a row. */
const anyMark =
  /AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ANVA|AIza|ya29\.|GOCSPX-|1\/\/0|LTAI|AKID|[Ss][Kk]-|SK[\da-f]|AC[\da-f]|\d:AA|sq0|pypi|rubygems|dop_v1|EAA|AGE-SECRET-KEY/;
const inKeys = charactersOf(`${wordCharacters}-`);
const shortestKey = 18;

/**
 * `random`: so many characters at least, and in disorder. `behind`: what must follow the value and is not of it. `may`:
 * whether a text may hold one, told sooner; absent for those with a mark.
 */
const shapes: readonly { pattern: RegExp; random?: number; may?(text: string): boolean }[] = [
  {
    pattern: /\bbearer["' ]{1,3}(?<value>[\w.~+/=-]{16,4096})/gi,
    random: 16,
    may: (text) => /bearer/i.test(text),
  },
  {
    may: (text) => /authorization/i.test(text),
    pattern:
      /authorization["'`]{0,2}\s{0,3}[:=]\s{0,3}["'`]{0,2}(?:basic|token|apikey|digest)\s{1,3}(?<value>[\w.~+/=-]{8,4096})/gi,
  },
  {
    pattern: /(?<![\w-])eyJ[\w-]{10,4096}\.eyJ[\w-]{6,8192}\.[\w-]{10,2048}/g,
    may: (text) => text.includes("eyJ"),
  },
  {
    may: (text) => text.includes("://") && text.includes("@"),
    pattern:
      /(?<![\w+.-])[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@/"'`<>]{0,100}:(?<value>[^\s@/"'`<>]{3,200})(?<behind>@)/gi,
  },
  { pattern: /(?<![A-Z\d])(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ANVA)[A-Z\d]{16}(?![A-Z\d])/g },
  { pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g },
  { pattern: /(?<![\w-])(?:ya29\.|GOCSPX-|1\/\/0)[\w-]{20,512}/g, random: 24 },
  { pattern: /(?<![A-Za-z\d])(?:LTAI|AKID)[A-Za-z\d]{14,40}(?![A-Za-z\d])/g, random: 18 },
  { pattern: /(?<![\w-])sk-(?:[a-z\d]{2,12}-){0,3}[\w-]{20,256}(?![\w-])/gi, random: 24 },
  { pattern: /(?<![\w-])(?:SK|AC)[\da-f]{32}(?![\w-])/g },
  { pattern: /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  {
    pattern: /(?<![\w-])(?:sq0csp|sq0atp|pypi|rubygems|dop_v1|EAA[A-Z])[-_A-Za-z\d][\w-]{30,300}/g,
    random: 30,
  },
  { pattern: /AGE-SECRET-KEY-1[\dA-Z]{20,80}/g },
];
