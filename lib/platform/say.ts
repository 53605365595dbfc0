import type { Lang } from "#lib/contracts/answer";
import en, { type Messages } from "#lib/contracts/messages/en";
import zhCN from "#lib/contracts/messages/zh-CN";

type Leaves<T, P extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`>;
}[keyof T & string];
export type MessageKey = Leaves<Messages>;

/**
 * One sentence of the program in the given language; ICU message syntax, so plurals work. A message that is not of the kind
 * that is read here, or the place of a value that is not given, stays as it is written.
 */
export function say(
  lang: Lang,
  key: MessageKey,
  params: Record<string, string | number> = {},
): string {
  const pieces = piecesOf(lang, key);
  return pieces === undefined ? messageOf(lang, key) : fill(pieces, lang, params);
}

function messageOf(lang: Lang, key: string): string {
  let message: unknown = lang === "en" ? en : zhCN;
  for (const name of key.split(".")) message = Reflect.get(Object(message), name);
  return typeof message === "string" ? message : key;
}

/** A message, read once: text, and places for a value, a number or one of several forms. */
export type Piece = string | { name: string; number?: true; forms?: ReadonlyMap<string, Piece[]> };

const read = {
  en: new Map<string, Piece[] | undefined>(),
  "zh-CN": new Map<string, Piece[] | undefined>(),
};

/**
 * One search tells more than a hundred sentences, so a message is read once. It is read here and not by the translator of
 * the page: a build puts a half of that in its place which fills in nothing that was not read before. Undefined for what no
 * message has: tags, dates, quoted braces.
 */
export function piecesOf(lang: Lang, key: string): Piece[] | undefined {
  const known = read[lang];
  if (known.has(key)) return known.get(key);
  const pieces = readMessage(messageOf(lang, key));
  known.set(key, pieces);
  return pieces;
}

function readMessage(message: string): Piece[] | undefined {
  // An apostrophe is one, but before a sign of the syntax it quotes that.
  if (/[<>]|'['{}#|]/.test(message)) return undefined;
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(message);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  /** Up to the end of the message, or of the form it stands in; `of` is what `#` counts there. */
  const readPieces = (of: string | undefined): Piece[] | undefined => {
    const pieces: Piece[] = [];
    while (at < message.length && message[at] !== "}") {
      const text = take(of === undefined ? /[^{}]+/y : /[^{}#]+/y)?.[0];
      if (text !== undefined) pieces.push(text);
      else if (of !== undefined && take(/#/y) !== null) pieces.push({ name: of, number: true });
      else {
        const place = readPlace();
        if (place === undefined) return undefined;
        pieces.push(place);
      }
    }
    return pieces;
  };
  const readPlace = (): Piece | undefined => {
    const value = take(/\{\s*(\w+)\s*(?:,\s*(number)\s*)?\}/y);
    if (value !== null) {
      const name = value[1] ?? "";
      return value[2] === undefined ? { name } : { name, number: true };
    }
    const name = take(/\{\s*(\w+)\s*,\s*plural\s*,\s*/y)?.[1];
    if (name === undefined) return undefined;
    const forms = new Map<string, Piece[]>();
    const begun = /(=\d+|\w+)\s*\{/y;
    for (let form = take(begun); form !== null; form = take(begun)) {
      const pieces = readPieces(name);
      if (pieces === undefined || take(/\}\s*/y) === null) return undefined;
      forms.set(form[1] ?? "", pieces);
    }
    return forms.has("other") && take(/\}/y) !== null ? { name, forms } : undefined;
  };
  const pieces = readPieces(undefined);
  return at === message.length ? pieces : undefined;
}

const plurals = { en: new Intl.PluralRules("en"), "zh-CN": new Intl.PluralRules("zh-CN") };
const numbers = { en: new Intl.NumberFormat("en"), "zh-CN": new Intl.NumberFormat("zh-CN") };

function fill(
  pieces: readonly Piece[],
  lang: Lang,
  params: Record<string, string | number>,
): string {
  let text = "";
  for (const piece of pieces)
    text += typeof piece === "string" ? piece : place(piece, lang, params);
  return text;
}

function place(
  { name, number, forms }: Exclude<Piece, string>,
  lang: Lang,
  params: Record<string, string | number>,
): string {
  const value = params[name];
  if (value === undefined) return `{${name}}`;
  if (forms !== undefined) {
    const form =
      forms.get(`=${value}`) ?? forms.get(pluralOf(lang, Number(value))) ?? forms.get("other");
    return fill(form ?? [], lang, params);
  }
  if (!number) return String(value);
  const count = Number(value);
  return isSmall(count) ? String(count) : numbers[lang].format(count);
}

/** Counts up to here are written alike in both languages, and asked for a hundred times in a search. */
const isSmall = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000;
const smallPlurals: Record<Lang, Intl.LDMLPluralRule[]> = { en: [], "zh-CN": [] };

function pluralOf(lang: Lang, value: number): Intl.LDMLPluralRule {
  if (!isSmall(value)) return plurals[lang].select(value);
  smallPlurals[lang][value] ??= plurals[lang].select(value);
  return smallPlurals[lang][value];
}
