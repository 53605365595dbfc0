import { questionWords } from "#lib/language/word-kinds";
import { tokenize } from "#lib/language/words";
import { columnsOf } from "#lib/markdown/table-rows";
import type { Carrier } from "../carriers.ts";
import { heldBy, wordsHeld } from "../coverage.ts";
import { subjectOf } from "./exchanges.ts";

/**
 * What lines say, thing by thing: a clause with a subject of its own, an item, a row. What is said of one of them may not
 * be told of another.
 */
export type Statement = {
  /** What it speaks of, as it says; empty where that is not said. */
  about: string;
  text: string;
  /** An item or a row, which stands for what it begins with. */
  listed: boolean;
};

const border =
  /[;:](?=\s)|[；：，。]|,(?=\s)|\s(?:and|but|while|whereas|because|although|then|which)\s(?=(?:[^`]*`[^`]*`)*[^`]*$)|(?=但|而(?!且)|并(?!且|不)|以及)/;
const pronoun =
  /^[^\p{L}\p{N}]*(?:(?:it|its|this|these|that|those|they|their|he|she|his|her|you|we|there|one|ones)\b|[它他她其该此这那您你我]|本)/iu;
const itemHead =
  /^(?:[-*+]\s+|\d+[.)]\s+)?(\*\*[^*]{1,60}\*\*|`[^`]{1,60}`|[^:：,，.。]{1,40}(?=[:：]))(?=\s*[:：—–-]|\s)/u;
/** "Metrics for 90 days", without a verb. */
const bareHead = /^((?:\p{Ll}+\s){0,2}\p{Ll}+)\s(?:for|to|at|in|by)\s[\d\p{L}]+/u;

export function statementsIn({ unit, text, cells }: Carrier): Statement[] {
  if (unit.kind === "code") return [{ about: "", text, listed: false }];
  if (cells !== undefined)
    return [{ about: columnsOf(unit.text)[0]?.cell ?? "", text, listed: true }];
  const head = unit.list === undefined ? undefined : itemHead.exec(unit.text)?.[1];
  if (head !== undefined) return [{ about: head, text, listed: true }];
  const found: Statement[] = [];
  for (const piece of text.split(border)) {
    if (!/[\p{L}\p{N}]/u.test(piece)) continue;
    const about = aboutOf(piece);
    const last = found.at(-1);
    if (about === "" && last !== undefined) last.text += `, ${piece}`;
    else found.push({ about, text: piece, listed: false });
  }
  return found;
}

/** The words of a clause before its verb; empty for "It …", and where it has no subject. */
export function aboutOf(text: string): string {
  const clause = text.trim();
  if (pronoun.test(clause)) return "";
  if (!/\p{Script=Han}/u.test(clause))
    return subjectOf(clause) || (bareHead.exec(clause)?.[1] ?? "");
  const words = questionWords(clause);
  const verb = words.findIndex(({ kind }) => kind === "deed");
  const before = words.slice(0, verb === -1 ? 1 : verb);
  if (!before.some(({ kind }) => kind === "thing")) return "";
  return clause.slice(0, before.at(-1)?.end ?? 0);
}

type Clause = { sentence: string; clause: string; about: string };

/**
 * Has a clause words that only such statements have as speak of something the sentence does not name, while it names
 * what other ones speak of? `topics`: what all of them are about.
 */
export function tellsOfAnother(
  { sentence, clause, about }: Clause,
  statements: readonly Statement[],
  topics: string,
): boolean {
  const said = new Set(termsOf(sentence));
  const meant = wordsHeld(sentence);
  const known = new Set(termsOf(topics));
  const own = new Set(termsOf(about));
  const read = statements.map((one) => {
    const head = termsOf(one.about).filter((term) => !known.has(term));
    const lacks = head.filter((term) => !said.has(term) && heldBy(term, meant).share === 0);
    return { head, lacks, listed: one.listed, terms: new Set(termsOf(one.text)) };
  });
  const named = read.filter(({ head, lacks }) => head.length > 0 && lacks.length === 0);
  const strange = read.filter(
    ({ lacks, listed, terms }) =>
      lacks.length > 0 &&
      named.some((one) =>
        one.head.some((term) => ((listed && one.listed) || own.has(term)) && !terms.has(term)),
      ),
  );
  if (strange.length === 0) return false;
  const rest = read.filter((one) => !strange.includes(one));
  return termsOf(clause).some(
    (term) =>
      !known.has(term) &&
      strange.some(({ terms }) => terms.has(term)) &&
      !rest.some(({ terms }) => terms.has(term)),
  );
}

/** Words, numbers and pairs of Chinese characters. */
const termsOf = (text: string): string[] =>
  tokenize(text).flatMap(({ term, kind, stop }) =>
    stop || kind === "part" || kind === "han_single" ? [] : [term],
  );
