import { tokenize } from "#lib/language/words";

/**
 * How strongly, of how many, how often and within what bounds a statement holds. These small words are in no index and
 * share no meaning, but "should" told as "must", "some" as "all", "usually" as "always" and "until" as "from" change what
 * is claimed; they are compared like numbers. `other`: the sentence has another one than the lines. `doubt`: it says
 * without reserve what they say with one.
 */
export function changesForce(
  sentence: string,
  statement: string,
  line: string,
): "other" | "doubt" | undefined {
  let doubt = false;
  for (const scale of scales) {
    const mine = degreesIn(sentence, scale);
    const theirs = degreesIn(statement, scale);
    const brought = [...mine].filter((name) => !theirs.has(name) && !asks(name, statement));
    // "Needs a certificate so that it can answer" keeps what the line demands.
    const kept = theirs.size > 0 && [...theirs].every((name) => mine.has(name));
    if (brought.length > 0 && theirs.size > 0 && !kept) return "other";
    doubt ||= brought.length > 0 && kept;
    if (brought.some((name) => scale.never?.includes(name))) return "other";
    if (brought.includes("all") && only.test(statement)) return "other";
    doubt ||= brought.some((name) => scale.seldom?.includes(name));
  }
  if (withdrawn.test(sentence) && !withdrawn.test(statement)) return "other";
  if (/\bboth\b/i.test(sentence) && !/\b(?:both|two|and|either)\b/i.test(statement)) return "other";
  if (turnsCondition(sentence, statement) || turnsCondition(statement, sentence)) return "other";
  if (bringsOnly(sentence, statement) || bringsReason(sentence, statement)) return "other";
  if (losesQuantity(sentence, line) || losesException(sentence, line)) return "other";
  if (turnsBound(sentence, statement)) return "other";
  const lost = (words: RegExp) => words.test(line) && !words.test(sentence);
  if (lost(hearsay)) return "other";
  const adds = byItself.test(sentence) && !byItself.test(statement);
  return doubt || adds || lost(reserve) || losesPlace(sentence, line) ? "doubt" : undefined;
}

/** `never`, `seldom`: what a sentence does not, or hardly, say of itself where the lines have nothing of the kind. */
type Scale = {
  degrees: Record<string, RegExp>;
  never?: readonly string[];
  seldom?: readonly string[];
};

const scales: readonly Scale[] = [
  {
    degrees: {
      must: /\b(?:must|ha(?:s|ve) to|needs?|needed|requir(?:e[sd]?|ing)|mandatory|obligatory|compulsory)\b|必须|务必|(?<!不)必需|必填|(?<!不)需要|(?<!没有?)必要|(?<!无)[须須]/i,
      should:
        /\b(?:should|ought|recommend(?:s|ed|ation|ations)?|advis(?:e|es|ed|able)|suggest(?:s|ed)?|preferabl[ye]|best)\b|应[该当]|(?<![响相对反供适效回])应(?![用急答声])|建议|推荐|最好/i,
      may: /\b(?:may|can|could|might|optional(?:ly)?|allow(?:s|ed)?|lets?)\b|可以|可选|允许/i,
    },
    seldom: ["must", "should"],
  },
  {
    degrees: {
      all: /\b(?:all|every(?!\s+(?:\d|\w+ty\b|\w+teen\b|one|two|three|four|five|six|seven|eight|nine|ten|few|other|second|minute|hour|day|night|week|month|year))|each|everything|everyone|everybody|any|whole|entire|always)\b|所有|全部|一切|每一?[个种条次份位]|任何|一律|一概/i,
      most: /(?<!\bat |\bthe )\b(?:most(?! of the time)|majority)\b|大多数|多数|大部分/i,
      some: /\b(?:some|certain)\b|一些|(?<![哪一各])部分|有些|有的|某些/i,
      several: /\b(?:several|a few|a handful)\b|若干|几[个种条]/i,
      many: /\b(?:many|numerous|lots of)\b|许多|很多|大量/i,
      few: /(?<!\b(?:a|every|the|next|last|past|first|no) )\bfew\b|少数|很少有?/i,
    },
    never: ["most", "few", "many"],
    seldom: ["all"],
  },
  {
    degrees: {
      always:
        /\b(?:always|invariably|every time|permanently|forever|indefinitely)\b|总[是会]|始终|永远|永久|每次|一直/i,
      never: /\bnever\b|从来?不|永不/i,
      usually: /\b(?:usually|normally|typically|generally|mostly)\b|通常|一般|往往|多半/i,
      often: /\b(?:often|frequently)\b|经常|常常/i,
      sometimes: /\b(?:sometimes|occasionally)\b|有时|偶尔/i,
      rarely: /\b(?:rarely|seldom|hardly ever)\b|很少|极少|罕见/i,
    },
    never: ["always"],
    seldom: ["never"],
  },
];

