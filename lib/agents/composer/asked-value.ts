import type { Unit } from "#lib/markdown/units";
import type { QuestionKind } from "./question.ts";

/**
 * A value of a kind that is told by its form: a version, a flag, a port, a key to press. `form` speaks for a unit that
 * holds it. Nothing without `least`, in which more forms pass, answers the question: without any flag nothing is said of
 * "which flag".
 */
export type Value = {
  asks: RegExp;
  form: RegExp;
  least?: Pick<RegExp, "test">;
  kinds?: readonly QuestionKind[];
};

/** What kind of value a question asks for; undefined where it asks for none. */
export function valueAsked(kind: QuestionKind, question: string): Value | undefined {
  return values.find(
    ({ asks, kinds = lookups }) => (kinds === any || kinds.includes(kind)) && asks.test(question),
  );
}

/** Whether a unit holds a value of the kind; what stands in a block of code is typed as it stands. */
export const speaksFor = (value: Value, unit: Pick<Unit, "kind" | "text">): boolean =>
  value.form.test(unit.text) || (value.form === aCommand && unit.kind === "code");

/** Whether the question asks for a value of a kind, and not how to come by one, and no text holds it. */
export function lacksAskedValue(
  kind: QuestionKind,
  question: string,
  texts: readonly string[],
): boolean {
  const code = numbered.exec(question);
  const number = code?.[1] ?? code?.[2];
  if (number !== undefined && !texts.some((text) => text.split(/[^\w]+/).includes(number)))
    return true;
  if (/\bhow\b|怎|如何/i.test(question)) return false;
  const value = valueAsked(kind, question);
  if (value === someValues) return distinctValues(texts.join("\n"), question) < 2;
  const least = value?.least;
  return least !== undefined && !texts.some((text) => least.test(text));
}

/** "Exit code 4": what is said of the others says nothing of it. */
const numbered =
  /\b(?:exit|status|error|response|return) code (\d{1,4})\b|(?:退出|状态|狀態|错误|錯誤|返回|响应|回應)[码碼](?:是|为|為)?\s?(\d{1,4})(?!\w)/i;

const anyOf = (...forms: readonly RegExp[]) => ({
  test: (text: string) => forms.some((form) => form.test(text)),
});

const any: readonly QuestionKind[] = [];
const lookups: readonly QuestionKind[] = ["lookup", "list"];

/** More than one word in code, the first of them a program's name: "`npm run verify -- FILE`". */
const aCommand = /`(?:\$ )?[a-z][\w.+-]*(?: [^`]+)+`/;

/** An option, the letter that is one, or a name in capitals. */
const anOption =
  /(?:^|[\s`"'(|[])(?:--?[A-Za-z][\w-]*|\/[A-Za-z?](?![\w/]))|`[A-Za-z]`|\b[A-Z]+_[A-Z]+\b/;

/** One letter or mark in code, what a keyboard calls its keys, or several pressed at once. */
const aKey =
  /<kbd\b|(?<![\w`])`[A-Za-z0-9?/.,;[\]\\+-]`|\*\*[A-Z0-9?/]\*\*|(?:\b(?:Ctrl|Control|Cmd|Command|Alt|Option|Shift|Meta|Super)|[⌘⌃⌥⇧])\s?[+\-–]\s?\S|[⌘⌃⌥⇧]\s?\w|[`*]+(?:Enter|Return|Esc(?:ape)?|Tab|Space(?:bar)?|Backspace|Page ?(?:Up|Down)|(?:Arrow )?(?:Up|Down|Left|Right)|F\d{1,2})[`*]+|`\w \+ \w+`|`(?:Return|Del(?:ete)?|Home|End)`|\bF\d{1,2}\b|\b(?:Enter|Return|Escape|Esc|Tab|Space|Delete|arrow) key\b|\b(?:press|hit)(?:ing|es)? (?:the )?[`*]*(?:[A-Z0-9]\b|Enter|Return|Esc|Tab|Space|Backspace|Delete)|回车|回車|空格键|空格鍵|方向键|方向鍵|退格|[上下左右]键|按下?\s?[`*]*[A-Z0-9]/;

/** … or as people write them without any mark. */
const aBareKey =
  /\b(?:press|hit|with|by|use)(?:ing|es)? (?:the )?(?:enter|return|esc(?:ape)?|tab|backspace|delete|slash|space ?bar)\b|\b(?:press|hit)(?:ing|es)? (?:the )?(?!(?:it|on|or|an?|to)\b)\S{1,2}(?![^\s.,;])|^(?:Enter|Esc(?:ape)?|Tab|Space|Backspace)\b(?= \w+s\b)|\bspace ?bar\b|\bthe slash\b|\bctrl[ -]\w|\^[A-Z]\b|(?:[按用]下?\s?)(?:空格|斜杠|斜線)|空格(?=可以)/i;

const aNamedKey = /\b(?!(?:an?|the|any|this|that|each|every|no|your|one|or|and|of) )[a-z-]+ key\b/;

/** A name with an ending or a path in code or in italics, as files and folders are written. */
const aFile = /[`_*][^`\s]*(?:\.[a-z]\w*|\/)[^`\s]*[`_*]/i;

/** Which values something may have: one of them alone does not say it. */
const someValues: Value = {
  kinds: any,
  asks: /\b(?:which|what|possible|allowed|valid|accepted) (?:possible |allowed |valid |other )?values\b(?! (?:does|do|is|are) (?:it|they) (?:return|print))|(?:哪[些几幾][个個]?|什[么麼])取?值(?!得)|[可能]选值|可取(?:的)?值|取值(?:范围|有)/i,
  form: /(?:[`'"“]-?[\w.]+[`'"”][^`'"“”]{0,30}){2,}|\d\s?(?:-|–|~|to|到|至)\s?\d/,
};

