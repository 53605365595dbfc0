import { isIdentifier } from "#lib/language/identifier";
import { contentTerms } from "#lib/language/words";
import type { Unit } from "#lib/markdown/units";
import { answerTypeMatch } from "./answer-type.ts";
import {
  type Asked,
  type Hits,
  hitsIn,
  labelsIn,
  pairShare,
  share,
  union,
  wordShare,
} from "./asked.ts";
import { valueAsked } from "./asked-value.ts";
import { asksDefault, namesDefault } from "./default-value.ts";
import { defines, isByline } from "./defining.ts";
import { isItem, isRow } from "./items.ts";
import { asksFact, type QuestionKind, wantsProcedure } from "./question.ts";
import { tokensOf } from "./tokens.ts";

/**
 * What speaks for and against quoting a unit, each between 0 and 1, and how much each counts. The weights were chosen on
 * the shared query sets so that the unit that comes first holds the answer as often as possible.
 */
export type UnitSigns = {
  /** Share of the question in the unit itself. */
  covered: number;
  /** What only the headings above it add; what only the sentence before it adds ("It was built in …"). */
  heading: number;
  context: number;
  /** Chinese: of what the page's title does not say, the share in the unit. A name is many pairs, and stands everywhere. */
  focus: number;
  /** Words that are neighbours in the question and in the unit. */
  pairs: number;
  /** How much of what the unit says the question is about. */
  density: number;
  /** It holds the kind of thing asked for: a number or a date; anything else. */
  exactType: number;
  type: number;
  /** A person or a body for "who". */
  agent: number;
  /** It speaks of a default and was asked for one. */
  byDefault: number;
  /** Its passage's score over the best one's. */
  passage: number;
  /** First of its passage. */
  lead: number;
  /** "X is …" for "what is X", "X includes …" for "what is in X". */
  definition: number;
  /** A row or an item that opens with the thing whose definition or setting is asked for. */
  entry: number;
  /** The section's heading asks the question: the section answers it from its first words on. */
  section: number;
  /** … in the very words of the question: of two such headings the one that says "all" as the question does. */
  wording: number;
  /** Against: length, nothing but the question's words, an item of a list for a question about a fact … */
  long: number;
  nothingNew: number;
  item: number;
  /** … code where none was asked for, a row without header, "…:" where a thing was asked for, see elsewhere. */
  code: number;
  bareRow: number;
  announces: number;
  referral: number;
  /** … who wrote the page, and when. */
  byline: number;
  /** "To add one, open …" where a thing was asked for. */
  instruction: number;
};

export const unitWeights: Record<keyof UnitSigns, number> = {
  covered: 1.1,
  heading: 0.73,
  context: 0.45,
  focus: 0.4,
  pairs: 0.13,
  density: 0.5,
  exactType: 0.36,
  type: 0.12,
  agent: 0.28,
  byDefault: 0.28,
  passage: 0.79,
  lead: 0.06,
  definition: 0.3,
  entry: 0.35,
  section: 0.6,
  wording: 0.8,
  long: -0.15,
  nothingNew: -0.25,
  item: -0.4,
  code: -0.12,
  bareRow: -0.3,
  announces: -0.25,
  referral: -0.18,
  byline: -1.5,
  instruction: -0.2,
};

/** How much of `section` the first, second, … unit of the section gets. */
const sectionFade = [1, 0.75, 0.6, 0.5, 0.4];
/** A heading this near to the question begins to count; the nearer the more. */
const leastSection = 0.6;
const noSection = 0.5;
/** From this length on (characters; Chinese counts double) a unit buries its answer; at the second entirely. */
const comfortable = 320;
const buried = 1200;

/** So much of the question a sentence holds whose code below is what was asked for. */
const leastAnnounced = 0.25;

export type Surroundings = {
  /** Words in the title, the headings above and a row's header. */
  above: Hits;
  /** … in the title of its page alone. */
  title: Hits;
  /** The head of the item that it is a later sentence of. */
  head: Unit | undefined;
  /** The code that it announces: the command under "To see them:". */
  code: Unit | undefined;
  /** Words in the unit before, in the same section. */
  before: Hits | undefined;
  /** How nearly the heading right above is the question. */
  section: number;
  /** … and as it is written. */
  wording: number;
  /** A row with a cell that the question has as it is written, and no other row of its table has. */
  meant: boolean;
  /** Position in the section. */
  place: number;
  passageShare: number;
};