/** What a line asks for with 请 may be told as what should be done. */
const asks = (degree: string, statement: string): boolean =>
  degree === "should" && /(?<![申邀])请(?![求问])/.test(statement);

function degreesIn(text: string, { degrees }: Scale): Set<string> {
  return new Set(
    Object.entries(degrees).flatMap(([name, words]) => (words.test(text) ? [name] : [])),
  );
}

/** "It is false that …" */
const withdrawn =
  /^\W*(?:wrong|false|incorrect|untrue)\s*[:,.–—-]|\bit(?:['’]s| is| was) (?:false|wrong|untrue|incorrect|not true|a lie)\b|^(?:错误|不对|不实)/i;

const unless = /\bunless\s+([^,;.]{2,80})/i;
const ifSo = /\b(?:if|when|once|whenever|as long as|provided(?: that)?)\s+([^,;.]{2,80})/i;

/** "Unless the key is set" told as "if the key is set", with nothing denied in its place. */
function turnsCondition(sentence: string, statement: string): boolean {
  const [mine, theirs] = [ifSo.exec(sentence)?.[1], unless.exec(statement)?.[1]];
  if (mine === undefined || theirs === undefined || ifSo.test(statement)) return false;
  if (unless.test(sentence) || /\b(?:not|no|never|without|cannot)\b|n['’]t\b/i.test(sentence))
    return false;
  const own = new Set(termsOf(mine));
  return termsOf(theirs).some((term) => own.has(term));
}

/** 只要 sets a condition, 只是 and "not only" set no limit. */
const only =
  /(?<!\bnot )\b(?:only(?! once\b)|solely|exclusively|merely|just|sole|alone)\b|(?<!不)只(?![要是]|[读讀](?!取))|(?<!不)[仅僅]|唯/i;
const alike =
  /\b(?:only|solely|exclusively|merely|just|sole|alone|nothing|nobody|no one|none|except|unless|but|no other|part|few)\b|只|[仅僅]|唯|除|才|部分|几/i;

const bringsOnly = (sentence: string, statement: string): boolean =>
  only.test(sentence) && !alike.test(statement);

/** "Because it is repaired" where the lines have no word of repairs. */
function bringsReason(sentence: string, statement: string): boolean {
  const reason = /(?:(?<!原)因(?!此|而)为?|由于)(\p{Script=Han}{2})/u.exec(sentence)?.[1];
  return reason !== undefined && ![...reason].some((one) => statement.includes(one));
}

const amount =
  /(?<!\b(?:at|the) )\b(most|some|few|several|half)\b(?! than)((?:\W+\w+){1,4})|(少数|很少有?|部分|有些|一些|大多数|多数|大部分)(\p{Script=Han}{2})/giu;

/** "Most are encrypted" told as "they are encrypted". */
function losesQuantity(sentence: string, line: string): boolean {
  const own = new Set(termsOf(sentence));
  return [...line.matchAll(amount)].some(([whole, word = "", after = "", hanAmount, hanAfter]) => {
    if (hanAmount !== undefined) return !amountIn(sentence) && sentence.includes(hanAfter ?? whole);
    if (/\b(?:a|every|next|last|past|first)\s+$/i.test(line.slice(0, line.indexOf(whole))))
      return false;
    const next = termsOf(after).slice(0, 1);
    return (
      !new RegExp(`\\b${word}\\b`, "i").test(sentence) &&
      !amountIn(sentence) &&
      next.some((term) => own.has(term))
    );
  });
}

const amountIn = (text: string): boolean =>
  /\b(?:most|majority|some|certain|few|several|many|half|not all|not every|part)\b|少|部分|有些|一些|多数|某些|有的|不是/i.test(
    text,
  );

const termsOf = (text: string): string[] =>
  tokenize(text).flatMap(({ kind, stop, term }) =>
    stop || kind === "part" || kind === "han" ? [] : [term],
  );

const exception =
  /\b(?:nobody|no one|none|nothing|everyone|everybody|everything|anyone|any|all|every \w+|no \w+) (?:but|except|other than|apart from|besides)\b|除(?!非)了?[^，。]{1,14}?(?:之外|以外|外)/i;
const excepted =
  /\b(?:but|except|other than|apart from|besides|only|unless|excluding)\b|除|只|[仅僅]|唯/i;

const losesException = (sentence: string, line: string): boolean =>
  exception.test(line) && !excepted.test(sentence);

/** Said by somebody, once thought, or meant for later: no statement of the line's own. */
const hearsay =
  /\b(?:wrongly|falsely|mistakenly|incorrectly|erroneously|allegedly|supposedly|reportedly|believed|assumed|thought (?:that|to)|rumou?red|said to|claim(?:s|ed) (?:that|to)|alleges?|alleged|planned|(?:could|may) have (?:been|\w+ed)|might|perhaps|maybe)\b|据说|据称|声称|以为|[误誤][认認]|传闻|据传|曾认为|计划(?:在|于)|也许|或许/i;
const reserve =
  /\b(?:may|might|could|claim(?:s|ed)?|usually|normally|typically|generally|mostly|often|sometimes|rarely|should|recommended)\b|可能|通常|一般|往往|有时|偶尔|应[该当]|建议/i;

const places: readonly RegExp[] = [
  /^\W*(?:on|in|under|for|with|at|during|when|while|once|after|before)\s+([^,]{2,60}),/i,
  /\s(?:when|while|once)\s([^,.;]{3,60})\W*$/i,
  /^([^，。]{2,20})(?:时|的时候|期间|情况下)，/,
];

/** "On Windows, …", "when the disk is full", 磁盘已满时 told of everything. */
function losesPlace(sentence: string, line: string): boolean {
  const own = new Set(termsOf(sentence));
  return places.some((pattern) => {
    const place = termsOf(pattern.exec(line)?.[1] ?? "");
    return place.length > 0 && !place.some((term) => own.has(term));
  });
}

/** "Automatically", "at once" where the lines do not say so. */
const byItself =
  /\b(?:automatic(?:ally)?|by itself|on (?:its|their) own|in the background|without asking|immediately|instantly|at once)\b|自动|自行|后台|立[即刻]|马上/i;

/** Words that set a bound; those of one line say the same. */
const bounds: readonly (readonly string[])[] = [
  ["until", "till"],
  ["before"],
  ["after", "from", "since"],
  ["within", "during", "in"],
  ["outside"],
  ["with"],
  ["without"],
];
const bound = /\b(until|till|before|after|from|since|within|during|outside|with|without)\s+/gi;
const anyBound =
  /\b(until|till|before|after|from|since|within|during|in|outside|with|without)\s+/gi;

const kindOf = (word: string): number =>
  bounds.findIndex((words) => words.includes(word.toLowerCase()));

function boundsIn(text: string, pattern: RegExp): { kind: number; what: string }[] {
  return [...text.matchAll(pattern)].flatMap((hit) => {
    const what = termsOf(text.slice(hit.index + hit[0].length).split(/[,;:.](?:\s|$)/)[0] ?? "")[0];
    return what === undefined ? [] : [{ kind: kindOf(hit[1] ?? ""), what }];
  });
}

/** "Until the next release" told as "from the next release", 导出前 as 导出后. */
function turnsBound(sentence: string, statement: string): boolean {
  const theirs = boundsIn(statement, anyBound);
  const turned = boundsIn(sentence, bound).some(({ kind, what }) => {
    const same = theirs.filter((one) => one.what === what);
    const against =
      kind === kindOf("with") ? same.filter((one) => one.kind === kindOf("without")) : same;
    return (
      against.length > 0 && against.length === same.length && same.every((one) => one.kind !== kind)
    );
  });
  if (turned) return true;
  if (
    /\b(?:until|till)\b|直到/i.test(sentence) &&
    !/\b(?:until|till|up to|before|as long as|then)\b|[直到前才]/i.test(statement)
  )
    return true;
  return [...sentence.matchAll(/(\p{Script=Han}{2})(?:之|以)?([前后])(?![端台面者缀])/gu)].some(
    ([, what = "", where = ""]) => {
      const [same, other] = [where, where === "前" ? "后" : "前"].map((one) =>
        new RegExp(`${what}(?:之|以)?${one}`).test(statement),
      );
      return other === true && same !== true;
    },
  );
}

/** Another degree than the lines have, or one where they have none, or a limit that they do not set. */
export function changesDegree(sentence: string, statement: string): boolean {
  return (
    bringsOnly(sentence, statement) ||
    scales.some((scale) => {
      const theirs = degreesIn(statement, scale);
      const brought = [...degreesIn(sentence, scale)].filter((name) => !theirs.has(name));
      return (
        brought.some((name) => scale.never?.includes(name)) ||
        (theirs.size > 0 && brought.length > 0 && scale !== scales[0])
      );
    })
  );
}
