import { createTranslator } from "use-intl/core";
import type { Lang } from "#lib/contracts/answer";
import en, { type Messages } from "#lib/contracts/messages/en";
import zhCN from "#lib/contracts/messages/zh-CN";

const translators = {
  en: createTranslator<Messages>({ locale: "en", messages: en }),
  "zh-CN": createTranslator<Messages>({ locale: "zh-CN", messages: zhCN }),
};

type Leaves<T, P extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`>;
}[keyof T & string];
export type MessageKey = Leaves<Messages>;

/** One sentence of the program in the given language; ICU message syntax, so plurals work. */
export function say(
  lang: Lang,
  key: MessageKey,
  params: Record<string, string | number> = {},
): string {
  const said = fill(piecesOf(lang, key), lang, params);
  if (said !== undefined) return said;
  // The translator's own key type follows the messages' literal types, which a catalogue of plain strings does not have.
  return (translators[lang] as (k: string, p: Record<string, string | number>) => string)(
    key,
    params,
  );
}

/** A message, read once: text, and places for a value, a number or one of several forms. */
export type Piece = string | { name: string; number?: true; forms?: ReadonlyMap<string, Piece[]> };

const read = {
  en: new Map<string, Piece[] | undefined>(),
  "zh-CN": new Map<string, Piece[] | undefined>(),
};

/**
 * One search tells more than a hundred sentences, and the translator reads each of them anew. So a message is read once,
 * if it is of the simple kind that nearly all are; the translator has the rest (quotes, tags, dates, large numbers).
 */
export function piecesOf(lang: Lang, key: string): Piece[] | undefined {
  const known = read[lang];
  if (known.has(key)) return known.get(key);
  let message: unknown = lang === "en" ? en : zhCN;
  for (const name of key.split(".")) message = Reflect.get(Object(message), name);
  const pieces = typeof message === "string" ? readMessage(message) : undefined;
  known.set(key, pieces);
  return pieces;
}

function readMessage(message: string): Piece[] | undefined {
  if (/['<>]/.test(message)) return undefined;
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

/** Undefined when a value is missing or is a number that needs signs between its digits. */
function fill(
  pieces: readonly Piece[] | undefined,
  lang: Lang,
  params: Record<string, string | number>,
): string | undefined {
  if (pieces === undefined) return undefined;
  let said = "";
  for (const piece of pieces) {
    if (typeof piece === "string") {
      said += piece;
      continue;
    }
    const value = params[piece.name];
    const isPlain = Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1000;
    if (value === undefined || ((piece.number || piece.forms) && !isPlain)) return undefined;
    if (piece.forms === undefined) {
      said += String(value);
      continue;
    }
    const form =
      piece.forms.get(`=${value}`) ??
      piece.forms.get(plurals[lang].select(Number(value))) ??
      piece.forms.get("other");
    const inner = fill(form, lang, params);
    if (inner === undefined) return undefined;
    said += inner;
  }
  return said;
}