/** Values as they are written, in code or quotation marks, without what is asked about; a range is several. */
function distinctValues(text: string, question: string): number {
  if (
    /\d\s?(?:-|–|~|to|through|到|至)\s?\d|[<>]=?\s?\d|\b(?:any|true|false|integer|number|string)\b|整数|任意|布尔/i.test(
      text,
    )
  )
    return 2;
  const written = [...text.matchAll(/[`'"“]+([^`'"“”\s]+)[`'"”]+/g)].map((hit) => hit[1] ?? "");
  return new Set(written.filter((value) => !question.includes(value))).size;
}

/** Which of several holds: no value, and told by few words all the same. That one is looked for first says nothing of it. */
const aPrecedence =
  /\b(?:precedence|priorit\w+|prefer\w*|overrid\w+|supersed\w+|ignor\w+|wins?|beats?|trumps?|takes? effect|instead of|first (?:to|that|one)|last one)\b|优先|優先|为准|為準|覆盖|覆蓋|忽略|高于|低于|高於|低於|最终|最終|最先|最早|最后|最後|生效/i;

/** What a price is told by; that something has a cost is none. */
const aPrice =
  /[$€£¥￥]|[（(][^（()）]{0,6}(?:元|dollars|euros|USD|EUR|GBP)|\d\s?(?:dollars?|euros?|pounds?|cents?|[美日欧歐]?元|块钱|USD|EUR|GBP|CNY|RMB)|\b(?:USD|EUR|GBP|CNY|RMB)\s?\d|\b(?:free|charged?|paid|subscription)\b|免费|免費|收费|收費|付费|付費/i;

const values: readonly Value[] = [
  someValues,
  {
    kinds: ["how_many", "definition"],
    asks: /\bwhat(?:['’]s| is| are| was| were) the (?:price|fee)s? (?:of|for)\b|(?:价格|價格|售价|售價|费用|費用)是?多少|多少[钱錢]/i,
    form: aPrice,
    least: aPrice,
  },
  {
    kinds: any,
    asks: /\b(?:both|several|two)\b[^?]*,?\s(?:then )?which (?:one )?(?:(?:does|will|do) [^?]*\b(?:use|take|apply|read)|wins?|applies|is (?:used|taken|read))\b|\bwhich (?:one )?(?:wins?\b|takes precedence|has (?:the )?(?:higher |highest )?(?:precedence|priority))|以(?:哪|谁|誰)[^，。？?]{0,4}为准|谁说了算|誰說了算|哪[个個一]?优先|谁优先|(?:同时|同時|同名).*(?:用|取)(?:的是)?哪一?[个個]/iu,
    form: aPrecedence,
    least: aPrecedence,
  },
  {
    kinds: any,
    asks: /\b(?:which|what|minimum|lowest|oldest|required) (?:[\w.+-]+ )?version\b(?! (?:control|string|number|constraint|history|scheme))|哪[个個一]?(?:[A-Za-z.]+ ?)?版(?:本(?!控制|号)|(?!\p{L}))|(?:什[么麼]|最低|最小|几|幾)版本(?!控制|号)/iu,
    form: /(?<![\w.])v?\d+\.\d+/i,
    least:
      /(?<![\w.])v?\d+\.\d+|\bv\d|\p{Lu}[\w.+-]* ?v?\d{1,4}\b|\b(?:versions?|editions?|releases?)\W{1,3}\d|版本?\W{0,3}\d|\d\s?(?:版|\+|\.x\b|及|或更|and (?:later|above|newer|up))|\bor (?:later|newer)\b|\bLTS\b|\bthe (?:latest|newest)\b|\b(?:latest|newest|stable|current|nightly)(?: \w+)? (?:version|release|build|edition)s?\b|[<>]=?\s?v?\d|\d{4}-\d\d|(?:最新|稳定|穩定|当前|當前|长期支持)的?(?:稳定|穩定)?版|第.版/u,
  },
  {
    asks: /\b(?:which|what)(?:['’]s| is)?(?: the)? (?:[\w.+-]+ )?command\b(?![- ]line)|(?:哪[个個一条條]?|什[么麼])(?:命令(?!行)|指令)/i,
    form: aCommand,
  },
  {
    // A switch is also one to click.
    asks: /\b(?:which|what) (?:command[- ]line )?flags?\b|\b(?:which|what) command[- ]line switch\b|哪[个個一]?(?:命令行(?:参数|參數)|标志)/i,
    form: anOption,
    least: anOption,
  },
  {
    asks: /\b(?:which|what) (?:\w+ )?(?:flags?|switch)\b|哪[个個一]?(?:命令行)?(?:参数|參數|标志)/i,
    form: anOption,
  },
  {
    asks: /\b(?:status|response|exit|error) code\b|(?:状态|狀態|响应|回應|返回|退出|错误|錯誤)[码碼]/i,
    form: /(?<![\w.])\d{1,3}(?![\w.]\d|\w)/,
  },
  {
    asks: /\b(?:which|what) (?:[\w-]+ )?port\b|(?:哪[个個一]?|什么|什麼)\s?[\w-]*\s?端口|端口号?是多少/i,
    form: /(?<![\w.])\d{2,5}(?![\w.]\d)/,
    // It counts no time and no size.
    least:
      /(?<![\w.])\d{2,5}(?![\w%.]*\d|\s?-?(?:m?s\b|[kmg]i?b\b|sec|min|hour|day|week|month|year|times?\b|%|[秒分小天日周月年次条個个]))/i,
  },
  {
    kinds: ["lookup", "how_many"],
    asks: /\bmax(?:imum)?\b[^?]*\bsize\b|最大[^？?]{0,8}(?:大小|体积|體積|尺寸)/i,
    form: /\d/,
    least: /\d/,
  },
  { asks: /\bport\b|端口/i, form: /(?<![\w.])\d{2,5}(?![\w.]\d)/ },
  {
    asks: /\b(?:which|what) environment variable\b|哪[个個一]?(?:环境变量|環境變數)/i,
    form: /\b_*[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
    least: /\b_*[A-Z][A-Z0-9_]{2,}\b|\b[a-z]+_proxy\b|\bnpm_config_/,
  },
  {
    asks: /\benvironment variable\b|环境变量|環境變數/i,
    form: /\b_*[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
  },
  {
    kinds: any,
    asks: /\b(?:which|what)(?:['’]s| is)?(?: the)? (?:keyboard (?:key|shortcut)s?|key(?:board)?s? (?:do|must|should|can) I (?:press|hit|use)|shortcuts?|hot ?keys?|key ?bindings?)\b|(?:哪[个個一些]?|什[么麼])(?:按键|按鍵|快捷键|快捷鍵|组合键|組合鍵|热键|熱鍵)|按(?:下)?(?:哪[个個一]?|什[么麼])(?:键|鍵)|(?:快捷键|快捷鍵)是(?:什[么麼]|哪)/i,
    form: aKey,
    least: anyOf(aKey, aBareKey),
  },
  {
    kinds: ["which", "where", "lookup"],
    asks: /\b(?:in|to|from|into|of) (?:which|what) (?:\w+ )?(?:file|folder|directory)\b|\b(?:which|what) (?:file|folder|directory) (?:is|are|was|do|does|has|holds?|contains?|keeps?|stores?)\b|(?:哪[个個一]|什[么麼])(?:\p{Script=Han}{0,2}文件夹?|目录|目錄|檔案|資料夾)/u,
    form: aFile,
  },
  {
    // A key may be one of a file of settings as well, or the brass key of a door.
    kinds: ["lookup", "which"],
    asks: /\b(?:which|what) key (?:(?!does|has|was)\w+s (?:the|an?|my|your|it|this|that|all|every|me)\b|is (?:pressed|hit|bound)\b)|(?:哪[个個一]?|什[么麼])(?:键|鍵)(?!值|盘|盤)/i,
    form: aKey,
    least: anyOf(aKey, aBareKey, aNamedKey, /`[^`]+`|\w[._]\w|^\s*[\w-]+\s*[:=]/m),
  },
];
