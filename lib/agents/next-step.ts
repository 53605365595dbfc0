import type { Lang, NextStep } from "#lib/contracts/answer";
import { type MessageKey, say } from "#lib/platform/say";

/** What a person can do next. The label is in the language of the answer; a page takes the one in its own. */
export function nextStep(
  lang: Lang,
  action: NextStep["action"],
  value: NextStep["value"],
  key: MessageKey,
  words?: (lang: Lang) => string,
): NextStep {
  const said = (lang: Lang) => say(lang, key, words === undefined ? {} : { words: words(lang) });
  const labels = { en: said("en"), "zh-CN": said("zh-CN") };
  return { action, label: labels[lang], labels, value };
}