export function readUnitSigns(
  unit: Unit,
  hits: Hits,
  around: Surroundings,
  asked: Asked,
): UnitSigns {
  const own = ownText(unit);
  const covered = share(hits, asked);
  // A later sentence of an item is quoted from the head of the item, which may hold the command or the amount.
  const together = around.head === undefined ? [unit] : [around.head, unit];
  const value = valueAsked(asked.kind, asked.question);
  // … of which it says enough: every command is announced by "run the following command:".
  if (value !== undefined && around.code !== undefined && covered >= leastAnnounced)
    together.push(around.code);
  const types = together.map((u) =>
    isExampleOnly(u, asked.question) ? 0 : answerTypeMatch(asked.kind, u, asked.question),
  );
  const type = Math.max(...types);
  const exact = asked.kind === "how_many" || asked.kind === "when" || value !== undefined;
  const named = asked.kind === "definition" || asked.kind === "lookup";
  const length = own.length * (asked.lang === "zh-CN" ? 2 : 1);
  const nearness = Math.max(0, around.section - noSection) / (1 - noSection);
  const section = around.section >= leastSection ? nearness ** 2 : 0;
  const content = contentOf(own, asked);
  const keyAsked = isKeyAsked(unit, own, asked);
  const told =
    unit.kind === "sentence" &&
    ((asked.kind === "lookup" && /`[^`]+`/.test(own)) || (asksFact(asked.kind) && content.figure));
  return {
    covered,
    heading: share(union(hits, around.above), asked) - covered,
    context: around.before === undefined ? 0 : share(union(hits, around.before), asked) - covered,
    focus: focusOf(hits, around.title, asked),
    pairs: pairShare(own, asked),
    density: content.density,
    exactType: exact ? type : 0,
    type: exact ? 0 : type,
    agent: asked.kind === "who" ? type : 0,
    byDefault: asksDefault(asked.question) ? saysDefault(unit, own) : 0,
    passage: around.passageShare,
    lead: +(around.place === 0 && unit.kind === "sentence"),
    definition:
      asked.kind === "definition"
        ? +(unit.kind !== "code") && defines(own, asked)
        : 0.5 * +(asked.kind === "list" && enumerates(own, asked)),
    entry: Math.max(
      +(named && opensWithAsked(unit, own, asked)),
      +keyAsked,
      +(around.meant && asksFact(asked.kind)),
      marksLabel * +(unit.kind === "sentence" && hasLabelAsked(own, asked)),
    ),
    section: section * (sectionFade[around.place] ?? 0.3),
    wording: section * around.wording,
    long: Math.min(1, Math.max(0, length - comfortable) / (buried - comfortable)),
    nothingNew: +(content.fresh < (told ? aValue : leastFresh)),
    item: +(isItem(unit) && wantsFact(asked.kind) && !isKeyed(asked.kind, own) && !keyAsked),
    code: +(unit.kind === "code" && !isRow(unit) && !wantsProcedure(asked.kind)),
    bareRow: +(unit.kind === "table" && unit.spans.length < 3),
    announces: +(unit.announces && wantsThing.has(asked.kind) && asked.kind !== "list"),
    referral: +(!isRow(unit) && refersElsewhere(own)),
    byline: +(asked.kind !== "who" && asked.kind !== "when" && isByline(own)),
    instruction: +(wantsThing.has(asked.kind) && instructs.test(own)),
  };
}

const wantsThing: ReadonlySet<QuestionKind> = new Set([
  "which",
  "definition",
  "list",
  "where",
  "who",
]);
const instructs =
  /^To [^.]{3,80}, \p{Ll}|^(?:You can|You may|You must|You need|For example|For instance)\b|^(?:例如|比如|你可以|您可以|你需要)|^(?:要|想要?|如需)[^，。]{2,30}[，,](?:请|可|在|把|点|打开|运行|使用)/u;

/** What an example sets is no default, unless it says so: `memoryCache({ max: 500 })`. */
export const isExampleOnly = (unit: Unit, question: string): boolean =>
  unit.kind === "code" &&
  !isRow(unit) &&
  asksDefault(question) &&
  !namesDefault.test(unit.text.replace(/\bexport default\b|\.default\b/g, ""));
/** "`minimum_size` - …", "**Port**: …": for a value, an item of such a list stands for itself as a row does. */
const isKeyed = (kind: QuestionKind, own: string): boolean =>
  (kind === "how_many" || kind === "lookup") && opensWithKey.test(own);
const opensWithKey =
  /^(?:\[?`[^`]{1,60}`\]?|(?:\*\*|__)[^*_]{1,60}(?:\*\*|__))\s?(?:\([^)]*\))?\s?(?:[-–—:：]|is\b|是)|^[^，。,.:：]{2,24}[:：]\s?\S/;
