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
  // The translator's own key type follows the messages' literal types, which a catalogue of plain strings does not have.
  return (translators[lang] as (k: string, p: Record<string, string | number>) => string)(
    key,
    params,
  );
}
