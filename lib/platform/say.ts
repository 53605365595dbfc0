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
  const plain = fill(piecesOf(lang, key), params);
  if (plain !== undefined) return plain;
  // The translator's own key type follows the messages' literal types, which a catalogue of plain strings does not have.
  return (translators[lang] as (k: string, p: Record<string, string | number>) => string)(
    key,
    params,
  );
}

/**
 * A sentence with nothing but names in braces, cut at them: text, name, text, and so on. One search tells more than a
 * hundred such sentences, and a translator reads each of them anew.
 */
type Pieces = readonly string[];

const cut = {
  en: new Map<string, Pieces | undefined>(),
  "zh-CN": new Map<string, Pieces | undefined>(),
};
/** Without quotes, tags or forms of a number, which are the translator's to read. */
const withNamesOnly = /^[^{}'<>]*(?:\{\w+\}[^{}'<>]*)*$/;

function piecesOf(lang: Lang, key: string): Pieces | undefined {
  const known = cut[lang];
  if (known.has(key)) return known.get(key);
  let message: unknown = lang === "en" ? en : zhCN;
  for (const name of key.split(".")) message = Reflect.get(Object(message), name);
  const pieces =
    typeof message === "string" && withNamesOnly.test(message)
      ? message.split(/\{(\w+)\}/)
      : undefined;
  known.set(key, pieces);
  return pieces;
}

function fill(
  pieces: Pieces | undefined,
  params: Record<string, string | number>,
): string | undefined {
  if (pieces === undefined) return undefined;
  let sentence = pieces[0] ?? "";
  for (let at = 1; at < pieces.length; at += 2) {
    const value = params[pieces[at] ?? ""];
    if (value === undefined) return undefined;
    sentence += String(value) + (pieces[at + 1] ?? "");
  }
  return sentence;
}