const leastFresh = 2;
/** "Default is `gio`" tells what is asked for in one, "Go 1.16 is the last to run on …" as well. */
const aValue = 1;
const wantsFact = (kind: QuestionKind) =>
  !wantsProcedure(kind) && kind !== "list" && kind !== "lookup";

/** With less of the question left it is about what the title names. */
const leastLeft = 0.1;

function focusOf(hits: Hits, title: Hits, asked: Asked): number {
  const left = 1 - wordShare(title, asked);
  if (asked.lang === "en" || title.size === 0 || left < leastLeft) return 0;
  return wordShare(new Set([...hits].filter((i) => !title.has(i))), asked) / left;
}

/** How much of a text's content is of the question, how many words it adds, and whether a figure is among them. */
function contentOf(text: string, asked: Asked) {
  const known = new Set(asked.terms.map((t) => t.term));
  const words = tokensOf(text).filter((t) => !t.stop && t.kind !== "part" && t.kind !== "han");
  const fresh = new Set(words.flatMap((t) => (known.has(t.term) ? [] : [t.term])));
  const shared = words.filter((t) => known.has(t.term)).length;
  const figure = [...fresh].some((term) => /\d/.test(term));
  return { density: words.length === 0 ? 0 : shared / words.length, fresh: fresh.size, figure };
}

/** A table row's own cells, without the header that is shown with it. */
export function ownText(unit: Unit): string {
  return unit.kind === "table" ? (unit.text.split("\n").at(-1) ?? "") : unit.text;
}

/** The header of a table row: it stands above the cells as a heading stands above a sentence. */
export function tableHead(unit: Unit): string {
  return unit.kind === "table" && unit.spans.length >= 3 ? (unit.text.split("\n")[0] ?? "") : "";
}

/** `defaultPageSize | 默认的每页条数 | 10`: of two rows that have a default the one that is called so is meant. */
const saysDefault = (unit: Unit, own: string): number =>
  Math.max(+namesDefault.test(own), +hasDefault(unit)) +
  0.5 * +(hasDefault(unit) && /^\W*default(?![a-z])/.test(own));

/** A row with something in the column for defaults. */
function hasDefault(unit: Unit): boolean {
  const column = cellsOf(tableHead(unit)).findIndex((cell) => namesDefault.test(cell));
  return column !== -1 && /[\p{L}\p{N}]/u.test(cellsOf(ownText(unit))[column] ?? "");
}

const cellsOf = (row: string): string[] => row.split(/(?<!\\)\|/);

