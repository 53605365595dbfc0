import type { Claim } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { AskKind } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import { type Cue, holdsCue, holdsValue } from "#lib/language/answer-cues";
import { bearsDeed, isLightDeed, saying } from "#lib/language/asked-action";
import { asksChange, saysChange } from "#lib/language/asked-change";
import { describes } from "#lib/language/describing-words";
import { isEveryday } from "#lib/language/talk-words";
import { type QuestionWord, questionWords } from "#lib/language/word-kinds";
import { tokenize } from "#lib/language/words";

/** What is quoted, and where. */
type Shown = {
  claims: readonly Pick<Claim, "text" | "kind">[];
  citations: readonly Pick<Citation, "title" | "breadcrumb">[];
};

/**
 * Whether what is quoted says what one ask of a question wants to know, though it was found for another or for all of them:
 * the words that this ask has for itself stand in it or in the headings above it, and so does the kind of thing it asks for.
 * `others`: the asks beside it.
 */
export function standsIn(ask: string, others: readonly string[], shown: Shown): boolean {
  if (shown.claims.length === 0 || !holdsKind(ask, shown)) return false;
  const { things, deeds, marks, asides } = ownWords(ask, others, textOf(shown));
  const all = `${aboveOf(shown)}\n${textOf(shown)}`;
  // What another ask is about may stand in the title of the page as well.
  if (!bearsDeed(ask, `${nearestOf(shown)}\n${textOf(shown)}`)) return false;
  const held = holding(all);
  if (things.length > 0) return things.every(held);
  const told = [...deeds, ...marks];
  const said = saying(all);
  if (told.length > 0)
    return told.filter((word) => held(word) || said(word)).length > told.length / 2;
  return asides.length === 0 || asides.some(held);
}

/** Whether what is quoted for an ask speaks of what this ask alone is about, and of what it wants done with it. */
export function speaksOf(ask: string, others: readonly string[], shown: Shown): boolean {
  const { things, marks } = ownWords(ask, others, textOf(shown));
  const own = [...things, ...marks];
  const all = `${aboveOf(shown)}\n${textOf(shown)}`;
  return bearsDeed(ask, all) && (own.length === 0 || own.some(holding(all)));
}

/** Whether what is quoted for an ask speaks of doing what this ask wants done. */
export const speaksOfDeed = (ask: string, shown: Shown): boolean =>
  bearsDeed(ask, `${aboveOf(shown)}\n${textOf(shown)}`);

const textOf = ({ claims }: Shown): string => claims.map(({ text }) => text).join("\n");
const aboveOf = ({ citations }: Shown): string =>
  citations.flatMap(({ title, breadcrumb }) => [title, ...breadcrumb]).join("\n");

const nearestOf = ({ citations }: Shown): string =>
  citations.map(({ title, breadcrumb }) => breadcrumb.at(-1) ?? title).join("\n");

/** Words that no other ask has: things, what is done, what tells the deed apart (定时), and what only describes. */
type Own = Record<"things" | "deeds" | "marks" | "asides", string[]>;

function ownWords(ask: string, others: readonly string[], shown: string): Own {
  const own: Own = { things: [], deeds: [], marks: [], asides: [] };
  const elsewhere = holding(others.join("\n"));
  const tokens = tokenize(ask);
  for (const word of questionWords(ask)) {
    const text = ask.slice(word.start, word.end);
    const inside = tokens.filter((t) => t.start >= word.start && t.end <= word.end && !t.stop);
    if (inside.length === 0 || asks.test(text) || elsewhere(text)) continue;
    if (word.kind === "deed" && isLightDeed(text)) continue;
    if (sorts.some(([sort, form]) => sort.test(text) && form.test(shown))) continue;
    // 管, 关, 加: said in a hundred other ways.
    if (/^\p{Script=Han}$/u.test(text) && word.kind !== "thing") continue;
    const whole = inside.filter(({ kind }) => kind !== "han_single" || text.length === 1);
    const aside = whole.some(({ term }) => isEveryday(term) || describes(term));
    own[aside || general.test(text) ? "asides" : sortOf(word)].push(text);
  }
  return own;
}

const sortOf = ({ kind }: QuestionWord): keyof Own =>
  kind === "thing" ? "things" : kind === "deed" ? "deeds" : "marks";

/** A file, a setting or a command is there without that word: `docent.db` for "which file". */
const sorts: readonly [RegExp, RegExp][] = [
  [/^(?:files?|folders?|director(?:y|ies)|文件|文件夹|目录)$/i, /`[^`\s]*[./][^`\s]*`/],
  [
    /^(?:settings?|options?|keys?|flags?|commands?|variables?|设置|选项|配置项?|命令|字段|属性|参数|变量)$/i,
    /`[^`]+`|(?:^|\s)--\w/,
  ],
];
const general =
  /^(?:hand|values?|status|defaults?|ones?|each|both|值|默认|默认值|取值|地方|位置|意思|含义|代表|表示)$/i;
const asks =
  /^(?:none|nothing|anything|how|what|which|where|when|why|who|whom|whose|whether|什[么麼](?:时候|時候|地方|样|樣)?|怎[么麼样樣]?|如何|哪.?|多少|[几幾].?|多[久长長大高]|谁|誰|[吗嗎呢]|何[时時处處]|[一两兩二三]种|[一两兩二三]種|一[个個]|各自|分别|分別|特[点點征徵]|优缺点|優缺點|不能|能否|是否|能不能|会不会|會不會|有没有|有沒有|可以)$/i;

/** A Chinese word stands where its characters stand near each other in their order: 重读 in 重新读取. */
function holding(text: string): (word: string) => boolean {
  const terms = new Set(tokenize(text).map((t) => t.term));
  const written = text.toLowerCase();
  return (word) => {
    if (!/\p{Script=Han}/u.test(word)) {
      const own = tokenize(word).filter((t) => t.kind !== "part" && !t.stop);
      return own.length > 0 && own.every((t) => terms.has(t.term));
    }
    if (written.includes(word)) return true;
    const apart = [...word].map((c) => c.replace(/[^\p{L}\p{N}]/gu, "\\$&")).join(".{0,2}");
    return word.length > 1 && new RegExp(apart, "u").test(written);
  };
}

function holdsKind(ask: string, shown: Shown): boolean {
  if (asksChange(ask) && !shown.claims.some(({ text }) => saysChange(text))) return false;
  const kind = analyseQuestion(ask).asks[0]?.kind;
  const cue = kind && cues[kind];
  const all = `${aboveOf(shown)}\n${textOf(shown)}`;
  if (kind === "value" || kind === "default")
    return shown.claims.some(({ text, kind: of }) => of === "code" || holdsValue(text));
  return cue === undefined || holdsCue(all, cue) || (kind === "time" && holdsValue(all));
}

const cues: Partial<Record<AskKind, Cue>> = {
  comparison: "contrast",
  reason: "reason",
  time: "time",
};
