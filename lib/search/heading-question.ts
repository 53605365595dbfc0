import { atFirstUse, readLexicon } from "#lib/language/lexicon";

/** So short a rest names nothing: "Installing it". */
const fewestLetters = 3;
const fewestHan = 2;

/**
 * The question that a heading answers: one that is a question already as it stands, and one over instructions as "How do I
 * …?"; undefined for any other, of which nobody can tell what is asked. `verbs` are those of `lexicon/headings.tsv`. Pure.
 *
 *     "2.1 Renewing certificates"  "How do I renew certificates?"      "怎么" + "添加文件夹" + "？"
 *     "How to add a folder"        "How do I add a folder?"            "Certificates"  undefined
 */
export function headingQuestion(heading: string): string | undefined {
  const text = bare(heading);
  if (/[?？]$/.test(text)) return text;
  return /\p{Script=Han}/u.test(text) ? chinese(text) : english(text);
}

const verbs = atFirstUse(() => {
  const rows = readLexicon("headings", ["lang", "verb", "form"]);
  const of = (lang: string) => rows.filter((row) => row.lang === lang);
  return {
    en: new Map(of("en").flatMap(({ verb, form }) => [[verb, verb] as const, [form, verb]])),
    zh: of("zh")
      .map(({ verb }) => verb)
      .sort((a, b) => b.length - a.length),
  };
});

/** Without its number, the anchor that some generators write behind it, and a colon at its end. */
const bare = (heading: string): string =>
  heading
    .replace(/^\s*(?:\d+(?:\.\d+)*[.)、]?|[一二三四五六七八九十]+、|step\s+\d+[:.]?)\s+/i, "")
    .replace(/\s*\\?(?:\{\s*[#/][^{}]*\})?[\s:：.。]*$/, "")
    .trim();

function english(text: string): string | undefined {
  if (asksInEnglish.test(text)) return `${text}?`;
  const howTo = /^how to (?=\p{L})/iu.exec(text);
  const words = howTo === null ? text : text.slice(howTo[0].length);
  const [, first = "", rest = ""] = /^(\p{L}+)\s+(.+)$/u.exec(words) ?? [];
  const verb = verbs().en.get(first.toLowerCase());
  const surely = howTo !== null || verb !== first.toLowerCase();
  if (verb === undefined || !namesObject(rest, surely))
    return howTo === null ? undefined : `${text}?`;
  return `How do I ${verb} ${lowered(rest)}?`;
}

/** "What happens next" is a statement as often as a question, and "What is a wall" is none. */
const asksInEnglish =
  /^(?:how|what|why|when|where|which \p{L}+)\s(?:is|are|do|does|can|should)\s|^(?:can|do|does|should) \p{L}+\s/iu;

/**
 * "the server", "a folder" and "up TLS", and not "and removing", "process" or "guide". Behind what is `surely` a verb so do
 * "certificates" and "Docker"; behind one in its ground form they may be a compound: "Release notes", "Build Server".
 */
function namesObject(rest: string, surely: boolean): boolean {
  if (rest.replace(/[^\p{L}\p{N}]/gu, "").length < fewestLetters) return false;
  if (/^(?:and|or|&|of|is|are|guide|process|steps?|it|them|this|these)\b/i.test(rest)) return false;
  if (
    /^(?:an?|the|your|my|our|up|with|from|to|for|in|on|multiple|several|new|custom)\s/i.test(rest)
  )
    return true;
  const name = /\p{Lu}{2}|[\p{N}`_.]/u;
  return surely ? name.test(rest) || /\p{Lu}|s(?:\s|$)/u.test(rest) : name.test(rest);
}

/** "The server" in the middle of a sentence; names keep their capitals. */
const lowered = (text: string): string =>
  text.replace(/^(?:An?|The|Your|My|Our|New|Custom|Multiple|Several)\b/, (word) =>
    word.toLowerCase(),
  );

function chinese(text: string): string | undefined {
  const asked = /^(?:如何|怎么|怎样|为什么|什么是|哪些|哪个)/.test(text);
  if (asked) return `${text}？`;
  const verb = verbs().zh.find((one) => text.startsWith(one));
  if (verb === undefined) return undefined;
  const rest = text.slice(verb.length).trim();
  const named = rest.match(/[\p{Script=Han}\p{L}\p{N}]/gu)?.length ?? 0;
  if (
    named < fewestHan ||
    /^(?:和|与|或|的|了|到|流程|步骤|方法|方式|指南|说明|项|文件$)/.test(rest)
  )
    return undefined;
  return `怎么${text}？`;
}