/** A line of a table of contents, a question, or "see there": it names the matter and does not say it. */
function refersElsewhere(text: string): boolean {
  return (
    /^[^\p{L}\p{N}]*\[[^\]]*\]\([^)]*\)[^\p{L}\p{N}]*$/u.test(text) ||
    /[?？][^\p{L}\p{N}]*$/u.test(text) ||
    (text.length < 200 &&
      /^\W*(?:for (?:more|further|details)|see (?:also )?(?:the )?[[_*`]|see also|refer to|read more|learn more|read the|check out)\b|^(?:请|可)?(?:参考|参见|參考|參見|查看)|详见|詳見|请阅读|了解更多/i.test(
        text,
      ))
  );
}

/**
 * A row or an item whose key is a name as only programs write it, and stands in the question as it is; in trouble the name of an
 * error (`path_changed`), for a property (`maxLength`) is what the trouble is with.
 */
function isKeyAsked(unit: Unit, own: string, { kind, question }: Asked): boolean {
  const key = keyOf(unit, own);
  const trouble = wantsProcedure(kind) || kind === "why";
  if (key === undefined || kind === "comparison" || (trouble && !key.includes("_"))) return false;
  if (!isIdentifier(key) && !(han.test(question) && key.length >= shortKey)) return false;
  if (prefers.test(question) || (kind === "list" && !severalValues.test(own))) return false;
  return question.split(/[^\w.-]+|\.$/).includes(key);
}

/** What a row, or an item of a list of settings, is keyed by, where that is one word of letters and signs. */
function keyOf(unit: Unit, own: string): string | undefined {
  if (unit.kind === "table") return /^\s*\|?\s*`?([\w.-]+)`?\s*\|/.exec(own)?.[1];
  if (unit.kind !== "list_item") return undefined;
  return /^\[?[*_]{0,2}`["']?([\w.-]+)["']?[?:]?`[*_]{0,2}\]?(?:\([^)]*\))?\s?(?:[-–—:：,，(（]|\bis\b|是|means\b)/.exec(
    own,
  )?.[1];
}
const han = /\p{Script=Han}/u;
/** "`mount`, `update` 或 `nested-update`": a setting with its values. */
export const severalValues =
  /(?:["'`]+[^"'`|，。]{1,30}["'`]+(?:\s?(?:[,、，/]|\\?\||and|or|和|或|与))+\s?)+["'`]+[^"'`|，。]{1,30}["'`]/;
/** Of two things one is to be chosen: what either is says nothing of it. */
const prefers =
  /(?:和|与|與|跟|还是|還是).*(?:哪[个個一]|更|好)|\b(?:or|and|vs\.?)\b.*\b(?:better|prefer\w*|rather)\b|\bwhich (?:one )?(?:is|are|of)\b.*\bor\b/i;
/** A foreign word of so many letters in a Chinese question is a name. */
const shortKey = 3;

/** "Choose **Switch off** beside it" for a question about “Switch off”. */
const hasLabelAsked = (own: string, { question }: Asked): boolean => {
  const marked = [...own.matchAll(/\*\*([^*]+)\*\*|`([^`]+)`/g)].map(([, label, code]) =>
    (label ?? code ?? "").toLowerCase(),
  );
  return labelsIn(question).some((label) => marked.includes(label));
};
const marksLabel = 0.8;

/** "| `PORT` | …", "- **PORT**: …" for a question about PORT. */
function opensWithAsked(unit: Unit, own: string, asked: Asked): boolean {
  const opening =
    unit.kind === "table"
      ? /^\s*\|?([^|]*)\|/.exec(own)?.[1]
      : isRow(unit)
        ? /^\s*\S+(?:[ ,]\S+)*/.exec(own)?.[0]
        : unit.kind === "list_item"
          ? /^(?:\*\*|__|`|\[)[^*_`\]]{1,60}(?:\*\*|__|`|\])/.exec(own)?.[0]
          : undefined;
  if (opening === undefined) return false;
  // `session_token` is something else than a session; a name that is all of the cell may be a small part of the question.
  const known = new Set(asked.terms.map((t) => t.term));
  const words = contentTerms(opening).filter((term) => !/^\p{Script=Han}$/u.test(term));
  const both = words.filter((term) => known.has(term)).length;
  const least = isRow(unit) && both === words.length ? 0.15 : 0.4;
  return both > 0 && both >= words.length / 2 && share(hitsIn(opening, asked), asked) >= least;
}

/** "X includes …" with the asked X before the verb. */
function enumerates(text: string, asked: Asked): boolean {
  const verb = /\s(?:includes?|consists? of|comprises?|contains?)\s|包括|包含|分为|分為/.exec(
    text.slice(0, 80),
  );
  return verb !== null && share(hitsIn(text.slice(0, verb.index), asked), asked) >= 0.4;
}
